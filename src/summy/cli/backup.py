"""`summy backup`: a copy of everything a site keeps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json
from summy.cli.output import print_json
from summy.cli.site import Data, data_directory

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy backup summy-monday.sqlite3")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file to write.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> int:
    """Copy all games and people of a site into one new file. The site may go on running meanwhile."""
    from summy.web.serve import backup as copy

    copy(data_directory(data), file)
    size_bytes = file.stat().st_size
    if json:
        print_json({"file": str(file), "size_bytes": size_bytes})
    else:
        print(f"{file}: {size_bytes / 1_000_000:.1f} MB")
    return 0
