"""`summy restore`: put a backup back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json
from summy.cli.output import print_json
from summy.cli.site import Data, data_directory

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy restore summy-monday.sqlite3")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file made by summy backup.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> int:
    """Put a backup in place of a site's data. The site must not be running; what was there before is kept."""
    from summy.web.serve import restore as put_back

    kept = put_back(data_directory(data), file)
    if json:
        print_json({"restored": str(file), "kept": None if kept is None else str(kept)})
    else:
        print(f"{file} is restored." + ("" if kept is None else f" What was there before is kept in {kept}."))
    return 0
