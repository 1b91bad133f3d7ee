"""``frenemy cluster``: what the numbers of a table are does not depend on the name of their column."""

import gzip
import json

import pytest

import frenemy as fr

pytest.importorskip("pyarrow")

NAMES = ("weight", "score", "probability", "match_weight", "match_probability", "affinity", "log_odds", "how close")


def clusters(text):
    """The sets of ids, from the first two columns of CSV."""
    found = {}
    for line in text.splitlines()[1:]:
        id, cluster = line.split(",")[:2]
        found.setdefault(cluster, set()).add(id.strip('"'))
    return sorted(map(sorted, found.values()))


def rows():
    u, v, w = fr.affinity.planted(144, seed=5)[0].edges()
    return [(f"n{a}", f"n{b}", float(c)) for a, b, c in zip(u, v, w, strict=True)]


def test_eight_names_give_the_same_clusters_in_all_doors(frenemy_here, tmp_path):
    pairs = rows()
    answers = []
    for name in NAMES:
        path = tmp_path / f"{name}.csv"
        path.write_text("".join(f"{a},{b},{c}\n" for a, b, c in [("id_1", "id_2", name), *pairs]))
        done = frenemy_here("cluster", path, "-o", "groups.csv", "--json", "--report", "report.html")
        assert json.loads(done.stdout)["values"] == "weights"
        assert f"column '{name}' has signed weights, taken as they are: some are below 0" in done.stderr
        page = (tmp_path / "report.html").read_text(encoding="utf-8")
        assert "signed weights, taken as they are: some are below 0" in page
        text = (tmp_path / "groups.csv").read_text()
        assert text.startswith("id,cluster_id\n")
        answers.append(clusters(text))
        table = fr.cluster_table(str(path))
        by_id = dict(zip(table["id"].to_pylist(), table["cluster_id"].to_pylist(), strict=True))
        answers.append(clusters("id,cluster_id\n" + "".join(f"{id},{label}\n" for id, label in by_id.items())))
    assert all(answer == answers[0] for answer in answers)


def test_probabilities_are_seen_and_can_be_overruled(frenemy_here, tmp_path):
    (tmp_path / "pairs.csv").write_text("a,b,0.9\nb,c,0.8\na,c,0.7\nc,d,0.1\n")
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--json")
    assert (json.loads(done.stdout)["values"], done.returncode) == ("probabilities", 0)
    assert clusters((tmp_path / "groups.csv").read_text()) == [["a", "b", "c"], ["d"]]
    assert (tmp_path / "groups.csv").read_text().startswith('"id","cluster_id"')
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--json", "--values", "weights")
    assert json.loads(done.stdout)["values"] == "weights"
    assert clusters((tmp_path / "groups.csv").read_text()) == [["a", "b", "c", "d"]]


@pytest.mark.parametrize("name", ["match_weight", "weight"])
def test_splinks_columns_are_known_in_all_doors(frenemy_here, tmp_path, name):
    pairs = rows()
    text = "".join(f"{a},{b},{c}\n" for a, b, c in [("unique_id_l", "unique_id_r", name), *pairs])
    (tmp_path / "pairs.csv").write_text(text)
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--json", "--report", "report.html")
    kind, why = {
        "match_weight": ("match_weights", "the columns are splink's; --values weights takes them as they are"),
        "weight": ("weights", "if they are splink's match weights, --values match_weights calibrates them"),
    }[name]
    assert json.loads(done.stdout)["values"] == kind
    assert why in " ".join(done.stderr.split())
    page = (tmp_path / "report.html").read_text(encoding="utf-8").replace("&#x27;", "'").replace("&#39;", "'")
    assert why.partition(";")[0].partition(",")[0] in page
    assert fr.find_entities(str(tmp_path / "pairs.csv")).pairs.columns.values == kind
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--json", "--values", "weights")
    assert json.loads(done.stdout)["values"] == "weights"


def test_what_is_unclear_is_said(frenemy_here, tmp_path):
    (tmp_path / "pairs.csv").write_text("a,b,9\nb,c,8\na,c,7\nc,d,1\n")
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv")
    shown = " ".join(done.stderr.split())
    assert "unclear, as none is below 0 and some are above 1; set --values to be certain" in shown
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--missing", "-2", "--json")
    assert json.loads(done.stdout)["values"] == "weights"


def test_similarities_of_text_are_percentages(frenemy_here, tmp_path):
    (tmp_path / "pairs.csv").write_text("a,b,similarity\n1,2,95\n2,3,88\n1,3,91\n3,4,12\n4,5,97\n1,5,5\n")
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv")
    assert "has percentages: all are within 0..100 and some are above 75" in " ".join(done.stderr.split())
    assert clusters((tmp_path / "groups.csv").read_text()) == [["1", "2", "3"], ["4", "5"]]


def test_an_empty_weight_names_the_way_out(frenemy_here, tmp_path):
    (tmp_path / "pairs.csv").write_text("a,b,weight\nx,y,2\ny,z,\nx,z,-1\n")
    done = frenemy_here("cluster", "pairs.csv", "-o", "groups.csv")
    assert "line 3: the weight is empty; take the row out" in " ".join(done.stderr.split())
    frenemy_here("cluster", "pairs.csv", "-o", "groups.csv", "--format", "table", "--nulls", "drop")
    assert clusters((tmp_path / "groups.csv").read_text()) == [["x", "y"], ["z"]]


@pytest.mark.parametrize(
    "text", ["a,b,2\nb,c,-1\n", "a;b;2\nb;c;-1\n", "a\tb\t2\nb\tc\t-1\n", "a b 2\nb c -1\n", '"a","b",2\n"b","c",-1\n']
)
@pytest.mark.parametrize("name", ["pairs.csv", "pairs.tsv", "pairs.txt", "pairs.csv.gz"])
def test_no_row_is_lost_without_a_header(frenemy_here, tmp_path, text, name):
    content = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    done = frenemy_here("cluster", name, "-o", "groups.csv")
    assert "no header was found, so the first line is a pair" in done.stderr
    assert clusters((tmp_path / "groups.csv").read_text()) == [["a", "b"], ["c"]]


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_tables_in_text_without_a_header(tmp_path, delimiter):
    path = tmp_path / "pairs.csv"
    path.write_text("a,b,2\nb,c,-1\n".replace(",", delimiter))
    found = fr.find_entities(str(path))
    assert found.table["id"].to_pylist() == ["a", "b", "c"]
    assert "no header was found" in found.notes.choices[0]


def test_a_fourth_column_asks_for_names(frenemy_here, tmp_path):
    (tmp_path / "pairs.csv").write_text("who,whom,town,how\nann,bob,Rome,2\nbob,carl,Rome,-1\n")
    done = frenemy_here("cluster", "pairs.csv")
    assert done.stderr == (
        "error: no columns of ids: name them with --id-left and --id-right, and the weights with --weight; found "
        "'who', 'whom', 'town', 'how'; each row must be a pair of records and its score; if each row is one record, "
        "have splink or another tool compare the records first\n"
    )
    done = frenemy_here("cluster", "pairs.csv", "--id-left", "who", "--id-right", "whom", "--weight", "how")
    assert clusters(done.stdout) == [["ann", "bob"], ["carl"]]


def test_links_have_no_numbers_to_speak_of(frenemy_here, tmp_path):
    (tmp_path / "links.csv").write_text("a,b\nb,c\n")
    done = frenemy_here("cluster", "links.csv", "--values", "probabilities")
    assert done.returncode == 1
    assert done.stderr == (
        "error: --values probabilities is for pairs with a third column; links.csv is a list of links\n"
    )
