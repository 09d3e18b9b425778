"""Nobody is left out: axe finds nothing serious, moves are read aloud, fingers find their targets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.conftest import Seats
from browser.hands import Hands, until, wait_for_table
from running_site import Guest

Begun = Callable[..., tuple[str, Guest, Guest]]


def serious(page: Page, state: str) -> list[str]:
    """What axe calls serious or critical on the page as it is now."""
    found = Axe().run(page).response["violations"]
    return [
        f"{state}: {entry['id']}: {node['target']} {node.get('failureSummary', '')}"
        for entry in found
        if entry["impact"] in {"serious", "critical"}
        for node in entry["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_the_table(seats: Seats, begun: Begun, scheme: str) -> None:
    game, ada, bia = begun(6)
    page = seats(guest=ada, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    hands = Hands(page)
    other = None
    if not hands.my_turn:
        other = seats(guest=bia)
        other.goto(f"/g/{game}/")
        wait_for_table(other)
        Hands(other).turn("type")
    assert hands.wait_for_turn()
    found = serious(page, "at rest")
    play = hands.choose_play()
    if play is not None:
        hands.lay(play, "type")
        expect(page.locator("[data-part=say] .verdict.ok")).to_be_visible()
        found += serious(page, "with a sum laid")
        page.get_by_role("button", name="Recall").click()
    page.get_by_role("button", name="Discard").click()
    page.locator("[data-part=rack] button").first.click()
    found += serious(page, "discarding")
    page.get_by_role("button", name="Back", exact=True).first.click()
    page.get_by_role("button", name="Table menu").click()
    found += serious(page, "menu")
    page.keyboard.press("Escape")
    page.locator("[data-part=log] a").last.click()
    found += serious(page, "looking back")
    page.get_by_role("button", name="Back to now").click()
    page.get_by_text("Chat", exact=True).click()
    found += serious(page, "chat")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Resign this game?").get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("[data-part=result]")).to_be_visible()
    found += serious(page, "result")
    assert not found, "\n".join(found)


def test_axe_finds_nothing_serious_on_a_phone(seats: Seats, begun: Begun) -> None:
    game, ada, _bia = begun(5)
    page = seats("360", guest=ada, touch=True, reduced_motion="reduce", bypass_csp=True)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    found = serious(page, "at rest")
    page.locator(".log-btn").tap()
    found += serious(page, "sheet")
    assert not found, "\n".join(found)


def test_moves_are_read_aloud(seats: Seats, begun: Begun) -> None:
    game, ada, bia = begun(0)
    pages = [seats(guest=guest) for guest in (ada, bia)]
    for page in pages:
        page.goto(f"/g/{game}/")
        wait_for_table(page)
    hands = [Hands(page) for page in pages]
    until(pages[0], lambda: hands[0].my_turn or hands[1].my_turn, "somebody's turn")
    mover, listener = hands if hands[0].my_turn else hands[::-1]
    name = "Ada" if mover is hands[0] else "Bia"
    spoken = listener.page.locator("[data-part=spoken]")
    if mover.choose_play() is None:
        mover.discard_or_pass(2)
        expect(spoken).to_have_text(f"{name}: discards 2 tiles. 0 to 0. Your turn.")
        return
    mover.turn("type")
    sum_read = r"(\d+|plus|minus|times|divided by)( (\d+|plus|minus|times|divided by))+ equals \d+"
    expect(spoken).to_have_text(re.compile(rf"^{name}: {sum_read}\. \d+ points?\. \d+ to 0\. Your turn\.$"))
    assert listener.page.title().startswith("● Your turn · ")
    assert mover.page.title() == f"{'Bia' if name == 'Ada' else 'Ada'} to move · Summy"


def test_every_square_has_a_name(seats: Seats, begun: Begun) -> None:
    game, ada, _bia = begun(4)
    page = seats(guest=ada)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    grid = page.get_by_role("grid", name="Table")
    labels = grid.locator("[role=gridcell]").evaluate_all("all => all.map(c => c.ariaLabel)")
    word = r"\d|plus|minus|times|divided by|equals|empty|closed"
    assert all(re.fullmatch(rf"-?\d+, -?\d+: ({word})", label) for label in labels), labels
    rows = grid.locator("[role=row]")
    assert grid.get_attribute("aria-rowcount") == str(rows.count())
    first = rows.first.locator("[role=gridcell]")
    indices = first.evaluate_all("all => all.map(c => Number(c.getAttribute('aria-colindex')))")
    assert indices == list(range(1, first.count() + 1))


def test_fingers_find_their_targets(seats: Seats, begun: Begun) -> None:
    game, ada, _bia = begun(4)
    page = seats("360", guest=ada, touch=True)
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    small = page.locator("button:visible, a:visible").evaluate_all(
        """all => all.map(one => [one.ariaLabel || one.textContent.trim(), one.getBoundingClientRect()])
            .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
            .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
    )
    assert [name for name in small if not name.startswith("Skip")] == []


def test_the_last_seconds_are_spoken(seats: Seats, begun: Begun) -> None:
    game, ada, bia = begun(0, clock="turn", turn_s="12")
    pages = [seats(guest=guest) for guest in (ada, bia)]
    for page in pages:
        page.goto(f"/g/{game}/")
        wait_for_table(page)
    # A turn that was half over when the pages were there is not spoken of; the next one is.
    spoken = [page.locator("[data-part=urgent]") for page in pages]
    words = "10 seconds left."
    until(pages[0], lambda: any(one.text_content() == words for one in spoken), "the seconds are spoken", 30)
    page = next(page for page, one in zip(pages, spoken, strict=True) if one.text_content() == words)
    assert page.locator("[data-part=urgent]").get_attribute("aria-live") == "assertive"
