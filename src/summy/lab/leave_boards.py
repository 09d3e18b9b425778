"""Tables on which leaves are measured: positions from games that the program plays against itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from summy.deal import Deal, Stream
from summy.engine.kernel.crossword_position import CrosswordPosition
from summy.engine.kernel.leave_table import LeaveTable
from summy.engine.kernel.position import LinePosition
from summy.engine.leaves import kernel_symbols
from summy.engine.quick_games import QuickGame
from summy.lab.games import seed_of_game
from summy.rulesets import Ruleset
from summy.tiles import ORDER


@dataclass(frozen=True)
class Board:
    """A table in the kernel's form, and the tiles that do not lie on it."""

    position: LinePosition | CrosswordPosition
    pool: Counter[str]
    """What a hand may be drawn from, by name: hands and stock together, and what was discarded unseen."""


def sampled_board(ruleset: Ruleset, table: LeaveTable, seed: int, number: int) -> Board:
    """The table before one turn of a game, each turn that begins with a hand's size in the stock being equally likely.

    Args:
        ruleset: the rules; two sides, or the most that it has.
        table: what both sides think that kept tiles are worth.
        seed: of the run.
        number: of the game in the run: seed and number decide everything.
    """
    deal = Deal(ruleset, seed_of_game(seed, number), min(2, ruleset.sides.maximum))
    tables = [table] * deal.sides
    played = QuickGame(deal, tables).play()
    lasting = sum(turn.stock >= ruleset.hand_size for turn in played.turns)
    chosen = Stream(deal.seed, ruleset.id, "leaves:turn").below(max(1, lasting))
    game = QuickGame(deal, tables).play(chosen)
    pool = Counter(game.stock)
    symbols = kernel_symbols(ruleset)
    for hand in game.hands:
        pool.update(symbols[symbol] for symbol in hand)
    for turn in game.turns:
        if turn.turn.plays is None and ruleset.turn.discard:
            pool.update(symbols[symbol] for symbol in turn.turn.gone)
    return Board(game.position, Counter({name: pool[name] for name in ORDER if pool[name]}))


def sampled_hands(board: Board, ruleset: Ruleset, seed: int, number: int, count: int) -> bytes:
    """Hands drawn from a board's pool, each as if it were the only one: the kernel's symbols, hand after hand."""
    place = {name: symbol for symbol, name in enumerate(kernel_symbols(ruleset))}
    tiles = [place[name] for name in board.pool.elements()]
    size = ruleset.hand_size
    stream = Stream(seed_of_game(seed, number), ruleset.id, "leaves:hands")
    hands = bytearray()
    for _ in range(count):
        # The first steps of a shuffle.
        for index in range(size):
            other = index + stream.below(len(tiles) - index)
            tiles[index], tiles[other] = tiles[other], tiles[index]
        hands += bytes(tiles[:size])
    return bytes(hands)
