"""Pairs that come piece by piece: forests of sets, and keys of ids."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy import _core

pairs = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40)

KNOWN_KEYS = [16294208416658607535, 2225915796348936563, 5651109561286333855, 1760043233819357175]


def smallest_of_parts(n, linked):
    """By repeating what a pair says until nothing changes."""
    root = list(range(n))
    for _ in range(n):
        for a, b in linked:
            root[a] = root[b] = min(root[a], root[b])
    return root


def nodes(values):
    return np.array(values, np.int32).reshape(-1)


@given(pairs, st.integers(0, 40))
def test_sets_have_their_smallest_node_as_root(linked, cut):
    forest = np.arange(20, dtype=np.int32)
    for part in (linked[:cut], linked[cut:][::-1]):
        _core.unite(forest, nodes([a for a, _ in part]), nodes([b for _, b in part]))
    _core.flatten(forest)
    assert forest.tolist() == smallest_of_parts(20, linked)


@given(pairs, st.integers(1, 20))
def test_sets_do_not_grow_beyond_what_is_allowed(linked, most):
    forest, sizes = np.arange(20, dtype=np.int32), np.ones(20, np.int32)
    weights = np.array([(3 * a + b) % 7 - 2 for a, b in linked], float)
    u, v = nodes([a for a, _ in linked]), nodes([b for _, b in linked])
    for low, high in ((2.0, np.inf), (0.0, 2.0)):
        _core.unite_up_to(forest, sizes, u, v, weights, low, high, most)
    _core.flatten(forest)
    assert np.bincount(forest).max() <= most
    assert sizes[np.unique(forest)].tolist() == np.bincount(forest)[np.unique(forest)].tolist()
    attracting = [pair for pair, weight in zip(linked, weights, strict=True) if weight > 0.0]
    assert all(forest[a] >= root for a, root in enumerate(smallest_of_parts(20, attracting)))
    if most == 20:
        assert forest.tolist() == smallest_of_parts(20, attracting)


@given(st.lists(st.integers(0, 2**31 - 1) | st.integers(0, 9), max_size=80))
def test_numbers_of_few_nodes(given_nodes):
    found, numbers = _core.dense_numbering(nodes(given_nodes))
    assert found.tolist() == list(dict.fromkeys(given_nodes))
    assert found[numbers].tolist() == given_nodes


@pytest.mark.parametrize(
    ("forest", "u", "v", "message"),
    [
        ([0, 1], [0], [2], "none of the forest"),
        ([0, 1], [-1], [0], "none of the forest"),
        ([1, 1], [0], [1], "not larger"),
        ([0, -1], [0], [1], "not larger"),
        ([0, 1], [0], [], "same length"),
    ],
)
def test_bad_forests(forest, u, v, message):
    with pytest.raises(ValueError, match=message):
        _core.unite(nodes(forest), nodes(u), nodes(v))


def test_a_bad_forest_is_not_followed():
    with pytest.raises(ValueError, match="not larger"):
        _core.flatten(nodes([0, 5]))


def keys_of(texts, salt=0):
    encoded = [text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, encoded)]).astype(np.int64)
    return _core.text_keys(offsets, np.frombuffer(b"".join(encoded), np.uint8).copy(), salt)


@given(st.lists(st.text(), unique=True), st.integers(0, 2**64 - 1))
def test_keys_of_texts(texts, salt):
    keys = keys_of(texts, salt)
    assert len(set(keys.tolist())) == len(texts)
    assert keys.tolist() == [keys_of([text], salt)[0] for text in texts]


def test_keys_of_texts_are_the_same_everywhere():
    assert keys_of(["", "a", "frenemy!", "correlation clustering"]).tolist() == KNOWN_KEYS


def test_keys_are_spread_evenly():
    keys = keys_of([f"record {i}" for i in range(20_000)])
    counts = np.bincount((keys >> np.uint64(58)).astype(int), minlength=64)
    assert counts.min() > 200
    assert counts.max() < 420


@pytest.mark.parametrize(("offsets", "message"), [([0, 5], "leave"), ([2, 1], "fall"), ([-1, 1], "leave")])
def test_offsets_beyond_the_bytes(offsets, message):
    with pytest.raises(ValueError, match=message):
        _core.text_keys(np.array(offsets, np.int64), np.zeros(3, np.uint8), 0)
