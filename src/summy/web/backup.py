"""Backups of a server's data: one SQLite file that can be copied anywhere, taken while the server runs.

The secrets are not in a backup: after restoring into a new data directory people sign in again with fresh cookies.
A PostgreSQL database is backed up with its own tools (`pg_dump`).
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from summy.web.configuration import DATABASE_FILE, ConfigurationError, read_server_settings
from summy.web.data_lock import serving

_NEEDED_TABLES = {"games_game", "games_gameevent", "django_migrations"}


def backup(data: Path, to: Path) -> None:
    """Write a consistent copy of the database in `data` to the new file `to`.

    Raises `ConfigurationError` when there is no SQLite database, or when `to` exists.
    """
    source = _database_file(data)
    if not source.is_file():
        raise ConfigurationError(f"{data} holds no database")
    if to.exists():
        raise ConfigurationError(f"{to} exists already")
    unfinished = to.with_name(f".{to.name}.{secrets.token_hex(4)}")
    try:
        _copy(source, unfinished)
        os.replace(unfinished, to)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(data: Path, backup_file: Path) -> Path | None:
    """Put the database of a backup in place of the one in `data`; the server must not be running.

    Returns where the database that was there before has been kept, None when there was none.
    Raises `ConfigurationError` when the file is no sound backup or the server runs.
    """
    _check_backup(backup_file)
    target = _database_file(data)
    with serving(data, 1):
        unfinished = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        _copy(backup_file, unfinished)
        kept = None
        if target.exists():
            kept = target.with_name(f"before-restore-{secrets.token_hex(4)}.sqlite3")
            backup(data, kept)
        for beside in ("-wal", "-shm"):
            target.with_name(target.name + beside).unlink(missing_ok=True)
        os.replace(unfinished, target)
    return kept


def _copy(source: Path, to: Path) -> None:
    """Copy a database page by page, as SQLite's own backup does: copying the file would miss its write-ahead log."""
    with closing(sqlite3.connect(_read_only(source), uri=True)) as reading, closing(sqlite3.connect(to)) as writing:
        reading.backup(writing)
        # The copy is a single file, without a log beside it.
        writing.execute("PRAGMA journal_mode = DELETE")


def _database_file(data: Path) -> Path:
    if read_server_settings(data).database_url:
        raise ConfigurationError("this server's data is in PostgreSQL: use pg_dump and pg_restore")
    return data / DATABASE_FILE


def _check_backup(file: Path) -> None:
    """Refuse what is not a whole backup of ours before anything is replaced."""
    if not file.is_file():
        raise ConfigurationError(f"there is no file {file}")
    try:
        with closing(sqlite3.connect(_read_only(file), uri=True)) as reading:
            damage = reading.execute("PRAGMA integrity_check").fetchone()[0]
            tables = {row[0] for row in reading.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise ConfigurationError(f"{file} is not a backup: {error}") from None
    if damage != "ok":
        raise ConfigurationError(f"{file} is damaged: {damage}")
    if not tables >= _NEEDED_TABLES:
        raise ConfigurationError(f"{file} is not a backup of this site")


def _read_only(file: Path) -> str:
    """SQLite's address of a file that is only read."""
    return f"{file.resolve().as_uri()}?mode=ro"
