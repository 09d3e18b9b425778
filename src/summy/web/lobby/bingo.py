"""Bingo practice: every true line that uses all of some tiles, with its best place as a first play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from summy.engine.bingo import Bingo, all_bingos, fits_pattern, opening, read_pattern
from summy.errors import FormatError, SummyError
from summy.examples import judge_line
from summy.move import Play, parse_move
from summy.rulesets import Ruleset
from summy.tiles import BLANK, EQUALS, face_name, sort_tiles, split_line_text, tile_name

from ..games.ruleset_words import title_of, written
from .pictures import Picture, picture
from .rule_pages import verdict_words
from .table_form import Choice, playable_rulesets, spoken

TILES_MOST: Final = 10
BLANKS_MOST: Final = 2
TILES_MOST_WITH_BLANKS: Final = 9
"""Most tiles when there are as many blanks as there may be: more takes seconds."""
LINES_MOST: Final = 100
"""Lines that a page shows; it says how many more there are."""
_DRAWS_MOST: Final = 400


class BingoRefused(SummyError):
    """Tiles, a pattern or a target that cannot be searched. `message` is a translated sentence."""


@dataclass(frozen=True)
class Question:
    """What is asked of the page, as read from its address."""

    ruleset: Ruleset
    tiles: tuple[str, ...]
    pattern: str = ""
    target: str = ""
    """One more tile that every line uses, as the exercise books give it; empty where there is none."""

    @property
    def hand(self) -> tuple[str, ...]:
        """All the tiles of a line: those chosen and the target."""
        return sort_tiles([*self.tiles, *filter(None, [self.target])])

    @property
    def least(self) -> int:
        """Fewest tiles that make a bingo."""
        return self.ruleset.hand_size

    @property
    def complete(self) -> bool:
        """Whether there are enough tiles to search."""
        return len(self.hand) >= self.least

    def url(self, **more: str) -> str:
        """The address of this question."""
        asked = {
            "rules": self.ruleset.id,
            "tiles": " ".join(self.tiles),
            "pattern": self.pattern,
            "target": self.target,
        }
        return f"{reverse('lobby:bingo')}?{urlencode({k: v for k, v in (asked | more).items() if v})}"


def bingo_rulesets() -> tuple[Ruleset, ...]:
    """The rulesets that reward a full hand on an empty board."""
    return tuple(
        ruleset
        for ruleset in playable_rulesets()
        if ruleset.scoring.full_hand_bonus and ruleset.placement == "crossword" and ruleset.board.first is None
    )


def read_question(data: Mapping[str, str]) -> Question:
    """The question in an address, with a tile added or taken away where one was pressed. Raises `BingoRefused`."""
    rulesets = bingo_rulesets()
    ruleset = next((known for known in rulesets if known.id == data.get("rules")), rulesets[0])
    tiles = list(read_tiles(data.get("tiles", "")))
    if data.get("add"):
        tiles += read_tiles(data["add"])
    drop = data.get("drop", "")
    if drop.isascii() and drop.isdigit() and len(drop) < 3 and int(drop) < len(tiles):
        del tiles[int(drop)]
    pattern = _read_pattern(data.get("pattern", ""))
    question = Question(ruleset, tuple(tiles), pattern, _read_target(data.get("target", "")))
    _check_tiles(ruleset, question.hand)
    return question


def read_tiles(text: str) -> tuple[str, ...]:
    """Names of tiles between blanks or commas; a piece that is no tile is read character by character."""
    names: list[str] = []
    for piece in filter(None, re.split(r"[\s,]+", text)):
        try:
            names.append(tile_name(piece))
        except FormatError:
            try:
                names += [tile_name(symbol) for symbol in split_line_text(piece)]
            except FormatError:
                raise BingoRefused("tiles", gettext("%(text)s is no tile.") % {"text": piece[:20]}) from None
    return tuple(names)


def _check_tiles(ruleset: Ruleset, tiles: tuple[str, ...]) -> None:
    for name in sorted(set(tiles)):
        if tiles.count(name) > ruleset.tiles.counts.get(name, 0):
            raise BingoRefused(
                "tiles",
                gettext("%(title)s has %(tile)s only %(count)d times.")
                % {"title": title_of(ruleset), "tile": name, "count": ruleset.tiles.counts.get(name, 0)},
            )
    most = TILES_MOST_WITH_BLANKS if tiles.count(BLANK) == BLANKS_MOST else TILES_MOST
    if len(tiles) > most:
        raise BingoRefused("tiles", gettext("That is too many: %(most)d tiles at most.") % {"most": most})
    if tiles.count(BLANK) > BLANKS_MOST:
        raise BingoRefused("tiles", gettext("That is too many: %(most)d blanks at most.") % {"most": BLANKS_MOST})


def _read_pattern(text: str) -> str:
    try:
        return read_pattern(text)
    except FormatError:
        raise BingoRefused("pattern", gettext("A pattern is made of digits, signs and =.")) from None


def _read_target(text: str) -> str:
    if not text.strip():
        return ""
    try:
        return tile_name(text.strip())
    except FormatError:
        raise BingoRefused("target", gettext("The target is one tile, such as 12 or +.")) from None


def lines_for(question: Question) -> list[Bingo]:
    """The lines of all the tiles that fit the pattern, the best first."""
    lines = all_bingos(question.ruleset, question.hand)
    return [line for line in lines if not question.pattern or fits_pattern(line, question.pattern)]


def drawn(ruleset: Ruleset) -> tuple[str, ...]:
    """A full hand, drawn at random, that makes at least one line."""
    chance = SystemRandom()
    tiles: tuple[str, ...] = ()
    for _ in range(_DRAWS_MOST):
        tiles = tuple(chance.sample(ruleset.tiles.all_tiles(), ruleset.hand_size))
        if EQUALS in tiles and tiles.count(BLANK) < BLANKS_MOST and all_bingos(ruleset, tiles):
            break
    return tiles


@dataclass(frozen=True)
class LineShown:
    """A line in the list."""

    text: str
    points: str
    url: str
    shown: bool


@dataclass(frozen=True)
class BestShown:
    """One line on the board."""

    line: str
    words: str
    picture: Picture


@dataclass(frozen=True)
class Found:
    """What the page shows of an answer."""

    headline: str
    lines: tuple[LineShown, ...] = ()
    shown: BestShown | None = None
    rest: str = ""


def found_of(question: Question, *, show: bool, chosen: str) -> Found:
    """The number of lines and, if they are to be shown, the lines with one of them on the board."""
    lines = lines_for(question)
    headline = ngettext("%(count)d line uses all tiles", "%(count)d lines use all tiles", len(lines)) % {
        "count": len(lines)
    }
    if not show or not lines:
        return Found(headline)
    on_board = next((line for line in lines if line.faces == chosen), lines[0])
    listed = tuple(
        LineShown(line.faces, _points(line), question.url(show="1", line=line.faces) + "#lines", line is on_board)
        for line in lines[:LINES_MOST]
    )
    rest = len(lines) - len(listed)
    more = ngettext("and %(count)d more", "and %(count)d more", rest) % {"count": rest} if rest else ""
    return Found(headline, listed, _on_board(question, on_board), more)


def _points(line: Bingo) -> str:
    return ngettext("%(points)d point", "%(points)d points", line.points) % {"points": line.points}


def _on_board(question: Question, line: Bingo) -> BestShown:
    play = parse_move(line.play, question.ruleset)
    assert isinstance(play, Play)
    words = gettext("Best first play: %(place)s, %(points)s") % {
        "place": line.play.partition(" ")[0].rstrip(">v"),
        "points": _points(line),
    }
    return BestShown(
        written(line.plain, question.ruleset), words, picture(opening(question.ruleset, question.hand), play)
    )


@dataclass(frozen=True)
class Checked:
    """What the referee says of somebody's own line."""

    right: bool
    words: str


def check_answer(question: Question, text: str) -> Checked:
    """Whether a line that somebody found is true and uses all the tiles."""
    try:
        plain = "".join(face_name(symbol) for symbol in split_line_text(re.sub(r"\s+", "", text)))
    except FormatError:
        return Checked(False, gettext("A line is made of digits, signs and =."))
    shown = written(plain, question.ruleset)
    same = [line for line in lines_for(question) if line.plain == plain]
    if same:
        return Checked(True, gettext("True: %(sum)s. It scores %(points)d.") % {"sum": shown, "points": same[0].points})
    verdict = judge_line(question.ruleset, plain)
    if verdict.refusal is not None:
        return Checked(False, verdict_words(verdict, spoken(), question.ruleset))
    return Checked(False, gettext("%(line)s is true, but it is no line of all these tiles.") % {"line": shown})


def game_choices(chosen: Ruleset) -> tuple[Choice, ...]:
    """The games to practise for."""
    return tuple(Choice(ruleset.id, title_of(ruleset), ruleset.id == chosen.id) for ruleset in bingo_rulesets())
