"""Pictures, as SVG: the same bytes from the same numbers."""

from __future__ import annotations

import io
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

from matplotlib.figure import Figure

from summy.lab.match import MatchResult

BINS = 31
INK, QUIET = "#1d4e89", "#8a8a8a"


def margin_histogram(result: MatchResult) -> bytes:
    """How the margins of pairs are spread, with 0 and their mean."""
    margins = result.statistics.margins
    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.hist(margins, bins=min(BINS, 1 + len(set(margins))), color=INK)
    axes.axvline(0, color=QUIET, linewidth=1)
    axes.axvline(sum(margins) / len(margins), color="#c8553d", linestyle="--", linewidth=1.5, label="mean")
    axes.set_title(f"{result.match.one} less {result.match.other}, {result.match.ruleset.id}, {len(margins)} pairs")
    axes.set_xlabel("points of a pair")
    axes.set_ylabel("pairs")
    axes.legend(frameon=False)
    return as_svg(figure)


def as_svg(figure: Any) -> bytes:
    """The figure as SVG without date, and with names inside that do not change from run to run."""
    written = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "summy", "svg.fonttype": "path"}):
        figure.savefig(written, format="svg", metadata={"Date": None})
    return written.getvalue()
