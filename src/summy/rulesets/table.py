"""One table of a ruleset file, read key by key: every error names file and key, every unknown key is an error."""

from __future__ import annotations

from typing import Any

from summy.errors import RulesetError
from summy.tiles import shown


class Table:
    """A TOML table whose keys are taken one by one; `done` refuses what nobody asked for."""

    def __init__(self, file: str, path: str, data: dict[str, Any]) -> None:
        self.file = file
        self.path = path
        self.data = data
        self._taken: set[str] = set()

    def error(self, key: str, message: str) -> RulesetError:
        """An error at a key of this table."""
        return RulesetError(self.file, f"{self.path}.{key}" if self.path else key, message)

    def names(self) -> tuple[str, ...]:
        """All keys, in the order of the file."""
        return tuple(self.data)

    def _take(self, key: str, optional: bool) -> Any:
        self._taken.add(key)
        if key not in self.data:
            if optional:
                return None
            raise self.error(key, "is missing")
        return self.data[key]

    def table(self, key: str, *, optional: bool = False) -> Table:
        """A table inside this one (an empty one where it is optional and missing)."""
        value = self._take(key, optional)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            raise self.error(key, "must be a table")
        return Table(self.file, f"{self.path}.{key}" if self.path else key, value)

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self._take(key, optional=False)
        if not isinstance(value, str) or not value:
            raise self.error(key, "must be a text")
        return value

    def boolean(self, key: str) -> bool:
        """true or false."""
        value = self._take(key, optional=False)
        if not isinstance(value, bool):
            raise self.error(key, "must be true or false")
        return value

    def integer(self, key: str, *, least: int = 0, most: int = 1_000_000, optional: bool = False) -> int:
        """A whole number between `least` and `most`; 0 where it is optional and missing."""
        value = self._take(key, optional)
        if value is None:
            return 0
        if type(value) is not int or not least <= value <= most:
            raise self.error(key, f"must be a whole number from {least} to {most}, not {shown(value)}")
        return value

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """One of some texts."""
        value = self._take(key, optional=False)
        if value not in allowed or not isinstance(value, str):
            raise self.error(key, f"must be one of {', '.join(allowed)}, not {shown(value)}")
        return value

    def list_(self, key: str, *, optional: bool = False) -> list[Any]:
        """A list; an empty one where it is optional and missing."""
        value = self._take(key, optional)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(key, "must be a list")
        return value

    def done(self) -> None:
        """Refuse keys that nobody asked for."""
        for key in self.data:
            if key not in self._taken:
                raise self.error(key, "is not a key of this table")
