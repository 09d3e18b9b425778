"""Whole games against the computer: with a thumb on a small phone, and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Page, expect

from browser.conftest import Seats
from browser.hands import Hands, Way, until, wait_for_table
from running_site import Guest
from summy.board import Square

ABOVE_FINGER = 46
"""So far above the finger a dragged tile floats, in pixels."""

TURNS_MOST = 80
"""No game of Summy lasts so many turns of one side."""


def play_to_the_end(hands: Hands, way: Way) -> int:
    """Make turns until the game is over; returns how many."""
    for turn in range(TURNS_MOST):
        if not hands.wait_for_turn():
            return turn
        hands.turn(way)
    raise AssertionError("the game does not end")


def no_sideways_scrolling(page: Page) -> None:
    """Nothing sticks out of the page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_on_a_phone(seats: Seats) -> None:
    page = seats("360", touch=True)
    page.goto("/")
    page.locator("input[name=level][value=pip]").check()
    page.get_by_role("button", name="Play now").tap()
    wait_for_table(page)
    hands = Hands(page, touch=True)
    assert hands.wait_for_turn()
    no_sideways_scrolling(page)

    # Moves, stock and chat are in a sheet that comes up and goes away again.
    page.locator(".log-btn").tap()
    expect(page.get_by_role("heading", name="Moves")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.get_by_role("heading", name="Moves")).to_be_hidden()

    turns = play_to_the_end(hands, "tap")
    assert turns >= 3
    expect(page.locator("[data-part=result]")).to_be_visible()
    no_sideways_scrolling(page)


def test_the_narrowest_screen(seats: Seats, begun: Callable[..., tuple[str, Guest, Guest]]) -> None:
    """320 pixels, as a page enlarged four times on a laptop: buttons keep apart, a short sum shows its points."""
    game, ada, bia = begun(2)
    for guest in (ada, bia):
        page = seats("360", guest=guest, touch=True)
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(f"/g/{game}/")
        wait_for_table(page)
        no_sideways_scrolling(page)
        boxes = page.locator(".dock .tool:visible, .dock [data-part=go]").evaluate_all(
            "all => all.map(b => { const r = document.createRange(); r.selectNodeContents(b);"
            " const t = r.getBoundingClientRect(), o = b.getBoundingClientRect();"
            " return b.dataset.part === 'go' ? [o.left, o.right] : [t.left, t.right]; })"
        )
        assert all(right + 2 <= left for (_, right), (left, _) in pairwise(boxes)), boxes
        page.get_by_role("button", name="Fit the whole table").tap()
        chip = page.locator("summy-board .chip.last")
        short = page.evaluate("(document.querySelector('summy-board').options.last?.length ?? 9) <= 5")
        if chip.count() and short:
            until(page, lambda chip=chip: inside(chip.bounding_box(), 320), "the points are in view")


def inside(box: dict[str, float] | None, width: int) -> bool:
    """Whether a box lies between the edges of the screen."""
    return box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_pinching_and_dragging_with_fingers(seats: Seats) -> None:
    page = seats("360", touch=True)
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    wait_for_table(page)
    hands = Hands(page, touch=True)
    assert hands.wait_for_turn()
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def camera() -> dict[str, float]:
        return page.evaluate("(({x, y, side}) => ({x, y, side}))(document.querySelector('summy-board').camera)")

    before = camera()
    touch("touchStart", (160, 300), (200, 300))
    for step in range(1, 9):
        touch("touchMove", (160 - 8 * step, 300), (200 + 8 * step, 300))
    touch("touchEnd")
    wide = camera()
    assert wide["side"] > before["side"] * 1.5, "two fingers apart make squares larger"

    touch("touchStart", (180, 300))
    for step in range(1, 9):
        touch("touchMove", (180 + 8 * step, 300 + 4 * step))
    touch("touchEnd")
    moved = camera()
    assert moved["side"] == wide["side"]
    assert moved["x"] < wide["x"], "the table follows the finger to the right"
    assert moved["y"] < wide["y"]

    page.get_by_role("button", name="Fit the whole table").tap()
    until(page, lambda: abs(camera()["side"] - before["side"]) < 1, "the whole table is in view again")

    # A tile dragged from the rack lies where it hovered, above the finger.
    board = hands.board()
    free = next(
        square
        for square in (Square(x, y) for y in (-2, 2, -3, 3) for x in range(-2, 3))
        if square not in board and square not in board.reserved
    )
    goal = hands.point_of(free)
    tile = page.locator("[data-part=rack] button").first.bounding_box()
    assert tile is not None
    x, y = tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2
    touch("touchStart", (x, y))
    for step in range(1, 11):
        touch("touchMove", (x + (goal[0] - x) * step / 10, y + (goal[1] + ABOVE_FINGER - y) * step / 10))
    expect(page.locator("summy-board .aim")).to_have_attribute("data-at", f"{free.x},{free.y}")
    touch("touchEnd")
    expect(page.locator(f'summy-board [data-at="{free.x},{free.y}"] .t.new')).to_have_count(1)
    page.get_by_role("button", name="Recall").tap()
    expect(page.locator("summy-board .t.new")).to_have_count(0)


def test_a_game_with_the_keyboard_alone(seats: Seats) -> None:
    page = seats()
    page.goto("/")
    press = page.keyboard.press
    for _ in range(60):
        press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Play now":
            break
    press("Enter")
    wait_for_table(page)
    hands = Hands(page)
    assert hands.wait_for_turn()

    press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()

    # One tab stop leads into the board, and the cursor shows where typing goes.
    for _ in range(20):
        press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    assert page.locator("summy-board [role=gridcell][tabindex='0']").count() == 1
    press("ArrowRight")
    label = page.evaluate("document.activeElement.ariaLabel")
    assert label.endswith("typing goes across")
    press("Space")
    assert page.evaluate("document.activeElement.ariaLabel").endswith("typing goes down")

    # The rack can be put in another order, and laid tiles come back one by one or all at once.
    order = hands.hand
    page.locator("[data-part=rack] button").first.focus()
    press("Alt+ArrowRight")
    assert hands.hand == (order[1], order[0], *order[2:])
    page.locator("summy-board [tabindex='0']").focus()
    press("Escape")
    press("ArrowDown")
    for tile in hands.hand[:2]:
        press(tile)
    expect(page.locator("summy-board .t.new")).to_have_count(2)
    press("Backspace")
    expect(page.locator("summy-board .t.new")).to_have_count(1)
    press("Escape")
    expect(page.locator("summy-board .t.new")).to_have_count(0)

    assert play_to_the_end(hands, "keys") >= 3
    expect(page.locator("[data-part=result]")).to_be_visible()
