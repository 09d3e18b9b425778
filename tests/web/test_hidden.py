"""Non-interference: what a viewer is sent does not depend on what is hidden from them.

The same game is played twice on a real server with the hidden parts exchanged: tiles that the other side holds and
never plays, tiles that it discards, the order of the stock that is never drawn, chat and unplayed tiles of the other
team. Every byte that the viewer receives by socket and HTTP must be equal, after masking what tells two games apart
anyway: ids, times, the commitment, form tokens.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from running_site import RunningSite, Table, good_move, running_site
from summy import log
from summy.deal import Deal
from summy.move import Discard, Exchange, Move, Pass, Play, move_to_json
from summy.rulesets import Ruleset, load_ruleset

PROGRAM = (Path(__file__).parent / "arranged_deals.py").read_text(encoding="utf-8")
TURNS = 9
VIEWERS = pytest.mark.parametrize("viewer", [0, 1, None], ids=["first side", "second side", "spectator"])


@dataclass
class Kind:
    """A game that is played, and how its turns without a play look."""

    rules: str
    options: dict[str, object] = field(default_factory=dict)
    form: dict[str, str] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        return load_ruleset(self.rules, self.options)


SUMMY = Kind("summy")
CROSSWORDS = [
    Kind("amath", {"challenge": "challenge"}, {"option.amath.challenge": "1"}),
    Kind("summy-draft"),
]


@dataclass
class Script:
    """The course of a game by places in the stock instead of tile names, so that hidden tiles can be exchanged."""

    kind: Kind
    stock: list[str]
    turns: list[tuple[int, Move]] = field(default_factory=list)
    swapped: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Turn -> places in the stock of the tiles that it discards or exchanges."""
    held: list[list[int]] = field(default_factory=list)
    """Per side, places in the stock of the tiles in hand. Side 1 draws from the bottom."""
    top: int = 0
    bottom: int = 0

    def __post_init__(self) -> None:
        size, last = self.kind.ruleset.hand_size, len(self.stock) - 1
        self.held = [list(range(size)), list(range(last, last - size, -1))]
        self.top, self.bottom = size, last - size

    @property
    def hands(self) -> list[list[str]]:
        """The tiles in hand, per side."""
        return [sorted(self.stock[place] for place in held) for held in self.held]

    def spend(self, side: int, tiles: tuple[str, ...]) -> tuple[int, ...]:
        """Take tiles out of a hand and refill it; returns their places."""
        places = []
        for tile in tiles:
            place = next(place for place in self.held[side] if self.stock[place] == tile)
            self.held[side].remove(place)
            places.append(place)
        for _ in places:
            self.held[side].append(self.top if side == 0 else self.bottom)
            if side == 0:
                self.top += 1
            else:
                self.bottom -= 1
        return tuple(places)

    def hidden_from(self, viewer: int | None) -> list[int]:
        """Places of the tiles that the viewer never gets to see in this script."""
        others = [side for side in (0, 1) if side != viewer]
        places = [place for side in others for place in self.held[side]]
        places += [place for turn, gone in self.swapped.items() if self.turns[turn][0] in others for place in gone]
        return sorted([*places, *range(self.top, self.bottom + 1)])

    def exchanged_for(self, viewer: int | None, luck: random.Random) -> Script:
        """The same game with everything hidden from the viewer shuffled."""
        hidden = self.hidden_from(viewer)
        tiles = [self.stock[place] for place in hidden]
        luck.shuffle(tiles)
        stock = list(self.stock)
        for place, tile in zip(hidden, tiles, strict=True):
            stock[place] = tile
        turns = [
            (side, replace(move, tiles=tuple(stock[place] for place in self.swapped[turn])))
            if isinstance(move, Discard | Exchange)
            else (side, move)
            for turn, (side, move) in enumerate(self.turns)
        ]
        return Script(self.kind, stock, turns)


def script_of(kind: Kind, seed: int, viewer: int | None) -> Script | None:
    """A game of good moves with some discards between them; None where it is over too soon.

    Exchanged tiles go back into the stock, so that later draws would depend on what they are: the viewer exchanges in
    the last turn but one, somebody else in the last.
    """
    luck = random.Random(seed)
    deal = Deal(kind.ruleset, seed.to_bytes(32, "big"), 2)
    script = Script(kind, list(deal.stock))
    # Without the opening draw, as on the arranged server: the first seat begins.
    state = log.at(replace(deal.start, hands=tuple(tuple(deal.stock[place] for place in held) for held in script.held)))
    turns = TURNS + (viewer == 0)
    for turn in range(turns):
        if state.ended is not None:
            return None
        assert script.hands == [sorted(hand) for hand in state.position.hands if isinstance(hand, tuple)]
        side = state.position.to_move
        move = good_move({"position": _seen(state.position)})
        many = luck.randrange(1, 5)
        if kind.ruleset.turn.exchange:
            swap: Move = Exchange(tuple(luck.sample(state.position.hand, many))) if turn >= turns - 2 else Pass()
            move = move if isinstance(move, Play) and turn < turns - 2 else swap
        elif turn in {2, 3, 5} or not isinstance(move, Play):
            move = Discard(tuple(luck.sample(state.position.hand, many)))
        if isinstance(move, Discard | Exchange):
            script.swapped[turn] = script.spend(side, move.tiles)
        elif isinstance(move, Play):
            script.spend(side, tuple(placement.tile for placement in move.tiles))
        script.turns.append((side, move))
        state = log.fold(state, log.decide(state, move, side))
    return script if state.ended is None else None


def scripts_of(kind: Kind, games: int, viewer: int | None) -> list[Script]:
    """The first games that are long enough."""
    found = (script_of(kind, seed, viewer) for seed in count())
    return list(islice((script for script in found if script is not None), games))


def _seen(position: Any) -> dict[str, Any]:
    from summy.position import position_to_json

    return position_to_json(position)


# ---------------------------------------------------------------------------------------------------- masking

MASKS = (
    (re.compile(r'"(at_ms|server_ms|deadline_ms|id|deal)": ?("[^"]*"|\d+)'), r'"\1":#'),
    # Who is here depends on the speed of the machine, not on the tiles.
    (re.compile(r'"present":(true|false)'), '"present":#'),
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"'), "#csrf"),
    (re.compile(r"[0-9a-f]{64}"), "#seal"),
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "#uuid"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "#date"),
)


def masked(text: str, game: str) -> str:
    """The text without what differs between any two games."""
    text = text.replace(game, "#game")
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


# -------------------------------------------------------------------------------------------------------- play


def seen_by(site: RunningSite, viewer: int | None, script: Script, secrets: tuple[str, int]) -> list[str]:
    """Play the script on the server; returns everything the viewer received, masked.

    `secrets` are what the other side writes to its team, and where it lays tiles that it does not play.
    """
    ada, bia = site.guest("Ada"), site.guest("Bia")
    game = ada.open_table(kind="friend", members="2", rules=script.kind.rules, **script.kind.form)
    for guest, side in ((bia, "1"), (site.guest("Cid"), "0"), (site.guest("Dan"), "1")):
        guest.join(ada.invitation(game), side=side)
    watching = (ada, bia)[viewer] if viewer is not None else site.guest("Eve")
    with ExitStack() as pages:
        tables = [pages.enter_context(person.table(game)) for person in (ada, bia)]
        viewing = tables[viewer] if viewer is not None else pages.enter_context(watching.table(game))
        for turn, (side, move) in enumerate(script.turns):
            _secrets_of_the_others(tables, viewer, secrets, turn)
            if viewer is not None:
                tables[viewer].send("preview", id=turn, move=move_to_json(Discard(("1",))))
            assert tables[side].move(move)["type"] == "ack"
            for table in {id(each): each for each in (*tables, viewing)}.values():
                table.wait_for_view(lambda view, turn=turn: view["turn"] == turn + 1)
        viewing.send("ping")
        viewing.wait_for("pong")
        received = list(viewing.frames)
    with watching.table(game) as again:
        again.send("join", since=5)
        again.wait_until(lambda message: message.get("seq") == again.view["seq"] and message["type"] == "event")
        received += again.frames
    paths = (f"/g/{game}/", f"/g/{game}/record.sgr", f"/g/{game}/deal/", "/", "/tables/")
    received += [watching.http.get(path).text for path in paths]
    return [masked(text, game) for text in _in_order(received)]


def _secrets_of_the_others(tables: list[Table], viewer: int | None, secrets: tuple[str, int], turn: int) -> None:
    """What happens at the table that is none of the viewer's business."""
    text, y = secrets
    for side, table in enumerate(tables):
        if side != viewer and turn == 1:
            assert table.command("chat", text=text, team=True)["type"] == "ack"
            hand = table.view["position"]["hands"][side]
            table.send("tentative", tiles=[{"x": 50, "y": y, "tile": hand[0]}])


def _in_order(received: list[str]) -> Iterator[str]:
    """Frames without those about who is here: when they come depends on the speed of the machine."""
    for text in received:
        if text.startswith("{") and json.loads(text)["type"] == "presence":
            continue
        yield text


def play_twice(data: Path, viewer: int | None, games: int, program: str = PROGRAM, kind: Kind = SUMMY) -> None:
    """Play some games twice each and compare what the viewer received."""
    luck = random.Random(f"{viewer}")
    scripts = scripts_of(kind, games, viewer)
    pairs = [(script, script.exchanged_for(viewer, luck)) for script in scripts]
    assert all(one.stock != other.stock for one, other in pairs)
    (data / "arranged.json").write_text(json.dumps([script.stock for pair in pairs for script in pair]))
    with running_site(data, program=program) as site:
        for one, other in pairs:
            first = seen_by(site, viewer, one, ("we keep the nines", 50))
            second = seen_by(site, viewer, other, ("let us pass soon", 51))
            assert len(first) > TURNS
            assert first == second


@VIEWERS
def test_nothing_that_a_viewer_receives_depends_on_what_is_hidden(viewer: int | None, tmp_path: Path) -> None:
    play_twice(tmp_path, viewer, 1)


@pytest.mark.parametrize("kind", CROSSWORDS, ids=lambda kind: kind.rules)
@VIEWERS
def test_nothing_hidden_is_seen_in_crossword_games(viewer: int | None, kind: Kind, tmp_path: Path) -> None:
    """The tiles drawn after a play that may be taken back, and exchanged ones, are as hidden as the others."""
    play_twice(tmp_path, viewer, 1, kind=kind)


@pytest.mark.nightly
@VIEWERS
def test_nothing_hidden_is_seen_in_many_games(viewer: int | None, tmp_path: Path) -> None:
    play_twice(tmp_path, viewer, 30)


LEAKS = {
    "a hand": "view._open_or_count = lambda tiles, is_open: list(tiles) if isinstance(tiles, tuple) else tiles",
    "a discard": "public_events.Reader.sees_hand_of = lambda reader, side: True",
    "a team's chat": "public_events.Reader.everything = property(lambda r: True, lambda r, v: None)",
}
"""Ways to let something out, as a change to the running server."""


@pytest.mark.parametrize("leak", LEAKS)
def test_a_server_that_lets_something_out_is_found_out(leak: str, tmp_path: Path) -> None:
    """The promise above means something only if breaking it is noticed."""
    broken = PROGRAM.replace(
        "    stocks = json",
        f"    from summy.web.games import public_events, view\n    {LEAKS[leak]}\n    stocks = json",
    )
    with pytest.raises(AssertionError, match='"type"'):
        play_twice(tmp_path, None, 1, broken)


def test_the_masks_hide_no_tiles() -> None:
    """The test above means something only if a hand that differs is seen to differ."""
    one = '{"type":"state","view":{"id":"abc","position":{"hands":[["1","2"],8],"stock":70},"server_ms":17}}'
    assert masked(one, "abc") != masked(one.replace('["1","2"]', '["1","3"]'), "abc")
    assert masked(one, "abc") != masked(one.replace("70", "71"), "abc")
    assert masked(one, "abc") == masked(one.replace("17", "18"), "abc")
