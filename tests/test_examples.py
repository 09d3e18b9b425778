"""Worked examples: every one is judged, and shows what it is there to show."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from summy.errors import FormatError
from summy.examples import judge_line, table_examples
from summy.rulesets import load_ruleset, ruleset_names
from summy.rulesets.words import rules_in_words

CASES = json.loads((Path(__file__).parent / "cases" / "summy.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] == "sum"], ids=lambda case: case["input"])
def test_lines_are_judged_as_in_the_shared_cases(case: dict[str, object]) -> None:
    expected: dict[str, object] = case["expected"]  # type: ignore[assignment]
    verdict = judge_line(load_ruleset("summy"), str(case["input"]))
    assert verdict.legal == expected["legal"]
    if verdict.refusal is None:
        assert verdict.score == expected["score"]
    else:
        assert verdict.refusal.code == expected["code"]


@pytest.mark.parametrize("name", ruleset_names())
def test_examples_of_a_rule_show_what_is_allowed(name: str) -> None:
    """Each rule's first example is legal unless all of them show what is not; no two examples are the same."""
    ruleset = load_ruleset(name)
    for section in rules_in_words(ruleset):
        for rule in section.rules:
            legal = [judge_line(ruleset, line).legal for line in rule.examples]
            assert len(set(rule.examples)) == len(rule.examples)
            assert not any(legal) or legal[0], rule


def test_a_sign_that_exists_only_on_choice_tiles_is_laid_with_one() -> None:
    verdict = judge_line(load_ruleset("amath-70"), "8:2x4=16")
    assert verdict.legal
    assert verdict.lines[0].text == "8:2x4=16"


def test_a_long_line_fits_a_small_board() -> None:
    assert judge_line(load_ruleset("amath"), "70+118:2=129").legal


def test_bonus_squares_do_not_count_in_examples() -> None:
    assert judge_line(load_ruleset("amath"), "1+1=2").score == 1 + 2 + 1 + 1 + 1


@pytest.mark.parametrize("text", ["8 x 7", "8x[", "a", "[?]"])
def test_a_text_that_is_no_line_is_bad_input(text: str) -> None:
    with pytest.raises(FormatError):
        judge_line(load_ruleset("summy"), text)


@pytest.mark.parametrize("name", ["summy", "summy-127"])
def test_boards_show_the_rules_of_laying_tiles(name: str) -> None:
    verdicts = [example.verdict for example in table_examples(load_ruleset(name))]
    assert [verdict.refusal and verdict.refusal.code for verdict in verdicts] == [
        None,
        None,
        "square_reserved",
        "gap",
        "no_tile_from_table",
    ]


@pytest.mark.parametrize(("name", "legal"), [("amath", 5), ("amath-70", 5), ("summy-draft", 3)])
def test_boards_show_the_rules_of_crossword_placement(name: str, legal: int) -> None:
    verdicts = [example.verdict for example in table_examples(load_ruleset(name))]
    codes = [verdict.refusal and verdict.refusal.code for verdict in verdicts]
    assert codes == [None] * legal + ["no_equals", "not_connected", "opening_must_cover_centre"]
    assert [line.text for line in verdicts[2].lines] == ["7+1=8", "15x0=0"]


def test_a_full_hand_in_an_example_earns_the_bonus_of_the_rules() -> None:
    ruleset = load_ruleset("amath")
    full = next(e for e in table_examples(ruleset) if len(e.play.tiles) == ruleset.hand_size)
    assert full.verdict.score == full.verdict.lines[0].score + ruleset.scoring.full_hand_bonus
