"""The rules of a ruleset as a page shows them: words, and examples that the referee judges now."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from summy.examples import TableExample, judge_line, table_examples
from summy.language import Translate
from summy.referee import Verdict
from summy.rulesets import Ruleset
from summy.rulesets.words import Sentence, rules_in_words
from summy.rulesets.words.sentence import Value

from ..games.ruleset_words import title_of, written
from .pictures import Picture, picture, prints_obelus
from .table_form import games, minute_of, playable_rulesets, sign_of, spoken


@dataclass(frozen=True)
class LineShown:
    """A line of tiles with the referee's word on it."""

    line: str
    legal: bool
    words: str


@dataclass(frozen=True)
class BoardShown:
    """A play on a small table with the referee's word on it."""

    title: str
    picture: Picture
    legal: bool
    words: str


@dataclass(frozen=True)
class RuleShown:
    """A rule with its examples."""

    text: str
    examples: tuple[LineShown, ...]


@dataclass(frozen=True)
class SectionShown:
    """A section of the page."""

    key: str
    title: str
    rules: tuple[RuleShown, ...]
    boards: tuple[BoardShown, ...]


def sections_of(ruleset: Ruleset) -> tuple[SectionShown, ...]:
    """The whole rules page, in the language of the reader."""
    say = spoken()
    return tuple(
        SectionShown(
            section.key,
            section.title.text(say),
            tuple(
                RuleShown(
                    _written(rule.sentence, ruleset).text(say),
                    tuple(_line(ruleset, line, say) for line in rule.examples),
                )
                for rule in section.rules
            ),
            board_examples(ruleset) if section.key == "placing" else (),
        )
        for section in rules_in_words(ruleset)
    )


def board_examples(ruleset: Ruleset) -> tuple[BoardShown, ...]:
    """Small tables with a play on each, legal ones first."""
    say = spoken()
    return tuple(_board(example, say) for example in table_examples(ruleset))


@dataclass(frozen=True)
class Teaser:
    """A game on the first page."""

    id: str
    title: str
    tile: str
    obelus: bool
    minute: tuple[str, ...]
    picture: Picture
    chosen: bool


def teasers(chosen: str) -> tuple[Teaser, ...]:
    """The games without their variants, each in one minute with a picture; `chosen` is to be played, else the first."""
    offered = games()
    if chosen not in {ruleset.id for ruleset in offered}:
        # A variant that somebody comes from its page to play is offered beside the games.
        offered += tuple(ruleset for ruleset in playable_rulesets() if ruleset.id == chosen)
    picked = chosen if chosen in {ruleset.id for ruleset in offered} else offered[0].id
    return tuple(
        Teaser(
            ruleset.id,
            title_of(ruleset),
            sign_of(ruleset),
            prints_obelus(ruleset),
            minute_of(ruleset),
            _teaser_picture(ruleset),
            ruleset.id == picked,
        )
        for ruleset in offered
    )


def _teaser_picture(ruleset: Ruleset) -> Picture:
    """The most telling legal example: the one with most tiles on the table, of those that cross another line."""
    legal = [example for example in table_examples(ruleset) if example.verdict.legal]
    best = max(legal, key=lambda example: (len(example.position.board) > 1, -len(example.verdict.lines)))
    return _board(best, spoken()).picture


def _line(ruleset: Ruleset, line: str, say: Translate) -> LineShown:
    verdict = judge_line(ruleset, line)
    return LineShown(line, verdict.legal, verdict_words(verdict, say, ruleset))


def _board(example: TableExample, say: Translate) -> BoardShown:
    closes = example.verdict.lines[0].closes if example.verdict.legal else ()
    return BoardShown(
        example.title.text(say),
        picture(example.position, example.play, closes=closes),
        example.verdict.legal,
        verdict_words(example.verdict, say, example.position.ruleset),
    )


def verdict_words(verdict: Verdict, say: Translate, ruleset: Ruleset) -> str:
    """Points of a legal play, or the reason why it is refused, as a sentence."""
    if verdict.refusal is None:
        return ngettext("%(points)d point", "%(points)d points", verdict.score) % {"points": verdict.score}
    params = {name: written(value, ruleset) for name, value in verdict.refusal.params.items()}
    sentence = replace(verdict.refusal, params=params).message(say)
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _written(sentence: Sentence, ruleset: Ruleset) -> Sentence:
    """The sentence with tiles and operators as the game prints them."""
    return replace(sentence, fields={name: _field(value, ruleset) for name, value in sentence.fields.items()})


def _field(value: Value, ruleset: Ruleset) -> Value:
    if isinstance(value, tuple):
        return tuple(_written(part, ruleset) for part in value)
    if isinstance(value, Sentence):
        return _written(value, ruleset)
    return written(value, ruleset) if isinstance(value, str) else value
