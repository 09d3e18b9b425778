"""The rules of a ruleset for the terminal, each example with the referee's verdict on it."""

from __future__ import annotations

import textwrap
from typing import Any

from summy.cli.output import console
from summy.examples import judge_line
from summy.language import Translate, marked
from summy.referee import Verdict
from summy.rulesets import Ruleset
from summy.rulesets.words import Rule, rules_in_words

BODY_WIDTH = 96
"""Characters of a line at most: longer lines are hard to read."""


def rules_as_json(ruleset: Ruleset, translate: Translate) -> dict[str, Any]:
    """`{"rules", "version", "title", "sections": [{"key", "title", "rules": [{"text", "examples"}]}]}`."""
    return {
        "rules": ruleset.id,
        "version": ruleset.version,
        "title": translate(ruleset.title),
        "sections": [
            {
                "key": section.key,
                "title": section.title.text(translate),
                "rules": [_rule_as_json(ruleset, rule, translate) for rule in section.rules],
            }
            for section in rules_in_words(ruleset)
        ],
    }


def _rule_as_json(ruleset: Ruleset, rule: Rule, translate: Translate) -> dict[str, Any]:
    examples = []
    for line in rule.examples:
        verdict = judge_line(ruleset, line)
        answer: dict[str, Any] = {"line": line, "legal": verdict.legal}
        if verdict.refusal is None:
            answer["score"] = verdict.score
        else:
            answer |= {"code": verdict.refusal.code, "message": verdict.refusal.message(translate)}
        examples.append(answer)
    return {"text": rule.sentence.text(translate), "examples": examples}


def print_rules(ruleset: Ruleset, translate: Translate) -> None:
    """The rules in sections, examples below the rule that they show."""
    from rich.text import Text

    out = console()
    width = min(out.width, BODY_WIDTH)
    out.print(Text(translate(ruleset.title), "bold underline"))
    for section in rules_in_words(ruleset):
        out.print(Text(f"\n{section.title.text(translate)}", "bold"))
        for rule in section.rules:
            body = textwrap.wrap(rule.sentence.text(translate), width - 4)
            out.print("\n".join(("  - " if index == 0 else "    ") + line for index, line in enumerate(body)))
            longest = max((len(example) for example in rule.examples), default=0)
            for example in rule.examples:
                verdict = judge_line(ruleset, example)
                style = "green" if verdict.legal else "red"
                shown = _verdict_in_words(verdict, translate)
                out.print(Text.assemble("      ", (example.ljust(longest), "bold"), "  ", (shown, style)))


def _verdict_in_words(verdict: Verdict, translate: Translate) -> str:
    if verdict.refusal is None:
        return translate(marked("right, {points} points")).format(points=verdict.score)
    return translate(marked("wrong: {reason}")).format(reason=verdict.refusal.message(translate))
