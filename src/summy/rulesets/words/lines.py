"""Lines in words: where tiles go, which lines are true, what they score. With examples."""

from __future__ import annotations

from summy.rulesets.model import Ruleset
from summy.rulesets.words.sentence import Rule, Section, rule, say


def placing_section(ruleset: Ruleset) -> Section:
    """Which squares a play may use."""
    rules = _crossword_placing(ruleset) if ruleset.placement == "crossword" else _line_placing(ruleset)
    return Section("placing", say("Laying tiles"), tuple(rules))


def _line_placing(ruleset: Ruleset) -> list[Rule]:
    rules = [
        rule(
            "Your tiles and tiles of the table form one straight line without a gap, read from left to "
            "right or from top to bottom."
        ),
        rule(
            "At least one tile comes from your hand and at least one lies on the table already. Every "
            "tile you lay is in that line."
        ),
        rule("The line is everything that touches end to end: the squares directly before and after it are empty."),
    ]
    if ruleset.reserves_ends:
        rules.append(
            rule(
                "From then on these two squares are closed. Nobody may lay anything there again, in "
                "either "
                "direction, so a finished sum can’t be made longer."
            )
        )
    if ruleset.board.bounded:
        rules.append(rule("Beyond the edge counts as empty."))
    rules += [
        rule(
            "Tiles that touch your line from the side don’t matter. They need not form anything and "
            "score nothing; anybody may use them later."
        ),
        rule("So a tile can be in one sum across and one sum down."),
        rule("If one tile completes a line in both directions, you say which of them you play."),
    ]
    return rules


def _crossword_placing(ruleset: Ruleset) -> list[Rule]:
    rules = [rule("All tiles of a turn go in one row or one column, without a gap except over tiles of the table.")]
    if ruleset.board.first is None:
        rules.append(
            rule(
                "The first play covers the square in the middle. Later at least one new tile touches a "
                "tile of the table."
            )
        )
    else:
        rules.append(rule("At least one new tile touches a tile of the table."))
    rules.append(rule("Every line of two or more tiles through a new tile, across and down, must be a true equation."))
    if ruleset.reserves_ends:
        rules.append(rule("The squares before and after each such line are closed from then on."))
    return rules


def sums_section(ruleset: Ruleset) -> Section:
    """What makes a line true."""
    rules = [*_equals(ruleset), *_numbers(ruleset), *_signs(ruleset), *_arithmetic(ruleset)]
    return Section("sums", say("True sums"), tuple(rules))


def _equals(ruleset: Ruleset) -> list[Rule]:
    grammar = ruleset.grammar
    if grammar.several_equals:
        rules = [rule("A line holds at least one =. All sides are equal.", "8+2=10", "1+2=3=6-3", "8x5=41")]
    else:
        rules = [rule("A line holds exactly one =.", "1+2=3", "1+2", "1+1=2=2")]
    if grammar.operator_required:
        rules.append(
            rule(
                "Left of = stand numbers with signs between them, at least one sign.",
                "8x15=120",
                "5=5",
                "1+=1",
            )
        )
    else:
        rules.append(rule("A side is a number, or numbers with signs between them.", "6=6", "4+3=7", "1++2=3"))
    if grammar.right_side_number:
        rules.append(rule("Right of = stands one number and nothing else.", "7-6=1", "6+0=1+5"))
    return rules


def _numbers(ruleset: Ruleset) -> list[Rule]:
    rules = []
    if any(name.isdigit() and int(name) > 9 for name in ruleset.tiles.counts):
        rules.append(
            rule(
                "Only tiles with one digit join into numbers; the tiles 10 to 20 stand alone.",
                "[12]:4=3",
                "[12]5-5=[12]0",
            )
        )
    if ruleset.grammar.max_digits:
        rules.append(
            rule(
                "A number has at most {most} digits.",
                "999-998=1",
                "1000-999=1",
                most=ruleset.grammar.max_digits,
            )
        )
    else:
        rules.append(rule("A number may have any number of digits.", "100-99=1", "9x9x9=729"))
    rules.append(rule("A number does not start with 0, unless it is 0 itself.", "8-8=0", "15+12=027"))
    return rules


def _signs(ruleset: Ruleset) -> list[Rule]:
    if ruleset.grammar.sign:
        return [
            rule(
                "A minus sign may stand at the start of a side, but not before 0; a plus sign may not.",
                "-1+3=2",
                "1-2=-1",
                "-0+1=1",
                "+1+1=2",
            )
        ]
    return [rule("There are no negative numbers: a sign stands only between two numbers.", "-1+3=2", "1-2=-1")]


def _arithmetic(ruleset: Ruleset) -> list[Rule]:
    rules = [
        rule(
            "{times} and {divided} come before {plus} and {minus}. Otherwise count from left to right.",
            "4+3x2=10",
            "70+118:2=129",
            "8:2x4=1",
            times="x",
            divided=":",
            plus="+",
            minus="-",
        )
    ]
    if ruleset.grammar.integer_steps:
        rules.append(rule("Every step gives a whole number that is not below 0.", "8:2x5=20", "5:2x4=10", "1-3+5=3"))
    else:
        rules.append(
            rule(
                "Steps on the way may be fractions or below 0; the count is always exact.",
                "5:2x4=10",
                "1-3+5=3",
                "1:3x3=1",
                "5:2=2",
            )
        )
    rules.append(
        rule(
            "Nothing can be divided by 0. You may divide 0 and multiply by it.",
            "0:5+2=2",
            "0x7=0",
            "4:0=0",
        )
    )
    return rules


def score_section(ruleset: Ruleset) -> Section:
    """What a play is worth."""
    rules = []
    if ruleset.placement == "line":
        rules.append(
            rule(
                "You score the digits of all tiles in your line, those that lay there too. Signs score nothing.",
                "8x15=120",
                "7-6=1",
                "0-0=0",
            )
            if _scores_digits(ruleset)
            else rule(
                "You score the points of all tiles in your line, those that lay there too.",
                "8x15=120",
                "7-6=1",
            )
        )
    else:
        rules.append(
            rule(
                "Every line you make or change scores the points of all its tiles. A tile in two lines counts in both."
            )
        )
    if ruleset.scoring.result:
        rules.append(rule("The number right of = is added."))
    if ruleset.board.premium_rows:
        rules += [
            rule("2P doubles and 3P triples the points of a tile laid there this turn."),
            rule("2E doubles and 3E triples the whole line afterwards; several multiply each other."),
        ]
    if ruleset.scoring.full_hand_bonus:
        rules.append(
            rule(
                "Laying {size} tiles or more in one turn earns {bonus} points more, added last.",
                size=ruleset.hand_size,
                bonus=ruleset.scoring.full_hand_bonus,
            )
        )
    return Section("score", say("Score"), tuple(rules))


def _scores_digits(ruleset: Ruleset) -> bool:
    """Whether each number tile is worth its own value and every sign nothing."""
    return all(points == (int(name) if name.isdigit() else 0) for name, points in ruleset.tiles.points.items())
