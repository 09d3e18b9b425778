"""How good chances to win are, on games that they have not seen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from summy.engine.balance import HUNDREDTHS
from summy.engine.kernel.win_table import WinTable
from summy.lab.winprob import Seen

BINS = 20
"""Classes of chances in a calibration curve."""

MOST_CERTAIN = 1e-6
"""Chances are taken as no more certain than this, so that one surprise costs no infinite loss."""


@dataclass(frozen=True)
class Judgement:
    """What chances were worth."""

    turns: int
    brier: float
    """Mean squared difference between chance and result (1, 1/2 or 0); 0.25 for always saying a half."""

    log_loss: float
    """Mean of -ln of the chance given to what happened; 0.693 for always saying a half."""

    curve: tuple[tuple[float, float, int], ...]
    """Mean chance, share of points really won, and number of turns, by class of chance."""


def result_of(final: int) -> float:
    """1 for a win, 1/2 for a draw, 0 for a loss."""
    return 0.5 + 0.5 * ((final > 0) - (final < 0))


def judge(games: Iterable[Sequence[Seen]], table: WinTable) -> Judgement:
    """Hold chances against results, turn by turn."""
    brier = loss = 0.0
    turns = 0
    bins = [[0.0, 0.0, 0] for _ in range(BINS)]
    for game in games:
        for turn in game:
            chance = table.chance(HUNDREDTHS * turn.lead, turn.unseen)
            result = result_of(turn.final)
            sure = min(max(chance, MOST_CERTAIN), 1 - MOST_CERTAIN)
            brier += (chance - result) ** 2
            loss -= result * math.log(sure) + (1 - result) * math.log(1 - sure)
            turns += 1
            into = bins[min(int(chance * BINS), BINS - 1)]
            into[0] += chance
            into[1] += result
            into[2] += 1
    curve = tuple((said / count, won / count, int(count)) for said, won, count in bins if count)
    return Judgement(turns, brier / turns, loss / turns, curve)


def plot_calibration(judged: Sequence[tuple[str, Judgement]], file: Path) -> None:
    """Draw calibration curves side by side: share really won over chance said, on the diagonal when it is right."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(judged), figsize=(2.6 * len(judged), 2.9), sharey=True, squeeze=False)
    panels: list[Any] = list(axes[0])
    for panel, (title, judgement) in zip(panels, judged, strict=True):
        panel.plot([0, 1], [0, 1], color="0.75", linewidth=1)
        most = max(count for _, _, count in judgement.curve)
        panel.scatter(
            [said for said, _, _ in judgement.curve],
            [won for _, won, _ in judgement.curve],
            s=[4 + 40 * count / most for _, _, count in judgement.curve],
            color="#1f5fa8",
        )
        panel.set_title(f"{title}\nBrier {judgement.brier:.3f}", fontsize=9)
        panel.set_xlabel("chance said", fontsize=8)
        panel.tick_params(labelsize=7)
        panel.set_aspect("equal")
    panels[0].set_ylabel("share won", fontsize=8)
    figure.tight_layout()
    figure.savefig(file, dpi=110, bbox_inches="tight", metadata={"Software": None} if file.suffix == ".png" else None)
    pyplot.close(figure)
