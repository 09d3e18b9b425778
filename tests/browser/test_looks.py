"""Pictures of the table and the result for people to look at, and what can be said about looks by measuring.

They lie in build/screenshots/ afterwards. `pytest tests/browser/test_looks.py --write-images` also writes the picture
of the README anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import ROOT, SIZES, Seats
from browser.hands import Hands, wait_for_table
from running_site import Guest

Begun = Callable[..., tuple[str, Guest, Guest]]

README_PICTURE = ROOT / "docs" / "images" / "table.png"


def mover_of(game: str, seats: Seats, guests: tuple[Guest, Guest], size: str, scheme: str) -> tuple[Page, Hands]:
    """The page of the person whose turn it is, the other's page being closed again."""
    for guest in guests:
        page = seats(size, guest=guest, color_scheme=scheme, touch=size == "360", reduced_motion="reduce")
        page.goto(f"/g/{game}/")
        wait_for_table(page)
        hands = Hands(page, touch=size == "360")
        if hands.my_turn:
            return page, hands
        page.close()
    raise AssertionError("it is nobody's turn")


def nothing_sticks_out(page: Page) -> None:
    """No sideways scrolling, and no visible text is cut off by its own box."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = page.locator(".dock button:visible, .bar :is(a, button):visible, .score .pts").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.outerHTML.slice(0, 120))"
    )
    assert cut == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_table(seats: Seats, begun: Begun, pictures: Path, size: str, scheme: str) -> None:
    game, ada, bia = begun(9, clock="total", show_unseen="on")
    page, hands = mover_of(game, seats, (ada, bia), size, scheme)
    play = hands.choose_play()
    if play is not None:
        hands.lay(play, "tap" if size == "360" else "type")
        expect(page.locator("[data-part=say] .verdict.ok")).to_be_visible()
        page.wait_for_timeout(700)
    else:
        page.locator("[data-part=rack] button").first.click()
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"table-{size}-{scheme}.png")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table menu").click()
    page.screenshot(path=pictures / f"menu-{size}-{scheme}.png")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Resign this game?").get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("[data-part=result]")).to_be_visible()
    page.wait_for_timeout(300)
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"result-{size}-{scheme}.png", full_page=True)


def test_the_picture_of_the_readme(seats: Seats, begun: Begun, pictures: Path, request: pytest.FixtureRequest) -> None:
    """A game in full swing, with a sum about to be played."""
    game, ada, bia = begun(11, clock="total", show_unseen="on")
    for _ in range(6):
        page, hands = mover_of(game, seats, (ada, bia), "1280", "light")
        play = hands.choose_play()
        if play is not None:
            break
        hands.discard_or_pass(3)
    else:
        pytest.skip("nobody found a sum: there is nothing to show this time")
    hands.lay(play, "type")
    expect(page.locator("[data-part=say] .verdict.ok")).to_be_visible()
    page.get_by_role("button", name="Fit the whole table").click()
    page.locator("[data-part=rules]").hover()
    page.wait_for_timeout(700)
    page.screenshot(path=pictures / "readme.png")
    if request.config.getoption("--write-images") or not README_PICTURE.exists():
        README_PICTURE.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=README_PICTURE)


@pytest.mark.parametrize("size", SIZES)
def test_waiting_for_somebody(seats: Seats, pictures: Path, size: str) -> None:
    page = seats(size, touch=size == "360")
    page.goto("/new/?kind=friend")
    page.get_by_role("button", name="Open the table").click()
    wait_for_table(page)
    expect(page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    nothing_sticks_out(page)
    page.screenshot(path=pictures / f"waiting-{size}.png")


def test_portuguese_fits(seats: Seats, begun: Begun, pictures: Path) -> None:
    """The longest of our languages has room on the smallest screen."""
    game, ada, _bia = begun(5)
    page = seats("360", guest=ada, touch=True, locale="pt-BR")
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    expect(page.get_by_role("button", name="Recolher")).to_be_visible()
    nothing_sticks_out(page)
    page.screenshot(path=pictures / "table-360-pt-br.png")


def test_forced_colours_keep_every_state(seats: Seats, begun: Begun, pictures: Path) -> None:
    game, ada, bia = begun(5)
    for guest in (ada, bia):
        page = seats(guest=guest, forced_colors="active")
        page.goto(f"/g/{game}/")
        wait_for_table(page)
        tile = page.locator("summy-board .t").first
        assert tile.evaluate("tile => getComputedStyle(tile).borderTopStyle") == "solid"
        closed = page.locator("summy-board .res").first
        assert closed.evaluate("cell => getComputedStyle(cell, '::before').borderTopStyle") == "solid"
        page.screenshot(path=pictures / "table-forced-colours.png")


def test_calm_when_asked(seats: Seats, begun: Begun) -> None:
    """With reduced motion nothing is animated."""
    game, ada, _bia = begun(3)
    page = seats(guest=ada, reduced_motion="reduce")
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    running = """document.getAnimations()
        .filter((one) => one.playState === "running" && one.effect.getTiming().duration > 0).length"""
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Fit the whole table").click()
    assert page.evaluate(running) == 0
