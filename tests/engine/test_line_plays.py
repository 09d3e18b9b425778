"""Packed plays as a sequence, and kernel positions on which plays are made and taken back."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

import pytest

from courses import course
from searching import held_by, kernel_of, likely_hand, listed, reached, searcher
from summy.engine.kernel.position import LinePosition
from summy.engine.kernel.search import MAP, STRUCTURE, Searcher
from summy.engine.line import SYMBOLS, line_position, line_rules
from summy.engine.movegen import generate
from summy.move import Play, format_move
from summy.position import Position
from summy.position_text import parse_position
from summy.referee import place

pytestmark = pytest.mark.kernel

POSITION = parse_position("summy;1@-3,0 +@-2,0 2@-1,0 =@0,0 3@1,0;-4,0 2,0;04568+x= #8;6 0;0;70;0;#0 #3;-")


def test_plays_are_a_sequence() -> None:
    plays = generate(POSITION)
    assert isinstance(plays, Sequence)
    assert len(plays) == 70
    assert list(plays) == [plays[index] for index in range(70)]
    assert plays[-1] == plays[69]
    assert plays[3:6] == [plays[3], plays[4], plays[5]]
    assert list(reversed(plays)) == list(plays)[::-1]
    assert plays[7] in plays
    assert Play(()) not in plays
    for index in (70, -71):
        with pytest.raises(IndexError):
            plays[index]


def test_scores_are_a_view_without_a_copy() -> None:
    plays = generate(POSITION)
    scores = plays.scores
    assert isinstance(scores, memoryview)
    assert (scores.format, scores.itemsize, scores.shape, scores.readonly) == ("i", 4, (70,), True)
    assert scores.strides == (16,)
    assert max(scores) == 26
    assert sum(scores) == plays.sum_scores
    assert plays.tiles_used == sum(plays.tile_count(index) for index in range(70))
    assert scores[plays.highest()] == 26
    del plays
    assert list(scores)[:3] == scores.tolist()[:3]


def test_no_plays_are_an_empty_sequence() -> None:
    plays = generate(held_by(POSITION, []))
    assert (len(plays), list(plays), list(plays.scores), plays.texts, plays.ranked()) == (0, [], [], [], [])
    assert (plays.sum_scores, plays.tiles_used) == (0, 0)
    with pytest.raises(IndexError):
        plays.highest()


def test_ranked_and_chosen_follow_score_and_text() -> None:
    plays = generate(POSITION)
    order = plays.ranked()
    expected = sorted(range(70), key=lambda index: (-plays.score(index), plays.text(index)))
    assert order == expected
    assert plays.ranked(5) == expected[:5]
    chosen = plays.chosen(order[:5])
    assert chosen.texts == [plays.text(index) for index in order[:5]]
    assert list(generate(POSITION, 5)) == list(chosen)
    assert len(generate(POSITION, 0)) == 0
    assert len(generate(POSITION, 1000)) == 70


@pytest.mark.parametrize("rules", ["summy", "summy-127"])
def test_texts_are_those_of_the_library(rules: str) -> None:
    for position in reached(rules, range(8), random.Random(1), each=2):
        plays = generate(position)
        assert plays.texts == [format_move(play, position.board, position.ruleset) for play in plays]


def squares_of(kernel: LinePosition, position: Position) -> dict[tuple[int, int], int | None]:
    """What the kernel has on every square that is used in a game, and around."""
    used = {*position.board.tokens, *position.board.reserved}
    around = {(x + across, y + down) for x, y in used for across in (-1, 0, 1) for down in (-1, 0, 1)}
    return {square: kernel.get(*square) for square in around}


@pytest.mark.parametrize("rules", ["summy", "summy-127"])
def test_making_plays_gives_the_positions_of_the_referee_and_taking_back_restores(rules: str) -> None:
    dice = random.Random(rules)
    by = searcher(MAP, 8)
    made = 0
    for position in reached(rules, range(16), dice, each=2):
        position = held_by(position, likely_hand(dice, 8))
        kernel = kernel_of(position, by)
        path = [position]
        listings = [listed(kernel.generate())]
        for _ in range(4):
            plays = kernel.generate()
            if not len(plays):
                break
            index = dice.randrange(len(plays))
            score = kernel.make(plays, index)
            assert score == plays.score(index)
            path.append(place(path[-1], plays[index]))
            fresh = line_position(path[-1], by)
            assert squares_of(kernel, path[-1]) == squares_of(fresh, path[-1])
            assert kernel.hand == fresh.hand
            listings.append(listed(kernel.generate()))
            assert listings[-1] == listed(fresh.generate())
            made += 1
        while len(path) > 1:
            kernel.unmake()
            path.pop()
            listings.pop()
            assert squares_of(kernel, path[-1]) == squares_of(line_position(path[-1]), path[-1])
            assert listed(kernel.generate()) == listings[-1]
        with pytest.raises(ValueError, match="nothing has been played"):
            kernel.unmake()
    assert made > 15


def test_plays_stay_what_they_were_when_the_position_goes_on() -> None:
    kernel = line_position(POSITION)
    plays = kernel.generate()
    before = list(plays)
    texts = plays.texts
    for _ in range(3):
        kernel.make(plays, 0)
        after = kernel.generate()
        assert plays.texts == texts
        with pytest.raises(ValueError, match="another position"):
            kernel.make(plays, 0)
        del after
        kernel.unmake()
        with pytest.raises(ValueError, match="another position"):
            kernel.make(plays, 0)
        plays = kernel.generate()
    assert list(plays) == before


def test_a_kernel_position_refuses_what_cannot_be() -> None:
    kernel = LinePosition(line_rules(POSITION.ruleset))
    kernel.put(0, 0, 14)
    for attempt in (
        lambda: kernel.put(0, 0, 3),
        lambda: kernel.put(1, 0, 15),
        lambda: kernel.put(1, 0, -1),
        lambda: kernel.put(1_000_001, 0, 1),
        lambda: kernel.reserve(0, 0),
        lambda: setattr(kernel, "hand", [1] * 13),
        lambda: kernel.draw(15),
    ):
        with pytest.raises(ValueError, match=r"symbol|empty|board|at most 12"):
            attempt()
    for symbol in [99, -1, 15]:
        with pytest.raises(ValueError, match="not a symbol"):
            kernel.hand = [symbol]
    kernel.hand = [1] * 12
    with pytest.raises(ValueError, match="at most 12"):
        kernel.draw(1)


def test_threads_search_at_the_same_time() -> None:
    positions = [state.position for state in course("summy", 2) if state.ended is None]
    expected = [listed(generate(position)) for position in positions]
    found: dict[int, list[object]] = {}

    def search(number: int) -> None:
        found[number] = [listed(generate(position)) for _ in range(3) for position in positions]

    threads = [threading.Thread(target=search, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), expected * 3)


def test_one_searcher_serves_many_positions_of_a_thread() -> None:
    by = Searcher()
    by.method = STRUCTURE
    positions = reached("summy", range(4), random.Random(4), each=2)
    kernels = [line_position(position, by) for position in positions]
    for kernel, position in zip(kernels, positions, strict=True):
        assert kernel.searcher is by
        assert listed(kernel.generate()) == listed(generate(position))


def test_every_symbol_has_its_tile() -> None:
    assert list(SYMBOLS) == ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "-", "x", ":", "="]
