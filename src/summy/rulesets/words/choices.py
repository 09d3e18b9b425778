"""The options of a ruleset in words: for the form of a new table and the rules page."""

from __future__ import annotations

from dataclasses import dataclass

from summy.language import marked
from summy.rulesets.model import Ruleset
from summy.rulesets.words.sentence import Sentence


@dataclass(frozen=True)
class OptionWords:
    """One option as people read it."""

    name: str
    title: Sentence
    choices: tuple[tuple[object, Sentence], ...]
    """Each allowed value with its words; the default comes first."""


_TITLES = {
    "grammar.integer_steps": marked("Steps of a sum"),
    "start.first_side": marked("Who begins"),
    "turn.challenge": marked("Untrue plays"),
    "turn.pass": marked("Passing"),
}

_CHOICES: dict[tuple[str, object], str] = {
    ("grammar.integer_steps", False): marked("any exact number"),
    ("grammar.integer_steps", True): marked("whole numbers from 0 only"),
    ("start.first_side", "random"): marked("chance decides"),
    ("start.first_side", "lowest"): marked("the lowest digit begins"),
    ("start.first_side", "draw"): marked("the highest tile drawn begins"),
    ("turn.challenge", "none"): marked("are refused at once"),
    ("turn.challenge", "auto"): marked("are refused at once"),
    ("turn.challenge", "challenge"): marked("stand until challenged"),
    ("turn.pass", "always"): marked("at any time"),
    ("turn.pass", "stock_empty"): marked("only when the stock is empty"),
    ("turn.pass", "never"): marked("never"),
}


def options_in_words(ruleset: Ruleset) -> tuple[OptionWords, ...]:
    """Every option a table may set, in the order of the file. A field nobody has words for shows its name."""
    return tuple(
        OptionWords(
            option.name,
            Sentence(_TITLES.get(option.field, option.name)),
            tuple((value, Sentence(_CHOICES.get((option.field, value), str(value)))) for value in option.choices),
        )
        for option in ruleset.available_options.values()
    )
