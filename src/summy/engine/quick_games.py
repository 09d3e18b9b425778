"""Whole games in which every side takes the highest equity, without referee and log: some hundred times as fast.

A test holds the results against games through the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from summy.deal import Deal
from summy.engine.crossword import crossword_position
from summy.engine.equity import PASS, PLAY, SWAP, Turn, swap_rules, take_turn
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.position import LinePosition
from summy.engine.leaves import kernel_symbols
from summy.engine.movegen import kernel_position

__all__ = ["PASS", "PLAY", "SWAP", "QuickGame", "QuickTurn"]


@dataclass(frozen=True, slots=True)
class QuickTurn:
    """A turn and what stood before it."""

    side: int
    scores: tuple[int, ...]
    """Before the turn."""

    stock: int
    """Tiles in the stock before the turn."""

    unseen: int
    """Tiles that the side to move does not see: the stock and the other hands."""

    turn: Turn


@dataclass
class QuickGame:
    """A game in progress; `play` goes through its turns."""

    deal: Deal
    tables: Sequence[LeaveTable]
    """What each side thinks that kept tiles are worth."""

    turns: list[QuickTurn] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        ruleset, begun = self.deal.ruleset, self.deal.start
        assert isinstance(begun.stock, tuple)
        self.position: LinePosition | CrosswordPosition = kernel_position(begun)
        if isinstance(self.position, CrosswordPosition):
            # The map may be opened only after some searches: ask for it as a search would.
            self.position = crossword_position(begun, self.position)
        self._symbols = kernel_symbols(ruleset)
        self._number = {name: symbol for symbol, name in enumerate(self._symbols)}
        self.stock: list[str] = list(begun.stock)
        self.hands: list[list[int]] = [
            [self._number[name] for name in hand] for hand in begun.hands if isinstance(hand, tuple)
        ]
        self.scores = [0] * self.deal.sides
        self.side = 0
        self._scoreless = 0
        self._returns = 0
        self._points = [ruleset.tiles.points.get(name, 0) for name in self._symbols]
        self._swaps = swap_rules(ruleset)

    def play(self, turns: int | None = None) -> QuickGame:
        """Play on to the end, or so many turns."""
        while not self.over and (turns is None or len(self.turns) < turns):
            self._play_turn()
        return self

    def _play_turn(self) -> None:
        ruleset, side, stock = self.deal.ruleset, self.side, len(self.stock)
        unseen = stock + sum(len(hand) for other, hand in enumerate(self.hands) if other != side)
        self.position.hand = tuple(self.hands[side])
        before = tuple(self.scores)
        turn = take_turn(self.position, self.tables[side], stock, self._swaps)
        self.turns.append(QuickTurn(side, before, stock, unseen, turn))
        self.scores[side] += turn.score
        self.hands[side] = list(self.position.hand)
        self._draw(side)
        if turn.kind == PLAY:
            self._scoreless = 0
        else:
            self._scoreless += stock == 0 or ruleset.end.scoreless_counts == "always"
        if turn.kind == SWAP and not ruleset.turn.discard:
            self._returns += 1
            returned = tuple(self._symbols[symbol] for symbol in turn.gone)
            self.stock = list(self.deal.reshuffled(tuple(self.stock), returned, self._returns))
        self.side = (side + 1) % self.deal.sides
        self._settle()

    def _draw(self, side: int) -> None:
        wanted = min(self.deal.ruleset.hand_size - len(self.hands[side]), len(self.stock))
        if wanted <= 0:
            return
        if self.deal.draws_from_bottom(side):
            drawn, self.stock = self.stock[-wanted:], self.stock[:-wanted]
        else:
            drawn, self.stock = self.stock[:wanted], self.stock[wanted:]
        self.hands[side] += [self._number[name] for name in drawn]

    def _settle(self) -> None:
        """End the game where the rules do (`summy.referee.ending`)."""
        end, sides = self.deal.ruleset.end, self.deal.sides
        left = [sum(self._points[symbol] for symbol in hand) for hand in self.hands]
        if end.out and not self.stock and not all(self.hands):
            for side, hand in enumerate(self.hands):
                self.scores[side] += 0 if hand else end.out_bonus * sum(left)
            self.over = True
        elif self._scoreless >= end.scoreless_per_side * sides:
            if end.scoreless_deduct:
                self.scores = [score - points for score, points in zip(self.scores, left, strict=True)]
            self.over = True
        elif end.no_play and not self.stock and not any(self._can_play(side) for side in range(sides)):
            self.over = True

    def _can_play(self, side: int) -> bool:
        self.position.hand = tuple(self.hands[side])
        return self.position.any_play()
