"""The moves of a position that looking ahead compares, and the playouts that try them.

The plays with the most points and worth of kept tiles are taken, and the best discards or exchanges.
"""

from __future__ import annotations

from collections.abc import Sequence

from summy.engine.chances import chances_of
from summy.engine.equity import highest_equities
from summy.engine.kernel.rollout_crossword import CrosswordPlayout
from summy.engine.kernel.rollout_line import LinePlayout
from summy.engine.leaves import kernel_symbols, leave_table, zero_table
from summy.engine.movegen import FoundPlays, discards, exchanges
from summy.engine.rollouts import Policy, playout_as_seen, playout_with_all_known, set_policies, swap_of
from summy.engine.simulation_options import MOST_TRIED, SimulationOptions
from summy.errors import SummyError
from summy.move import Discard, Exchange, Move, Pass, Play, format_move
from summy.position import Position
from summy.referee import judge
from summy.rulesets import Ruleset
from summy.tiles import sort_tiles


class NothingToSimulate(SummyError):
    """The game is over, or the side to move has no choice that could be compared."""

    def __init__(self) -> None:
        super().__init__("nothing_to_simulate", "the side to move has no moves to compare")


class Candidates:
    """The moves of a position that are compared, and playouts that know them by their index in `moves`.

    Arguments:
        position: any position whose hand to move is known and which is not over.
        options: how many candidates, and how they are played on.
        also: legal moves that are candidates whatever they seem to be worth.

    Errors: NothingToSimulate.
    """

    def __init__(self, position: Position, options: SimulationOptions, also: Sequence[Move] = ()) -> None:
        self.position = position
        self.options = options
        self.ruleset: Ruleset = position.ruleset
        self.numbers = {name: number for number, name in enumerate(kernel_symbols(self.ruleset))}
        self.asked = _play_texts(position, also)
        playout = self._bare()
        self.chosen = self._choose(playout)
        self.swaps = self._best_swaps(
            position, options.swaps if self.chosen else max(options.swaps, options.candidates)
        )
        for move in also:
            if isinstance(move, Discard | Exchange) and sort_tiles(move.tiles) not in self.swaps:
                self.swaps.append(sort_tiles(move.tiles))
        del self.chosen[MOST_TRIED - 1 - len(self.swaps) :]
        self.moves: list[Move] = [plays[index] for plays, index in self.chosen]
        self.moves += [swap_of(self.ruleset, tiles) for tiles in self.swaps]
        passes = not self.moves or position.stock_empty or any(isinstance(move, Pass) for move in also)
        self.passes = passes and judge(position, Pass()).legal
        if self.passes:
            self.moves.append(Pass())
        if not self.moves:
            raise NothingToSimulate
        self.scores = [plays.scores[index] for plays, index in self.chosen]
        self.scores += [0] * (len(self.moves) - len(self.chosen))
        table, stock = leave_table(self.ruleset), _stock(position)
        distinct = {id(plays): plays for plays, _ in self.chosen}
        worths = {key: playout.worths(plays) for key, plays in distinct.items()}  # type: ignore[arg-type]
        kept = [worths[id(plays)][index] for plays, index in self.chosen]
        kept += [table.worth(_without(position.hand, tiles), stock) for tiles in self.swaps]
        self.worths = kept + [0] * self.passes
        self.first = self._with_candidates(playout, self.chosen)

    def _choose(self, playout: LinePlayout | CrosswordPlayout) -> list[tuple[FoundPlays, int]]:
        """The plays that are tried, each by its place among plays of this playout's position."""
        chosen: list[tuple[FoundPlays, int]] = []
        if self.options.candidates:
            table = leave_table(self.ruleset) if self.options.leaves else zero_table(self.ruleset)
            best = highest_equities(playout.position, table, _stock(self.position), self.options.candidates)
            chosen += [(best, index) for index in range(len(best))]
        if self.asked:
            there = {plays.text(index) for plays, index in chosen}
            plays = playout.position.generate()
            texts = ((index, plays.text(index)) for index in range(len(plays)))
            chosen += [(plays, index) for index, text in texts if text in self.asked and text not in there]
        return chosen

    def _best_swaps(self, position: Position, count: int) -> list[tuple[str, ...]]:
        table, stock = leave_table(self.ruleset), _stock(position)
        swaps = [*(swap.tiles for swap in discards(position)), *(swap.tiles for swap in exchanges(position))]
        worths = [
            table.worth(_without(position.hand, tiles), stock) if self.options.leaves else len(tiles) for tiles in swaps
        ]
        order = sorted(range(len(swaps)), key=lambda index: (-worths[index], index))
        return [sort_tiles(swaps[index]) for index in order[:count]]

    def playout(self) -> LinePlayout | CrosswordPlayout:
        """Another playout with the same candidates, for another thread."""
        made = self._bare()
        return self._with_candidates(made, self._choose(made)[: len(self.chosen)])

    def _bare(self) -> LinePlayout | CrosswordPlayout:
        policies = (self.options.policy,)
        if self.options.cheats:
            return playout_with_all_known(self.position, policies)
        return playout_as_seen(self.position, policies)

    def _with_candidates(
        self, made: LinePlayout | CrosswordPlayout, chosen: Sequence[tuple[FoundPlays, int]]
    ) -> LinePlayout | CrosswordPlayout:
        for plays, index in chosen:
            made.add_play(plays, index)  # type: ignore[arg-type]
        for tiles in self.swaps:
            made.add_swap([self.numbers[name] for name in tiles])
        if self.passes:
            made.add_pass()
        if not self.options.leaves:
            set_policies(made, self.ruleset, (Policy(self.options.policy.compared, leaves=False),))
        if self.options.chances and self.position.sides > 1:
            made.set_chances(chances_of(self.ruleset))
        return made


def _play_texts(position: Position, moves: Sequence[Move]) -> set[str]:
    """The texts of the plays among some moves, as the move generator writes them."""
    return {format_move(move, position.board, position.ruleset) for move in moves if isinstance(move, Play)}


def _without(hand: tuple[str, ...], tiles: tuple[str, ...]) -> list[str]:
    kept = list(hand)
    for tile in tiles:
        kept.remove(tile)
    return kept


def _stock(position: Position) -> int:
    """Tiles in the stock; an unknown stock is taken as large."""
    return position.ruleset.tiles.total if position.stock_count is None else position.stock_count
