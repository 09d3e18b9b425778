"""Ruleset files: the figures of the five games, and what the loader says of a faulty file."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attempt import attempt
from summy.errors import RulesetError
from summy.rulesets import Ruleset, load_ruleset, ruleset_names
from summy.rulesets.loader import _resolve
from summy.tiles import FACES, Token

FOLDER = resources.files("summy.rulesets")
SUMMY = (FOLDER / "summy.toml").read_text(encoding="utf-8")
AMATH = (FOLDER / "amath.toml").read_text(encoding="utf-8")
WITHOUT_OPTIONS = AMATH.partition("[options]")[0]
DRAFT = (FOLDER / "summy-draft.toml").read_text(encoding="utf-8")


def all_settings(name: str) -> list[dict[str, object]]:
    """Every way to set the options of a ruleset."""
    options = load_ruleset(name).available_options
    chosen = itertools.product(*(option.choices for option in options.values()))
    return [dict(zip(options, values, strict=True)) for values in chosen]


def refused(tmp_path: Path, text: str, options: dict[str, object] | None = None) -> RulesetError:
    """What the loader says of a file with this text."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset(file, options)
    error = caught.value
    assert error.file == str(file)
    assert error.message.startswith(f"{file}: ")
    return error


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The text with some parts exchanged; each must occur."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


# ------------------------------------------------------------------------------------------- the five games


def test_the_packaged_rulesets() -> None:
    assert ruleset_names() == ("amath", "amath-70", "summy", "summy-127", "summy-draft")


@pytest.mark.parametrize("name", ruleset_names())
def test_every_setting_of_the_options_loads_and_is_kept(name: str) -> None:
    for chosen in all_settings(name):
        ruleset = load_ruleset(name, chosen)
        defaults = {option.name: option.choices[0] for option in ruleset.available_options.values()}
        assert ruleset.options == {key: value for key, value in chosen.items() if value != defaults[key]}
        assert load_ruleset(name, ruleset.options) == ruleset


@pytest.mark.parametrize("name", ruleset_names())
def test_another_setting_is_another_digest(name: str) -> None:
    digests = [load_ruleset(name, chosen).digest for chosen in all_settings(name)]
    assert len(set(digests)) == len(digests)
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests)


def test_options_that_equal_the_default_leave_no_trace() -> None:
    assert load_ruleset("summy", {"integer_steps": False}) == load_ruleset("summy")
    assert load_ruleset("summy", {"integer_steps": True}).options == {"integer_steps": True}


@pytest.mark.parametrize(
    ("name", "copies"),
    [
        ("summy", {"digits": 6, "operators": 5, "equals": 14, "total": 94}),
        ("summy-127", {"digits": 8, "operators": 7, "equals": 19, "total": 127}),
        ("summy-draft", {"digits": 6, "operators": 5, "equals": 14, "total": 94}),
    ],
)
def test_tiles_of_the_summy_games(name: str, copies: dict[str, int]) -> None:
    tiles = load_ruleset(name).tiles
    assert {tiles.counts[str(digit)] for digit in range(10)} == {copies["digits"]}
    assert {tiles.counts[operator] for operator in "+-x:"} == {copies["operators"]}
    assert tiles.counts["="] == copies["equals"]
    assert tiles.total == sum(tiles.counts.values()) == len(tiles.all_tiles()) == copies["total"]
    assert len(tiles.counts) == 15


@pytest.mark.parametrize("name", ["summy", "summy-127"])
def test_summy_scores_its_digits_and_no_signs(name: str) -> None:
    points = load_ruleset(name).tiles.points
    assert points == {**{str(digit): digit for digit in range(10)}, "+": 0, "-": 0, "x": 0, ":": 0, "=": 0}


def test_the_first_equals_sign_lies_on_the_table() -> None:
    assert load_ruleset("summy").board.first == (Token("=", "="), (0, 0))
    assert load_ruleset("summy-127").board.first == (Token("=", "="), (12, 12))
    assert load_ruleset("amath").board.first is None


def test_boards() -> None:
    assert not load_ruleset("summy").board.bounded
    sizes = {name: (load_ruleset(name).board.width, load_ruleset(name).board.height) for name in ruleset_names()}
    assert sizes == {
        "summy": (None, None), "summy-127": (25, 25), "amath": (15, 15), "amath-70": (15, 15), "summy-draft": (15, 15),
    }  # fmt: skip
    assert load_ruleset("amath").board.centre == (7, 7)


def test_the_unlimited_table_reaches_as_far_as_coordinates() -> None:
    board = load_ruleset("summy").board
    assert board.contains((1_000_000, -1_000_000))
    assert not board.contains((1_000_001, 0))
    assert not board.contains((0, -1_000_001))


@pytest.mark.parametrize("name", ["amath", "amath-70", "summy-draft"])
def test_premium_squares(name: str) -> None:
    rows = load_ruleset(name).board.premium_rows
    counts = {kind: sum(row.count(kind) for row in rows) for kind in ("3E", "2E", "3P", "2P")}
    assert counts == {"3E": 8, "2E": 12, "3P": 17, "2P": 24}
    assert rows == rows[::-1]
    assert all(row == row[::-1] for row in rows)
    assert rows == tuple(zip(*rows, strict=True))
    board = load_ruleset(name).board
    assert (board.premium((7, 7)), board.premium((0, 0)), board.premium((1, 0))) == ("3P", "3E", "")
    assert board.premium((-1, 0)) == board.premium((15, 3)) == ""


def test_blanks_of_the_small_set_are_never_17_18_or_19() -> None:
    assert set(load_ruleset("amath").tiles.faces("?")) == set(FACES)
    assert set(load_ruleset("amath-70").tiles.faces("?")) == set(FACES) - {"17", "18", "19"}
    assert {"x", ":"} <= set(load_ruleset("amath-70").tiles.faces("?"))


def test_faces_of_choice_tiles() -> None:
    tiles = load_ruleset("amath").tiles
    assert (tiles.faces("+/-"), tiles.faces("x/:"), tiles.faces("12")) == (("+", "-"), ("x", ":"), ("12",))


FIGURES: dict[str, dict[str, object]] = {
    "summy": {
        "hand_size": 8, "placement": "line", "reserves_ends": True, "first_side": "random",
        "sides": (1, 4, 2), "turn.discard": True, "turn.exchange": False, "turn.pass_": "stock_empty",
        "turn.challenge": "none", "end.scoreless_per_side": 1, "end.scoreless_counts": "stock_empty",
        "end.scoreless_deduct": False, "end.out": False, "scoring.full_hand_bonus": 0, "scoring.result": False,
        "grammar.several_equals": False, "grammar.operator_required": True, "grammar.right_side_number": True,
        "grammar.sign": False, "grammar.max_digits": 0, "grammar.integer_steps": False,
    },
    "amath": {
        "hand_size": 8, "placement": "crossword", "reserves_ends": False, "first_side": "draw",
        "sides": (1, 2, 2), "turn.discard": False, "turn.exchange": True, "turn.exchange_min_stock": 5,
        "turn.pass_": "always", "turn.challenge": "auto", "end.scoreless_per_side": 3,
        "end.scoreless_counts": "always", "end.scoreless_deduct": True, "end.out": True, "end.out_bonus": 2,
        "scoring.full_hand_bonus": 40, "grammar.several_equals": True, "grammar.operator_required": False,
        "grammar.right_side_number": False, "grammar.sign": True, "grammar.max_digits": 3,
        "clock.turn_seconds": 120, "clock.side_seconds": 1320, "clock.overtime_points": 10,
        "clock.overtime_limit_minutes": 5,
    },
    "amath-70": {"hand_size": 8, "clock.side_seconds": 1200, "clock.turn_seconds": 120, "sides": (1, 2, 2)},
    "summy-127": {"hand_size": 8, "placement": "line", "sides": (1, 4, 2), "grammar.operator_required": True},
    "summy-draft": {
        "hand_size": 5, "placement": "crossword", "first_side": "random", "sides": (1, 2, 2),
        "turn.exchange": True, "turn.exchange_min_stock": 1, "turn.pass_": "always", "end.scoreless_per_side": 2,
        "end.scoreless_counts": "always", "end.scoreless_deduct": False, "end.out": True, "end.out_bonus": 0,
        "end.no_play": True, "scoring.result": True, "scoring.full_hand_bonus": 0,
        "grammar.several_equals": False, "grammar.operator_required": False, "grammar.right_side_number": True,
        "grammar.sign": False, "grammar.max_digits": 0,
    },
}  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_the_rules_pages(name: str) -> None:
    ruleset = load_ruleset(name)

    def figure(path: str) -> object:
        value: Any = ruleset
        for part in path.split("."):
            value = getattr(value, part)
        return (value.minimum, value.maximum, value.default) if path == "sides" else value

    assert {path: figure(path) for path in FIGURES[name]} == FIGURES[name]


def test_options_of_the_rules_pages() -> None:
    def choices(name: str) -> dict[str, tuple[object, ...]]:
        return {option.name: option.choices for option in load_ruleset(name).available_options.values()}

    summy = {"integer_steps": (False, True), "first_side": ("random", "lowest")}
    amath = {"challenge": ("auto", "challenge"), "first_side": ("draw", "random"), "pass": ("always", "never")}
    assert choices("summy") == choices("summy-127") == summy
    assert choices("amath") == choices("amath-70") == amath
    assert choices("summy-draft") == {}


# ------------------------------------------------------------------------------------------- nothing leaks


def test_a_ruleset_cannot_be_changed() -> None:
    ruleset = load_ruleset("amath", {"challenge": "challenge"})
    for mapping in (ruleset.tiles.counts, ruleset.tiles.points, ruleset.options, ruleset.available_options):
        with pytest.raises(TypeError):
            mapping["0"] = 99  # type: ignore[index]
    with pytest.raises(AttributeError):
        ruleset.hand_size = 9  # type: ignore[misc]


def test_the_options_that_were_given_may_change_afterwards() -> None:
    options: dict[str, object] = {"integer_steps": True}
    ruleset = load_ruleset("summy", options)
    options["integer_steps"] = False
    assert ruleset.options == {"integer_steps": True}
    assert load_ruleset("summy").options == {}


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_can_be_copied_and_sent_to_another_process(name: str) -> None:
    for chosen in all_settings(name):
        ruleset = load_ruleset(name, chosen)
        for again in (pickle.loads(pickle.dumps(ruleset)), copy.deepcopy(ruleset)):
            assert again == ruleset
            assert (repr(again), hash(again)) == (repr(ruleset), hash(ruleset))


def test_equal_rulesets_are_one_key() -> None:
    rulesets = {load_ruleset("summy"), load_ruleset("summy", {"first_side": "random"}), load_ruleset("summy-127")}
    assert len(rulesets) == 2
    assert repr(load_ruleset("summy", {"integer_steps": True})) == "load_ruleset('summy', {'integer_steps': True})"


# ------------------------------------------------------------------------------------------- faulty names and options


@pytest.mark.parametrize("name", ["", "chess", "../summy", "SUMMY", "summy ", "\ud800", "a" * 10_000])
def test_a_name_that_no_ruleset_has(name: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(name)
    assert caught.value.code == "unknown_ruleset"
    assert "summy-127" in caught.value.message
    assert len(caught.value.message) < 200


@pytest.mark.parametrize(
    ("options", "code", "key"),
    [
        ({"speed": 3}, "unknown_option", "options.speed"),
        ({"integer_steps": 1}, "bad_option", "options.integer_steps"),
        ({"integer_steps": "true"}, "bad_option", "options.integer_steps"),
        ({"integer_steps": None}, "bad_option", "options.integer_steps"),
        ({"integer_steps": [True]}, "bad_option", "options.integer_steps"),
        ({"first_side": "draw"}, "bad_option", "options.first_side"),
        ({"first_side": True}, "bad_option", "options.first_side"),
        ({"integer_steps": 10**5000}, "bad_option", "options"),
        ({"integer_steps": {1, 2}}, "bad_option", "options"),
        ({"integer_steps": float("nan")}, "bad_option", "options.integer_steps"),
    ],
)
def test_options_that_a_ruleset_does_not_offer(options: dict[str, object], code: str, key: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("summy", options)
    assert (caught.value.code, caught.value.key) == (code, key)


def test_options_that_hold_themselves() -> None:
    options: dict[str, object] = {}
    options["integer_steps"] = options
    with pytest.raises(RulesetError):
        load_ruleset("summy", options)


@pytest.mark.parametrize("path", ["missing.toml", "folder/missing.toml", "nul\0byte.toml", "\ud800.toml"])
def test_a_file_that_cannot_be_read(path: str) -> None:
    with pytest.raises(RulesetError, match="cannot be read"):
        load_ruleset(path)


def test_a_folder_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="cannot be read"):
        load_ruleset(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesetError, match="cannot be read"):
        load_ruleset(tmp_path / "bytes.toml")


# ------------------------------------------------------------------------------------------- faulty files


def test_a_file_is_read_by_path(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(changed(SUMMY, ('id = "summy"', 'id = "mine"'), ("size = 8", "size = 7")), encoding="utf-8")
    ruleset = load_ruleset(file, {"integer_steps": True})
    assert (ruleset.id, ruleset.hand_size, ruleset.grammar.integer_steps) == ("mine", 7, True)
    assert load_ruleset(str(file), {"integer_steps": True}) == ruleset


@pytest.mark.parametrize(
    "text", ["", "=", "a = ", "[tiles", "a = 1\na = 2", "a = " + "[" * 50_000, "a = " + "9" * 5000, "d = 2026-13-45"],
    ids=["empty", "sign", "no-value", "bracket", "twice", "deep", "long-number", "date"],
)  # fmt: skip
def test_a_file_that_is_no_ruleset_at_all(tmp_path: Path, text: str) -> None:
    error = refused(tmp_path, text)
    assert "is not TOML" in error.message or error.key == "grammar"


def every_key(text: str) -> list[tuple[str, str]]:
    """(dotted key, its line) of each line `key = value` of a ruleset file."""
    found, table = [], ""
    for line in text.splitlines():
        if match := re.fullmatch(r"\[(\w+)\]", line):
            table = f"{match[1]}."
        elif match := re.match(r"(\w+) = [^\[]", line):
            found.append((table + match[1], line))
    return found


KEYS = every_key(WITHOUT_OPTIONS)
MAY_BE_MISSING = re.compile(r"clock\..*|turn\.exchange_min_stock|tiles\.blank_faces|board\..*")


@pytest.mark.parametrize(("key", "line"), [entry for entry in KEYS if not MAY_BE_MISSING.fullmatch(entry[0])])
def test_every_missing_key_is_named(tmp_path: Path, key: str, line: str) -> None:
    error = refused(tmp_path, changed(WITHOUT_OPTIONS, (line + "\n", "")))
    assert error.key == key
    assert error.message.endswith(f"{key}: is missing")


@pytest.mark.parametrize(("key", "line"), KEYS)
@pytest.mark.parametrize("value", ["[]", "{}", '""', "2026-01-01", "10000000000"])
def test_every_value_of_another_kind_is_named(tmp_path: Path, key: str, line: str, value: str) -> None:
    name = key.rpartition(".")[2]
    error = refused(tmp_path, changed(WITHOUT_OPTIONS, (line, f"{name} = {value}")))
    # Two keys hold tables: an empty one is of the right kind, and something else is missing.
    empty_table = {"tiles.set": "tiles.blank_faces", "board.premium_counts": "board.premium_counts.2E"}
    assert error.key == (empty_table.get(key, key) if value == "{}" else key)


@pytest.mark.parametrize("table", [*sorted(tomllib.loads(AMATH).keys() - {"id", "version", "title", "options"}), ""])
def test_an_unknown_key_is_named_wherever_it_stands(tmp_path: Path, table: str) -> None:
    text = (
        f"surprise = 2026-01-01\n{AMATH}" if not table else changed(AMATH, (f"[{table}]", f"[{table}]\nsurprise = 1"))
    )
    error = refused(tmp_path, text)
    assert error.key == (f"{table}.surprise" if table else "surprise")
    assert "is not a key" in error.message


@pytest.mark.parametrize(
    ("base", "old", "new", "key", "says"),
    [
        (SUMMY, "total = 94", "total = 95", "tiles.total", "is 95, but the counts add up to 94"),
        (AMATH, "total = 100", "total = 70", "tiles.total", "the counts add up to 100"),
        (SUMMY, '"9" = [6, 9]', '"9" = [0, 9]', "tiles.set.9", "count at least 1"),
        (SUMMY, '"9" = [6, 9]', '"9" = [6]', "tiles.set.9", "[count, points]"),
        (SUMMY, '"9" = [6, 9]', '"9" = [6, 1001]', "tiles.set.9", "up to 1000"),
        (SUMMY, '"9" = [6, 9]', '"9" = [true, 9]', "tiles.set.9", "[count, points]"),
        (SUMMY, '"9" = [6, 9]', '"99" = [6, 9]', "tiles.set.99", "is not a tile"),
        (SUMMY, '"x" = [5, 0]', '"*" = [5, 0]', "tiles.set.*", "is called x here"),
        (SUMMY, '"x" = [5, 0]', '"?" = [5, 0]', "tiles.blank_faces", "exactly where the set has a blank"),
        (AMATH, '"?" = [4, 0]', '"?" = [4, 0], "y" = [1, 1]', "tiles.set.y", "is not a tile"),
        (AMATH, 'blank_faces = ["0"', 'blank_faces = ["21"', "tiles.blank_faces", "'21' is not a face"),
        (AMATH, 'blank_faces = ["0"', "blank_faces = [0", "tiles.blank_faces", "0 is not a face"),
        (AMATH, "3E = 8", "3E = 9", "board.premium_counts.3E", "the layout has 8"),
        (AMATH, "2P = 24", "2P = 23", "board.premium_counts.2P", "the layout has 24"),
        (AMATH, "premium_counts = {", "premium_count = {", "board.premium_counts.2E", "the layout has 12"),
        (AMATH, '"3E .. .. 2P', '"3E .. 2P', "board.premium", "15 of"),
        (AMATH, '"3E .. .. 2P', '"4E .. .. 2P', "board.premium", "this one is '4E"),
        (AMATH, "height = 15", "height = 14", "board.premium", "must have 14 rows"),
        (AMATH, "height = 15\n", "", "board.width", "go together"),
        (AMATH, "width = 15\nheight = 15\n", "", "board.premium", "need a board with width and height"),
        (AMATH, "width = 15", "width = 27", "board.width", "at most 26 columns"),
        (SUMMY, 'first = { tile = "="', 'first = { tile = "12"', "board.first.tile", "must be one of"),
        (SUMMY, "x = 0, y = 0", "x = 0", "board.first.y", "is missing"),
        (SUMMY, "first = {", "width = 5\nheight = 5\nfirst = { z = 1,", "board.first.z", "is not a key"),
        (SUMMY, "x = 0, y = 0", "x = 0, y = 5 }\nwidth = 5\nheight = 5 #", "board.first.x", "must lie on the board"),
        (SUMMY, "several_equals = false", "several_equals = true", "grammar.several_equals", "one number"),
        (DRAFT, "right_side_number = true", "right_side_number = false", "scoring.result", "right_side_number"),
        (SUMMY, "default = 2", "default = 4\nmax_ = 3", "sides.max_", "is not a key"),
        (SUMMY, "max = 4\ndefault = 2", "max = 2\ndefault = 3", "sides.default", "between min and max"),
        (SUMMY, 'kind = "line"', 'kind = "crossword"', "board.width", "needs a board with an edge"),
        (SUMMY, "first = {", "second = {", "board.second", "is not a key"),
        (SUMMY, 'first = { tile = "=", x = 0, y = 0 }', "", "board.first", "needs a first tile"),
        (SUMMY, 'challenge = "none"', 'challenge = "challenge"', "sides.max", "two sides"),
        (SUMMY, 'pass = "stock_empty"', 'pass = "sometimes"', "turn.pass", "must be one of always, stock_empty, never"),
        (SUMMY, 'id = "summy"', 'id = "Sum;my"', "id", "small letters"),
        (SUMMY, "size = 8", "size = 13", "hand.size", "from 1 to 12"),
        (AMATH, 'field = "turn.pass"', 'field = "turn.passing"', "options.pass.field", "there is no field"),
        (AMATH, 'field = "turn.pass"', 'field = "pass"', "options.pass.field", "there is no field"),
        (AMATH, 'choices = ["always", "never"]', 'choices = ["never"]', "options.pass.choices", "the default"),
        (AMATH, 'choices = ["always", "never"]', 'choices = ["always", []]', "options.pass.choices", "must be texts"),
        (AMATH, 'choices = ["always", "never"]', 'choice = ["always"]', "options.pass.choices", "the default"),
        (AMATH, 'field = "turn.pass"', 'field = "turn.pass", more = 1', "options.pass.more", "is not a key"),
    ],
)
def test_faults_name_file_and_key(tmp_path: Path, base: str, old: str, new: str, key: str, says: str) -> None:
    error = refused(tmp_path, changed(base, (old, new)))
    assert (error.key, error.code) == (key, "bad_ruleset")
    assert says in error.message


def test_challenges_and_closed_ends_do_not_go_together(tmp_path: Path) -> None:
    text = changed(SUMMY, ("max = 4", "max = 2"), ('challenge = "none"', 'challenge = "challenge"'))
    assert refused(tmp_path, text).key == "placement.reserves_ends"


def test_an_option_may_lead_to_a_fault_of_the_whole(tmp_path: Path) -> None:
    more = 'challenge = { field = "turn.challenge", choices = ["none", "challenge"] }'
    assert refused(tmp_path, f"{SUMMY}{more}", {"challenge": "challenge"}).key == "sides.max"


@pytest.mark.parametrize(
    "tiles",
    [
        '"+" = [5, 0], "=" = [14, 0]',
        '"7" = [6, 7]',
        '"7" = [6, 7], "=" = [1, 0]',
    ],
    ids=["signs", "sevens", "too-few"],
)
def test_a_draw_that_would_never_end_is_refused(tmp_path: Path, tiles: str) -> None:
    total = sum(int(count) for count in re.findall(r"\[(\d+)", tiles))
    text = re.sub(r"set = \{.*\}", lambda _: f"set = {{ {tiles} }}", DRAFT)
    text = changed(text, ("total = 94", f"total = {total}"), ('first_side = "random"', 'first_side = "draw"'))
    assert refused(tmp_path, text).key == "start.first_side"


LINES = AMATH.splitlines()


@settings(max_examples=150)
@given(data=st.data())
def test_a_damaged_file_is_a_ruleset_or_a_ruleset_error(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        put = data.draw(st.sampled_from(["", "=", "[", "]", "{", "}", '"', "1", "-", ".", "true", "\x00", "é", "\n"]))
        lines[at] = line[:cut] + put + line[cut + data.draw(st.integers(0, 3)) :]
    ruleset, error = attempt(lambda: _resolve("\n".join(lines), "mine.toml", "{}"))
    assert isinstance(ruleset, Ruleset) or (isinstance(error, RulesetError) and error.file == "mine.toml")
