"""The command line, one module a command.

Nothing is imported here before it is needed: `summy --help` costs little more than the command-line library itself.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Args:
        arguments: what follows the program's name; by default that of this process.

    Returns:
        0: done, or the answer is yes. 1: the answer is no. 2: bad input, told in one line on standard error.
    """
    from summy.cli.application import run

    return run(list(sys.argv[1:] if arguments is None else arguments))
