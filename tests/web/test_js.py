"""The logic of the pages that needs no browser, tested by node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from frenemy.apps.segmentation.objects.naming import PALETTE_TEXT

STATIC = Path(__file__).resolve().parents[2] / "src" / "frenemy" / "web" / "static"


def test_colors_of_classes_are_those_of_the_palette():
    page = (STATIC / "segment" / "document" / "classes.js").read_text(encoding="utf-8")
    assert tuple(re.findall("#[0-9a-f]{6}", page)) == PALETTE_TEXT[:16]


def test_logic_of_the_pages():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    files = sorted(str(path) for path in Path(__file__).with_name("js").glob("*.test.mjs"))
    ran = subprocess.run(
        [node, "--test", "--test-reporter=tap", *files], capture_output=True, text=True, timeout=120, check=False
    )
    if ran.returncode and "bad option: --test" in ran.stderr:
        pytest.skip("this node is older than 18 and has no test runner")
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]
    assert " fail 0\n" in ran.stdout
