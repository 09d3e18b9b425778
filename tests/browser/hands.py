"""Hands on a table page: reads what the page shows and plays through the real controls, as a person does."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Literal

from playwright.sync_api import Page, expect

from summy.board import Board, Direction, Square
from summy.engine.movegen import generate
from summy.move import Play
from summy.position import Position
from summy.rulesets import load_ruleset
from summy.tiles import Token

Way = Literal["type", "tap", "drag", "keys"]

FACES = {"plus": "+", "minus": "-", "times": "x", "divided by": ":", "equals": "=", "blank": "?"}
FACES |= {"plus or minus": "+/-", "times or divided by": "x/:"}
"""Tiles by the words that a screen reader says for them."""

SUMMY = load_ruleset("summy")

AUTOMATIC = frozenset({"auto-pass", "withdrawn", "lost-turn", "settle", "time-penalty"})
"""Entries of the log that follow from a move by the rules alone: nobody makes them."""


def face_of(words: str) -> str:
    """The tile of its spoken name."""
    return FACES.get(words, words)


def until(page: Page, condition: Callable[[], bool], what: str, seconds: float = 15, *, failing: bool = True) -> None:
    """Wait until a condition holds; the page goes on meanwhile. (The site's CSP forbids Playwright's own waiting.)

    With `failing` off the time may run out: whoever asks looks for themselves what has become of it.
    """
    deadline = monotonic() + seconds
    while not condition():
        if monotonic() > deadline:
            if not failing:
                return
            raise AssertionError(f"waited {seconds} s in vain: {what}")
        page.wait_for_timeout(25)


def wait_for_table(page: Page) -> None:
    """Wait until the table has drawn its first view."""
    expect(page.locator("body")).not_to_have_class(re.compile("loading"))


def _stride(distance: float) -> float:
    """How far to drag the table at once: enough to be no tap, little enough to stay on it."""
    return 0 if not distance else max(40, min(120, abs(distance))) * (1 if distance > 0 else -1)


class Hands:
    """A person at one table page."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch

    # ---- reading -------------------------------------------------------------------------------------------

    @property
    def my_turn(self) -> bool:
        """Whether the page says that it is my turn."""
        return self.page.title().startswith("● ")

    @property
    def to_act(self) -> bool:
        """Whether I have to do something now. Who has no tiles left passes by rule: the page says so in a moment."""
        return self.my_turn and bool(self.hand)

    @property
    def over(self) -> bool:
        """Whether the page shows that the game is over."""
        return self.page.evaluate("document.body.dataset.status") == "over"

    @property
    def hand(self) -> tuple[str, ...]:
        """The tiles on the rack, laid ones too, by their accessible names."""
        names = self.page.locator("[data-part=rack] button").evaluate_all("all => all.map(b => b.ariaLabel)")
        return tuple(face_of(re.sub(r",.*", "", name)) for name in names)

    @property
    def stock(self) -> int:
        """Tiles left in the stock."""
        shown = self.page.locator("[data-part=stock-count]").text_content() or ""
        return int(re.sub(r"\D", "", shown) or 0)

    @property
    def scores(self) -> list[int]:
        """The scores on the page, own side first."""
        return [int(text) for text in self.page.locator("[data-part=score] .pts").all_text_contents()]

    def board(self) -> Board:
        """The table as its labelled cells tell it; tiles that are not played yet are left out."""
        cells = self.page.locator("summy-board [role=gridcell]").evaluate_all(
            "all => all.map(c => [c.dataset.at, c.ariaLabel])"
        )
        tokens: dict[Square, Token] = {}
        closed: set[Square] = set()
        for at, label in cells:
            x, y = map(int, at.split(","))
            words = [word.strip() for word in label.split(":", 1)[1].split(",")]
            if "not played yet" in words or words[0] == "empty":
                continue
            if words[0] == "closed":
                closed.add(Square(x, y))
            else:
                tokens[Square(x, y)] = Token(face_of(words[0]), face_of(words[0]))
        return Board(tokens, closed)

    def position(self) -> Position:
        """The position as the page shows it, with me to move."""
        return Position(SUMMY, self.board(), (self.hand, 8), (0, 0), to_move=0, stock=self.stock)

    def wait_for_turn(self, seconds: float = 20) -> bool:
        """Wait until I have to do something (True) or the game is over (False)."""
        until(self.page, lambda: self.to_act or self.over, "my turn", seconds)
        return not self.over

    def live_line(self) -> str:
        """What the live line says to a screen reader."""
        return self.page.locator("[data-part=say-words]").text_content() or ""

    # ---- squares -------------------------------------------------------------------------------------------

    def point_of(self, square: Square) -> tuple[float, float]:
        """Where the middle of a square lies on the screen; pans the table until it can be reached."""
        for _ in range(12):
            x, y, left, top, right, bottom, covered = self.page.evaluate(
                """([x, y]) => {
                    const board = document.querySelector("summy-board");
                    const box = board.getBoundingClientRect();
                    const { origin, side, window } = board.camera;
                    const at = [box.left + origin.x + (x + 0.5) * side, box.top + origin.y + (y + 0.5) * side];
                    return [...at, box.left + window.left, box.top + window.top,
                        box.left + window.left + window.width, box.top + window.top + window.height,
                        !board.contains(document.elementFromPoint(...at))];
                }""",
                list(square),
            )
            dx = max(left + 16 - x, 0) or min(right - 16 - x, 0)
            dy = max(top + 16 - y, 0) or min(bottom - 16 - y, 0)
            if not dx and not dy:
                if not covered:
                    return x, y
                # A button lies over it: drag the table so that the square comes nearer to the middle.
                dx, dy = (left + right) / 2 - x, (top + bottom) / 2 - y
            self._pan(_stride(dx), _stride(dy), (left + right) / 2, (top + bottom) / 2)
        raise AssertionError(f"square {square} can't be brought into view")

    def rest(self) -> None:
        """Wait until the table does not move by itself any more."""
        seen = None

        def resting() -> bool:
            nonlocal seen
            before, seen = (
                seen,
                self.page.evaluate(
                    "(({ origin, side }) => [origin.x, origin.y, side])(document.querySelector('summy-board').camera)"
                ),
            )
            return bool(before == seen)

        until(self.page, resting, "the table is at rest")

    def _pan(self, dx: float, dy: float, x: float, y: float) -> None:
        """Drag the table by its empty ground."""
        empty = self.page.evaluate(
            """([x, y]) => {
                const board = document.querySelector("summy-board");
                for (let ring = 0; ring < 400; ring += 12) {
                    for (const [sx, sy] of [[1, 1], [-1, 1], [1, -1], [-1, -1], [1, 0], [0, 1], [-1, 0], [0, -1]]) {
                        const [px, py] = [x + sx * ring, y + sy * ring];
                        const hit = document.elementFromPoint(px, py);
                        const laid = hit?.closest("[data-at]")?.querySelector(".t.new");
                        if (hit && board.contains(hit) && !laid) return [px, py];
                    }
                }
                return [x, y];
            }""",
            [x, y],
        )
        mouse = self.page.mouse
        mouse.move(*empty)
        mouse.down()
        mouse.move(empty[0] + dx / 2, empty[1] + dy / 2, steps=3)
        mouse.move(empty[0] + dx, empty[1] + dy, steps=3)
        mouse.up()

    def press_square(self, square: Square) -> None:
        """Tap or click a square."""
        point = self.point_of(square)
        if self.touch:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def press_tile(self, tile: str) -> None:
        """Tap or click the first tile of this kind that is still on the rack."""
        button = self._free(tile)
        if self.touch:
            button.tap()
        else:
            button.click()

    def _free(self, tile: str):  # type: ignore[no-untyped-def]
        words = next((name for name, face in FACES.items() if face == tile), tile)
        return self.page.locator(f'[data-part=rack] button[aria-pressed][aria-label="{words}"]').first

    # ---- moves ---------------------------------------------------------------------------------------------

    def lay(self, play: Play, way: Way) -> None:
        """Put the tiles of a play on the table, without playing it yet."""
        direction = play.direction or Direction.ACROSS
        placed = sorted(play.tiles, key=lambda one: (one.square.y, one.square.x))
        if way in {"type", "keys"}:
            if way == "type":
                self.press_square(placed[0].square)
            else:
                self._walk(placed[0].square)
            shown = self.page.locator("summy-board .cur")
            expect(shown).to_have_count(1)
            if ("down" in (shown.get_attribute("class") or "").split()) != (direction is Direction.DOWN):
                self.page.keyboard.press("Space")
            for one in placed:
                self.page.keyboard.press(one.tile)
        else:
            for one in placed:
                if way == "tap":
                    self.press_tile(one.tile)
                    self._put_down(one.square)
                else:
                    self._drag(one.tile, one.square)
        expect(self.page.locator("summy-board .t.new")).to_have_count(len(placed))

    def _put_down(self, square: Square) -> None:
        """Press a square until the chosen tile lies there: the table may have moved a little meanwhile.

        A tile that is still chosen has not been put down. Only then is the square pressed again: a second press on a
        tile that lies there would take it back.
        """
        there = self.page.locator(f'summy-board [data-at="{square.x},{square.y}"] .t.new')
        chosen = self.page.locator("[data-part=rack] button[aria-pressed=true]")
        for _ in range(5):
            self.rest()
            self.press_square(square)
            until(
                self.page, lambda: chosen.count() == 0 or there.count() == 1, "the press is answered", 2, failing=False
            )
            if chosen.count():
                continue
            expect(there).to_have_count(1)
            return
        raise AssertionError(f"the tile does not lie on {square}; the page says: {self.live_line()}")

    def _walk(self, square: Square) -> None:
        """Go to a square with the arrow keys only."""
        for _ in range(400):
            at = self.page.evaluate("document.querySelector('summy-board .cur')?.dataset.at ?? ''")
            if not at:
                self.page.keyboard.press("ArrowRight")
                continue
            x, y = map(int, at.split(","))
            if (x, y) == square:
                return
            key = (
                "ArrowRight"
                if x < square.x
                else "ArrowLeft"
                if x > square.x
                else "ArrowDown"
                if y < square.y
                else "ArrowUp"
            )
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrows don't lead to {square}")

    def _drag(self, tile: str, square: Square) -> None:
        x, y = self.point_of(square)
        box = self._free(tile).bounding_box()
        assert box is not None
        mouse = self.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse.down()
        mouse.move(x, y - 40, steps=4)
        mouse.move(x, y, steps=4)
        mouse.up()

    def choose_play(self) -> Play | None:
        """The best legal play of the position that the page shows, by the move generator."""
        return next(iter(generate(self.position(), best=1)), None)

    def commit(self, way: Way = "type") -> None:
        """Play what is laid, and wait until the server has taken it."""
        moves = self.moves_made()
        if way == "keys":
            self.page.keyboard.press("Enter")
        else:
            self._press(self.page.locator("[data-part=go]"))
        until(self.page, lambda: self.moves_made() > moves, "the move stands in the log")

    def entries(self) -> list[str]:
        """The kinds of the log's entries, oldest first."""
        shown = self.page.locator("[data-part=log] li").evaluate_all("all => all.map(li => li.dataset.kind)")
        return shown[::-1]

    def turns(self) -> int:
        """Entries of the log."""
        return len(self.entries())

    def moves_made(self) -> int:
        """Moves that somebody has made, without what followed from them by the rules."""
        return sum(kind not in AUTOMATIC for kind in self.entries())

    def discard_or_pass(self, count: int, way: Way = "type") -> str:
        """Discard some tiles, or pass when the stock is empty."""
        swap = self.page.locator("[data-part=swap]")
        expect(swap).to_be_enabled()
        what = (swap.text_content() or "").strip()
        if way == "keys":
            swap.focus()
            self.page.keyboard.press("Enter")
        else:
            self._press(swap)
        if what == "Discard":
            buttons = self.page.locator("[data-part=rack] button")
            for place in range(min(count, buttons.count())):
                if way == "keys":
                    buttons.nth(place).focus()
                    self.page.keyboard.press("Enter")
                else:
                    self._press(buttons.nth(place))
        if way == "keys":
            self.page.locator("[data-part=go]").focus()
        self.commit(way)
        return what.lower()

    def _press(self, target) -> None:  # type: ignore[no-untyped-def]
        if self.touch:
            target.tap()
        else:
            target.click()

    def turn(self, way: Way = "type", before_playing: Callable[[], None] | None = None) -> str:
        """Make one turn: the best play there is, else a discard or a pass. Returns what was done."""
        play = self.choose_play()
        if play is None:
            return self.discard_or_pass(3, way)
        self.lay(play, way)
        expect(self.page.locator("[data-part=say] .verdict.ok")).to_be_visible()
        if before_playing is not None:
            before_playing()
        self.commit(way)
        return "play"
