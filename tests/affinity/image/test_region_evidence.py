"""Features of regions that touch, against the same written plainly from a map of labels."""

import numpy as np
import pytest
from drawn_pictures import numbered
from drawn_scenes import WIRE, appearance_as_it_is, colored, lines_at, odd_scenes

from frenemy.affinity.image import RegionEvidence, Stroke, StrokeLines, completions, scene
from frenemy.affinity.image.regions.region_evidence import N_FEATURES
from frenemy.affinity.image.regions.superpixels import superpixels
from frenemy.affinity.image.soft.memberships import Memberships, soft_maps

ODD = odd_scenes()
SHAPE = (96, 120)
NEAREST = [18, 19, 20, 23, 24]  # columns that look at the stroke nearest to a border: one of those equally near
OF_PIECES = [18, 19, 21, 22]  # columns that compare the pieces on both sides of a border, whatever the regions
MEMBERSHIPS = [31, 32, 33, 34, 35]


class Seen:
    def __init__(self, picture, strokes):
        self.looks = appearance_as_it_is(picture)
        self.lines = StrokeLines.of(strokes, self.looks.grid)
        self.ways = completions(self.looks, self.lines)
        self.wires = self.ways.map(WIRE, self.looks.grid)
        self.pieces = superpixels(self.looks.edge, self.wires, self.lines.is_drawn)
        self.soft = soft_maps(self.looks, strokes)

    def evidence(self, pieces):
        return RegionEvidence(self.looks, self.lines, self.ways, self.wires, pieces, self.soft)


@pytest.fixture(scope="module")
def seen():
    return Seen(colored(SHAPE), lines_at(SHAPE, 8, 1))


def some_regions(n_pieces, k, seed=0):
    """Any, connected or not, 0..k-1."""
    region = np.random.default_rng(seed).integers(k, size=n_pieces)
    return np.unique(region, return_inverse=True)[1].astype(np.int32)


def test_pairs_are_those_that_touch(seen):
    region = some_regions(int(seen.pieces.max()) + 1, 30)
    pairs = seen.evidence(seen.pieces).pairs(region)
    labels = region[seen.pieces]
    count = {}
    for one, other in ((labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1])):
        for a, b in zip(one.ravel().tolist(), other.ravel().tolist(), strict=True):
            if a != b:
                count[min(a, b), max(a, b)] = count.get((min(a, b), max(a, b)), 0) + 1
    assert list(zip(pairs.u.tolist(), pairs.v.tolist(), strict=True)) == sorted(count)
    assert pairs.length.tolist() == [count[pair] for pair in sorted(count)]
    assert pairs.features.shape == (len(count), N_FEATURES)
    assert pairs.features.dtype == pairs.length.dtype == np.float32
    assert pairs.u.dtype == pairs.v.dtype == np.int32


@pytest.mark.parametrize("k", [2, 12, 60])
def test_joined_regions_are_as_if_there_had_been_no_pieces(seen, k):
    region = some_regions(int(seen.pieces.max()) + 1, k, k)
    joined = seen.evidence(seen.pieces).pairs(region)
    labels = region[seen.pieces]
    straight = seen.evidence(labels).pairs(np.arange(region.max() + 1, dtype=np.int32))
    np.testing.assert_array_equal(joined.u, straight.u)
    np.testing.assert_array_equal(joined.v, straight.v)
    np.testing.assert_array_equal(joined.length, straight.length)
    alike = np.setdiff1d(np.arange(N_FEATURES), OF_PIECES + MEMBERSHIPS)
    np.testing.assert_allclose(joined.features[:, alike], straight.features[:, alike], rtol=1e-4, atol=1e-4)
    of_pieces = Memberships.of(seen.soft, seen.pieces, len(region))
    expected = of_pieces.joined(region, int(region.max()) + 1).columns(joined.u, joined.v)
    np.testing.assert_array_equal(joined.features[:, MEMBERSHIPS], np.stack(expected, axis=1))


def features_by_pair(pairs, name):
    return {frozenset((name[u], name[v])): row for u, v, row in zip(pairs.u, pairs.v, pairs.features, strict=True)}


def test_renumbered_regions(seen):
    evidence = seen.evidence(seen.pieces)
    region = some_regions(evidence.n_pieces, 25)
    assert region.max() == 24
    size = np.bincount(region[seen.pieces].ravel())
    order = np.random.default_rng(5).permutation(25).astype(np.int32)
    here = features_by_pair(evidence.pairs(region), np.arange(25))
    there = features_by_pair(evidence.pairs(order[region]), np.argsort(order))
    assert here.keys() == there.keys()
    for pair, row in here.items():
        one, other = pair
        if size[one] != size[other]:  # else it is open which of them is the smaller
            np.testing.assert_allclose(there[pair], row, rtol=1e-5, atol=1e-5)


def test_renumbered_pieces(seen):
    k = int(seen.pieces.max()) + 1
    order = np.random.default_rng(5).permutation(k).astype(np.int32)
    region = some_regions(k, 25)
    here = seen.evidence(seen.pieces).pairs(region)
    there = seen.evidence(order[seen.pieces]).pairs(region[np.argsort(order)])
    np.testing.assert_array_equal(there.u, here.u)
    np.testing.assert_allclose(there.features, here.features, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ODD)
def test_odd_scenes(name):
    picture, strokes = ODD[name]
    found = scene(appearance_as_it_is(picture), strokes, WIRE).evidence
    regions = [np.arange(found.n_pieces, dtype=np.int32), np.zeros(found.n_pieces, np.int32)]
    regions += [some_regions(found.n_pieces, k) for k in (2, 5)]
    for region in regions:
        pairs = found.pairs(region)
        assert pairs.features.shape == (len(pairs.u), N_FEATURES)
        assert len(pairs.u) == len(pairs.v) == len(pairs.length)
        assert (pairs.u < pairs.v).all()
        assert np.isfinite(pairs.features).all()


def test_plain_features(seen):
    """Those that are easily said, each from the map of labels."""
    evidence = seen.evidence(seen.pieces)
    region = some_regions(evidence.n_pieces, 9, 3)
    pairs = evidence.pairs(region)
    labels, lab = region[seen.pieces], seen.looks.lab.astype(float)
    broad, edge = seen.looks.broad.astype(float), seen.looks.edge
    h, w = SHAPE
    drawn = np.argwhere(seen.lines.is_drawn)
    y, x = np.indices(SHAPE)
    far = np.sqrt(((y[..., None] - drawn[:, 0]) ** 2 + (x[..., None] - drawn[:, 1]) ** 2).min(axis=2))
    outline, outline_drawn = np.zeros(9), np.zeros(9)
    cracks = {pair: [] for pair in zip(pairs.u.tolist(), pairs.v.tolist(), strict=True)}
    for one, other in [((i, j), (i, j + 1)) for i in range(h) for j in range(w - 1)] + [
        ((i, j), (i + 1, j)) for i in range(h - 1) for j in range(w)
    ]:
        if labels[one] != labels[other]:
            cracks[tuple(sorted((labels[one], labels[other])))].append((one, other))
            for place in (one, other):
                outline[labels[place]] += 1
                outline_drawn[labels[place]] += min(far[one], far[other]) <= 1
    size = np.bincount(labels.ravel())
    for (u, v), row in zip(cracks, pairs.features, strict=True):
        here = cracks[u, v]
        edges = np.sort([max(edge[a], edge[b]) for a, b in here])
        near = np.array([min(far[a], far[b]) for a, b in here])
        assert row[0] == pytest.approx(edges.mean(), abs=1e-4)
        assert row[1:4].tolist() == [edges[int(np.float32(q) * np.float32(len(here)))] for q in (0.1, 0.5, 0.9)]
        assert row[4] == pytest.approx((near <= 1).mean(), abs=1e-5)
        assert row[10] == pytest.approx(np.log(len(here)), abs=1e-5)
        assert row[11] == pytest.approx(np.log1p((near <= 1).sum()), abs=1e-5)
        assert row[14] == pytest.approx(np.log1p((near > 1).sum()) - np.log(seen.ways.typical_gap), abs=1e-5)
        assert row[15] == pytest.approx(np.log1p(near).mean(), abs=1e-4)
        assert row[16] == pytest.approx(np.log1p(near.max()) - np.log(seen.ways.typical_gap), abs=1e-4)
        assert row[17] == pytest.approx(np.mean([np.linalg.norm(broad[a] - broad[b]) for a, b in here]), abs=1e-5)
        means = [lab[labels == name].mean(axis=0) for name in (u, v)]
        assert row[25] == pytest.approx(abs(means[0][0] - means[1][0]), abs=1e-5)
        assert row[26] == pytest.approx(np.hypot(*(means[0] - means[1])[1:]), abs=1e-5)
        small, large = sorted((u, v), key=lambda name: (size[name], name))
        assert row[36] == pytest.approx(np.log(size[small] / labels.size), abs=1e-5)
        assert row[37] == pytest.approx(np.log(size[large] / labels.size), abs=1e-5)
        assert row[38] == pytest.approx(len(here) / min(outline[u], outline[v]), abs=1e-5)
        assert row[41] == pytest.approx(outline_drawn[small] / outline[small], abs=1e-5)
        assert row[42] == pytest.approx(outline_drawn[large] / outline[large], abs=1e-5)
        assert row[46] == pytest.approx(seen.ways.drawn_share, abs=1e-6)


@pytest.mark.parametrize(
    "turned", [lambda a: a[::-1], lambda a: a[:, ::-1], lambda a: a.swapaxes(0, 1)], ids=["rows", "columns", "diagonal"]
)
def test_mirrored_and_transposed(seen, turned):
    """The same pieces turned with everything else."""
    other = Seen.__new__(Seen)
    other.looks = type(seen.looks)(
        turned(np.zeros(SHAPE)).shape,
        *(
            np.ascontiguousarray(turned(getattr(seen.looks, name)))
            for name in ("lab", "smooth", "broad", "edge", "cost", "small")
        ),
    )
    of_pixel = np.ascontiguousarray(turned(seen.lines.of_pixel))
    place = np.empty(of_pixel.size, np.int32)
    place[turned(np.arange(of_pixel.size).reshape(SHAPE)).ravel()] = np.arange(of_pixel.size)
    other.lines = StrokeLines(of_pixel.shape, seen.lines.offsets, place[seen.lines.pixels], of_pixel)
    other.ways, other.wires = seen.ways, np.ascontiguousarray(turned(seen.wires))
    other.soft = np.stack([turned(one) for one in seen.soft])
    pieces = np.ascontiguousarray(turned(seen.pieces))
    region = some_regions(int(pieces.max()) + 1, 20)
    here, there = seen.evidence(seen.pieces).pairs(region), other.evidence(pieces).pairs(region)
    np.testing.assert_array_equal(there.u, here.u)
    np.testing.assert_array_equal(there.length, here.length)
    same = np.setdiff1d(np.arange(N_FEATURES), NEAREST)
    np.testing.assert_allclose(there.features[:, same], here.features[:, same], rtol=1e-4, atol=1e-4)
    assert np.abs(there.features - here.features)[:, NEAREST].mean(axis=0).max() < 0.02


def test_strokes_drawn_the_other_way_round():
    """No feature tells which side of a stroke is its left one."""
    strokes = [
        Stroke([[20, 20], [60, 20]]),
        Stroke([[90, 15], [90, 50], [70, 50]]),
        Stroke([[25, 70], [25, 40]]),
        Stroke([[60, 80]]),
    ]
    picture = colored(SHAPE)
    here, there = Seen(picture, strokes), Seen(picture, [Stroke(stroke.points[::-1]) for stroke in strokes])
    np.testing.assert_array_equal(there.lines.of_pixel, here.lines.of_pixel)
    region = some_regions(int(here.pieces.max()) + 1, 40)
    there.wires = here.wires
    one, other = here.evidence(here.pieces).pairs(region), there.evidence(here.pieces).pairs(region)
    np.testing.assert_allclose(other.features, one.features, rtol=1e-4, atol=1e-4)


def test_colors_at_borders_against_those_beside_strokes():
    """Everything is drawn along row 48; the two regions are what is above and below it."""
    stroke = Stroke([[0, 48], [SHAPE[1] - 1, 48]])
    picture = np.zeros((*SHAPE, 3))
    picture[:48], picture[48:] = (0.7, 0.2, 0.2), (0.1, 0.3, 0.8)
    found = Seen(picture, [stroke])
    halves = (np.indices(SHAPE)[0] >= 48).astype(np.int32)
    (row,) = found.evidence(halves).pairs(np.arange(2, dtype=np.int32)).features
    contrast = np.linalg.norm(found.looks.lab[0, 0] - found.looks.lab[-1, 0])
    assert row[20] == pytest.approx(contrast, rel=0.05)
    for as_drawn, as_one_side in ((18, 19), (23, 24)):
        assert row[as_drawn] < 0.05 * contrast
        assert row[as_one_side] == pytest.approx(contrast, rel=0.05)
    assert row[[21, 31]] == pytest.approx(-1.0, abs=0.05)  # cosine
    assert row[[22, 32]] == pytest.approx(1.0, abs=0.05)  # surely between
    assert row[33] == pytest.approx(-1.0, abs=0.05)  # around them there is none
    assert row[34] == pytest.approx(np.log(1.05), abs=0.05)
    assert row[35] == pytest.approx(2.0, abs=0.05)


def test_sure_regions_have_no_pairs(seen):
    evidence = seen.evidence(seen.pieces)
    pairs = evidence.pairs(np.zeros(evidence.n_pieces, np.int32))
    assert pairs.features.shape == (0, N_FEATURES)
    assert numbered(seen.pieces).max() + 1 == evidence.n_pieces
