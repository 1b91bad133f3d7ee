"""Where the repository is, and the data beside it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Data and tools beside the repository; what needs them is left out where they are missing.
SHARED = ROOT.parent / "shared"
DATA = SHARED / "data"
