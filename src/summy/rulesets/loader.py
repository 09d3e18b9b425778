"""Read a ruleset file, check it, and apply a table's options."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import resources
from pathlib import Path

from summy.errors import FormatError, RulesetError
from summy.rulesets.frozen import FrozenMapping
from summy.rulesets.model import (
    BoardSpec,
    ClockRules,
    EndRules,
    Grammar,
    Option,
    Ruleset,
    Scoring,
    SideRules,
    TileSet,
    TurnRules,
)
from summy.rulesets.table import Table
from summy.tiles import BLANK, FACES, NUMBERS, RANK, Token, face_name, has_own_face, shown, tile_name

PREMIUMS = ("2E", "3E", "2P", "3P")


def ruleset_names() -> tuple[str, ...]:
    """The rulesets that come with the package, in alphabetical order."""
    folder = resources.files("summy.rulesets")
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_ruleset(name: str | Path, options: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset called `name` (a path, or a text that ends in `.toml`, reads that file), with options applied.

    Raises RulesetError, which names the file and the key, for an unknown name, a faulty file or an option that the
    ruleset does not offer.
    """
    try:
        chosen = json.dumps(dict(options or {}), sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise RulesetError(str(name), "options", "must hold plain values", code="bad_option") from None
    if isinstance(name, Path) or name.endswith(".toml"):
        path = Path(name)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:  # ValueError: not UTF-8, or no possible path
            raise RulesetError(str(path), "", f"cannot be read ({type(error).__name__})") from None
        return _resolve(text, str(path), chosen)
    return _load_packaged(name, chosen)


@lru_cache(maxsize=256)
def _load_packaged(name: str, chosen: str) -> Ruleset:
    if name not in ruleset_names():
        known = ", ".join(ruleset_names())
        raise RulesetError(shown(name), "", f"no such ruleset; there are {known}", code="unknown_ruleset")
    text = (resources.files("summy.rulesets") / f"{name}.toml").read_text(encoding="utf-8")
    return _resolve(text, f"{name}.toml", chosen)


def _resolve(text: str, file: str, chosen: str) -> Ruleset:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # besides faults of form: numbers too long, nesting too deep
        raise RulesetError(file, "", f"is not TOML ({error})") from None
    options = _read_options(Table(file, "", data).table("options", optional=True), data)
    applied = _apply_options(file, data, options, json.loads(chosen))
    return _read(Table(file, "", data), options, applied)


def _read_options(table: Table, data: dict[str, object]) -> dict[str, Option]:
    options = {}
    for name in table.names():
        entry = table.table(name)
        field = entry.text("field")
        group, _, key = field.partition(".")
        group_data = data.get(group)
        if not isinstance(group_data, dict) or key not in group_data:
            raise entry.error("field", f"there is no field {shown(field)}")
        default = group_data[key]
        choices = entry.list_("choices", optional=True) or ([False, True] if isinstance(default, bool) else [])
        if not any(default is choice or (type(default) is type(choice) and default == choice) for choice in choices):
            raise entry.error("choices", "the default must be among them")
        if not all(isinstance(choice, bool | int | str) for choice in choices):
            raise entry.error("choices", "must be texts, whole numbers, true or false")
        entry.done()
        ordered = [default, *(choice for choice in choices if choice != default)]
        options[name] = Option(name, field, tuple(ordered))
    return options


def _apply_options(
    file: str, data: dict[str, object], options: Mapping[str, Option], chosen: Mapping[str, object]
) -> dict[str, object]:
    """Write the chosen values into `data`; returns those that differ from the default."""
    applied: dict[str, object] = {}
    for name, value in sorted(chosen.items()):
        option = options.get(name)
        if option is None:
            raise RulesetError(file, f"options.{name}", "this ruleset has no such option", code="unknown_option")
        if not any(type(value) is type(choice) and value == choice for choice in option.choices):
            allowed = ", ".join(json.dumps(choice) for choice in option.choices)
            raise RulesetError(file, f"options.{name}", f"must be one of {allowed}", code="bad_option")
        if value != option.choices[0]:
            applied[name] = value
            group, _, key = option.field.partition(".")
            data[group][key] = value  # type: ignore[index]
    return applied


def _read(root: Table, options: dict[str, Option], applied: dict[str, object]) -> Ruleset:
    grammar, turn, end, sides = (root.table(name) for name in ("grammar", "turn", "end", "sides"))
    placement, scoring, clock = (
        root.table("placement"),
        root.table("scoring"),
        root.table("clock", optional=True),
    )
    hand, start = root.table("hand"), root.table("start")
    root.table("options", optional=True)  # read already
    tiles = _read_tiles(root.table("tiles"))
    ruleset = Ruleset(
        id=_read_id(root),
        version=root.integer("version", least=1),
        title=root.text("title"),
        tiles=tiles,
        hand_size=hand.integer("size", least=1, most=12),
        board=_read_board(root.table("board"), tiles),
        grammar=Grammar(
            several_equals=grammar.boolean("several_equals"),
            operator_required=grammar.boolean("operator_required"),
            right_side_number=grammar.boolean("right_side_number"),
            sign=grammar.boolean("sign"),
            max_digits=grammar.integer("max_digits"),
            integer_steps=grammar.boolean("integer_steps"),
        ),
        placement=placement.choice("kind", ("line", "crossword")),
        reserves_ends=placement.boolean("reserves_ends"),
        scoring=Scoring(result=scoring.boolean("result"), full_hand_bonus=scoring.integer("full_hand_bonus")),
        turn=TurnRules(
            discard=turn.boolean("discard"),
            exchange=turn.boolean("exchange"),
            exchange_min_stock=turn.integer("exchange_min_stock", optional=True),
            pass_=turn.choice("pass", ("always", "stock_empty", "never")),
            challenge=turn.choice("challenge", ("none", "auto", "challenge")),
        ),
        sides=SideRules(
            minimum=sides.integer("min", least=1, most=4),
            maximum=sides.integer("max", least=1, most=4),
            default=sides.integer("default", least=1, most=4),
        ),
        first_side=start.choice("first_side", ("random", "lowest", "draw")),
        end=EndRules(
            scoreless_per_side=end.integer("scoreless_per_side", least=1),
            scoreless_counts=end.choice("scoreless_counts", ("always", "stock_empty")),
            scoreless_deduct=end.boolean("scoreless_deduct"),
            out=end.boolean("out"),
            out_bonus=end.integer("out_bonus"),
            no_play=end.boolean("no_play"),
        ),
        clock=ClockRules(
            turn_seconds=clock.integer("turn_seconds", optional=True),
            side_seconds=clock.integer("side_seconds", optional=True),
            overtime_points=clock.integer("overtime_points", optional=True),
            overtime_limit_minutes=clock.integer("overtime_limit_minutes", optional=True),
        ),
        available_options=FrozenMapping(options),
        options=FrozenMapping(applied),
    )
    for table in (grammar, turn, end, sides, placement, scoring, clock, hand, start, root):
        table.done()
    _check_together(root, ruleset)
    # After the checks: only what the tables may hold is hashed.
    resolved = json.dumps({key: value for key, value in root.data.items() if key != "options"}, sort_keys=True)
    return replace(ruleset, digest=hashlib.sha256(resolved.encode()).hexdigest())


def _read_id(root: Table) -> str:
    """The name, which also stands in texts and file names."""
    name = root.text("id")
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,40}", name):
        raise root.error("id", f"must be small letters, digits and hyphens, not {shown(name)}")
    return name


def _check_together(root: Table, rules: Ruleset) -> None:
    """Refuse fields that are right one by one and do not go together."""
    grammar, sides = rules.grammar, rules.sides
    challenged = rules.turn.challenge == "challenge"
    faults = {
        "grammar.several_equals": (
            grammar.several_equals and grammar.right_side_number,
            "cannot go with right_side_number: the right side is one number",
        ),
        "scoring.result": (
            rules.scoring.result and not grammar.right_side_number,
            "needs grammar.right_side_number: the result is the number on the right",
        ),
        "sides.default": (not sides.minimum <= sides.default <= sides.maximum, "must lie between min and max"),
        "board.width": (
            rules.placement == "crossword" and not rules.board.bounded,
            "crossword placement needs a board with an edge",
        ),
        "board.first": (
            rules.placement == "line" and rules.board.first is None,
            "line placement needs a first tile: each line goes through a tile of the table",
        ),
        "sides.max": (challenged and sides.maximum > 2, "a play can be challenged only where two sides play"),
        "placement.reserves_ends": (
            challenged and rules.reserves_ends,
            "cannot go with challenges: a play taken back would leave its ends closed",
        ),
        "start.first_side": (
            rules.first_side == "draw" and not _draw_is_decided(rules),
            "a draw needs a highest tile, and lower ones for the other sides",
        ),
    }
    for key, (holds, message) in faults.items():
        if holds:
            raise root.error(key, message)


def _draw_is_decided(rules: Ruleset) -> bool:
    """Whether one side can draw higher than all others; else they would draw for ever."""
    counts = rules.tiles.counts
    highest = BLANK if BLANK in counts else next((name for name in reversed(NUMBERS) if name in counts), None)
    return highest is not None and rules.tiles.total - counts[highest] >= rules.sides.maximum


def _read_tiles(table: Table) -> TileSet:
    entries = table.table("set")
    counts: dict[str, int] = {}
    points: dict[str, int] = {}
    for written in entries.names():
        pair = entries.list_(written)
        try:
            name = tile_name(written)
        except FormatError as error:
            raise entries.error(written, error.message) from None
        if name != written:
            raise entries.error(written, f"is called {name} here")
        if len(pair) != 2 or any(type(number) is not int or not 0 <= number <= 1000 for number in pair) or not pair[0]:
            raise entries.error(written, "must be [count, points], whole numbers up to 1000, count at least 1")
        counts[name], points[name] = pair
    names = sorted(counts, key=RANK.__getitem__)
    blank_faces = _read_blank_faces(table, BLANK in counts)
    total = table.integer("total", least=1)
    if total != sum(counts.values()):
        raise table.error("total", f"is {total}, but the counts add up to {sum(counts.values())}")
    table.done()
    return TileSet(
        counts=FrozenMapping({name: counts[name] for name in names}),
        points=FrozenMapping({name: points[name] for name in names}),
        blank_faces=blank_faces,
    )


def _read_blank_faces(table: Table, has_blank: bool) -> tuple[str, ...]:
    faces = table.list_("blank_faces", optional=True)
    if bool(faces) != has_blank:
        raise table.error("blank_faces", "must be given exactly where the set has a blank")
    for face in faces:
        if not isinstance(face, str):
            raise table.error("blank_faces", f"{shown(face)} is not a face")
        try:
            face_name(face)
        except FormatError as error:
            raise table.error("blank_faces", error.message) from None
    return tuple(face for face in FACES if face in faces)


def _read_board(table: Table, tiles: TileSet) -> BoardSpec:
    width = table.integer("width", optional=True) or None
    height = table.integer("height", optional=True) or None
    if (width is None) != (height is None):
        raise table.error("width", "width and height go together")
    if width is not None and height is not None and not (width <= 26 and height <= 99):
        raise table.error("width", "a board has at most 26 columns and 99 rows")
    layout = table.list_("premium", optional=True)
    if layout and width is None:
        raise table.error("premium", "premium squares need a board with width and height")
    rows = tuple(_read_premium_row(table, row, width) for row in layout)
    if rows and len(rows) != height:
        raise table.error("premium", f"must have {height} rows")
    expected = table.table("premium_counts", optional=True)
    for kind in PREMIUMS:
        count = sum(row.count(kind) for row in rows)
        if expected.integer(kind, optional=True) != count:
            raise expected.error(kind, f"the layout has {count}")
    expected.done()
    spec = BoardSpec(width, height, None, rows)
    entry = table.table("first", optional=True)
    if entry.data:
        tile = entry.choice("tile", tuple(name for name in tiles.counts if has_own_face(name)))
        square = (entry.integer("x"), entry.integer("y"))
        if not spec.contains(square):
            raise entry.error("x", "the first tile must lie on the board")
        entry.done()
        spec = BoardSpec(width, height, (Token(tile, tile), square), rows)
    table.done()
    return spec


def _read_premium_row(table: Table, row: object, width: int | None) -> tuple[str, ...]:
    cells = row.split() if isinstance(row, str) else []
    if len(cells) != width or any(cell not in (*PREMIUMS, "..") for cell in cells):
        raise table.error("premium", f"each row needs {width} of .. 2E 3E 2P 3P; this one is {shown(row)}")
    return tuple("" if cell == ".." else cell for cell in cells)
