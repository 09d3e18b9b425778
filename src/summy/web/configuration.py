"""The settings of one server: a plain value, read from `server.toml` in the data directory.

Everything a running server keeps is in its data directory:

    summy.sqlite3     the database (unless `database_url` names another one)
    secret-key        signs cookies; made at the first start, readable by the owner only
    worker-secret     what engine workers show to the server; made at the first start
    server.toml       optional settings, the fields of `ServerSettings` but `data`
    server-0.lock     held by the running web process

`settings.py` turns the value that `use` was given into Django's settings. Without one there is no data directory
and nothing is kept: that is for the type checker, the message extractor and tests.
"""

from __future__ import annotations

import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from summy.errors import SummyError

DATABASE_FILE: Final = "summy.sqlite3"
SETTINGS_FILE: Final = "server.toml"
SECRET_KEY_FILE: Final = "secret-key"
WORKER_SECRET_FILE: Final = "worker-secret"

LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names under which this machine reaches itself."""

_CONVENTIONAL: Final = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL"}
"""Settings that hosting services hand to every program under a name of their own."""

_SQLITE_WAIT_S: Final = 2.0


class ConfigurationError(SummyError):
    """Server settings that can't be used; `code` is `bad_settings`."""

    def __init__(self, message: str) -> None:
        super().__init__("bad_settings", message)


@dataclass(frozen=True)
class ServerSettings:
    """How one server runs. Every field but `data` may stand in `server.toml`."""

    data: Path | None = None
    """The data directory; None keeps everything in memory."""
    hosts: tuple[str, ...] = ()
    """Host names people type, beside this machine's own (`LOCAL_HOSTS`). Also the allowed origins of sockets."""
    tls: bool = False
    """A proxy in front speaks https with people: cookies go over https only, plain http is redirected."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are believed."""
    database_url: str = ""
    """`postgresql://user:password@host/name`; empty: SQLite in the data directory."""
    redis_url: str = ""
    """`redis://host/0`: carries hints and presence between several web processes; empty: within this process."""
    web_processes: int = 1
    """How many web processes share the database. More than one needs PostgreSQL and Redis."""


def read_server_settings(data: Path, environment: Mapping[str, str] = os.environ) -> ServerSettings:
    """The settings of the server whose data directory is `data`; defaults where it has no `server.toml`.

    DATABASE_URL and REDIS_URL of the environment count where the file does not say otherwise.
    Raises `ConfigurationError`, naming file and key.
    """
    file = data / SETTINGS_FILE
    values: dict[str, Any] = {}
    if file.is_file():
        try:
            values = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"{file}: {error}") from None
    known = {field.name: field.type for field in fields(ServerSettings) if field.name != "data"}
    for key, value in values.items():
        if key not in known:
            raise ConfigurationError(f"{file}: {key} is not a setting; known are {', '.join(sorted(known))}")
        values[key] = _checked(f"{file}: {key}", str(known[key]), value)
    for key, variable in _CONVENTIONAL.items():
        if key not in values and environment.get(variable):
            values[key] = environment[variable]
    return replace(ServerSettings(data=data), **values)


def _checked(where: str, wanted: str, value: object) -> object:
    """A value of the settings file in the type of its field."""
    if wanted.startswith("tuple"):
        if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
            return tuple(value)
        raise ConfigurationError(f"{where} must be a list of texts")
    kinds: dict[str, type] = {"bool": bool, "int": int, "str": str}
    if type(value) is not kinds[wanted]:
        raise ConfigurationError(f"{where} must be of type {wanted}")
    return value


_in_use = ServerSettings()


def use(settings: ServerSettings) -> None:
    """Make these the settings of this process. Call it once, before Django is set up."""
    global _in_use
    _in_use = settings


def in_use() -> ServerSettings:
    """The settings of this process."""
    return _in_use


def kept_secret(data: Path | None, name: str) -> str:
    """The secret in the file `name` of the data directory, made when it is not there yet (mode 0600).

    Without a data directory a fresh one that dies with the process.
    """
    if data is None:
        return secrets.token_urlsafe(48)
    file = data / name
    if not file.exists():
        data.mkdir(parents=True, exist_ok=True)
        # Two processes may start at once: each writes its own file, the first to link it wins, both read the same.
        own = data / f".{name}.{secrets.token_hex(8)}"
        descriptor = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="utf-8") as writing:
            writing.write(secrets.token_urlsafe(48) + "\n")
        try:
            os.link(own, file)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    secret = file.read_text(encoding="utf-8").strip()
    if len(secret) < 32:
        raise ConfigurationError(f"{file} holds no secret; remove it and a new one is made")
    return secret


def database(settings: ServerSettings) -> dict[str, Any]:
    """Django's description of the database."""
    if settings.database_url:
        return _postgresql(settings.database_url)
    pragmas = (
        # Readers go on while a move is being written; only writers wait for one another.
        "PRAGMA journal_mode = WAL",
        # An acknowledged move must survive a power cut, not only a crash: every commit waits for the disk.
        "PRAGMA synchronous = FULL",
        # After a long reader has finished, the write-ahead log shrinks again to 64 MiB at most.
        "PRAGMA journal_size_limit = 67108864",
        # Sorting happens in memory: the data directory holds nothing but what is meant to be kept.
        "PRAGMA temp_store = MEMORY",
    )
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": ":memory:" if settings.data is None else settings.data / DATABASE_FILE,
        # Opening the file anew for each socket message would cost four times as much as a move itself.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # Take the write lock when a transaction begins: a read lock can't be raised later without failures.
            "transaction_mode": "IMMEDIATE",
            # busy_timeout: then the answer is `retry`, and nothing has been applied.
            "timeout": _SQLITE_WAIT_S,
            "init_command": "; ".join(pragmas),
        },
    }


def _postgresql(address: str) -> dict[str, Any]:
    parts = urlsplit(address)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ConfigurationError("database_url must look like postgresql://user:password@host/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        # The pool keeps the connections; a socket that lives for hours must not hold one.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {"pool": True, **dict(parse_qsl(parts.query))},
    }
