"""Any clustering opens: pairs, tables, matrices, graphs and vectors, with what is known about their things."""

import gzip
import sys

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import scipy.io  # noqa: E402
import scipy.sparse as sp  # noqa: E402
from pyarrow import csv, feather, parquet  # noqa: E402

import frenemy as fr  # noqa: E402
from frenemy.apps.explore.open_file import open_bytes, open_file  # noqa: E402
from frenemy.apps.explore.opening.source_of import source_of  # noqa: E402
from frenemy.run import Stop  # noqa: E402

PAIRS = "ann,bob,2\nbob,carl,1\nann,dora,-3\ndora,eve,1.5\ncarl,eve,-1\n"
NAMES = ["ann", "bob", "carl", "dora", "eve"]
SCORES = pa.table(
    {
        "unique_id_l": ["ann", "ann", "bob", "dora"],
        "unique_id_r": ["bob", "carl", "carl", "eve"],
        "match_probability": [0.95, 0.9, 0.8, 0.9],
        "town": ["Rome"] * 4,
    }
)
W = np.array([[0, 2, -1], [2, 0, -1], [-1, -1, 0]], float)


def names(source):
    return source.things.names(range(len(source.things)))


def written(path, text):
    path.write_text(text)
    return path


# ---------------------------------------------------------------------------------------------------------------- kinds


def test_signed_pairs(tmp_path):
    source = open_file(written(tmp_path / "pairs.csv", PAIRS))
    assert (source.title, source.kind, names(source)) == ("pairs.csv", "pairs", NAMES)
    assert source.result.labels.tolist() == [0, 0, 0, 1, 1]
    assert source.values_note == "the third column has signed weights, taken as they are: some are below 0"
    assert source.notes == ("no header was found, so the first line is a pair; header= says otherwise",)
    assert (source.things.pair_names, source.path) == ((("id_1",), ("id_2",)), tmp_path / "pairs.csv")


@pytest.mark.parametrize("name", ["pairs.txt", "pairs", "pairs.tsv", "pairs.csv.gz"])
def test_signed_pairs_under_other_names(tmp_path, name):
    text = PAIRS.replace(",", "\t" if "tsv" in name else " " if "csv" not in name else ",")
    (tmp_path / name).write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    assert open_file(tmp_path / name).result.labels.tolist() == [0, 0, 0, 1, 1]


def test_the_header_names_the_ids_of_decisions(tmp_path):
    source = open_file(written(tmp_path / "pairs.csv", "person_l,person_r,w\n" + PAIRS))
    assert source.things.pair_names == (("person_l",), ("person_r",))
    assert source.things.ids.column_names == ["person"]


@pytest.mark.parametrize("ending", ["csv", "parquet", "feather", "tsv"])
def test_tables_of_scores_are_entities(tmp_path, ending):
    path = tmp_path / f"pairs.{ending}"
    match ending:
        case "csv":
            csv.write_csv(SCORES, path)
        case "tsv":
            csv.write_csv(SCORES, path, csv.WriteOptions(delimiter="\t"))
        case "parquet":
            parquet.write_table(SCORES, path)
        case _:
            feather.write_feather(SCORES, str(path))
    source = open_file(path)
    found = fr.find_entities(SCORES)
    assert (source.kind, names(source)) == ("table", NAMES)
    assert source.result.labels.tolist() == found.labels.tolist()
    assert np.allclose(source.problem.edges()[2], found.problem.edges()[2])
    assert source.things.pair_names == (("unique_id_l",), ("unique_id_r",))
    assert "probabilities" in source.values_note
    assert any("4 rows are 4 pairs of 5 records" in note for note in source.notes)
    assert source.doubt == found.doubt


def test_probabilities_in_three_columns_are_entities(tmp_path):
    source = open_file(written(tmp_path / "pairs.csv", "ann,bob,0.9\nbob,carl,0.8\n"))
    assert (source.kind, source.things.pair_names) == ("table", (("id_1",), ("id_2",)))
    assert open_file(tmp_path / "pairs.csv", values="weights").kind == "pairs"


def test_columns_are_named(tmp_path):
    source = open_file(written(tmp_path / "p.csv", "x,p,a,b\n0,0.9,ann,bob\n"), id_left="a", id_right="b", weight="p")
    assert (names(source), source.things.pair_names) == (["ann", "bob"], (("a",), ("b",)))


@pytest.mark.parametrize("name", ["W.npy", "W.npz", "W.mtx", "W.mat", "edges.npz"])
def test_matrices(tmp_path, name):
    path = tmp_path / name
    match name:
        case "W.npy":
            np.save(path, W)
        case "W.npz":
            sp.save_npz(path, sp.csr_array(W))
        case "W.mtx":
            scipy.io.mmwrite(path, sp.csr_array(W))
        case "W.mat":
            scipy.io.savemat(path, {"W": W})
        case _:
            np.savez(path, u=[0, 0, 1], v=[1, 2, 2], w=[2.0, -1.0, -1.0])
    source = open_file(path)
    assert (source.kind, names(source)) == ("matrix", ["0", "1", "2"])
    assert source.result.labels.tolist() == [0, 0, 1]
    assert source.values_note == "it has signed weights, taken as they are: the file is a matrix"


def test_problems_of_others(tmp_path):
    source = open_file(written(tmp_path / "g.gr", "p cep 3 1\n1 2\n"))
    assert (source.kind, source.problem.missing, source.result.labels.tolist()) == ("graph", -1.0, [0, 0, 1])
    source = open_file(written(tmp_path / "m.txt", "MULTICUT\n0 1 2\n1 2 -1\n"))
    assert (source.kind, source.result.labels.tolist()) == ("graph", [0, 0, 1])


@pytest.mark.parametrize("ending", ["graphml", "gexf", "graphml.gz"])
def test_graphs(tmp_path, ending):
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_node("a", label="Ann", age=7)
    graph.add_node("b", label="Bob")
    graph.add_node("c", label="Cid", age=9)
    graph.add_edge("a", "b", weight=2.0)
    graph.add_edge("b", "c", weight=-1.0)
    path = tmp_path / f"graph.{ending}"
    (networkx.write_gexf if ending == "gexf" else networkx.write_graphml)(graph, path)
    source = open_file(path)
    assert (source.kind, source.result.labels.tolist()) == ("graph", [0, 0, 1])
    assert (names(source), source.things.ids.column("id").to_pylist()) == (["Ann", "Bob", "Cid"], ["a", "b", "c"])
    assert [set(row) for row in source.things.values([0, 1])] == [{"Ann", "7"}, {"Bob", None}]


def test_graphs_in_two_directions_say_how(tmp_path):
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_edge("a", "b", trust=2.0)
    graph.add_edge("b", "a", trust=-1.0)
    networkx.write_graphml(graph, tmp_path / "graph.graphml")
    with pytest.raises(ValueError, match="graph.graphml: the graph is directed.*symmetrize='sum'"):
        open_file(tmp_path / "graph.graphml", weight="trust")
    with pytest.raises(ValueError, match="has no attribute 'weight'.* set weight="):
        open_file(tmp_path / "graph.graphml", symmetrize="min")
    assert open_file(tmp_path / "graph.graphml", weight="trust", symmetrize="min").problem.edges()[2] == [-1.0]


def test_graphs_without_networkx_name_it(tmp_path, monkeypatch):
    written(tmp_path / "graph.gexf", "<gexf/>")
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match="graph.gexf: GEXF files need networkx: pip install networkx"):
        open_file(tmp_path / "graph.gexf")


def blobs():
    return np.concatenate(
        (np.random.default_rng(0).normal(0, 0.1, (6, 3)), np.random.default_rng(1).normal(9, 0.1, (4, 3)))
    )


@pytest.mark.parametrize("name", ["rows.npy", "rows.npz", "rows.npy.gz"])
def test_vectors(tmp_path, name):
    pytest.importorskip("sklearn")
    path = tmp_path / name.removesuffix(".gz")
    np.save(path, blobs()) if "npy" in name else np.savez(path, X=blobs(), y=np.arange(10))
    if name.endswith("gz"):
        (tmp_path / name).write_bytes(gzip.compress(path.read_bytes()))
        assert open_file(tmp_path / name, vectors=True).kind == "vectors"
    source = open_file(path)
    assert (source.kind, source.result.labels.tolist()) == ("vectors", [0] * 6 + [1] * 4)
    assert source.vectors.shape == (10, 3)
    assert source.values_note.startswith("10 vectors of 3 numbers; weights guessed from the distances")


def test_square_vectors_are_told_apart_by_you(tmp_path):
    pytest.importorskip("sklearn")
    np.save(tmp_path / "rows.npy", blobs()[[0, 1, 6]] @ np.eye(3))
    assert open_file(tmp_path / "rows.npy", vectors=True).kind == "vectors"
    with pytest.raises(ValueError, match="not symmetric|asymmetric|symmetr"):
        open_file(tmp_path / "rows.npy")


def test_vectors_without_scikit_learn_name_it(tmp_path, monkeypatch):
    np.save(tmp_path / "rows.npy", blobs())
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.base", None)
    monkeypatch.delitem(sys.modules, "frenemy.estimator", raising=False)
    with pytest.raises(ImportError, match=r"needs scikit-learn.*frenemy\[sklearn\]"):
        open_file(tmp_path / "rows.npy")


# --------------------------------------------------------------------------------------------------------------- things


def people(tmp_path):
    table = pa.table(
        {"unique_id": [*NAMES[::-1], "zoe"], "phone": ["007", "1", "2", "3", "4", "5"], "face": ["a.png"] * 6}
    )
    csv.write_csv(table, tmp_path / "people.csv")
    return tmp_path / "people.csv"


def test_all_records_of_a_table_are_things(tmp_path):
    parquet.write_table(SCORES, tmp_path / "pairs.parquet")
    source = open_file(tmp_path / "pairs.parquet", nodes=people(tmp_path))
    assert names(source) == [*NAMES[::-1], "zoe"]
    assert source.things.column_names == ("phone", "face")
    assert source.things.values([0, 5]) == [["007", "a.png"], ["5", "a.png"]]
    assert source.things.is_picture == (False, False)


@pytest.mark.parametrize("name", ["pairs.csv", "pairs.txt", "links.csv"])
def test_records_of_signed_pairs_too(tmp_path, name):
    text = PAIRS if name != "links.csv" else "\n".join(row.rpartition(",")[0] for row in PAIRS.splitlines())
    source = open_file(written(tmp_path / name, text), nodes=people(tmp_path), id="unique_id")
    assert names(source) == [*NAMES[::-1], "zoe"]
    assert len(set(source.result.labels.tolist())) == (3 if name != "links.csv" else 2)
    assert source.things.values([5]) == [["5", "a.png"]]


def test_unknown_ids_are_told_or_added(tmp_path):
    written(tmp_path / "some.csv", "id,age\nann,7\n")
    path = written(tmp_path / "pairs.csv", PAIRS)
    with pytest.raises(ValueError, match='4 ids of pairs are not in nodes .*unknown="add"'):
        open_file(path, nodes=tmp_path / "some.csv")
    source = open_file(path, nodes=tmp_path / "some.csv", unknown="add")
    assert source.things.values([0, 1]) == [["7"], [None]]


def test_records_of_a_graph_go_by_id(tmp_path):
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph()
    graph.add_edge("b", "a", weight=1.0)
    networkx.write_graphml(graph, tmp_path / "g.graphml")
    written(tmp_path / "some.csv", "id,age\na,7\nb,8\nc,9\n")
    assert open_file(tmp_path / "g.graphml", nodes=tmp_path / "some.csv").things.values([0, 1]) == [["8"], ["7"]]
    written(tmp_path / "some.csv", "id,age\na,7\na,8\n")
    with pytest.raises(ValueError, match="each record must be in nodes once, got 'a' in rows 0 and 1"):
        open_file(tmp_path / "g.graphml", nodes=tmp_path / "some.csv")
    written(tmp_path / "some.csv", "id,age\na,7\n")
    with pytest.raises(ValueError, match="1 id is not in nodes: 'b'; unknown=\"add\""):
        open_file(tmp_path / "g.graphml", nodes=tmp_path / "some.csv")


def test_records_of_a_matrix_go_by_order(tmp_path):
    np.save(tmp_path / "W.npy", W)
    written(tmp_path / "some.csv", "name,age\nann,7\nbob,8\ncid,9\n")
    source = open_file(tmp_path / "W.npy", nodes=tmp_path / "some.csv", id="name")
    assert (names(source), source.things.values([2])) == (["ann", "bob", "cid"], [["9"]])
    assert source.things.ids.column("id").to_pylist() == [0, 1, 2]  # as frenemy cluster has them
    written(tmp_path / "some.csv", "name,age\nann,7\n")
    with pytest.raises(ValueError, match=r"a row for each of the 3 rows of W.npy, in their order, got 1 rows"):
        open_file(tmp_path / "W.npy", nodes=tmp_path / "some.csv")


def test_pictures_are_those_of_one_folder(tmp_path):
    parquet.write_table(SCORES, tmp_path / "pairs.parquet")
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "a.png").write_bytes(b"png")
    things = open_file(tmp_path / "pairs.parquet", nodes=people(tmp_path), pictures=tmp_path / "faces").things
    assert things.is_picture == (False, True)
    assert things.picture(0, 1) == (tmp_path / "faces" / "a.png").resolve()
    with pytest.raises(ValueError, match="pictures: there is no folder .*nowhere"):
        open_file(tmp_path / "pairs.parquet", nodes=people(tmp_path), pictures=tmp_path / "nowhere")
    with pytest.raises(ValueError, match="no column of the things has names of pictures.*columns: none; nodes= gives"):
        open_file(tmp_path / "pairs.parquet", pictures=tmp_path / "faces")


# ------------------------------------------------------------------------------------------------------ known and wrong


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_known_pairs_are_constraints(tmp_path, ending):
    written(tmp_path / "apart.csv", "id_1,id_2\nann,bob\n")
    path = written(tmp_path / "pairs.csv", PAIRS)
    if ending == "parquet":
        path = tmp_path / "pairs.parquet"
        parquet.write_table(SCORES, path)
    source = open_file(path, cannot_link=tmp_path / "apart.csv")
    labels = dict(zip(names(source), source.result.labels.tolist(), strict=True))
    assert labels["ann"] != labels["bob"]
    assert "1 pair must be apart" in source.notes


def test_stages_are_told(tmp_path):
    stages = []
    open_file(written(tmp_path / "p.csv", PAIRS), on_stage=lambda stage, _: stages.append(stage), stop=Stop(seconds=1))
    assert stages == ["read", "solve"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.csv", None, "there is no such file"),
        ("empty.csv", b"", "empty.csv: is empty"),
        ("header.csv", b"id_1,id_2,weight\n", "holds no pairs, only the header"),
        ("table.csv", b"id_1,id_2,weight,town\n", "holds no pairs, so there is nothing to explore"),
        ("words.csv", b"ann,bob,much\nann,carl,little\n", "not a number"),
        ("noids.csv", b"a,b,c,d\n1,2,3,4\n", "no columns of ids|several columns"),
        ("broken.parquet", b"PAR1", "cannot be read as parquet"),
        ("broken.feather", b"ARROW1", "cannot be read as feather"),
        ("broken.npz", b"PK\x03\x04zip", "cannot be read as a NumPy"),
        ("broken.npy", b"\x93NUMPY", "cannot be read as a NumPy"),
        ("broken.mtx", b"%%MatrixMarket nonsense\n", "broken.mtx"),
        ("broken.mat", b"MATLAB 5.0 MAT-file", "cannot be read as a Matlab file"),
        ("broken.gr", b"p cep x\n", "broken.gr"),
        ("broken.csv.gz", b"\x1f\x8bnothing", "broken or truncated gzip"),
        ("broken.graphml", b"<graphml", "cannot be read as GraphML"),
        ("broken.gexf", b"", "is empty"),
        ("photo.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF", "photo.jpg"),
    ],
)
def test_what_is_no_clustering_is_told(tmp_path, name, content, message):
    if "gexf" in name or "graphml" in name:
        pytest.importorskip("networkx")
    if content is not None:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ValueError, match=message) as told:
            open_bytes(content, name)
        assert name in str(told.value)
        assert "clustering." not in str(told.value)
    with pytest.raises(ValueError, match=message):
        open_file(tmp_path / name)


def test_a_folder_is_told(tmp_path):
    with pytest.raises(ValueError, match="this is a folder; give a file of pairs"):
        open_file(tmp_path)


def test_bad_vectors_are_told(tmp_path):
    pytest.importorskip("sklearn")
    np.save(tmp_path / "x.npy", np.full((4, 2), np.nan))
    with pytest.raises(ValueError, match="x.npy: Input X contains NaN"):
        open_file(tmp_path / "x.npy")
    np.save(tmp_path / "x.npy", np.array([["a", "b", "c"]]))
    with pytest.raises(ValueError, match="x.npy: vectors must be real numbers, got <U1"):
        open_file(tmp_path / "x.npy")
    np.savez(tmp_path / "x.npz", a=np.eye(3), b=np.eye(2))
    with pytest.raises(ValueError, match="expected one array of rows of features, got a .*; name one with variable="):
        open_file(tmp_path / "x.npz")
    assert len(open_file(tmp_path / "x.npz", variable="a").things) == 3
    with pytest.raises(ValueError, match="vectors are read from .npy and .npz files"):
        open_file(written(tmp_path / "p.csv", PAIRS), vectors=True)


def test_an_uploaded_file_has_no_place():
    source = open_bytes(PAIRS.encode(), "C:\\data\\my pairs.csv")
    assert (source.title, source.path, source.result.n_clusters) == ("my pairs.csv", None, 2)


# ------------------------------------------------------------------------------------------------------------ in memory


def test_a_result():
    result = fr.solve([("ann", "bob", 3.0), ("bob", ("c", 1), -2.0)])
    source = source_of(result, nodes=pa.table({"id": ["bob", "ann", "('c', 1)"], "age": [1, 2, 3]}))
    assert names(source) == ["ann", "bob", "('c', 1)"]
    assert (source.result, source.things.values([0])) == (result, [["2"]])
    source = source_of(fr.solve(W), nodes=pa.table({"age": [1, 2, 3]}))
    assert source.things.values([2]) == [["3"]]


def test_ids_that_look_alike_stay_apart():
    assert names(source_of(fr.solve([(1, "1", 3.0), ("1", 2, -2.0)]))) == ["1", "'1'", "2"]


def test_entities():
    found = fr.find_entities(SCORES)
    source = source_of(found, nodes=pa.table({"unique_id": ["bob"], "age": [1]}))
    assert (names(source), source.kind) == (NAMES, "table")
    assert source.things.values([0, 1]) == [[None], ["1"]]
    later = found.update(pa.table({"unique_id_l": ["eve"], "unique_id_r": ["zoe"], "match_probability": [0.99]}))
    assert names(source_of(later)) == [*NAMES, "zoe"]


def test_an_estimator():
    pytest.importorskip("sklearn")
    model = fr.CorrelationClustering()
    with pytest.raises(ValueError, match="CorrelationClustering is not fitted yet"):
        source_of(model)
    source = source_of(model.fit(blobs()), blobs())
    assert (source.kind, source.vectors.shape) == ("vectors", (10, 3))
    with pytest.raises(ValueError, match=r"X must have a row for each of the 10 things, got shape \(2, 3\)"):
        source_of(model, blobs()[:2])
    assert source_of(fr.CorrelationClustering("precomputed").fit(W)).kind == "matrix"


def test_a_problem_is_solved():
    assert source_of(fr.as_problem(W)).result.n_clusters == 2
    assert source_of(W).result.n_clusters == 2
    with pytest.raises(ValueError, match="nothing to explore"):
        source_of(fr.Problem.from_edges([], [], []))
