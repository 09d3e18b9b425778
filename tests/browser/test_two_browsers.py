"""Two people, two browsers, one whole game over real sockets: one loses the network for a while, one reloads."""

from __future__ import annotations

import re
from time import monotonic

from playwright.sync_api import Page, expect

from browser.conftest import Seats
from browser.hands import Hands, Way, until, wait_for_table
from browser.wire import wire_to
from running_site import RunningSite
from summy.record import read_records

WAYS: tuple[Way, ...] = ("type", "tap", "drag")
IN_TUNNEL_S = 7
"""Longer than the page waits for an answer: it must notice by itself that the line is dead."""


def open_a_table(page: Page) -> str:
    """Ada makes a table for a friend; returns the link that the page shows."""
    page.goto("/new/?kind=friend")
    page.get_by_role("button", name="Open the table").click()
    wait_for_table(page)
    return page.get_by_label("Link", exact=True).input_value()


def sit_down(page: Page, link: str) -> None:
    """Bia opens the link and takes the seat."""
    page.goto(link)
    page.get_by_role("button", name="Join").click()
    wait_for_table(page)


def test_a_whole_game(site: RunningSite, seats: Seats) -> None:
    # A socket that can't connect while the plug is pulled is what the browser reports.
    seats.expected += ["WebSocket connection to"]
    with wire_to(site.port) as wire:
        ada_page = seats()
        link = open_a_table(ada_page)
        bia_page = seats(base_url=wire.address)
        sit_down(bia_page, link.replace(site.address, wire.address))
        ada, bia = Hands(ada_page), Hands(bia_page)
        expect(ada_page.locator("[data-part=rack] button")).to_have_count(8)

        reloaded = dropped = False
        for turn in range(200):
            until(ada_page, lambda: ada.to_act or bia.to_act or (ada.over and bia.over), "somebody's turn")
            if ada.over:
                break
            mover = ada if ada.to_act else bia
            seen = mover.moves_made()
            if mover is ada and turn >= 2 and not reloaded:
                reloaded = reload_with_tiles_laid(ada)
            elif mover is bia and turn >= 2 and not dropped:
                dropped = play_in_a_tunnel(bia, ada, wire)
            else:
                mover.turn(WAYS[turn % 3])
            until(ada_page, lambda seen=seen: all_told(ada, bia) > seen, "both pages tell the same", 5)
            assert all_told(ada, bia) == seen + 1
            assert ada.board() == bia.board()
        assert (reloaded, dropped) == (True, True), "the game was too short to try everything"

        agree_at_the_end(ada, bia)
        look_back(ada_page)
        take_the_record(ada_page)
        prove_the_deal(ada_page)


def all_told(ada: Hands, bia: Hands) -> int:
    """How many moves both logs tell of; -1 while they differ. What follows by rule comes a moment after its move."""
    return ada.moves_made() if ada.entries() == bia.entries() else -1


def reload_with_tiles_laid(ada: Hands) -> bool:
    """Ada lays a sum and reloads: the tiles are still there, and the sum can be played."""
    play = ada.choose_play()
    if play is None:
        ada.discard_or_pass(3)
        return False
    ada.lay(play, "tap")
    line = ada.page.locator("summy-board .t.new")
    before = [tile.evaluate("tile => tile.parentElement.dataset.at") for tile in line.all()]
    ada.page.reload()
    wait_for_table(ada.page)
    expect(line).to_have_count(len(before))
    assert [tile.evaluate("tile => tile.parentElement.dataset.at") for tile in line.all()] == before
    expect(ada.page.locator("[data-part=say] .verdict.ok")).to_be_visible()
    ada.commit()
    return True


def play_in_a_tunnel(bia: Hands, ada: Hands, wire) -> bool:  # type: ignore[no-untyped-def]
    """Bia plays while nothing passes: her page says so, keeps the tiles, and the move arrives exactly once."""
    play = bia.choose_play()
    if play is None:
        bia.discard_or_pass(3)
        return False
    bia.lay(play, "type")
    expect(bia.page.locator("[data-part=say] .verdict.ok")).to_be_visible()
    moves, entries = ada.moves_made(), ada.entries()
    wire.pull()
    bia.page.locator("[data-part=go]").click()
    expect(bia.page.locator("[data-part=say]")).to_contain_text("Sending")
    expect(bia.page.locator("[data-part=lost]")).to_be_visible()
    expect(bia.page.locator("summy-board .t.new")).to_have_count(len(play.tiles))
    bia.page.wait_for_timeout(IN_TUNNEL_S * 1000)
    assert ada.entries() == entries, "nothing can have arrived"
    wire.plug()
    back = monotonic()
    until(bia.page, lambda: bia.moves_made() > moves, "the move after the tunnel")
    assert monotonic() - back < 2, "the true state stands within 2 s of regaining the network"
    expect(bia.page.locator("[data-part=lost]")).to_be_hidden()
    expect(bia.page.locator("summy-board .t.new")).to_have_count(0)
    bia.page.wait_for_timeout(1500)
    until(ada.page, lambda: all_told(ada, bia) > moves, "both pages tell of the move")
    assert all_told(ada, bia) == moves + 1, "the move was sent again, but applied once"
    return True


def agree_at_the_end(ada: Hands, bia: Hands) -> None:
    """Both pages show the result, from both sides."""
    for one in (ada, bia):
        expect(one.page.locator("[data-part=result]")).to_be_visible()
    numbers = [one.page.locator("[data-part=final] b").all_text_contents() for one in (ada, bia)]
    assert numbers[0] == numbers[1][::-1]
    words = {one.page.locator("[data-part=verdict]").text_content() or "" for one in (ada, bia)}
    assert any(re.fullmatch(r"You win by \d+\.", word) for word in words) or any("draw" in word for word in words)


def look_back(page: Page) -> None:
    """The replay goes by buttons, by slider and by address."""
    last = page.locator("[data-part=log] li").count()
    expect(page.locator("[data-part=turn]")).to_have_text(f"Turn {last} of {last}")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("[data-part=turn]")).to_have_text(f"Turn 0 of {last}")
    expect(page.locator("summy-board .t")).to_have_count(1)
    page.get_by_role("button", name="One turn on").click()
    assert page.url.endswith("#turn-1")
    page.get_by_role("slider", name="Turn").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-part=turn]")).to_have_text(f"Turn {last} of {last}")
    page.goto(page.url.split("#")[0] + "#turn-2")
    page.reload()
    wait_for_table(page)
    expect(page.locator("[data-part=turn]")).to_have_text(f"Turn 2 of {last}")


def take_the_record(page: Page) -> None:
    """The record that the page offers can be read and replayed."""
    with page.expect_download() as started:
        page.get_by_role("link", name="Download record").click()
    text = started.value.path().read_text(encoding="utf-8")
    records = list(read_records(text))
    assert len(records) == 1, text


def prove_the_deal(page: Page) -> None:
    """The page leads to the proof that the deal was fixed beforehand."""
    page.get_by_role("link", name="Check it").click()
    expect(page).to_have_url(re.compile("/deal/$"))
    expect(page.get_by_text(re.compile("[0-9a-f]{64}")).first).to_be_visible()
