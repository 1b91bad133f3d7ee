"""Updates of tables: ids, clusters, knowledge and accounts after each, as if all had been read at once."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import same_partition

import frenemy as fr

pa = pytest.importorskip("pyarrow")

from frenemy.apps.records.stable_ids import stable_ids  # noqa: E402

NAMES = "abcdefgh"
FAR = ("far 1", "far 2", "far 3")  # records that nothing is said about
SOURCE = dict(zip(NAMES, ("x", "x", "y", "y", "x", "z", "y", "x"), strict=True))

pair = st.sampled_from(list(itertools.permutations(NAMES, 2)))
scored = st.lists(st.tuples(pair, st.integers(-6, 6)), max_size=8)
answers = st.lists(st.tuples(pair, st.sampled_from([1, -1, 0])), max_size=2)


def pairs_table(rows):
    left, right, weight = [a for (a, _), _ in rows], [b for (_, b), _ in rows], [float(w) for _, w in rows]
    return pa.table({"l": pa.array(left, "string"), "r": pa.array(right, "string"), "w": pa.array(weight, "double")})


def ends(rows):
    return pa.table({"l": pa.array([a for a, _ in rows], "string"), "r": pa.array([b for _, b in rows], "string")})


def nodes_table(names):
    return pa.table({"id": pa.array(names, "string"), "source": pa.array([SOURCE.get(n) for n in names], "string")})


def found_first(rows, *, missing, names=NAMES[:4], **options):
    columns = {"id_left": "l", "id_right": "r", "id": "id", "weight": "w"}
    rows = [row for row in rows if set(row[0]) <= set(names)]
    nodes = nodes_table([*FAR, *names])
    return fr.find_entities(pairs_table(rows), nodes, missing=missing, calibration="none", **columns, **options), means(
        rows
    )


def means(rows):
    """What counts of rows that name a pair several times, in both directions."""
    of_pair = {}
    for ab, weight in rows:
        of_pair.setdefault(frozenset(ab), []).append(float(weight))
    return {key: sum(weights) / len(weights) for key, weights in of_pair.items()}


def all_weights(ids, weights, missing, added=None, source_weight=None):
    """Every pair listed."""
    u, v = np.triu_indices(len(ids), 1)
    w = []
    for i, j in zip(u, v, strict=True):
        key = frozenset((ids[i], ids[j]))
        total = weights.get(key, missing) + (added or {}).get(key, 0.0)
        if source_weight is not None and SOURCE.get(ids[i]) is not None and SOURCE[ids[i]] == SOURCE.get(ids[j]):
            total -= source_weight
        w.append(total)
    return fr.Problem.from_edges(u, v, w, n_nodes=len(ids))


def check_ids(before, after, taken):
    """Cluster ids are those that a look at all records would give, and the changes as two tables tell them."""
    previous = before.cluster_ids.to_pylist() + [None] * (after.n_records - before.n_records)
    expected = stable_ids(after.labels, previous=previous, taken=taken).to_pylist()
    assert after.cluster_ids.to_pylist() == expected
    assert after.changes.to_pylist() == fr.cluster_changes(before.table, after.table, id="id").to_pylist()
    assert after.n_entities == len(set(expected)) == int(after.labels.max()) + 1
    return [*taken, *expected]


@settings(max_examples=60)
@given(scored, st.lists(scored, min_size=1, max_size=3), st.sampled_from([0.0, -0.5, -2.0]))
def test_a_sequence_of_updates_keeps_its_word(first, batches, missing):
    found, weights = found_first(first, missing=missing)
    ids, taken = [*FAR, *NAMES[:4]], found.cluster_ids.to_pylist()
    for rows in batches:
        new = list(dict.fromkeys(name for ab, _ in rows for name in ab if name not in ids))
        was = found.table.to_pylist()
        later = found.update(pairs_table(rows))
        ids += new
        n_again = sum(key in weights and weights[key] != weight for key, weight in means(rows).items())
        weights |= means(rows)
        listed = [key for key in weights if weights[key] != missing]
        at = np.array([[ids.index(name) for name in key] for key in listed], np.int64).reshape(-1, 2)
        problem = fr.Problem.from_edges(
            at[:, 0], at[:, 1], [weights[key] for key in listed], n_nodes=len(ids), missing=missing
        )
        assert later.table["id"].to_pylist() == ids
        assert later.problem == problem
        assert later.result.energy == pytest.approx(problem.energy(later.labels))
        assert same_partition(later.labels, later.found.standing.solved.labels)
        kept = np.append(found.labels, 100 + np.arange(len(new)))
        assert later.result.energy <= problem.energy(kept) + 1e-9
        np.testing.assert_allclose(later.margins, fr.explain(problem, later.labels).margins, atol=1e-9)
        np.testing.assert_array_equal(later.doubtful, later.margins < 2.0)
        told = [line for line in later.account.told if "another score" in line]
        assert [int(line.split()[0]) for line in told] == [n_again] * bool(n_again)
        assert later.account.told[0].startswith(str(len(new)))
        scores = {frozenset((ids[u], ids[v])): s for u, v, s in zip(*score_columns(later.pairs), strict=True)}
        assert scores == weights
        taken = check_ids(found, later, taken)
        assert found.table.to_pylist() == was
        found = later


def score_columns(pairs):
    return pairs.u, pairs.v, pairs.score


@settings(max_examples=60)
@given(
    scored,
    answers,
    st.lists(st.tuples(scored, answers, answers), min_size=1, max_size=3),
    st.sampled_from([0.0, -1.0]),
    st.sampled_from([None, 1.5]),
)
def test_knowledge_stays_in_force(first, certain, batches, missing, source_weight):
    """Hard answers and sources hold after each update, weighed ones and soft sources count, or the error says why."""

    def tables(said, sign):
        return ends([ab for ab, answer in said if answer == sign])

    def decided(said):
        return ends([ab for ab, _ in said]).append_column(
            "decision", pa.array([{1: "same", -1: "no", 0: "?"}[a] for _, a in said], "string")
        )

    names = NAMES[:5]
    certain = [row for row in certain if set(row[0]) <= set(names)]
    options = {"one_per": "source", "one_per_weight": source_weight}
    try:
        found, weights = found_first(
            first,
            missing=missing,
            names=names,
            must_link=tables(certain, 1),
            cannot_link=tables(certain, -1),
            **options,
        )
    except ValueError:
        return
    ids, added, taken = [*FAR, *names], {}, found.cluster_ids.to_pylist()
    for rows, hard, soft in batches:
        new = [name for name in NAMES if name not in ids]
        was = found.table.to_pylist()
        links = {"must_link": tables(hard, 1), "cannot_link": tables(hard, -1)}
        if is_contradiction([*certain, *hard], hard_sources=source_weight is None):
            with pytest.raises(ValueError, match=r"must be apart|cannot be different|of which a cluster may hold one"):
                found.update(pairs_table(rows), nodes_table(new), **links)
            assert found.table.to_pylist() == was
            continue
        later = found.update(pairs_table(rows), nodes_table(new), **links)
        later = later.update(decisions=decided(soft), decision_weight=3.0)
        ids += new
        certain += hard
        weights |= means(rows)
        for ab, answer in soft:
            added[frozenset(ab)] = added.get(frozenset(ab), 0.0) + 3.0 * answer
        problem = all_weights(ids, weights, missing, added, source_weight)
        label = dict(zip(ids, later.labels.tolist(), strict=True))
        for (a, b), answer in certain:
            assert answer == 0 or (label[a] == label[b]) == (answer > 0)
        if source_weight is None:
            for a, b in itertools.combinations([name for name in ids if name in SOURCE], 2):
                assert SOURCE[a] != SOURCE[b] or label[a] != label[b]
            problem = fr.constraints.at_most_one_per_group(problem, [SOURCE.get(name) for name in ids])
        links = [[ids.index(a), ids.index(b)] for (a, b), answer in certain if answer > 0]
        foes = [[ids.index(a), ids.index(b)] for (a, b), answer in certain if answer < 0]
        problem = fr.constraints.must_link(problem, np.array(links, int).reshape(-1, 2))
        problem = fr.constraints.cannot_link(problem, np.array(foes, int).reshape(-1, 2))
        np.testing.assert_allclose(later.margins, fr.explain(problem, later.labels).margins, atol=1e-9)
        assert later.problem.constraints is None or later.problem.constraints.apart.conflict(later.labels) is None
        taken = [*taken, *later.cluster_ids.to_pylist()]
        found = later


def is_contradiction(certain, hard_sources):
    """Whether no labels keep all of it, by joining what must be together."""
    label = {name: name for name in NAMES}
    for (a, b), answer in certain:
        if answer > 0:
            old, new = label[a], label[b]
            label = {name: new if at == old else at for name, at in label.items()}
    apart = [ab for ab, answer in certain if answer < 0]
    if hard_sources:
        apart += [(a, b) for a, b in itertools.combinations(NAMES, 2) if SOURCE[a] == SOURCE[b]]
    return any(label[a] == label[b] for a, b in apart)
