"""With and without others: who has left may be done without, team mates share a hand, who plays alone is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.amath_hands import CrosswordHands
from browser.chosen_site import PROGRAM
from browser.conftest import Seats
from browser.hands import Hands, until, wait_for_table
from running_site import Guest, RunningSite, running_site
from summy.engine.movegen import generate
from summy.position import Position, position_from_json
from summy.rulesets import load_ruleset


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site where nobody waits long for somebody who has left, with one worker."""
    with running_site(tmp_path_factory.mktemp("company"), program=PROGRAM, workers=1) as site:
        yield site
        assert "Traceback" not in site.log, site.log


def seated(seats: Seats, game: str, guest: Guest, size: str = "1280") -> Page:
    """Somebody in front of their page."""
    page = seats(size, guest=guest, touch=size == "360")
    page.goto(f"/g/{game}/")
    wait_for_table(page)
    return page


# ------------------------------------------------------------------------------------------ who has left


@pytest.mark.parametrize(
    ("button", "verdict", "kind"),
    [("Claim the win", "You win.", "abandoned"), ("Claim a draw", "A draw.", "draw-agreed")],
)
def test_the_game_is_claimed_from_who_has_left(
    site: RunningSite, seats: Seats, button: str, verdict: str, kind: str
) -> None:
    game, ada, bia = site.two_at_a_table(clock="turn", turn_s="300")
    page, leaving = seated(seats, game, ada, "360"), seated(seats, game, bia)
    notice = page.locator("[data-part=notices]")
    # One sum, so that the scores differ: a draw that is claimed is one all the same.
    mover = Hands(page, touch=True) if Hands(page).to_act else Hands(leaving)
    mover.turn("type")
    until(page, lambda: Hands(page).entries() == ["play"], "the sum is told")
    leaving.goto("about:blank")
    expect(notice).to_contain_text(re.compile(r"Bia is away\. You may claim the game in 0:0\d\."))
    # Whoever comes back in time has not left.
    leaving.goto(f"/g/{game}/")
    wait_for_table(leaving)
    expect(notice).to_be_empty()
    leaving.goto("about:blank")
    expect(notice).to_contain_text("Bia has been away for a while. Wait, or claim the game.")
    notice.get_by_role("button", name=button).tap()
    expect(page.locator("[data-part=result]")).to_be_visible()
    expect(page.locator("[data-part=verdict]")).to_have_text(verdict)
    assert Hands(page).entries() == ["play", kind]
    leaving.goto(f"/g/{game}/")
    wait_for_table(leaving)
    lost = {"You win.": "Ada wins."}.get(verdict, verdict)
    expect(leaving.locator("[data-part=verdict]")).to_have_text(lost)


# ------------------------------------------------------------------------------------------ one hand for two


def test_team_mates_see_each_others_tiles_and_the_faster_plays(site: RunningSite, seats: Seats) -> None:
    ada, bia, cid = (site.guest(name) for name in ("Ada", "Bia", "Cid"))
    game = ada.open_table(members="2")
    link = ada.invitation(game)
    cid.join(link, side="0")
    bia.join(link, side="1")
    # The fourth seat stays empty: Ada begins without.
    host = seated(seats, game, ada)
    mate, foe = seated(seats, game, cid, "360"), seated(seats, game, bia)
    host.get_by_role("button", name="Begin now").click()
    one, other = Hands(host), Hands(mate, touch=True)
    expect(mate.locator("[data-part=rack] button")).to_have_count(8)
    assert sorted(one.hand) == sorted(other.hand), "a team has one hand"
    until(host, lambda: one.my_turn or Hands(foe).my_turn, "somebody's turn")
    if not one.my_turn:
        Hands(foe).turn("type")
    until(host, lambda: one.to_act and other.to_act, "the team's turn")
    play = one.choose_play()
    if play is None:
        one.discard_or_pass(2)
        until(mate, lambda: other.moves_made() >= 1, "the discard is told")
        assert sorted(one.hand) == sorted(other.hand)
        return
    one.lay(play, "type")
    laid = mate.locator("summy-board [role=gridcell]:has(.t.mate)")
    expect(laid).to_have_count(len(play.tiles))
    for each in play.tiles:
        cell = mate.locator(f'summy-board [data-at="{each.square.x},{each.square.y}"]')
        expect(cell).to_have_attribute("aria-label", re.compile("laid by a team mate"))
    expect(foe.locator("summy-board .t:is(.mate, .new)")).to_have_count(0)
    # The mate takes the same sum up and plays it; the tiles are gone from both racks, and the hand is one again.
    other.lay(play, "tap")
    expect(host.locator("summy-board .t.new")).to_have_count(len(play.tiles))
    other.commit("tap")
    until(host, lambda: one.entries() == other.entries(), "both have been told")
    for page in (host, mate):
        expect(page.locator("summy-board .t:is(.new, .mate)")).to_have_count(0)
    assert sorted(one.hand) == sorted(other.hand)
    expect(host.locator("[data-part=say]")).not_to_contain_text("Sending")


# ------------------------------------------------------------------------------------------ alone


def until_the_stock_is_empty(game: str, guest: Guest) -> None:
    """Play alone over a socket until there is no tile left to draw."""
    with guest.table(game) as table:
        while table.view["position"]["stock"] and table.view["status"] == "running":
            position = position_from_json(table.view["position"])
            best = next(iter(generate(position, best=1)), None)
            turn = table.view["turn"]
            if best is not None:
                answer = table.move(best)
            elif table.view["table"]["can_discard"]:
                answer = table.move({"kind": "discard", "tiles": list(position.hand[:3])})
            else:
                answer = table.move({"kind": "exchange", "tiles": list(position.hand[:4])})
            if answer.get("code") == "game_over":
                return  # six turns without points; the answer to the last of them came before the news of the end
            assert answer["type"] == "ack", answer
            table.wait_for_view(lambda view, turn=turn: view["turn"] > turn or view["status"] == "over")


def compared(page: Page) -> None:
    """The result stands beside the computer's, by name and points, and the headline compares the two."""
    expect(page.locator("[data-part=result]")).to_be_visible()
    final = page.locator("[data-part=final]")
    expect(final.locator("b")).to_have_count(2, timeout=60_000)
    own, par = (int(text) for text in final.locator("b").all_text_contents())
    verdict = page.locator("[data-part=verdict]")
    if own > par:
        expect(verdict).to_have_text(re.compile(rf"^You beat \w+ by {own - par}\.$"))
    elif own < par:
        expect(verdict).to_have_text(re.compile(rf"^\w+ is ahead by {par - own}\.$"))
    else:
        expect(verdict).to_have_text(re.compile(rf"^As good as \w+: {own} points?\.$"))
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_solo_result_stands_beside_the_computers(site: RunningSite, seats: Seats) -> None:
    ada = site.guest("Ada")
    game = ada.open_table(kind="solo")
    until_the_stock_is_empty(game, ada)
    page = seated(seats, game, ada, "360")
    hands = Hands(page, touch=True)
    while hands.wait_for_turn():
        hands.turn("tap")
    compared(page)


def test_amath_alone_from_the_form_to_the_result(site: RunningSite, seats: Seats) -> None:
    """Offered by the form, played by hand, compared at the end."""
    ada = site.guest("Ada")
    page = seats("360", guest=ada, touch=True)
    page.goto("/new/?kind=solo")
    page.locator("label.kind", has_text="A-Math").first.tap()
    expect(page.get_by_role("radio", name=re.compile("Play alone"))).to_be_checked()
    page.get_by_role("button", name="Open the table").tap()
    wait_for_table(page)
    expect(page.locator("[data-part=draws]")).to_be_empty()  # alone one begins anyway
    game = page.url.split("/")[-2]
    ruleset = load_ruleset("amath")
    hands = CrosswordHands(page, ruleset)
    hands.touch = True
    assert hands.wait_for_turn()
    for _ in range(2):
        position = Position(ruleset, hands.board(), (hands.hand,), (0,), stock=hands.stock)
        play = next(iter(generate(position, best=1)), None)
        before = hands.moves_made()
        if play is None:
            page.get_by_role("button", name="Exchange", exact=True).tap()
            hands.press_tile(hands.hand[0])
            page.locator("[data-part=go]").tap()
        else:
            hands.lay_play(play, "click")
            expect(page.locator("[data-part=say] .verdict.ok")).to_be_visible()
            page.locator("[data-part=go]").tap()
        until(page, lambda before=before: hands.moves_made() > before, "the move stands in the log")
        until(page, lambda: hands.to_act, "my turn again")
    until_the_stock_is_empty(game, ada)
    for _ in range(30):
        if not hands.wait_for_turn():
            break
        position = Position(ruleset, hands.board(), (hands.hand,), (0,), stock=0)
        play, before = next(iter(generate(position, best=1)), None), hands.moves_made()
        if play is None:
            hands.pass_turn()
        else:
            hands.lay_play(play, "click")
            page.locator("[data-part=go]").tap()
        until(page, lambda before=before: hands.moves_made() > before or hands.over, "the move stands in the log")
    compared(page)
