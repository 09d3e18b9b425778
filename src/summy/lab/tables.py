"""Games and turns as Parquet tables. The columns are described in docs/lab.md."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from summy.lab.games import PlayedGame, Turn
from summy.log import LogEvent
from summy.position import Hand, Position, hand_count
from summy.position_text import format_position
from summy.rulesets import Ruleset
from summy.tiles import format_hand

Numbered = tuple[int, PlayedGame]
"""A game with its number in the run."""


def points_type(ruleset: Ruleset) -> pa.DataType:
    """Where a line's result is scored, points may have as many digits as a line has squares."""
    return pa.decimal128(38, 0) if ruleset.scoring.result else pa.int64()


def games_table(ruleset: Ruleset, games: Sequence[Numbered]) -> bytes:
    """One row a game."""
    points = points_type(ruleset)
    schema = pa.schema(
        [
            ("game", pa.int64()),
            ("seed", pa.string()),
            ("players", pa.list_(pa.string())),
            ("scores", pa.list_(points)),
            ("winner", pa.int8()),
            ("reason", pa.string()),
            ("turns", pa.int32()),
        ]
    )
    return _written(schema, [_game_row(number, game) for number, game in games])


def _game_row(number: int, game: PlayedGame) -> dict[str, Any]:
    assert game.end.ended is not None
    return {
        "game": number,
        "seed": game.deal.seed.hex(),
        "players": list(game.names),
        "scores": list(game.scores),
        "winner": None if game.winner is None else game.winner + 1,
        "reason": game.end.ended.reason,
        "turns": len(game.turns),
    }


def turns_table(ruleset: Ruleset, games: Sequence[Numbered], *, positions: bool) -> bytes:
    """One row an event; what follows by the rules has no evaluation."""
    points = points_type(ruleset)
    fields = [
        ("game", pa.int64()),
        ("event", pa.int32()),
        ("side", pa.int8()),
        ("player", pa.string()),
        ("kind", pa.string()),
        ("move", pa.string()),
        ("points", points),
        ("total", points),
        ("lead_before", points),
        ("hand_before", pa.string()),
        ("stock_before", pa.int16()),
        ("unseen_before", pa.int16()),
        ("evaluation", pa.float64()),
        *([("position", pa.string())] if positions else []),
    ]
    rows = [row for number, game in games for row in _turn_rows(number, game, positions)]
    return _written(pa.schema(fields), rows)


def _turn_rows(number: int, game: PlayedGame, positions: bool) -> Iterator[dict[str, Any]]:
    count = 0
    for turn in game.turns:
        for index, event in enumerate(turn.events):
            count += 1
            row = _event_row(turn, event, first=index == 0)
            row |= {"game": number, "event": count, "player": game.names[event.side]}
            if positions:
                row["position"] = format_position(turn.before.position) if index == 0 else None
            yield row


def _event_row(turn: Turn, event: LogEvent, *, first: bool) -> dict[str, Any]:
    position = turn.before.position
    row: dict[str, Any] = {
        "side": event.side + 1,
        "kind": event.kind,
        "move": event.text or event.kind,
        "points": event.points,
        "total": event.total,
    }
    if first:
        others = [score for side, score in enumerate(position.scores) if side != event.side]
        row |= {
            "lead_before": position.scores[event.side] - max(others, default=0),
            "hand_before": _hand_text(position.hands[event.side]),
            "stock_before": position.stock_count,
            "unseen_before": unseen(position),
            "evaluation": turn.evaluation,
        }
    return row


def _hand_text(hand: Hand) -> str:
    return format_hand(hand) if isinstance(hand, tuple) else ""


def unseen(position: Position) -> int:
    """Tiles that the side to move does not see: the stock and the other hands."""
    others = (hand_count(hand) or 0 for side, hand in enumerate(position.hands) if side != position.to_move)
    return (position.stock_count or 0) + sum(others)


def _written(schema: pa.Schema, rows: list[dict[str, Any]]) -> bytes:
    content = io.BytesIO()
    columns = [pa.array([row.get(field.name) for row in rows], type=field.type) for field in schema]
    pq.write_table(pa.Table.from_arrays(columns, schema=schema), content, compression="zstd")
    return content.getvalue()
