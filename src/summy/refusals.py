"""Why a move is refused: a machine code and one sentence, translatable and naming the place.

The codes and the order of judging are those of docs/formats.md. Sentences are English message ids with named
fields; `Refusal.message` translates the sentence first and fills it in then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from summy.language import Translate, marked
from summy.rulesets.frozen import FrozenMapping
from summy.rulesets.model import Xy


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal."""

    code: str
    """Machine code, e.g. `not_equal`."""

    template: str
    """English sentence with named fields, the message id of its translation."""

    params: Mapping[str, str]
    """Values of the fields."""

    squares: tuple[Xy, ...] = ()
    """The squares concerned, where the move names any."""

    line: str = ""
    """`across` or `down` where several lines were judged and this one failed, else empty."""

    def message(self, translate: Translate | None = None) -> str:
        """The sentence, in English or as `translate` says it."""
        say = translate or _as_it_is
        sentence = say(self.template).format_map(self.params)
        if self.line:
            return say(LINE_PREFIX[self.line]).format(reason=sentence)
        return sentence

    def at(self, squares: tuple[Xy, ...], *, line: str = "") -> Refusal:
        """The same refusal with its squares on the table."""
        return replace(self, squares=squares, line=line)


class Refused(Exception):
    """Raised by commands that were refused; carries the refusal."""

    refusal: Refusal

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message())
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[Refused], tuple[Refusal]]:
        """From one process to another with all it says."""
        return type(self), (self.refusal,)


def _as_it_is(text: str) -> str:
    return text


LINE_PREFIX = MappingProxyType(
    {
        "across": marked("across: {reason}"),
        "down": marked("down: {reason}"),
    }
)

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "game_over": marked("This game is over."),
        "game_over_unless_challenged": marked("The last play ends the game: accept it by passing, or challenge it."),
        "not_your_turn": marked("It is not your turn."),
        "nothing_placed": marked("Choose at least one tile."),
        "tile_not_in_hand": marked("{tile} is not in your hand, or not often enough."),
        "hand_too_small": marked("Your hand has {have} tiles, not {count}."),
        "face_missing": marked("Choose what {tile} at {square} stands for."),
        "face_not_allowed": marked("{tile} cannot stand for {face}."),
        "off_board": marked("{square} is not on the board."),
        "square_taken": marked("There is already a tile at {square}."),
        "square_reserved": marked("{square} is closed: a sum ends there."),
        "not_one_line": marked("All tiles of a turn go in one row or one column."),
        "gap": marked("There is a gap after {before}."),
        "line_not_whole": marked("The whole line there is {line}: give it from end to end."),
        "table_tile_differs": marked("At {square} the table has {found}, not {given}."),
        "no_tile_from_table": marked("Use at least one tile that is already on the table."),
        "not_connected": marked("At least one new tile must touch a tile on the board."),
        "opening_must_cover_centre": marked("The first play must cover the centre, {square}."),
        "no_equals": marked("{line} has no =."),
        "no_line": marked("The tile at {square} forms no line with another tile."),
        "several_equals": marked("{line} has more than one =."),
        "empty_side": marked("Nothing stands on one side of = in {line}."),
        "operator_misplaced": marked("In {line} the {operator} does not stand between two numbers."),
        "no_operator": marked("{line} has no + - x or : before the =."),
        "right_side_not_a_number": marked("After the = comes one number, not {side}."),
        "number_too_long": marked("{number} is too long: a number has at most {most} digits."),
        "two_digit_tile_joined": marked("The tile {tile} stands alone: no other number tile may be right beside it."),
        "leading_zero": marked("{number} starts with 0. A number can't start with 0."),
        "sign_not_allowed": marked("A number needs no + in front of it: {side}."),
        "minus_zero": marked("There is no minus in front of 0: {side}."),
        "division_by_zero": marked("Nothing can be divided by 0: {side}."),
        "step_not_whole": marked("In {side} a step gives {value}. Here each step must give a whole number, 0 or more."),
        "not_equal": marked("{left} is {value}, not {right}"),
        "not_equal_numbers": marked("{left} is not {right}"),
        "not_equal_line": marked("{line}, but {left} is {value}"),
        "not_equal_sides": marked("{line}, but {left} is {value} and {right} is {other}"),
        "stock_empty": marked("The stock is empty: there is nothing to draw."),
        "stock_not_empty": marked("You can pass only when the stock is empty."),
        "bag_too_small": marked("You can exchange only while the stock has at least {least} tiles; it has {stock}."),
        "too_many_tiles": marked("The stock has only {stock} tiles: you can't exchange {count}."),
        "nothing_to_challenge": marked("There is no play to challenge."),
        "pass_not_allowed": marked("Passing is not part of this game."),
        "not_in_this_game": marked("This game has no such move."),
    }
)
"""Sentence of each reason. A code with several sentences has further entries, e.g. `not_equal_line`."""


def refuse(code: str, *squares: Xy, sentence: str = "", **params: object) -> Refusal:
    """A refusal with the sentence of its code (or of `sentence`, where the code has several)."""
    texts = FrozenMapping({name: str(value) for name, value in params.items()})
    return Refusal(code, SENTENCES[sentence or code], texts, tuple(squares))
