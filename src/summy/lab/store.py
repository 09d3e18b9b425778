"""The folder of a self-play run: whole chunks, their tallies, and the manifest that says which run it is.

    DIR/manifest.json                      the parameters of the run
    DIR/games/000000000-000000099.parquet  one row a game
    DIR/turns/000000000-000000099.parquet  one row an event
    DIR/records/000000000-000000099.sgr    the games as records
    DIR/tallies/000000000-000000099.json   counts, and the digests of the other three: written last
    DIR/summary.json                       the sum of the tallies, once the run is complete

A chunk counts as played when its tally is there and all digests agree. Whatever else a killed run left behind is
played again, which writes the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from summy.errors import SummyError
from summy.lab.files import write_file
from summy.lab.provenance import provenance
from summy.lab.selfplay import Chunk, SelfPlay, merged

ENDINGS = {"games": "parquet", "turns": "parquet", "records": "sgr"}
"""Folder -> ending of the files of a chunk."""


class Store:
    """What a run has played so far."""

    def __init__(self, folder: Path, run: SelfPlay) -> None:
        """Open the folder of a run, or make it.

        Raises SummyError (`other_run`) where the folder belongs to a run with other parameters, (`not_a_run`) where
        something else lies in it.
        """
        self.folder = folder
        self.run = run
        manifest = folder / "manifest.json"
        if manifest.is_file():
            self._require_same(_read_json(manifest))
        elif folder.is_dir() and any(not path.name.startswith(".") for path in folder.iterdir()):
            raise SummyError("not_a_run", f"{folder} holds something else than a self-play run; choose an empty folder")
        for name in (*ENDINGS, "tallies"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        if not manifest.is_file():
            write_file(manifest, _json(run.manifest()))

    def _require_same(self, found: object) -> None:
        wanted = self.run.manifest()
        known = found if isinstance(found, dict) else {}
        differing = sorted(key for key in wanted.keys() | known.keys() if wanted.get(key) != known.get(key))
        if differing:
            told = "; ".join(f"{key}: {known.get(key)!r} there, {wanted.get(key)!r} asked" for key in differing)
            raise SummyError("other_run", f"{self.folder} holds another run ({told})")

    def missing(self) -> list[range]:
        """The chunks that are still to be played."""
        return [numbers for numbers in self.run.chunks if self._tally(numbers) is None]

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk: its files first, then the tally that vouches for them.

        Raises SummyError (`other_version`) when another version of the program has played it.
        """
        if chunk.commit != self.run.manifest()["commit"]:
            raise SummyError(
                "other_version",
                f"a worker runs another version: {chunk.commit}, not {self.run.manifest()['commit']}",
            )
        for name, content in chunk.files.items():
            write_file(self._path(name, chunk.numbers), content)
        digests = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(chunk.files.items())}
        write_file(self._path("tallies", chunk.numbers), _json({"tally": dict(chunk.tally), "sha256": digests}))

    def summary(self) -> dict[str, Any]:
        """The sum of all chunks played, with its origin."""
        tallies = [tally for numbers in self.run.chunks if (tally := self._tally(numbers)) is not None]
        run = {key: value for key, value in self.run.manifest().items() if key not in ("commit", "rules", "options")}
        return {**provenance(self.run.ruleset, **run), "tally": merged(tallies)}

    def finish(self) -> dict[str, Any]:
        """Write and give the summary of a complete run."""
        summary = self.summary()
        write_file(self.folder / "summary.json", _json(summary))
        return summary

    def _path(self, name: str, numbers: range) -> Path:
        return self.folder / name / f"{numbers[0]:09d}-{numbers[-1]:09d}.{ENDINGS.get(name, 'json')}"

    def _tally(self, numbers: range) -> Mapping[str, int] | None:
        """The tally of a chunk; None where the chunk is not whole."""
        found = _read_json(self._path("tallies", numbers))
        if not isinstance(found, dict) or set(found.get("sha256", ())) != set(ENDINGS):
            return None
        for name, digest in found["sha256"].items():
            try:
                content = self._path(name, numbers).read_bytes()
            except OSError:
                return None
            if hashlib.sha256(content).hexdigest() != digest:
                return None
        tally: Mapping[str, int] = found["tally"]
        return tally


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()


def _read_json(path: Path) -> object:
    """The value in a file; None where there is none, or half of one."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
