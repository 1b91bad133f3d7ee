"""Same problem, solver and seed: the same labels as before a change."""

import json

import labels_table
import pytest


@pytest.mark.parametrize("part", labels_table.PARTS, ids=lambda part: part.__name__)
def test_labels_are_those_of_the_table(part):
    """If they are meant to change: ``python tests/solving/labels_table.py --write``, and say so in CHANGELOG.md."""
    written_on = json.loads(labels_table.TABLE.read_text())["platform"]
    if written_on != labels_table.PLATFORM:
        pytest.skip(f"the table was written on {written_on}, this is {labels_table.PLATFORM}")
    if part is labels_table.features:
        pytest.importorskip("sklearn")
    assert labels_table.changed(part()) == []
