"""A disk of a few kilobytes."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Path]:
    """The folder as a disk of this size; the test is skipped where there can be none."""
    folder.mkdir()
    mount = shutil.which("mount")
    if sys.platform != "linux" or mount is None:
        pytest.skip("small disks are made of memory, on Linux only")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, text=True)
    if made.returncode:
        pytest.skip(f"a small disk cannot be made here: {made.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def resize(folder: Path, size: str) -> None:
    """Make it larger or smaller."""
    subprocess.run(["mount", "-o", f"remount,size={size}", folder], check=True)


def fill(folder: Path) -> None:
    """Leave no room: the next file can be made, but not written."""
    try:
        with open(folder / "filler", "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
    except OSError:
        pass
