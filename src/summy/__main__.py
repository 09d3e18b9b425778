"""`python -m summy` is the command line."""

import sys

from summy.cli import main

if __name__ == "__main__":
    sys.exit(main())
