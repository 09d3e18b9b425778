"""`python -m summy.web.workers`: one engine worker, here or on another machine.

python -m summy.web.workers --host 127.0.0.1 --port 8000 --secret-file DATA/worker-secret
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from summy.web.workers.process import ServerAddress, work


def main() -> None:
    """Read the command line and work until stopped."""
    reading = argparse.ArgumentParser(prog="python -m summy.web.workers", description="One engine worker.")
    reading.add_argument("--host", default="127.0.0.1", help="the web server")
    reading.add_argument("--port", type=int, default=8000)
    reading.add_argument(
        "--secret-file", type=Path, required=True, help="the file worker-secret of the server's data directory"
    )
    reading.add_argument("--parent", type=int, help="stop when this process is gone")
    given = reading.parse_args()
    logging.basicConfig(level=logging.WARNING, format="{asctime} {levelname} {name}: {message}", style="{")
    secret = given.secret_file.read_text(encoding="utf-8").strip()
    work(ServerAddress(given.host, given.port, secret), given.parent)


if __name__ == "__main__":
    main()
