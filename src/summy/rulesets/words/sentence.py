"""Sentences that are translated late: a template and its fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Union

from summy.language import Translate


def same(message: str) -> str:
    """The translation into English: the message itself."""
    return message


Value = Union[str, int, "Sentence", tuple["Sentence", ...]]
"""What a field may hold: text, a number, a sentence, or sentences that are joined by semicolons."""


@dataclass(frozen=True)
class Sentence:
    """One sentence, or part of one, with named fields."""

    template: str
    """The English text, as it stands in the catalogue."""

    fields: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    """What is put in, by name. Sentences inside are translated too."""

    def text(self, translate: Translate = same) -> str:
        """The sentence in one language.

        >>> Sentence("{n} tiles: {groups}.", {"n": 3, "groups": (Sentence("a"), Sentence("b"))}).text()
        '3 tiles: a; b.'
        """
        return translate(self.template).format(
            **{name: _shown(value, translate) for name, value in self.fields.items()}
        )


def say(template: str, **fields: Value) -> Sentence:
    """A sentence; the template is gathered for translation, as by `marked`."""
    return Sentence(template, fields)


def _shown(value: Value, translate: Translate) -> str:
    if isinstance(value, tuple):
        return "; ".join(part.text(translate) for part in value)
    return value.text(translate) if isinstance(value, Sentence) else str(value)


@dataclass(frozen=True)
class Rule:
    """One rule, with lines that show what it allows and what it does not."""

    sentence: Sentence

    examples: tuple[str, ...] = ()
    """Line texts such as `8x15=120`. Nothing here says whether they are legal: ask the referee."""


def rule(template: str, *examples: str, **fields: Value) -> Rule:
    """A rule with its examples; the template is gathered for translation, as by `marked`."""
    return Rule(Sentence(template, fields), examples)


@dataclass(frozen=True)
class Section:
    """Rules about one thing."""

    key: str
    """Stable name for links: `aim`, `material`, `turn`, `placing`, `sums`, `score`, `end`, `options`."""

    title: Sentence
    rules: tuple[Rule, ...]
