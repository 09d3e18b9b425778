"""Is one play legal, what does it score, and if not, which code comes first?

Game over and whose turn it is are not looked at: only the play itself is.
"""

from typing import Any

from .arithmetic import fault_of_line, line_text, numbers_of, sides_of
from .rulebook import DIGITS
from .table import OTHER, Place, Table, moved, on_board, run_through, with_tiles

Verdict = dict[str, Any]


def refused(code: str) -> Verdict:
    """An illegal verdict."""
    return {"legal": False, "code": code}


def fault_of_tiles(table: Table, placed: list[dict[str, Any]]) -> str | None:
    """The codes that look at the tiles one by one, in order."""
    if not placed:
        return "nothing_placed"
    names = [item["tile"] for item in placed]
    if any(names.count(name) > table.hand.count(name) for name in names):
        return "tile_not_in_hand"
    faces = table.rules["faces"]
    if any("face" not in item and len(faces[item["tile"]]) > 1 for item in placed):
        return "face_missing"
    if any(item.get("face", item["tile"]) not in faces[item["tile"]] for item in placed):
        return "face_not_allowed"
    squares = [(item["x"], item["y"]) for item in placed]
    if not all(on_board(table, square) for square in squares):
        return "off_board"
    if any(square in table.tiles for square in squares) or len(set(squares)) < len(squares):
        return "square_taken"
    if any(square in table.reserved for square in squares):
        return "square_reserved"
    return None


def direction_of(table: Table, placed: list[dict[str, Any]], stated: str | None) -> str | None:
    """Along which direction the placed squares lie (None: along neither), the stated one first."""
    squares = [(item["x"], item["y"]) for item in placed]
    in_row = len({y for _, y in squares}) == 1
    in_column = len({x for x, _ in squares}) == 1
    if table.rules["placement"] == "line":
        fits = {"across": in_row, "down": in_column}
        return stated if stated is not None and fits[stated] else None
    if in_row and in_column:
        # A lone tile: the direction is that of its horizontal run, else the vertical one.
        row = run_through(with_tiles(table, placed), squares[0], "across")
        return "across" if len(row) > 1 else "down"
    return "across" if in_row else "down" if in_column else None


def touches_old_tile(table: Table, squares: list[Place]) -> bool:
    """Whether a placed tile lies beside, above or below a tile that was there before."""
    return any(
        moved(square, direction, distance) in table.tiles
        for square in squares
        for direction in ("across", "down")
        for distance in (-1, 1)
    )


def line_score(table: Table, run: list[Place], tiles: dict[Place, tuple[str, str]]) -> int:
    """The points of one right line; premium squares count where the tile is new."""
    rules = table.rules
    if rules["score"] == "digits":
        return sum(int(tiles[square][1]) for square in run if tiles[square][1] in DIGITS)
    total = 0
    times = 1
    for square in run:
        name = tiles[square][0]
        points = rules["points"][name] if rules["score"] == "points" else 1
        premium = rules["premium"].get(square, "") if square not in table.tiles else ""
        total += points * (int(premium[0]) if premium.endswith("P") else 1)
        times *= int(premium[0]) if premium.endswith("E") else 1
    if rules["score"] == "tiles_and_result":
        right = sides_of(tuple(tiles[square][1] for square in run))[-1]
        total += int("".join(numbers_of(right)[0]))
    return total * times


def judge(table: Table, placed: list[dict[str, Any]], direction: str | None) -> Verdict:
    """Judge a play: `{"legal": True, "score", "equations"}` or `{"legal": False, "code"}`."""
    fault = fault_of_tiles(table, placed)
    if fault:
        return refused(fault)
    along = direction_of(table, placed, direction)
    if along is None:
        return refused("not_one_line")
    squares = [(item["x"], item["y"]) for item in placed]
    tiles = with_tiles(table, placed)
    run = run_through(tiles, squares[0], along)
    if not set(squares) <= set(run):
        return refused("gap")
    if table.rules["placement"] == "line":
        if len(run) == len(squares):
            return refused("no_tile_from_table")
        runs = [run]
    else:
        if table.tiles and not touches_old_tile(table, squares):
            return refused("not_connected")
        if not table.tiles and table.rules["centre"] not in squares:
            return refused("opening_must_cover_centre")
        across = [run_through(tiles, square, OTHER[along]) for square in squares]
        crossings = sorted(across, key=lambda squares: (squares[0][1], squares[0][0]))
        runs = [line for line in [run, *crossings] if len(line) > 1]
        if not runs:
            return refused("no_equals")
    score = 0
    equations = []
    for line in runs:
        faces = tuple(tiles[square][1] for square in line)
        fault = fault_of_line(faces, table.rules)
        if fault:
            return refused(fault)
        score += line_score(table, line, tiles)
        equations.append(line_text(faces))
    if len(placed) >= table.rules["hand"]:
        score += table.rules["bonus"]
    return {"legal": True, "score": score, "equations": equations}
