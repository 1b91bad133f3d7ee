"""The graph of regions against voxel by voxel counting."""

import re
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frenemy.affinity.volume import cell_volume, region_graph
from frenemy.affinity.volume.boundary_map import BoundaryMap
from frenemy.affinity.volume.region_graph import graph_of_labels

STEPS = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
SHAPES = [(1, 1, 1), (1, 4, 5), (3, 1, 40), (4, 5, 6), (2, 3, 37)]


def by_hand(labels, offsets, value):
    """Values of all faces by pair of regions; ``value`` of two places and the number of the offset."""
    found = {}
    for place in product(*map(range, labels.shape)):
        for at, offset in enumerate(offsets):
            other = tuple(p + o for p, o in zip(place, offset, strict=True))
            if not all(0 <= p < n for p, n in zip(other, labels.shape, strict=True)):
                continue
            a, b = int(labels[place]), int(labels[other])
            if a != b and a >= 0 and b >= 0:
                found.setdefault((min(a, b), max(a, b)), []).append((value(place, other, at), offset[0] != 0))
    return found


def is_inside(labels, place):
    """Whether all direct neighbors of a voxel are of its region."""
    steps = [tuple(sign * s for s in step) for step in STEPS for sign in (-1, 1)]
    others = [tuple(p + s for p, s in zip(place, step, strict=True)) for step in steps]
    in_volume = [o for o in others if all(0 <= i < n for i, n in zip(o, labels.shape, strict=True))]
    return all(labels[other] == labels[place] for other in in_volume)


def assert_same(graph, expected):
    assert list(zip(graph.u.tolist(), graph.v.tolist(), strict=True)) == sorted(expected)
    for at, pair in enumerate(sorted(expected)):
        values = np.array([value for value, _ in expected[pair]])
        assert graph.n_faces[at] == len(values)
        assert graph.n_along_z[at] == sum(along_z for _, along_z in expected[pair])
        assert graph.mean[at] == pytest.approx(values.mean(), abs=2e-5)
        assert graph.std[at] == pytest.approx(values.std(), abs=1e-3)
        assert graph.histogram[at].sum() == len(values)
        # Within a bin of a value below which, and above which, are enough.
        middle = graph.quantile(0.5)[at]
        assert (values <= middle + 1 / 32).mean() >= 0.5
        assert (values >= middle - 1 / 32).mean() >= 0.5


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(0, 10**6), st.integers(1, 12))
def test_faces_are_those_counted_by_hand(shape, seed, n_labels):
    rng = np.random.default_rng(seed)
    labels, boundaries = rng.integers(-1, n_labels, shape), rng.random(shape)
    labels.flat[0] = 0
    graph = region_graph(labels, boundaries, threads=2)
    assert_same(graph, by_hand(labels, STEPS, lambda p, q, _: (boundaries[p] + boundaries[q]) / 2))
    assert np.array_equal(graph.sizes, np.bincount(labels[labels >= 0], minlength=labels.max() + 1))
    for label in np.unique(labels[labels >= 0]):
        places = [tuple(p) for p in np.argwhere(labels == label)]
        inside = [p for p in places if is_inside(labels, p)] or places
        assert graph.interior[label] == pytest.approx(np.mean([boundaries[p] for p in inside]), abs=2e-5)
    between = [(graph.interior[u] + graph.interior[v]) / 2 for u, v in zip(graph.u, graph.v, strict=True)]
    assert graph.contrast == pytest.approx(graph.mean - between)
    surface = np.bincount(graph.u, graph.n_faces, graph.n_nodes) + np.bincount(graph.v, graph.n_faces, graph.n_nodes)
    shares = [max(n / surface[u], n / surface[v]) for u, v, n in zip(graph.u, graph.v, graph.n_faces, strict=True)]
    assert graph.surface_share == pytest.approx(shares)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["volume", "joined", "separate"]))
def test_inside_of_large_regions(seed, sections):
    """Voxels that touch another region are left out; in sections, only those that touch one of the same section."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, (3, 3, 3)).repeat(2, 0).repeat(3, 1).repeat(4, 2)
    boundaries = rng.random(labels.shape)
    graph = region_graph(labels, boundaries, sections=sections)
    parts = [labels] if sections == "volume" else [labels[z : z + 1] for z in range(len(labels))]
    inside = np.concatenate([[[is_inside(p, at) for at in np.ndindex(p.shape)]] for p in parts]).reshape(labels.shape)
    for label in np.unique(labels):
        own = labels == label
        where = own & inside if (own & inside).any() else own
        assert graph.interior[label] == pytest.approx(boundaries[where].mean(), abs=2e-5)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_affinities_of_any_offset(seed, is_far):
    offsets = [(-1, 0, 0), (0, -1, 0), (0, 0, 1), (0, -3, 2), (-2, 0, 0)]
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 6, (2, 2, 4)).repeat(2, 0).repeat(3, 1).repeat(2, 2)[:, :, :7].astype(np.int32)
    affinities = rng.random((5, 4, 6, 7))
    chosen = [3, 4] if is_far else [0, 1, 2]
    expected = by_hand(labels, [offsets[k] for k in chosen], lambda p, _, at: 1 - affinities[(chosen[at], *p)])
    source = BoundaryMap(affinities, offsets)
    for max_voxels in (1, 10**6):
        graph = graph_of_labels(labels, source, 6, is_far=is_far, sections="volume", threads=2, max_voxels=max_voxels)
        assert_same(graph, expected)
        for label in range(6):
            # An affinity counts where both of its voxels are in the volume, and if there are any, in the region.
            places = [tuple(p) for p in np.argwhere(labels == label)]
            pairs = [(k, p, tuple(i + o for i, o in zip(p, offsets[k], strict=True))) for k in chosen for p in places]
            pairs = [(k, p, q) for k, p, q in pairs if all(0 <= i < n for i, n in zip(q, labels.shape, strict=True))]
            inside = [pair for pair in pairs if is_inside(labels, pair[1]) and labels[pair[2]] == label]
            values = [1 - affinities[(k, *p)] for k, p, _ in inside or pairs]
            assert graph.interior[label] == pytest.approx(np.mean(values) if values else 0.0, abs=2e-5)


def test_threads_and_chunks_do_not_matter(monkeypatch):
    monkeypatch.setattr(sys.modules[graph_of_labels.__module__], "_CHUNK_SIDE", (3, 8, 9))
    boundaries, truth = cell_volume((12, 30, 40), cell_size=10)
    labels, source = truth - 1, BoundaryMap(boundaries)
    columns = ("u", "v", "n_faces", "n_along_z", "mean", "std", "histogram", "sizes", "interior")
    first = None
    for threads, max_voxels in ((1, 10**9), (4, 10**9), (1, 1), (2, 3000)):
        graph = graph_of_labels(
            labels, source, truth.max(), is_far=False, sections="volume", threads=threads, max_voxels=max_voxels
        )
        first = first or graph
        assert all(np.array_equal(getattr(graph, name), getattr(first, name)) for name in columns)
    assert np.isfinite(first.features()).all()
    assert first.features().shape == (first.n_edges, len(first.FEATURES))


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.integers(1, 30), st.integers(1, 60), st.integers(1, 70)),
    st.integers(0, 10**6),
    st.tuples(st.integers(1, 30), st.integers(1, 30), st.integers(1, 40)),
    st.sampled_from([1, 500, 10**9]),
    st.sampled_from(["volume", "separate"]),
)
def test_without_values_counts_are_the_same(shape, seed, patch, max_voxels, sections):
    """In labels of patches, with any chunks and threads."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(-1, 9, [-(-n // p) for n, p in zip(shape, patch, strict=True)])
    labels = np.kron(coarse, np.ones(patch, np.int32))[tuple(map(slice, shape))].astype(np.int32)
    with_values = graph_of_labels(labels, BoundaryMap(np.zeros(shape)), 9, is_far=False, sections=sections, threads=1)
    for threads in (1, 3):
        graph = graph_of_labels(
            labels, None, 9, is_far=False, sections=sections, threads=threads, max_voxels=max_voxels
        )
        for name in ("u", "v", "n_faces", "n_along_z", "sizes"):
            assert np.array_equal(getattr(graph, name), getattr(with_values, name)), name
        assert not graph.histogram.any()


def test_labels_without_values_must_be_below_the_number_of_regions():
    with pytest.raises(ValueError, match="labels must be below 3, got 3"):
        graph_of_labels(
            np.arange(4, dtype=np.int32).reshape(1, 1, 4), None, 3, is_far=False, sections="volume", threads=1
        )


def test_separate_sections_do_not_touch():
    labels = np.array([[[0, 1]], [[2, 3]]])
    assert region_graph(labels, sections="separate").n_edges == 2
    assert region_graph(labels).n_edges == 4
    assert region_graph(labels).n_along_z.tolist() == [0, 1, 1, 0]


def test_one_region_has_no_pairs():
    graph = region_graph(np.zeros((3, 4), int), np.zeros((3, 4)))
    assert (graph.n_nodes, graph.n_edges, graph.sizes.tolist()) == (1, 0, [12])
    assert graph.features().shape == (0, len(graph.FEATURES))


@pytest.mark.parametrize(
    ("regions", "boundaries", "message"),
    [
        (np.zeros((2, 3)), None, "regions must be whole numbers, got float64"),
        (np.zeros((0, 3), int), None, "regions must have voxels and the shape (z, y, x) or (y, x), got (0, 3)"),
        (np.array([[2**40]]), None, f"regions must be below {2**31 - 1}, got {2**40}; number them from 0"),
        (np.zeros((2, 3), int), np.zeros((3, 2)), "boundaries must have the shape of regions"),
    ],
)
def test_bad_regions(regions, boundaries, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        region_graph(regions, boundaries)
