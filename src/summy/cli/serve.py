"""`summy serve`: the web site."""

from __future__ import annotations

from typing import Annotated

import typer

from summy.cli.exit_codes import DONE
from summy.cli.options import PLAIN
from summy.cli.site import Data, data_directory

app = typer.Typer(**PLAIN)


@app.command(epilog="Example: summy serve --lan --open")
def serve(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The next free port is taken where this one is not free.")
    ] = 8000,
    data: Data = None,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="Let friends in this network in: all addresses, with a QR code.", show_default=False
        ),
    ] = False,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the start page in the browser.", show_default=False)
    ] = False,
    workers: Annotated[int, typer.Option("--workers", min=0, max=64, help="Processes for the computer players.")] = 1,
) -> int:
    """Serve the site in the foreground until Ctrl+C. The database is made and brought up to date by itself."""
    # The site is imported only now: no other command pays for it.
    from summy.web.serve import run

    try:
        return run(
            host,
            port,
            data=data_directory(data),
            lan=lan,
            open_browser=open_browser,
            workers=workers,
            tell=lambda line: print(line, flush=True),
        )
    except KeyboardInterrupt:
        # The server has said good-bye and stopped by now: Ctrl+C is how a host ends it, no failure.
        return DONE
