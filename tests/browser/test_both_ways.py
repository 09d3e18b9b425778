"""One tile that completes a sum across and a sum down: the player says which one is played."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.chosen_site import PROGRAM
from browser.conftest import Seats
from browser.hands import SUMMY, Hands, until, wait_for_table
from running_site import Guest, RunningSite, running_site
from summy.board import Square
from summy.move import parse_move

MOVES = (
    "-3,0> 1+2(=)3",
    "-3,0v (1)+2=3",
    "-1,-2v 3+(2)=5",
    "-5,2> 3+(2)=(5)",
    "-4,1v 2(+)3=5",
    "-2,-1> 2(+)3=5",
    "0,-3v 2x(3=)6",
    "-6,3> 2x(3=)6",
)
"""Eight sums around an empty square, alternately by both sides; the picture is its own mirror image."""

HOLE = Square(-2, 1)
"""2+_=6 across, 2+_=6 down: a 4 is missing in both."""

LAST = "4"


def stock() -> list[str]:
    """The stock in which each side draws in time what its sums need; the first draws from the top, the other below."""
    needed: tuple[list[str], list[str]] = ([], [])
    for number, text in enumerate(MOVES):
        needed[number % 2].extend(each.tile for each in parse_move(text, SUMMY).tiles)  # type: ignore[union-attr]
    needed[0].append(LAST)
    rest = list(SUMMY.tiles.all_tiles())
    for tile in ("=", *needed[0], *needed[1]):  # the first = lies on the table
        rest.remove(tile)
    return [*needed[0], *rest, *reversed(needed[1])]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("both"), program=PROGRAM) as site:
        yield site
        assert "Traceback" not in site.log, site.log


@pytest.fixture
def table(site: RunningSite) -> tuple[str, Guest]:
    """A table at which the eight sums are played, and who is to move."""
    seed = secrets.token_hex(32)
    (site.data / "seed").write_text(seed)
    (site.data / f"stock-{seed}").write_text("\n".join(stock()))
    ada, bia = site.guest("Ada"), site.guest("Bia")
    game = ada.open_table()
    bia.join(ada.invitation(game))
    with ada.table(game) as one, bia.table(game) as other:
        for number, text in enumerate(MOVES):
            mover = (one, other)[number % 2]
            mover.wait_for_view(lambda view, number=number: view["turn"] >= number and bool(view["actions"]))
            assert mover.move(parse_move(text, SUMMY))["type"] == "ack"
    return game, ada


def test_turn_it(table: tuple[str, Guest], seats: Seats) -> None:
    game, ada = table
    page = seats("360", guest=ada, touch=True)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    hands = Hands(page, touch=True)
    until(page, lambda: hands.to_act, "my turn")
    hands.press_tile(LAST)
    hands.press_square(HOLE)
    expect(page.locator("[data-part=say]")).to_contain_text("True")
    ways = [direction_of(page)]
    for _ in range(2):
        page.get_by_role("button", name="Turn it").tap()
        until(page, lambda: direction_of(page) not in ("", ways[-1]), "the line is turned")
        ways.append(direction_of(page))
    assert ways[0] == ways[2]
    assert set(ways) == {"across", "down"}
    if ways[2] == "across":
        page.get_by_role("button", name="Turn it").tap()
        until(page, lambda: direction_of(page) == "down", "the line goes down")
    hands.commit("tap")
    assert played(page) == {(-2, y) for y in range(-1, 4)}


@pytest.mark.parametrize("direction", ["across", "down"])
def test_the_direction_of_typing_is_that_of_a_single_tile(
    table: tuple[str, Guest], seats: Seats, direction: str
) -> None:
    game, ada = table
    page = seats(guest=ada)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    hands = Hands(page)
    until(page, lambda: hands.to_act, "my turn")
    hands.press_square(HOLE)
    cursor = page.locator("summy-board .cur")
    expect(cursor).to_have_count(1)
    if ("down" in (cursor.get_attribute("class") or "").split()) != (direction == "down"):
        page.keyboard.press("Space")
    page.keyboard.press(LAST)
    until(page, lambda: direction_of(page) == direction, "the line goes as it was typed")
    other = "down" if direction == "across" else "across"
    page.get_by_role("button", name="Turn it").click()
    until(page, lambda: direction_of(page) == other, "the line is turned")
    page.keyboard.press("Space")
    until(page, lambda: direction_of(page) == direction, "the line is turned back by the key")
    hands.commit("keys")
    across, down = {(x, 1) for x in range(-4, 1)}, {(-2, y) for y in range(-1, 4)}
    assert played(page) == (across if direction == "across" else down)


def direction_of(page: Page) -> str:
    """Which way the page would play the tile: where it shows the points; "" while the server is asked."""
    at = page.evaluate(
        "(({ score }) => score ? `${score.x},${score.y}` : '')(document.querySelector('summy-board').options)"
    )
    return {"1,1": "across", "-2,4": "down"}.get(at, "")


def played(page: Page) -> set[tuple[int, int]]:
    """The squares of the sum that is marked as the last one."""
    x, y, direction, length = page.evaluate(
        "(({ last }) => [last.x, last.y, last.direction, last.length])(document.querySelector('summy-board').options)"
    )
    return {(x + step, y) if direction == "across" else (x, y + step) for step in range(length)}
