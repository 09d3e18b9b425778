"""Two people, two browsers, a whole game of A-Math: everything that Summy's table does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from browser.amath_hands import CrosswordHands
from browser.amath_script import AMATH, OPTIONS, Script, Step, script
from browser.chosen_site import PROGRAM, SIDE_S
from browser.conftest import SIZES, Seats
from browser.hands import until, wait_for_table
from browser.test_accessible import serious
from browser.test_looks import nothing_sticks_out
from running_site import Guest, RunningSite, running_site
from summy.engine.movegen import generate
from summy.move import Challenge, Play
from summy.record import RecordClock, parse_clock, read_records
from summy.referee import judge
from summy.replaying import replay

FORM = {"rules": "amath", "option.amath.challenge": "1", "clock": "tournament", "show_unseen": "on"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose deals are those of the script."""
    data = tmp_path_factory.mktemp("amath")
    with running_site(data, program=PROGRAM) as site:
        yield site
        assert "Traceback" not in site.log, site.log


@pytest.fixture(scope="module")
def game() -> Script:
    """The game that is played."""
    return script()


def opened(site: RunningSite, game: Script, steps: int, **form: str) -> tuple[str, tuple[Guest, Guest]]:
    """A table at which some steps of the script are played over sockets; returns the people in order of play."""
    (site.data / "seed").write_text(game.seed.hex())
    ada, bia = site.guest("Ada"), site.guest("Bia")
    table = ada.open_table(**{**FORM, **form})
    bia.join(ada.invitation(table))
    people = tuple((ada, bia)[seat] for seat in game.deal.seats)
    with people[0].table(table) as one, people[1].table(table) as other:
        for number, step in enumerate((*game.opening, *game.rest)[:steps]):
            mover = (one, other)[step.side]
            mover.wait_for_view(lambda view, number=number: view["turn"] >= number and bool(view["actions"]))
            mover.send("ping")
            mover.wait_for("pong")
            assert mover.move(step.move)["type"] == "ack"
            for each in (one, other):
                each.wait_for_view(lambda view, turn=step.after.turn: view["turn"] == turn)
    assert AMATH.options == OPTIONS
    return table, (people[0], people[1])


def at_the_table(table: str, person: Guest, seats: Seats, size: str = "1280", **options: object) -> CrosswordHands:
    """A person's browser with the table open."""
    page = seats(size, guest=person, **options)
    page.goto(f"/g/{table}/")
    wait_for_table(page)
    return CrosswordHands(page, AMATH)


def test_a_whole_game(site: RunningSite, seats: Seats, game: Script) -> None:
    table, people = opened(site, game, len(game.opening))
    hands = [at_the_table(table, person, seats) for person in people]
    turns = sum(len(step.events) for step in game.opening)
    expect(hands[0].page.locator("[data-part=draws]")).to_contain_text("Drawn for the first turn: You: ")
    in_overtime(hands[game.rest[0].side].page)
    began = monotonic()
    for number, step in enumerate(game.rest):
        mover, other = hands[step.side], hands[1 - step.side]
        until(mover.page, lambda mover=mover: mover.my_turn, "the mover's turn")
        assert mover.board().tokens == step.before.board.tokens
        assert sorted(mover.hand) == sorted(step.before.hands[step.side])
        turns += len(step.events)
        if isinstance(step.move, Challenge):
            told_of_the_play(mover.page)
        mover.make(step.move, ("keys", "click")[number % 2], turns)
        if not step.after.ended:
            expect(other.page.locator("[data-part=log] li")).to_have_count(turns)
            assert other.board().tokens == step.after.position.board.tokens
            wanted = scores_for(step, step.side)  # the page counts up to them
            until(mover.page, lambda mover=mover, wanted=wanted: mover.scores == wanted, f"the scores {wanted}")
    settled(hands, game, monotonic() - began)


def in_overtime(page: Page) -> None:
    """The clock of the side to move goes below zero, and the side may go on."""
    clock = page.locator("[data-part=score] .clock").first
    until(page, lambda: (clock.text_content() or "").startswith("−0:"), "overtime", 45)
    expect(page.locator("[data-part=go]")).to_be_enabled()


def scores_for(step: Step, side: int) -> list[int]:
    """The scores after a step, own side first."""
    scores = step.after.position.scores
    return [scores[side], scores[1 - side]]


def told_of_the_play(page: Page) -> None:
    """Whoever may challenge is asked, not told, whether the play is true."""
    expect(page.locator("[data-part=notices]")).to_contain_text("A wrong challenge costs your turn.")


def settled(hands: list[CrosswordHands], game: Script, over_s: float) -> None:
    """Hands are settled, overtime is paid, and the record replays to what the pages show.

    The first side has been over its time since `over_s` seconds, some of which belonged to the other side.
    """
    for one in hands:
        expect(one.page.locator("[data-part=result]")).to_be_visible()
    page = hands[0].page
    with page.expect_download() as started:
        page.get_by_role("link", name="Download record").click()
    (record,) = read_records(started.value.path().read_text(encoding="utf-8"))
    played = replay(record, verify_deal=True)
    assert not played.problems
    clock = RecordClock(
        total_s=SIDE_S,
        overtime_points=AMATH.clock.overtime_points,
        overtime_minutes=AMATH.clock.overtime_limit_minutes,
    )
    assert parse_clock(record.tag("Clock")) == clock
    outcome = game.rest[-1].after.ended
    assert outcome is not None
    paid = [0, 0]
    for event in record.events:
        if event.event == "time-penalty":
            paid[event.side] -= event.points
    minutes_most = int((over_s + 5) // 60) + 1  # it was over for a moment before the watch began
    assert paid[game.rest[0].side] in [AMATH.clock.overtime_points * (n + 1) for n in range(minutes_most)]
    expected = [score - less for score, less in zip(outcome.scores, paid, strict=True)]
    assert list(played.scores) == expected
    for side, one in enumerate(hands):
        shown = one.page.locator("[data-part=final] b").all_text_contents()
        assert [int(text) for text in shown] == [expected[side], expected[1 - side]]
    kinds = [event.event for event in record.events]
    assert {"withdrawn", "lost-turn", "settle", "time-penalty"} <= set(kinds)


# ---------------------------------------------------------------------------------------------------- the table


def with_several_lines(game: Script) -> tuple[int, Step, Play]:
    """A play of several equations that could be made: how many steps there are before it, and the step there was."""
    for number, step in enumerate(game.opening):
        for play in generate(step.before, best=200) if number > 6 else ():
            if len(judge(step.before, play).lines) > 1:
                return number, step, play
    raise AssertionError("there is such a play in every long game")


@pytest.mark.parametrize("challenge", ["0", "1"])
def test_the_live_line_shows_every_equation(site: RunningSite, seats: Seats, game: Script, challenge: str) -> None:
    """Each equation with its points and what they make in all; whether they are true, only where the server judges."""
    before, step, play = with_several_lines(game)
    table, people = opened(site, game, before, **{"option.amath.challenge": challenge, "clock": "none"})
    hands = at_the_table(table, people[step.side], seats)
    hands.lay_play(play, "click")
    verdict = judge(step.before, play)
    say = hands.page.locator("[data-part=say]")
    expect(say.locator(".plus")).to_have_text(f"+{verdict.score}")
    expect(say.locator(".each .pill")).to_have_text([f"+{line.score}" for line in verdict.lines])
    expect(say).to_contain_text("in all")
    if challenge == "1":
        expect(say).to_contain_text("It may be challenged.")
        expect(say.locator(".ok, .no")).to_have_count(0)
        assert "True" not in hands.live_line()
    else:
        expect(say.locator(".verdict.ok")).to_contain_text("True")


def the_whole_board_is_free(page: Page) -> None:
    """Every square, and the points of the last play, can be seen: no button or panel lies over them."""
    covered = page.evaluate("""() => [...document.querySelectorAll("summy-board [role=gridcell], summy-board .chip")]
        .filter((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]]
                .some(([x, y]) => !document.querySelector("summy-board").contains(document.elementFromPoint(x, y)));
        }).map((one) => one.ariaLabel ?? one.textContent)""")
    assert covered == []


def with_blanks(game: Script) -> tuple[int, Step, Play]:
    """The true play of the second part that lays blanks and a choice tile."""
    for number, step in enumerate(game.rest):
        if isinstance(step.move, Play) and number > 2 and {"?", "x/:"} <= {each.tile for each in step.move.tiles}:
            return len(game.opening) + number, step, step.move
    raise AssertionError("the script has such a play")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_looks(site: RunningSite, seats: Seats, game: Script, pictures: Path, size: str, scheme: str) -> None:
    """Pictures of the table, the dialog of faces and a challenge for people to look at; axe finds nothing serious."""
    before, step, play = with_blanks(game)
    table, people = opened(site, game, before, clock="none")
    hands = at_the_table(
        table, people[step.side], seats, size, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True
    )
    page = hands.page
    found = serious(page, "at rest")
    hands.press_tile("?")
    hands.put_down(play.tiles[0].square)
    expect(page.locator("[data-part=chooser]")).to_be_visible()
    found += serious(page, "choosing a face")
    page.screenshot(path=pictures / f"amath-faces-{size}-{scheme}.png")
    page.keyboard.press("Escape")  # takes the blank back; the cursor stays there
    page.keyboard.press("Escape")
    hands.lay_play(play, "click")
    expect(page.locator("[data-part=say] .plus")).to_be_visible()
    page.wait_for_timeout(700)
    found += serious(page, "with a play laid")
    page.screenshot(path=pictures / f"amath-laid-{size}-{scheme}.png")
    nothing_sticks_out(page)
    page.locator("[data-part=go]").click()
    other = at_the_table(table, people[1 - step.side], seats, size, color_scheme=scheme, bypass_csp=True)
    expect(other.page.get_by_role("button", name="Challenge", exact=True)).to_be_visible()
    other.page.wait_for_timeout(700)
    found += serious(other.page, "may challenge")
    other.page.screenshot(path=pictures / f"amath-challenge-{size}-{scheme}.png")
    nothing_sticks_out(other.page)
    the_whole_board_is_free(other.page)
    assert not found, "\n".join(found)


def test_blanks_and_choice_tiles_by_keyboard_and_by_ear(site: RunningSite, seats: Seats, game: Script) -> None:
    """Only keys: the dialog is named, faces are found by typing them, and the squares say what lies there."""
    before, step, play = with_blanks(game)
    table, people = opened(site, game, before, clock="none")
    hands = at_the_table(table, people[step.side], seats)
    page = hands.page
    hands.lay_play(play, "keys")
    for each in play.tiles:
        cell = page.locator(f'summy-board [data-at="{each.square.x},{each.square.y}"]')
        words = ", a blank" if each.tile == "?" else ", a choice tile" if "/" in each.tile else ""
        name = f"{chr(65 + each.square.x)}{each.square.y + 1}"
        expect(cell).to_have_attribute("aria-label", re.compile(rf"^{name}: [^,]+{words}, not played yet"))
    blank = next(each for each in play.tiles if each.tile == "?")
    cell = page.locator(f'summy-board [data-at="{blank.square.x},{blank.square.y}"]')
    assert "blank" in (cell.locator(".t").get_attribute("class") or "").split()
    choice = next(each for each in play.tiles if "/" in each.tile)
    cell = page.locator(f'summy-board [data-at="{choice.square.x},{choice.square.y}"]')
    assert "pick" in (cell.locator(".t").get_attribute("class") or "").split()
    grid = page.get_by_role("grid", name="Table").locator("[role=gridcell]:not(:has(.t))")
    labels = grid.evaluate_all("all => all.map(c => c.ariaLabel)")
    premium = r"(tile|equation) times [23]"
    assert all(re.match(rf"[A-O]\d+: (empty|{premium})", label) for label in labels), labels


def test_looking_back_at_a_play_that_was_taken_back(site: RunningSite, seats: Seats, game: Script) -> None:
    """The board of each earlier turn is that of the game, also around the withdrawn play."""
    after = next(number for number, step in enumerate(game.rest) if isinstance(step.move, Challenge)) + 2
    table, people = opened(site, game, len(game.opening) + after, clock="none")
    hands = at_the_table(table, people[0], seats)
    steps = (*game.opening, *game.rest[:after])
    turn = 0
    for number, step in enumerate(steps):
        turn += len(step.events)
        if number < len(game.opening):
            continue
        hands.page.goto(f"/g/{table}/#turn-{turn}")
        expect(hands.page.locator("[data-part=log] .now .n")).to_have_text(str(turn))
        until(
            hands.page,
            lambda step=step: hands.board().tokens == step.after.position.board.tokens,
            f"the board after turn {turn}",
        )
