"""JSON Schemas (draft 2020-12) of the forms in docs/formats.md: `move`, `position`, `record` (one line of it).

They describe the form only. Whether a tile belongs to the ruleset, or two tiles share a square, the readers tell.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

NAMES = ("move", "position", "record")
"""The schemas there are."""


def load_schema(name: str) -> dict[str, Any]:
    """One of the schemas, by its name.

    >>> load_schema("move")["$id"]
    'urn:summy:move:1'
    """
    text = (resources.files(__name__) / f"{name}.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
