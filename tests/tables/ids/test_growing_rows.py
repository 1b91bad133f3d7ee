"""Rows that grow: what is found is what a dictionary would hold."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from frenemy.tables.ids.growing_rows import GrowingRows

BATCH = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), st.integers(-5, 5)), max_size=12)


def added(rows, batch):
    columns = np.array(batch, np.int64).reshape(-1, 3)
    return rows.added(columns[:, 0], columns[:, 1], columns[:, 2].astype(float))


@given(st.lists(BATCH, max_size=8), st.lists(st.integers(0, 11), unique=True))
def test_it_holds_what_a_dictionary_holds(batches, asked):
    rows, held = GrowingRows(), {}
    for batch in batches:
        before, held_before = rows, dict(held)
        rows = added(rows, batch)
        held.update({(row, value): weight for row, value, weight in batch})
        assert entries(before) == held_before  # it stays as it is
    assert entries(rows) == held
    found = rows.of(np.array(asked, np.int64))
    assert list(zip(found.position, found.value, found.weight, strict=True)) == [
        (at, value, held[row, value]) for at, row in enumerate(asked) for value in range(5) if (row, value) in held
    ]
    sizes = [len(layer.value) for layer in rows.layers]
    assert all(2 * above <= below for below, above in itertools.pairwise(sizes))


def entries(rows):
    return dict(zip(zip(*rows.entries()[:2], strict=True), rows.entries().weight, strict=True))


def test_the_dead_are_left_behind():
    rows = added(GrowingRows(), [(0, 1, 0), (1, 2, 0)])
    both = rows.added(np.array([2, 2]), np.array([1, 3]), is_alive=lambda row, _: row != 0)
    assert set(entries(both)) == {(1, 2), (2, 1), (2, 3)}
