"""The end of a game in which a side without tiles passes by rule: nobody has to do anything, and the page says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import expect

from browser.chosen_site import PROGRAM
from browser.conftest import Seats
from browser.hands import SUMMY, Hands, until, wait_for_table
from running_site import RunningSite, running_site
from summy import log
from summy.deal import Deal
from summy.engine.movegen import any_play, generate
from summy.move import Discard, Move, Pass
from summy.position import Position


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose deal is chosen."""
    with running_site(tmp_path_factory.mktemp("passing"), program=PROGRAM) as site:
        yield site
        assert "Traceback" not in site.log, site.log


def sensible(position: Position) -> Move:
    """What both sides do in the game that is thought out: as `good_move`, from the whole position."""
    best = next(iter(generate(position, best=1)), None)
    if best is not None:
        return best
    return Discard(position.hand[:3]) if position.stock_count else Pass()


def passes_midway() -> tuple[Deal, list[Move], int]:
    """A deal, its moves, and the place of a move after which the other side passes by rule while the game goes on."""
    for number in count():
        deal = Deal(SUMMY, number.to_bytes(32, "big"), 2)
        state, moves, where = log.start(deal), [], None
        while state.ended is None:
            moves.append(sensible(state.position))
            events = log.decide(state, moves[-1], state.position.to_move, any_play)
            state = log.fold(state, events)
            if state.ended is None and [event.kind for event in events] == ["play", "auto-pass"]:
                where = len(moves) - 1
        if where is not None:
            return deal, moves, where
    raise AssertionError("unreachable")


WORDS = {
    "en-GB": "has no tiles left: passes automatically",
    "pt-BR": "não tem mais peças: passa automaticamente",
    "th": "ไม่มีเบี้ยเหลือ ผ่านโดยอัตโนมัติ",
}
"""What the log says of such a pass."""


def test_a_side_without_tiles_passes_by_itself(site: RunningSite, seats: Seats) -> None:
    deal, moves, where = passes_midway()
    (site.data / "seed").write_text(deal.seed.hex())
    ada, bia = site.guest("Ada"), site.guest("Bia")
    game = ada.open_table()
    bia.join(ada.invitation(game))
    people = tuple((ada, bia)[seat] for seat in deal.seats)
    with people[0].table(game) as one, people[1].table(game) as other:
        for number, move in enumerate(moves[:where]):
            for table in (one, other):
                table.wait_for_view(lambda view, number=number: view["turn"] >= number)
            mover = one if one.view["to_move"] == one.view["you"]["side"] else other
            mover.wait_for_view(lambda view: bool(view["actions"]))
            assert mover.move(move)["type"] == "ack"
        one.wait_for_view(lambda view: view["turn"] >= where)
        mover = one.view["to_move"]
    pages = [seats(guest=person) for person in people]
    for page in pages:
        page.goto(f"/g/{game}/")
        wait_for_table(page)
    hands = [Hands(page) for page in pages]
    acting, idle = hands[mover], hands[1 - mover]
    before = acting.moves_made()
    until(acting.page, lambda: acting.to_act, "the turn before the pass")
    play = acting.choose_play()
    assert play is not None
    acting.lay(play, "type")
    acting.commit()
    # The pass stands in both logs, in words, and is nobody's move: the turn is back without anybody's doing.
    for one in hands:
        until(one.page, lambda one=one: one.entries()[-2:] == ["play", "auto-pass"], "the pass stands in the log")
        assert one.moves_made() == before + 1
        expect(one.page.locator("[data-part=log] li").first).to_contain_text(WORDS["en-GB"])
        expect(one.page.locator("[data-part=spoken]")).to_contain_text(WORDS["en-GB"])
    until(acting.page, lambda: acting.to_act, "the turn is back")
    assert not idle.to_act
    assert idle.hand == ()
    for language, words in WORDS.items():
        watching = seats(locale=language)
        watching.goto(f"/g/{game}/")
        wait_for_table(watching)
        expect(watching.locator("[data-part=log] li[data-kind=auto-pass]").first).to_contain_text(words)
