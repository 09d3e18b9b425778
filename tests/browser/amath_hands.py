"""Hands on an A-Math table: blanks and choice tiles with the dialog of their faces, exchanges, challenges."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Page, expect

from browser.hands import FACES, Hands, face_of, until
from summy.board import Board, Direction, Square
from summy.move import Challenge, Exchange, Move, Pass, Placement, Play
from summy.rulesets import Ruleset
from summy.tiles import Token

Laying = Literal["click", "keys"]

CHOICES = {"+": "+/-", "-": "+/-", "x": "x/:", ":": "x/:"}


class CrosswordHands(Hands):
    """A person at a table with an edge."""

    def __init__(self, page: Page, ruleset: Ruleset) -> None:
        super().__init__(page)
        self.ruleset = ruleset

    def board(self) -> Board:
        """The tiles that are played, as the labels of the squares tell them."""
        cells = self.page.locator("summy-board [role=gridcell]:has(.t:not(.new))").evaluate_all(
            "all => all.map(c => [c.dataset.at, c.ariaLabel])"
        )
        tokens = {}
        for at, label in cells:
            x, y = map(int, at.split(","))
            face, *more = (word.strip() for word in label.split(":", 1)[1].split(","))
            face = face_of(face)
            tile = "?" if "a blank" in more else CHOICES[face] if "a choice tile" in more else face
            tokens[Square(x, y)] = Token(tile, face)
        return Board(tokens)

    def make(self, move: Move, way: Laying, turns: int) -> None:
        """Make a move through the page; afterwards `turns` turns stand in the log."""
        page = self.page
        if isinstance(move, Play):
            self.lay_play(move, way)
            page.locator("[data-part=go]").click()
        elif isinstance(move, Exchange):
            page.get_by_role("button", name="Exchange", exact=True).click()
            for tile in move.tiles:
                self._free(tile).click()
            page.get_by_role("button", name=f"Exchange {len(move.tiles)}").click()
        elif isinstance(move, Challenge):
            page.get_by_role("button", name="Challenge", exact=True).click()
        else:
            assert isinstance(move, Pass)
            self.pass_turn()
        until(page, lambda: self.turns() >= turns or self.over, "the move stands in the log")

    def pass_turn(self) -> None:
        """Pass: by the button where nothing can be exchanged, else by the menu."""
        swap = self.page.locator("[data-part=swap]")
        if (swap.text_content() or "").strip() == "Pass" and swap.is_enabled():
            swap.click()
        else:
            self.page.get_by_role("button", name="Table menu").click()
            self.page.get_by_role("button", name="Pass this turn").click()
        self.page.locator("[data-part=go]").click()

    def lay_play(self, play: Play, way: Laying) -> None:
        """Put the tiles of a play on the table."""
        placed = sorted(play.tiles, key=lambda one: (one.square.y, one.square.x))
        if way == "keys":
            upright = len({one.square.x for one in placed}) == 1
            self._aim(placed[0].square, Direction.DOWN if upright else Direction.ACROSS)
        for number, one in enumerate(placed, start=1):
            if way == "keys":
                self.free_tile(one.tile).focus()
                self.page.keyboard.press("Enter")
            else:
                self.press_tile(one.tile)
                self.put_down(one.square)
            if len(self.ruleset.tiles.faces(one.tile)) > 1:
                self.choose_face(one, way)
            expect(self.page.locator("summy-board .t.new")).to_have_count(number)

    def put_down(self, square: Square) -> None:
        """Press a square until the chosen tile lies there."""
        self._put_down(square)

    def _aim(self, square: Square, direction: Direction) -> None:
        """Lead the cursor to a square with the keys."""
        self.page.keyboard.press("Escape")
        self._walk(square)
        cursor = self.page.locator("summy-board .cur")
        expect(cursor).to_have_count(1)
        if ("down" in (cursor.get_attribute("class") or "").split()) != (direction is Direction.DOWN):
            self.page.keyboard.press("Space")

    def free_tile(self, tile: str):  # type: ignore[no-untyped-def]
        """The first tile of this kind that is still on the rack."""
        return self._free(tile)

    def choose_face(self, one: Placement, way: Laying) -> None:
        """Say in the dialog what a blank or a choice tile stands for."""
        dialog = self.page.locator("[data-part=chooser]")
        expect(dialog).to_be_visible()
        face = one.face or ""
        words = next((name for name, each in FACES.items() if each == face), face)
        radio = dialog.get_by_role("radio", name=words, exact=True)
        if way == "click":
            radio.click()
        else:
            for pressed in face:
                self.page.keyboard.press(pressed)
            expect(radio).to_be_focused()
            self.page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
