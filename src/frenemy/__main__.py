"""``python -m frenemy``: the command line."""

import sys

from frenemy.cli import main

if __name__ == "__main__":
    sys.exit(main())
