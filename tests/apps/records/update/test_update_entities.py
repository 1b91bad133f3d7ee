"""Updates of tables: ids, clusters, knowledge and notes after each, as if all had been read at once."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import same_partition

import frenemy as fr

pa = pytest.importorskip("pyarrow")

from frenemy.apps.records.names.stable_ids import stable_ids  # noqa: E402

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
    columns = {"id_left": "l", "id_right": "r", "id": "id", "weight": "w", "values": "scores"}
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


@settings(max_examples=30)
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
        assert same_partition(later.labels, later.data.state.solved.labels)
        kept = np.append(found.labels, 100 + np.arange(len(new)))
        assert later.result.energy <= problem.energy(kept) + 1e-9
        np.testing.assert_allclose(later.margins, fr.explain(problem, later.labels).margins, atol=1e-9)
        np.testing.assert_array_equal(later.doubtful, later.margins < found.doubt)
        told = [line for line in later.notes.choices if "another score" in line]
        assert [int(line.split()[0]) for line in told] == [n_again] * bool(n_again)
        assert later.notes.choices[0].startswith(str(len(new)))
        scores = {frozenset((ids[u], ids[v])): s for u, v, s in zip(*score_columns(later.pairs), strict=True)}
        assert scores == weights
        taken = check_ids(found, later, taken)
        assert found.table.to_pylist() == was
        found = later


def score_columns(pairs):
    return pairs.u, pairs.v, pairs.score


@settings(max_examples=30)
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


# ------------------------------------------------------------------------------------------------------- one at a time


def people(**options):
    pairs = pa.table({"id_1": ["ann", "bob"], "id_2": ["anna", "rob"], "weight": [3.0, 3.0]})
    return fr.find_entities(pairs, missing=-0.5, calibration="none", **options)


def table(rows):
    columns = zip(*rows, strict=True) if rows else ([], [], [])
    return pa.table(dict(zip(("id_1", "id_2", "weight"), map(list, columns), strict=True)))


def test_updates_go_on_from_any_entities():
    found = people()
    one, other = found.update(table([("cid", "ann", 2.0)])), found.update(table([("dan", "bob", 1.5)]))
    assert one.table["id"].to_pylist() == ["ann", "anna", "bob", "rob", "cid"]
    assert other.table["id"].to_pylist() == ["ann", "anna", "bob", "rob", "dan"]
    both = one.update(table([("dan", "bob", 1.5)]))
    assert both.cluster_ids.to_pylist() == [0, 0, 1, 1, 0, 1]
    assert found.n_records == 4
    assert found.changes is None
    nothing = both.update()
    assert nothing.table.equals(both.table)
    assert len(nothing.changes) == 0


def test_records_alone_and_knowledge_alone():
    found = people().update(new_nodes=pa.table({"id": ["rob", "zoe", "yan"]}))
    assert found.cluster_ids.to_pylist() == [0, 0, 1, 1, 2, 3]
    assert found.changes["change"].to_pylist() == ["created", "created"]
    assert found.notes.choices[0] == "2 records are new"
    decided = pa.table({"id_1": ["zoe", "ann"], "id_2": ["yan", "anna"], "decision": ["same", "different"]})
    later = found.update(decisions=decided)
    assert same_partition(later.labels, [0, 1, 2, 2, 3, 3])
    assert "2 decisions of people, certain" in later.notes.choices
    assert fr.review(table([]), later, budget=3).column_names[:2] == ["id_1", "id_2"]
    again = later.update(table([("ann", "anna", 50.0)]))  # what is certain stays so
    assert again.labels[0] != again.labels[1]
    assert "2 decisions of people, certain" in again.notes.choices


def test_scores_are_weighed_as_those_of_the_first_run():
    rng = np.random.default_rng(0)
    names = np.array([f"r{i:03d}" for i in range(300)])
    u, v = np.triu_indices(300, 1)
    near = (u // 4 == v // 4) | (rng.random(len(u)) < 0.01)
    u, v = u[near], v[near]
    score = np.where(u // 4 == v // 4, rng.normal(6, 3, len(u)), rng.normal(-6, 3, len(u)))
    pairs = pa.table({"unique_id_l": names[u].tolist(), "unique_id_r": names[v].tolist(), "match_weight": score})
    is_first = v < 290
    is_same = pa.array((u // 4 == v // 4).tolist())
    labeled = pairs.append_column("label", is_same).filter(pa.array(is_first)).slice(0, 200)
    for options in ({}, {"labeled": labeled}, {"prior": 0.5, "tool_prior": 0.01, "calibration": "none"}):
        found = fr.find_entities(pairs.filter(pa.array(is_first)), **options)
        later = found.update(pairs.filter(pa.array(~is_first)))
        whole = later.problem
        curve = found.data.weighing
        a, b, w = whole.edges()
        ids = {name: at for at, name in enumerate(later.table["unique_id"].to_pylist())}
        number = np.array([ids[name] for name in names])
        low, high = np.minimum(number[u], number[v]), np.maximum(number[u], number[v])
        order = np.lexsort((high, low))
        # As if all pairs had been there, and the first run had said what they are worth.
        expected = curve.of_pairs(u.astype(np.int32), v.astype(np.int32), score).weights[order]
        is_listed = np.abs(expected - whole.missing) > 1e-12  # a pair that weighs as one that is not listed is not
        assert a.tolist() == low[order][is_listed].tolist()
        assert b.tolist() == high[order][is_listed].tolist()
        np.testing.assert_allclose(w, expected[is_listed])
        assert whole.missing == found.problem.missing
        assert found.notes.choices[0] in later.notes.choices


def test_splink_ids_and_their_sources():
    def splink(rows):
        names = ("source_dataset_l", "unique_id_l", "source_dataset_r", "unique_id_r", "match_weight")
        return pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))

    first = splink([("a", 1, "b", 1, 9.0), ("a", 2, "b", 2, 9.0)])
    found = fr.find_entities(first, one_per="source_dataset")
    later = found.update(splink([("c", 1, "a", 1, 9.0), ("c", 1, "a", 2, 8.0), ("c", 7, "b", 2, 9.0)]))
    told = later.table.select(["source_dataset", "unique_id", "cluster_id"]).to_pydict()
    assert told["source_dataset"] == ["a", "b", "a", "b", "c", "c"]
    assert told["unique_id"] == [1, 1, 2, 2, 1, 7]
    assert told["cluster_id"] == [0, 0, 1, 1, 0, 1]
    soft = fr.find_entities(first, one_per="source_dataset", one_per_weight=1.0)
    joined = soft.update(splink([("c", 1, "a", 1, 9.0), ("c", 2, "a", 1, 9.0), ("c", 1, "c", 2, 9.0)]))
    assert same_partition(joined.labels, [0, 0, 1, 1, 0, 0])
    with pytest.raises(ValueError, match=r"'a', 3\).*'a', 4\).*group"):
        found.update(
            splink([("a", 3, "b", 9, 1.0)]),
            must_link=splink([("a", 3, "a", 4, 0.0)]).drop_columns(["match_weight"]),
            new_nodes=pa.table({"source_dataset": ["a", "a", "b"], "unique_id": [3, 4, 9]}),
        )


def test_ids_go_on_as_they_were_called():
    previous = pa.table({"id": ["ann", "anna", "old"], "cluster_id": ["p07", "p07", "p11"]})
    found = people(previous=previous)
    assert found.cluster_ids.to_pylist() == ["p07", "p07", "p12", "p12"]
    later = found.update(table([("cid", "dan", 1.0)]))
    assert later.cluster_ids.to_pylist() == ["p07", "p07", "p12", "p12", "p13", "p13"]
    split = later.update(table([("ann", "anna", -9.0)]))
    assert split.cluster_ids.to_pylist() == ["p07", "p14", "p12", "p12", "p13", "p13"]
    joined = split.update(table([("ann", "anna", 9.0)])).update(table([("ann", "anna", -9.0)]))
    assert joined.cluster_ids.to_pylist()[:2] == ["p07", "p15"]  # p14 was one before


@pytest.mark.parametrize("kind", ["pandas", "polars", "duckdb"])
def test_tables_stay_what_they_were(kind):
    module = pytest.importorskip(kind)
    make = pa.Table.to_pandas if kind == "pandas" else module.from_arrow
    rows = table([("ann", "anna", 3.0), ("bob", "rob", 3.0)])
    found = fr.find_entities(make(rows), missing=-0.5, calibration="none")
    later = found.update(make(table([("cid", "ann", 2.0)])))
    assert type(later.table) is type(found.table)
    assert type(later.changes) is type(found.table)
    assert pa.table(later.table)["cluster_id"].to_pylist() == [0, 0, 1, 1, 0]


def test_types_that_list_their_values_let_new_ids_in():
    pd, pl, duckdb = (pytest.importorskip(name) for name in ("pandas", "polars", "duckdb"))
    names = ["ann", "anna", "bob", "rob"]
    first, new = table([("ann", "anna", 3.0), ("bob", "rob", 3.0)]), table([("cid", "ann", 2.0)])
    listed = dict.fromkeys(("id_1", "id_2"), pd.CategoricalDtype(names))
    enum = pl.col("id_1", "id_2").cast(pl.Enum(names))
    cast = ", ".join(f"{name}::ENUM('ann', 'anna', 'bob', 'rob') AS {name}" for name in ("id_1", "id_2"))
    for pairs, more in (
        (first.to_pandas().astype(listed), new.to_pandas()),
        (pl.from_arrow(first).with_columns(enum), pl.from_arrow(new)),
        (duckdb.from_arrow(first).project(f"{cast}, weight"), duckdb.from_arrow(new)),
    ):
        later = fr.find_entities(pairs).update(more)
        assert pa.table(later.table)["id"].to_pylist() == [*names, "cid"]


def test_arrays_with_named_fields_and_longer_ids():
    def scores(rows):
        return np.array(rows, dtype=[("pairs", "U4", 2), ("score", "f4")])

    found = fr.find_entities(scores([(("ann", "anna"), 0.9), (("bob", "rob"), 0.9)]), missing=-0.5)
    longer = np.array([(("bobby-lee", "bob"), 0.9)], dtype=[("pairs", "U9", 2), ("score", "f4")])
    assert found.update(longer).table["id"].tolist() == ["ann", "anna", "bob", "rob", "bobby-lee"]


def test_text_files_and_wider_ids(tmp_path):
    def written(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    found = fr.find_entities(written("a.csv", "id_1,id_2,weight\n1,2,3\nx,2,-3\n"), calibration="none", missing=-0.1)
    later = found.update(written("b.csv", "id_1,id_2,weight\n7,1,2\n"))  # texts, as before
    assert later.table["id"].to_pylist() == ["1", "2", "x", "7"]
    small = pa.table({"id_1": pa.array([1], "int8"), "id_2": pa.array([2], "int8"), "weight": [3.0]})
    found = fr.find_entities(small, calibration="none", missing=-0.1)
    later = found.update(pa.table({"id_1": [300], "id_2": [2], "weight": [3.0]})).update(small)
    assert later.table["id"].to_pylist() == [1, 2, 300]
    with pytest.raises(ValueError, match=r"the records are int64 \(such as 1\), those in .* are string"):
        later.update(pa.table({"id_1": ["x"], "id_2": ["y"], "weight": [3.0]}))


def test_a_page_of_updated_entities(tmp_path):
    later = people().update(table([("cid", "ann", 2.0)]))
    later.bounded().report(tmp_path / "page.html")
    assert "cid" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("kind", ["string", "null"])
def test_updates_from_nothing(kind):
    ids = pa.array([], kind)
    found = fr.find_entities(pa.table({"id_1": ids, "id_2": ids, "weight": pa.array([], "double")}))
    later = found.update(table([("ann", "anna", 3.0), ("bob", "ann", -3.0)]))
    assert later.table["id"].to_pylist() == ["ann", "anna", "bob"]
    assert later.cluster_ids.to_pylist() == [0, 0, 1]


def test_scores_that_were_asked_for_stay():
    pairs = pa.table({"id_1": ["a", "b", "d", "e", "c"], "id_2": ["b", "c", "e", "f", "d"], "weight": [3.0] * 5})
    found = fr.find_entities(pairs, calibration="none", missing=0.0, score=lambda u, _: np.full(len(u), -4.0))
    assert found.problem.n_edges > 5
    later = found.update(table([("g", "a", 1.0)]))
    assert later.problem.n_edges == found.problem.n_edges + 1


def test_what_is_left_out_is_counted():
    rows = table(
        [("ann", "anna", 3.0), ("ann", "ann", 1.0), ("cid", "bob", 1.0), ("bob", "cid", 2.0), ("bob", "rob", 1.0)]
    )
    notes = people().update(rows).notes
    assert (notes.left_out.n_rows, notes.left_out.n_pairs) == (5, 3)
    assert (notes.left_out.self_pairs, notes.left_out.repeated_rows, notes.left_out.differing_pairs) == (1, 1, 1)
    assert notes.choices[:2] == (
        "1 record is new",
        "1 pair was there before with another score; the new one counts",
    )
    nulls = table([("ann", "anna", 3.0)]).append_column("x", pa.array([1]))
    holes = pa.concat_tables(
        [table([("ann", "anna", None)]).cast(nulls.select([0, 1, 2]).schema), nulls.select([0, 1, 2])]
    )
    assert people().update(holes, nulls="drop").notes.left_out.null_scores == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"new_pairs": pa.table({"id_1": ["ann", None], "id_2": ["x", "y"], "weight": [1.0, 1.0]})}, "null in row 1"),
        ({"new_pairs": pa.table({"id_1": ["ann"], "id_2": ["x"], "weight": [float("nan")]})}, "null or NaN in row 0"),
        ({"new_pairs": pa.table({"id_1": ["ann"], "weight": [1.0]})}, "no column 'id_2'"),
        ({"new_pairs": pa.table({"id_1": [1], "id_2": [2], "weight": [1.0]})}, "no id can be in both"),
        (
            {"new_pairs": table([("cid", "ann", 1.0)]), "new_nodes": pa.table({"id": ["dan", "eve"]})},
            r"1 id of pairs is neither in new_nodes \(which has 2\) nor known: 'cid'; unknown=\"add\"",
        ),
        ({"new_nodes": pa.table({"id": ["dan", "dan"]})}, "once, got 'dan' in rows 0 and 1"),
        ({"new_nodes": pa.table({"id": ["dan", None]})}, "null in row 1"),
        ({"must_link": pa.table({"id_1": ["ann"], "id_2": ["nobody"]})}, "row 0 .* names a record that is not"),
        ({"cannot_link": pa.table({"id_1": ["ann"], "id_2": ["ann"]})}, "'ann' cannot be different from itself"),
        (
            {"cannot_link": pa.table({"id_1": ["ann"], "id_2": ["bob"]})},
            "'ann' and 'bob' must be apart, but must-links join them: 'ann'-'bob'",
        ),
        ({"unknown": "drop"}, "unknown must be 'error' or 'add', got 'drop'"),
        ({"nulls": "keep"}, "nulls must be 'error' or 'drop', got 'keep'"),
    ],
)
def test_bad_input_is_shown_and_changes_nothing(options, message):
    found = people(must_link=pa.table({"id_1": ["ann"], "id_2": ["bob"]}))
    before = found.table
    with pytest.raises(ValueError, match=message):
        found.update(**options)
    assert found.table.equals(before)
    assert found.update().table.equals(before)


def test_unknown_ids_are_added_where_that_is_asked_for():
    later = people().update(table([("cid", "ann", 1.0)]), pa.table({"id": ["dan"]}), unknown="add")
    assert later.table["id"].to_pylist() == ["ann", "anna", "bob", "rob", "dan", "cid"]
    assert later.notes.left_out.added_records == 1


def test_a_source_must_be_known():
    nodes = pa.table({"id": ["ann", "anna"], "shop": ["x", None]})
    found = fr.find_entities(table([("ann", "anna", 3.0)]), nodes, one_per="shop", missing=0.0, calibration="none")
    with pytest.raises(ValueError, match="one_per: there is no column 'shop' in the ids"):
        found.update(table([("cid", "ann", 3.0)]))
    new = pa.table({"id": ["cid"], "shop": ["x"]})
    assert same_partition(found.update(table([("cid", "ann", 3.0)]), new).labels, [0, 0, 1])
    with pytest.raises(ValueError, match="one_per: 'dan' is not in new_nodes, so its 'shop' is not known"):
        found.update(table([("cid", "dan", 3.0)]), new, unknown="add")


def test_entities_go_on_in_another_process():
    labeled = pa.table({"id_1": ["ann", "ann"], "id_2": ["anna", "bob"], "label": [True, False]})
    rows = table([("ann", "anna", 3.0), ("bob", "rob", 3.0), ("ann", "bob", -3.0)])
    for found in (people(), people().update(table([("cid", "ann", 2.0)])), fr.find_entities(rows, labeled=labeled)):
        restored = pickle.loads(pickle.dumps(found))
        more = table([("dan", "bob", 2.0)])
        assert restored.update(more).table.equals(found.update(more).table)


@given(st.integers(0, 10_000), st.integers(1, 3))
@settings(max_examples=8)
def test_later_pairs_support_earlier_ones(seed, n_updates):
    """After any updates, pairs weigh what the first run's counts say of all pairs at once."""
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(120, 1)
    same = u // 3 == v // 3
    kept = np.flatnonzero(same | (rng.random(len(u)) < 0.01))
    u, v, same = u[kept], v[kept], same[kept]
    score = np.where(same | (rng.random(len(u)) < 0.1), 6.0, -5.0) + rng.normal(0.0, 1.0, len(u))
    check_updated_weights(rng, u, v, score, n_updates)


@given(st.integers(0, 10_000), st.integers(1, 3))
@settings(max_examples=8)
def test_later_pairs_are_rivals_of_earlier_ones(seed, n_updates):
    """The same for two linked tables, where the pairs of one record count against each other."""
    rng = np.random.default_rng(seed)
    u, v = np.tile(np.arange(80), 3), 80 + np.concatenate((np.arange(80), rng.integers(0, 80, 160)))
    u, v = np.unique(np.stack((u, v)), axis=1)
    score = np.where(v == u + 80, 3.0, -3.0) + rng.normal(0.0, 2.0, len(u))
    found = check_updated_weights(rng, u, v, score, n_updates)
    assert "at most one true partner" in found.notes.choices[1]


def check_updated_weights(rng, u, v, score, n_updates):
    """Most pairs come first, the others with one of the updates."""
    part = np.where(rng.random(len(u)) < 0.7, 0, rng.integers(0, n_updates + 1, len(u)))
    names = np.array([f"r{at:03d}" for at in range(int(max(u.max(), v.max())) + 1)])
    pairs = pa.table({"id_1": names[u], "id_2": names[v], "score": score})
    found = fr.find_entities(pairs.filter(pa.array(part == 0)), values="scores")
    first = found
    for at in range(1, n_updates + 1):
        found = found.update(pairs.filter(pa.array(part == at)))
    number = {name: at for at, name in enumerate(found.pairs.ids.values[0].to_pylist())}
    a, b = (np.array([number[one] for one in names[ends]], np.int32) for ends in (u, v))
    expected = found.data.state.weighing.of_pairs(a, b, score).weights
    listed = (values.tolist() for values in found.problem.edges())
    got = {(low, high): weight for low, high, weight in zip(*listed, strict=True)}
    for low, high, weight in zip(np.minimum(a, b).tolist(), np.maximum(a, b).tolist(), expected, strict=True):
        assert got.get((low, high), found.problem.missing) == pytest.approx(weight, abs=1e-8)
    return first
