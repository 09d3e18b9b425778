"""The table of one position: where tiles lie, which squares are closed, what the mover holds."""

from typing import Any, NamedTuple

from .rulebook import Rules, rules_of

Place = tuple[int, int]
STEPS = {"across": (1, 0), "down": (0, 1)}
OTHER = {"across": "down", "down": "across"}


class Table(NamedTuple):
    """What a play depends on."""

    rules: Rules
    tiles: dict[Place, tuple[str, str]]  # (tile, face) by square
    reserved: frozenset[Place]
    hand: tuple[str, ...]


def read_position(position: dict[str, Any]) -> Table:
    """Take from the JSON form of a position what a play of the side to move depends on."""
    board = position["board"]
    return Table(
        rules_of(position["rules"], position.get("options")),
        {(item["x"], item["y"]): (item["tile"], item.get("face", item["tile"])) for item in board},
        frozenset((x, y) for x, y in position.get("reserved", [])),
        tuple(position["hands"][position.get("to_move", 0)]),
    )


def on_board(table: Table, square: Place) -> bool:
    """Whether the square exists."""
    if table.rules["size"] is None:
        return True
    width, height = table.rules["size"]
    return 0 <= square[0] < width and 0 <= square[1] < height


def moved(square: Place, direction: str, distance: int) -> Place:
    """The square `distance` further in the direction."""
    step_x, step_y = STEPS[direction]
    return square[0] + step_x * distance, square[1] + step_y * distance


def run_through(tiles: dict[Place, tuple[str, str]], square: Place, direction: str) -> list[Place]:
    """The squares of the maximal unbroken run of tiles through an occupied square, in reading order."""
    start = square
    while moved(start, direction, -1) in tiles:
        start = moved(start, direction, -1)
    run = [start]
    while moved(run[-1], direction, 1) in tiles:
        run.append(moved(run[-1], direction, 1))
    return run


def with_tiles(table: Table, placed: list[dict[str, Any]]) -> dict[Place, tuple[str, str]]:
    """The tiles on the table once the placed ones lie there too."""
    new = {(item["x"], item["y"]): (item["tile"], item.get("face", item["tile"])) for item in placed}
    return table.tiles | new


def table_after(table: Table, placed: list[dict[str, Any]], direction: str | None) -> Table:
    """The table after a legal play, the hand not refilled, the same side to move."""
    tiles = with_tiles(table, placed)
    hand = list(table.hand)
    for item in placed:
        hand.remove(item["tile"])
    reserved = table.reserved
    if table.rules["placement"] == "line":
        assert direction is not None
        run = run_through(tiles, (placed[0]["x"], placed[0]["y"]), direction)
        ends = (moved(run[0], direction, -1), moved(run[-1], direction, 1))
        reserved = reserved | {square for square in ends if on_board(table, square)}
    return Table(table.rules, tiles, reserved, tuple(hand))
