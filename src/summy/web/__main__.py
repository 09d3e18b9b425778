"""`python -m summy.web --data DIR COMMAND`: Django's maintenance commands on a data directory.

python -m summy.web --data DIR rebuild_games --check
"""

from __future__ import annotations

import argparse
from pathlib import Path

from summy.web.serve import manage


def main() -> None:
    """Read the command line and run the command."""
    reading = argparse.ArgumentParser(prog="python -m summy.web", description="Maintenance of a site's data.")
    reading.add_argument("--data", type=Path, required=True, help="the site's data directory")
    reading.add_argument("command", nargs=argparse.REMAINDER, help="a command with its arguments; `help` lists them")
    given = reading.parse_args()
    manage(given.data, given.command or ["help"])


if __name__ == "__main__":
    main()
