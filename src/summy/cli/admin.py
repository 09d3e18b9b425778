"""`summy admin`: accounts of the people who look after a site."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from summy.cli.options import PLAIN, Json
from summy.cli.output import print_json
from summy.cli.site import Data, data_directory

app = typer.Typer(**PLAIN, help="Accounts of the people who look after a site.")


@app.callback()
def _admin() -> None:
    """Accounts of the people who look after a site."""


@app.command(epilog="Example: summy admin create ada")
def create(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name to sign in with.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> int:
    """Create somebody who may sign in at /admin/. The password is asked for, or read from standard input."""
    from summy.web.serve import create_admin

    create_admin(data_directory(data), name, _password())
    if json:
        print_json({"created": name})
    else:
        print(f"{name} can sign in at /admin/ now.")
    return 0


def _password() -> str:
    """The new password, typed twice where somebody sits at a terminal."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    typed: str = typer.prompt("Password", hide_input=True, confirmation_prompt="The same again", err=True)
    return typed
