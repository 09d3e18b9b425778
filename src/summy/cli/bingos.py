"""What `summy bingo` does: read tiles, search, print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from summy.engine.bingo import Bingo, all_bingos, fits_pattern, read_pattern
from summy.errors import FormatError
from summy.rulesets import Ruleset, load_ruleset
from summy.tiles import MAX_HAND, RANK, format_hand, parse_hand, tile_name


def practice_ruleset(name: str, file: Path | None) -> Ruleset:
    """The ruleset to practise for; FormatError where lines do not begin on an empty board."""
    ruleset = load_ruleset(file or name)
    if ruleset.placement != "crossword" or ruleset.board.first is not None:
        raise FormatError(f"{ruleset.id} does not begin on an empty board: there are no bingos in it", key="rules")
    return ruleset


def asked_tiles(ruleset: Ruleset, words: Sequence[str], target: str) -> tuple[str, ...]:
    """The tiles of a search: one name a word, or several as line text, and the target tile; FormatError otherwise."""
    names: list[str] = []
    for word in words:
        names += [tile_name(word)] if word in RANK else parse_hand(word, key="tiles")
    if target:
        names.append(tile_name(target))
    for name, count in Counter(names).items():
        if count > ruleset.tiles.counts.get(name, 0):
            raise FormatError(
                f"{ruleset.id} has {ruleset.tiles.counts.get(name, 0)} tiles {name}, not {count}", key="tiles"
            )
    if not ruleset.hand_size <= len(names) <= MAX_HAND:
        raise FormatError(f"{len(names)} tiles: give {ruleset.hand_size} to {MAX_HAND}", key="tiles")
    return parse_hand(format_hand(names))


def found(ruleset: Ruleset, tiles: tuple[str, ...], pattern: str) -> list[Bingo]:
    """The lines that use all the tiles and fit the pattern, the best first."""
    shape = read_pattern(pattern)
    return [bingo for bingo in all_bingos(ruleset, tiles) if not shape or fits_pattern(bingo, shape)]


def print_bingos(bingos: Sequence[Bingo]) -> None:
    """The number of lines, then each with its points and its best first play."""
    print(f"{len(bingos)} {'line' if len(bingos) == 1 else 'lines'}")
    width = max((len(bingo.plain) for bingo in bingos), default=0)
    for bingo in bingos:
        print(f"{bingo.points:5d}  {bingo.plain:<{width}}  {bingo.play}")
