"""Where a number comes from: everything that the lab writes begins with this."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from summy import __version__
from summy.rulesets import Ruleset


def provenance(ruleset: Ruleset, **run: Any) -> dict[str, Any]:
    """The header of a result: what ran, under which rules, on which machine.

    No clock and no number of processes: two runs of the same thing on one machine write the same bytes.

    Args:
        ruleset: the rules.
        run: what decides the result: players, seed, sizes.
    """
    return {**source(), "rules": ruleset.id, "options": dict(ruleset.options), "rules_digest": digest(ruleset), **run}


def source() -> dict[str, str]:
    """Processor, Python and commit of this process."""
    return {"machine": _processor(), "python": platform.python_version(), "commit": commit()}


def digest(ruleset: Ruleset) -> str:
    """The first 16 hexadecimal digits of SHA-256 over everything a ruleset says."""
    written = json.dumps(asdict(ruleset), sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:16]


@cache
def _processor() -> str:
    """The processor's name as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@cache
def commit() -> str:
    """The commit of the checkout this runs from, `-dirty` with changes; the version where there is none."""
    here = Path(__file__).resolve().parent
    try:
        asked = ["git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=12"]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return f"version {__version__}"
