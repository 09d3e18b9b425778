"""Whether a move is legal, and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from summy.board import Board, Direction, Run, Square, format_square, reading_order
from summy.equation import find_fault, right_number
from summy.move import Challenge, Discard, Exchange, Move, Pass, Play, line_direction
from summy.position import Position, hand_count
from summy.referee.ending import AnyPlay, ends_when_accepted, outcome
from summy.referee.verdict import Line, Verdict
from summy.refusals import Refusal, refuse
from summy.rulesets import Ruleset
from summy.tiles import Token, face_text, format_faces


def judge(
    position: Position,
    move: Move,
    side: int | None = None,
    *,
    any_play: AnyPlay | None = None,
    left: frozenset[int] = frozenset(),
) -> Verdict:
    """Whether a move is legal now, with its score and lines, or the first reason why not. Never raises.

    Args:
        position: the position before the move. Where the hand of the side to move is hidden, its tiles are taken on
            trust.
        move: what the side does.
        side: who moves, counted from 0; the side to move when left out.
        any_play: finds whether a play exists, for games that end when there is none.
        left: sides that are no longer in the game.
    """
    if outcome(position, any_play, left=left) is not None:
        return _refused(refuse("game_over"))
    if side is not None and side != position.to_move:
        return _refused(refuse("not_your_turn"))
    if isinstance(move, Play | Discard | Exchange) and ends_when_accepted(position):
        return _refused(refuse("game_over", sentence="game_over_unless_challenged"))
    if isinstance(move, Play):
        return judge_play(position, move)
    refusal = _refusal_of_other(position, move)
    return Verdict(True) if refusal is None else _refused(refusal)


def judge_play(position: Position, play: Play) -> Verdict:
    """Judge a play as if it were this side's turn in a running game."""
    refusal = _refusal_of_tiles(position, play)
    if refusal is not None:
        return _refused(refusal)
    if position.ruleset.placement == "line" and play.direction is None and len(play.tiles) == 1:
        return _better_of(_judge_lines(position, replace(play, direction=way)) for way in Direction)
    return _judge_lines(position, play)


def _better_of(verdicts: Iterator[Verdict]) -> Verdict:
    """The legal verdict with the higher score; else the refusal of the direction that meets other tiles."""
    across, down = verdicts
    if across.legal and down.legal:
        return across if across.score >= down.score else down
    if across.legal != down.legal:
        return across if across.legal else down
    lonely = across.refusal is not None and across.refusal.code == "no_tile_from_table"
    return down if lonely else across


def _judge_lines(position: Position, play: Play) -> Verdict:
    rules = position.ruleset
    placed = {placement.square: placement.token for placement in play.tiles}
    after = position.board.placing(placed)
    direction = line_direction(play, position.board)
    refusal = _refusal_of_shape(position, play, after, direction)
    if refusal is not None:
        return _refused(refusal)
    assert direction is not None  # else the shape was refused
    runs = _counted_runs(rules, after, play, direction)
    if not runs:
        square = play.tiles[0].square
        return _refused(refuse("no_equals", square, sentence="no_line", square=_square_namer(rules)(square)))
    refusal = None if can_be_challenged(position) else refusal_of_lines(rules, runs)
    if refusal is not None:
        return _refused(refusal)
    lines = tuple(_scored(rules, run, placed) for run in runs)
    return Verdict(True, _total(rules, lines, len(placed)), lines)


def _refused(refusal: Refusal) -> Verdict:
    return Verdict(False, refusal=refusal)


def _refusal_of_tiles(position: Position, play: Play) -> Refusal | None:
    """Tiles in hand, faces, free squares on the board."""
    rules, board = position.ruleset, position.board
    if not play.tiles:
        return refuse("nothing_placed")
    missing = _not_in_hand(position, Counter(placement.tile for placement in play.tiles))
    if missing:
        squares = (placement.square for placement in play.tiles if placement.tile == missing)
        return refuse("tile_not_in_hand", *squares, tile=missing)
    name = _square_namer(rules)
    for placement in play.tiles:
        if placement.face is None:
            return refuse("face_missing", placement.square, tile=placement.tile, square=name(placement.square))
    for placement in play.tiles:
        if placement.face not in rules.tiles.faces(placement.tile):
            return refuse("face_not_allowed", placement.square, tile=placement.tile, face=placement.face)
    for square in play.squares:
        if not rules.board.contains(square):
            return refuse("off_board", square, square=name(square))
    seen: set[Square] = set()
    for square in play.squares:
        if square in board or square in seen:
            return refuse("square_taken", square, square=name(square))
        seen.add(square)
    for square in play.squares:
        if square in board.reserved:
            return refuse("square_reserved", square, square=name(square))
    return None


def _square_namer(rules: Ruleset) -> Callable[[Square], str]:
    return lambda square: format_square(square, bounded=rules.board.bounded)


def _not_in_hand(position: Position, wanted: Mapping[str, int]) -> str | None:
    """The first tile that the hand lacks. A hidden hand may hold any tile of the set, and as many as it counts."""
    hand = position.hands[position.to_move]
    have = Counter(hand) if isinstance(hand, tuple) else position.ruleset.tiles.counts
    missing = next((tile for tile, count in wanted.items() if count > have.get(tile, 0)), None)
    if missing is None and isinstance(hand, int) and sum(wanted.values()) > hand:
        return next(iter(wanted))
    return missing


def _refusal_of_shape(position: Position, play: Play, after: Board, direction: Direction | None) -> Refusal | None:
    """One unbroken whole line that is tied to the table; the text's claims about it."""
    rules, board = position.ruleset, position.board
    name = _square_namer(rules)
    if direction is None:
        return refuse("not_one_line", *play.squares)
    run = after.run(play.tiles[0].square, direction)
    covered = set(run.squares())
    beyond = next((square for square in play.squares if square not in covered), None)
    if beyond is not None:
        gap = run.ends()[1]
        return refuse("gap", gap, before=face_text(run.tokens[-1].face), square=name(gap))
    if play.written is not None:
        refusal = _refusal_of_written(play, run, board, name)
        if refusal is not None:
            return refusal
    if rules.placement == "line":
        if len(run.tokens) == len(play.tiles):
            return refuse("no_tile_from_table", *play.squares)
        return None
    if not board:
        centre = Square(*rules.board.centre)
        if centre not in covered:
            return refuse("opening_must_cover_centre", centre, square=name(centre))
        return None
    if not any(neighbour in board for square in play.squares for neighbour in square.neighbours()):
        return refuse("not_connected", *play.squares)
    return None


def _refusal_of_written(play: Play, run: Run, board: Board, name: Callable[[Square], str]) -> Refusal | None:
    """Whether the text gives the whole line, and the tiles that really lie there."""
    written = play.written
    assert written is not None
    if written.direction != run.direction:  # a lone tile may be written along either of its lines
        tokens = {**board.tokens, **{placement.square: placement.token for placement in play.tiles}}
        run = Board(tokens).run(play.tiles[0].square, written.direction)
    if (written.start, written.length) != (run.start, len(run.tokens)):
        line = format_faces(token.face for token in run.tokens)
        return refuse("line_not_whole", *run.squares(), line=line)
    for square, face, tile in written.table:
        found = board.get(square)  # there is one: the line is whole, and this tile of it was not placed
        if found is not None and (found.face != face or tile not in (None, found.tile)):
            given = face if tile is None else Token(tile, face).text
            lies = found.face if tile is None else found.text
            return refuse("table_tile_differs", square, square=name(square), found=lies, given=given)
    return None


def _counted_runs(rules: Ruleset, after: Board, play: Play, direction: Direction) -> list[Run]:
    """The lines that a play is judged by: the played one first, then crossings by row and column."""
    main = after.run(play.tiles[0].square, direction)
    if rules.placement == "line":
        return [main]
    crossings = (after.run(square, direction.other) for square in play.squares)
    ordered = sorted(crossings, key=lambda run: reading_order(run.start))
    return [run for run in (main, *ordered) if len(run.tokens) > 1]


def refusal_of_lines(rules: Ruleset, runs: list[Run]) -> Refusal | None:
    """The first line that is not a true equation, and why."""
    for run in runs:
        fault = find_fault([token.face for token in run.tokens], rules.grammar)
        if fault is not None:
            squares = run.squares()
            place = str(run.direction) if rules.placement == "crossword" else ""
            return fault.refusal.at(tuple(squares[index] for index in fault.indices), line=place)
    return None


def untrue_line(position: Position, play: Play) -> Refusal | None:
    """Why a play on the board (a pending one) can be challenged with success; None when all its lines are true."""
    before = position.board.without(play.squares)
    direction = line_direction(play, before)
    assert direction is not None
    return refusal_of_lines(position.ruleset, _counted_runs(position.ruleset, position.board, play, direction))


# -------------------------------------------------------------------------------------------------- scoring


def _scored(rules: Ruleset, run: Run, placed: Mapping[Square, Token]) -> Line:
    """A line with its points: tiles (premiums under new ones first), then the result, then the equation's factor."""
    total, factor = 0, 1
    for square, token in zip(run.squares(), run.tokens, strict=True):
        points = rules.tiles.points[token.tile]
        premium = rules.board.premium(square) if square in placed else ""
        if premium.endswith("P"):
            points *= int(premium[0])
        elif premium.endswith("E"):
            factor *= int(premium[0])
        total += points
    if rules.scoring.result:
        total += _right_number_or_zero(run)
    closes = tuple(end for end in run.ends() if rules.board.contains(end)) if rules.reserves_ends else ()
    return Line(run.start, run.direction, run.tokens, total * factor, closes)


def _right_number_or_zero(run: Run) -> int:
    """The number right of `=`; 0 for a line that has none (it is refused elsewhere)."""
    faces = [token.face for token in run.tokens]
    right = faces[len(faces) - faces[::-1].index("=") :] if "=" in faces else []
    return right_number(faces) if right and all(face.isdigit() for face in right) else 0


def _total(rules: Ruleset, lines: tuple[Line, ...], placed: int) -> int:
    bonus = rules.scoring.full_hand_bonus if placed >= rules.hand_size else 0
    return sum(line.score for line in lines) + bonus


# ---------------------------------------------------------------------------------------------- other moves


def _refusal_of_other(position: Position, move: Move) -> Refusal | None:
    if isinstance(move, Discard | Exchange):
        return _refusal_of_swap(position, move)
    if isinstance(move, Pass):
        return refusal_of_pass(position)
    if isinstance(move, Challenge) and not (can_be_challenged(position) and position.pending):
        return refuse("nothing_to_challenge")
    return None


def can_be_challenged(position: Position) -> bool:
    """Whether plays are taken unjudged and wait for a challenge; a side alone, or one of several, is always judged."""
    return position.ruleset.turn.challenge == "challenge" and position.sides == 2


def _refusal_of_swap(position: Position, move: Discard | Exchange) -> Refusal | None:
    turn, stock = position.ruleset.turn, position.stock_count
    if not (turn.discard if isinstance(move, Discard) else turn.exchange):
        return refuse("not_in_this_game")
    if not move.count:
        return refuse("nothing_placed")
    missing = _not_in_hand(position, Counter(move.tiles))
    if missing:
        return refuse("tile_not_in_hand", tile=missing)
    have = hand_count(position.hands[position.to_move])
    if have is not None and move.count > have:  # a swap whose tiles are hidden
        return refuse("tile_not_in_hand", sentence="hand_too_small", have=have, count=move.count)
    if isinstance(move, Discard):
        return refuse("stock_empty") if stock == 0 else None
    if stock is not None and stock < turn.exchange_min_stock:
        return refuse("bag_too_small", least=turn.exchange_min_stock, stock=stock)
    if stock is not None and move.count > stock:
        return refuse("too_many_tiles", stock=stock, count=move.count)
    return None


def refusal_of_pass(position: Position) -> Refusal | None:
    """Why the side to move may not pass now; None when it may.

    A play that went out waits only for a challenge: whatever the rule, passing accepts it.
    """
    rule = position.ruleset.turn.pass_
    if rule == "always" or ends_when_accepted(position):
        return None
    if rule == "stock_empty":
        return None if position.stock_empty else refuse("stock_not_empty")
    return refuse("pass_not_allowed")
