"""The rules of any ruleset in words, generated from its data.

The command line, the rules page and the form of a new table all speak through this package, so they cannot
say different things. Sentences are English with named fields; `Sentence.text` translates them. Examples are
only lines of tiles: whoever shows them asks the referee what they are worth, so an example cannot be wrong
either.

>>> from summy.rulesets import load_ruleset
>>> for section in rules_in_words(load_ruleset("summy"))[:1]:
...     print(section.title.text())
...     print(section.rules[0].sentence.text())
Aim
Lay true sums and score their tiles. The highest score wins.
"""

from summy.rulesets.model import Ruleset
from summy.rulesets.words.choices import OptionWords, options_in_words
from summy.rulesets.words.course import (
    aim_section,
    end_section,
    material_section,
    options_section,
    turn_section,
)
from summy.rulesets.words.lines import placing_section, score_section, sums_section
from summy.rulesets.words.minute import in_one_minute
from summy.rulesets.words.sentence import Rule, Section, Sentence, same

__all__ = [
    "OptionWords",
    "Rule",
    "Section",
    "Sentence",
    "in_one_minute",
    "options_in_words",
    "rules_in_words",
    "same",
]


def rules_in_words(ruleset: Ruleset) -> tuple[Section, ...]:
    """All rules of a ruleset, in the order in which one would tell them."""
    sections = (
        aim_section(ruleset),
        material_section(ruleset),
        turn_section(ruleset),
        placing_section(ruleset),
        sums_section(ruleset),
        score_section(ruleset),
        end_section(ruleset),
        options_section(ruleset),
    )
    return tuple(section for section in sections if section.rules)
