"""What the commands around the web site share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="Where the site keeps everything; by default a folder of your own account.",
        show_default=False,
    ),
]


def data_directory(chosen: Path | None) -> Path:
    """The data directory: the chosen one, else the place that the system has for a person's data."""
    if chosen is not None:
        return chosen
    from platformdirs import user_data_path

    return user_data_path("summy", appauthor=False)
