"""Tiles one at a time: all of them are there, each as likely as it should be, and the history is the whole game."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter

import pytest

from summy import load_ruleset, ruleset_names
from summy.deal import low_digits
from summy.envs.chance import Dealing, Drawing, Node, following, resampled
from summy.envs.table import Settings, Table
from summy.tiles import Token


def settings_of(name: str, sides: int = 2, **options: object) -> Settings:
    return Settings(load_ruleset(name, options), sides)


def step(node: Node, action: int) -> Node:
    return following(node, action) if isinstance(node, Table) else node.after(action)


def random_action(node: Node, chance: random.Random) -> int:
    if isinstance(node, Table):
        return chance.choice(node.legal)
    outcomes, weights = zip(*node.outcomes(), strict=True)
    return int(chance.choices(outcomes, weights)[0])


def history_of(settings: Settings, seed: int) -> tuple[list[Node], list[int]]:
    """A game of random actions: all states and all actions."""
    chance = random.Random(seed)
    nodes: list[Node] = [Dealing.of(settings)]
    actions = []
    while not (isinstance(nodes[-1], Table) and nodes[-1].over):
        actions.append(random_action(nodes[-1], chance))
        nodes.append(step(nodes[-1], actions[-1]))
    return nodes, actions


def all_tiles(node: Node) -> Counter[str]:
    """Every tile of a state, wherever it is."""
    position = node.table.position if not isinstance(node, Table) else node.position
    tiles: Counter[str] = Counter(token.tile for token in position.board.tokens.values())
    stock = node.stock if isinstance(node, Dealing | Drawing) else position.stock
    drawn = node.drawn if isinstance(node, Drawing) else ()
    for part in (*position.hands, *position.discarded, stock, drawn):
        assert isinstance(part, tuple)
        tiles.update(part)
    return tiles


@pytest.mark.parametrize("name", ruleset_names())
def test_no_tile_is_lost_and_probabilities_are_those_of_the_stock(name: str) -> None:
    settings = settings_of(name)
    nodes, _ = history_of(settings, seed=1)
    waiting = [node for node in nodes if isinstance(node, Dealing | Drawing)]
    assert any(isinstance(node, Drawing) for node in waiting)
    for node in nodes:
        assert all_tiles(node) == Counter(settings.ruleset.tiles.counts)
    for node in waiting:
        left = Counter(node.stock)
        assert {settings.space.names[place]: p for place, p in node.outcomes()} == pytest.approx(
            {name: count / len(node.stock) for name, count in left.items()}
        )


@pytest.mark.parametrize("name", ruleset_names())
def test_the_history_is_the_whole_game(name: str) -> None:
    settings = settings_of(name)
    nodes, actions = history_of(settings, seed=2)
    again: Node = Dealing.of(settings)
    for node, action in zip(nodes, actions, strict=False):
        assert type(again) is type(node)
        if isinstance(again, Table):
            assert isinstance(node, Table)
            assert (again.position, again.turn.actions, again.legal) == (node.position, node.turn.actions, node.legal)
        again = step(again, action)
    assert isinstance(again, Table)
    assert again.state.ended is not None


@pytest.mark.parametrize("name", ["summy", "amath"])
def test_states_are_copied_by_being_shared_and_pickled_whole(name: str) -> None:
    nodes, actions = history_of(settings_of(name), seed=3)
    for node, action in list(zip(nodes, actions, strict=False))[::7]:
        assert copy.deepcopy(node) is node
        read = pickle.loads(pickle.dumps(node))
        after, after_reading = step(node, action), step(read, action)
        assert type(after) is type(after_reading)
        if isinstance(after, Table) and isinstance(after_reading, Table):
            assert after.position == after_reading.position
            assert after.legal == after_reading.legal


def test_a_tile_that_is_not_in_the_stock_cannot_come() -> None:
    node: Node = Dealing.of(settings_of("amath"))
    for _ in range(4):  # all four blanks
        assert isinstance(node, Dealing)
        node = node.after(28)
    assert isinstance(node, Dealing)
    assert 28 not in dict(node.outcomes())
    with pytest.raises(ValueError, match="not in tuple"):
        node.after(28)


def test_hands_are_dealt_whole_and_the_first_tile_of_the_table_is_no_tile_of_the_stock() -> None:
    settings = settings_of("summy", sides=3)
    nodes, _ = history_of(settings, seed=4)
    start = nodes[3 * 8]
    assert isinstance(start, Table)
    assert [len(hand) for hand in start.position.hands if isinstance(hand, tuple)] == [8, 8, 8]
    assert list(start.position.board.tokens.values()) == [Token("=", "=")]
    assert start.position.stock_count == 94 - 1 - 24


def test_the_lowest_hand_starts_where_the_rules_say_so() -> None:
    settings = settings_of("summy", sides=3, first_side="lowest")
    for seed in range(8):
        chance = random.Random(seed)
        node: Node = Dealing.of(settings)
        while isinstance(node, Dealing):
            assert set(node.table.position.hands) == {()}
            node = node.after(random_action(node, chance))
        assert isinstance(node, Table)
        lows = [low_digits(hand) for hand in node.position.hands if isinstance(hand, tuple)]
        assert lows[0] == min(lows)


@pytest.mark.parametrize("name", ["summy", "amath"])
def test_what_a_side_has_not_seen_is_dealt_anew_fairly(name: str) -> None:
    nodes, _ = history_of(settings_of(name), seed=5)
    table = next(node for node in nodes[60:] if isinstance(node, Table) and not node.over and not node.turn.actions)
    chance = random.Random(1)
    own, other = table.side, 1 - table.side
    hidden: Counter[str] = Counter(table.position.stock)  # type: ignore[arg-type]
    hidden.update(table.position.hands[other])  # type: ignore[arg-type]
    hidden.update(table.position.discarded[other])  # type: ignore[arg-type]
    seen: Counter[str] = Counter()
    rounds = 2000
    for _ in range(rounds):
        renewed = resampled(table, own, chance.random)
        assert renewed.position.hands[own] == table.position.hands[own]
        assert all_tiles(renewed) == all_tiles(table)
        hand = renewed.position.hands[other]
        assert isinstance(hand, tuple)
        seen.update(hand)
    held = len(table.position.hands[other])  # type: ignore[arg-type]
    for tile, count in hidden.items():
        expected = rounds * held * count / sum(hidden.values())
        assert abs(seen[tile] - expected) < 5 * expected**0.5
