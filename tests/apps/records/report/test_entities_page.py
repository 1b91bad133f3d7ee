"""What the page of entities says."""

import numpy as np
import pytest
from pages import Page

import frenemy as fr
from frenemy.report.sections.terms import Terms

pa = pytest.importorskip("pyarrow")

from frenemy.apps.records.report.page import render_entities  # noqa: E402
from frenemy.apps.records.report.record_names import RecordNames  # noqa: E402

LEFT = ["ann <1>", "ann <1>", "ann 2", "bob 1", "bob 1", "bob 2", "ann 3"]
RIGHT = ["ann 2", "ann 3", "ann 3", "bob 2", "bob 3", "bob 3", "bob 1"]
BITS = [9.0, 6.0, 7.0, 8.0, 6.0, 9.0, 5.0]
PROBABILITIES = [1 / (1 + 2**-bits) for bits in BITS]


def scores():
    return pa.table(
        {"unique_id_l": LEFT, "unique_id_r": RIGHT, "match_weight": BITS, "match_probability": PROBABILITIES}
    )


def page_of(found, **options):
    page = Page(render_entities(found, **options))
    assert len(page.scripts) == 1
    return page


def test_records_and_entities_by_their_names():
    previous = pa.table({"unique_id": ["ann <1>", "ann 2", "bob 1"], "cluster_id": ["A&B", "A&B", "<b>"]})
    found = fr.find_entities(scores(), previous=previous, missing=-1.0)
    page = page_of(found, title="People")
    assert "6 records and 7 pairs" in page.text["head"]
    assert "2entities" in page.text["head"]
    assert page.body("sizes")[:2] == [
        ["A&B", "3", "50 %", "ann <1>, ann 2, ann 3"],
        ["<b>", "3", "50 %", "bob 1, bob 2, bob 3"],
    ]
    for section, text in page.text.items():
        assert "node" not in text, section
        assert "cluster" not in text.replace("clustering", ""), section


def test_what_was_read_left_out_and_chosen():
    table = pa.concat_tables([scores(), scores().slice(0, 2)])
    page = page_of(fr.find_entities(table, missing=-1.0))
    assert "9 rows are 7 pairs of 6 records" in page.text["account"]
    assert "left out: 2 rows that repeat a pair" in page.text["account"]
    assert "a pair that was not compared weighs -1.00 nats: as it was given" in page.text["account"]
    assert "nothing: every row became a pair" in page_of(fr.find_entities(scores())).text["account"]


def test_doubt_is_that_of_the_table():
    found = fr.find_entities(scores(), missing=-1.0, calibration="none", doubt=11.0)
    n = int(np.count_nonzero(found.doubtful))
    assert 0 < n < 6
    page = page_of(found)
    assert f"{n} of 6 records would change sides for less than 11 nats" in page.text["head"]
    assert f"{n} records count as in doubt: moving one would cost less than 11 nats." in page.text["nodes"]


def test_changes_first_what_to_look_at():
    first = fr.find_entities(scores().slice(0, 6), missing=-1.0)
    later = pa.concat_tables(
        [scores(), pa.table({"unique_id_l": ["zoe"], "unique_id_r": ["ann 2"], "match_weight": [-9.0]})],
        promote_options="default",
    )
    apart = pa.table({"unique_id_l": ["ann <1>"], "unique_id_r": ["ann 2"]})
    found = fr.find_entities(later, previous=first.table, cannot_link=apart, missing=-1.0)
    rows = page_of(found).body("changes")
    assert rows[:2] == [
        ["split", "1", "1", "they left an entity that still exists, for a new one"],
        ["created", "1", "1", "new records, in a new entity"],
    ]
    assert rows[2] == ["split", "0 (had 3 records)", "2 (has 1 record)", "1", "ann <1>"]
    assert rows[3] == ["created", "none", "3 (has 1 record)", "1", "zoe"]
    same = fr.find_entities(scores(), previous=fr.cluster_table(scores()))
    assert "There are none." in page_of(same).text["changes"]
    assert "changes" not in page_of(fr.find_entities(scores())).text


def test_many_changes_are_cut():
    names = [f"r{k}" for k in range(400)]
    pairs = pa.table({"id_1": names[::2], "id_2": names[1::2], "weight": [4.0] * 200})
    previous = pa.table({"id": names, "cluster_id": list(range(400))})
    page = page_of(fr.find_entities(pairs, previous=previous))
    assert page.body("changes")[0][:3] == ["merged", "200", "200"]
    assert "The 25 largest of each kind; 175 more are not shown." in page.text["changes"]


def test_pairs_to_ask_about():
    found = fr.find_entities(scores(), missing=-1.0)
    questions = fr.review(scores(), found, budget=3)
    rows = page_of(found, questions=questions).body("questions")
    assert len(rows) == questions.num_rows
    assert rows[0][0].split("\n") == [questions["unique_id_l"][0].as_py(), questions["unique_id_r"][0].as_py()]
    assert rows[0][1].split()[0] == ("together" if questions["together"][0].as_py() else "apart")
    assert "There are none" in page_of(found, questions=questions.slice(0, 0)).text["questions"]


def test_pairs_to_ask_about_show_both_records():
    ids = ["ann <1>", "ann 2", "ann 3", "bob 1", "bob 2", "bob 3"]
    records = pa.table(
        {"unique_id": ids, "<b>name": ["Ann", "Ann", "Ann", "Bob", "Bob", None], "born": [1, 1, 3, 3, 5, 6]}
    )
    found = fr.find_entities(scores(), records, missing=-1.0)
    questions = fr.review(scores(), found, nodes=records, budget=20)
    page = page_of(found, questions=questions)
    assert page.rows["questions"][0] == [""] * 8  # id, two columns of the records, and five of the question
    assert "<b>name" in page.text["questions"]
    described = dict(
        zip(ids, zip(records["<b>name"].to_pylist(), records["born"].to_pylist(), strict=True), strict=True)
    )
    rows = page.body("questions")
    assert len(rows) == questions.num_rows > 1
    for row in rows:
        left, right = row[0].split("\n")
        for cell, a, b in zip(row[1:3], described[left], described[right], strict=True):
            assert cell.split("\n") == ["(empty)" if value is None else str(value) for value in (a, b)]


def test_of_many_columns_the_first_are_shown():
    records = pa.table({"unique_id": ["ann <1>", "ann 2", "bob 1"]} | {f"column {k}": [1, 2, 3] for k in range(20)})
    found = fr.find_entities(scores(), missing=-1.0)
    page = page_of(found, questions=fr.review(scores(), found, nodes=records))
    assert "The first 8 of 20 columns of the records are shown." in page.text["questions"]
    assert "column 7" in page.text["questions"]
    assert "column 8" not in page.text["questions"]


@pytest.mark.parametrize("missing", [0.0, -1.0])
def test_page_table_and_summary_count_the_same_doubtful_records(missing):
    # c and d repel all they were compared with: with missing=0 they could as well join any other entity.
    pairs = pa.table({"id_1": ["a", "a", "c"], "id_2": ["b", "c", "d"], "weight": [9.0, -9.0, -8.0]})
    new = pa.table({"id_1": ["e", "e", "f"], "id_2": ["a", "b", "g"], "weight": [0.5, 0.5, -3.0]})
    first = fr.find_entities(pairs, missing=missing, calibration="none")
    for found in (first, first.update(new)):
        n = sum(found.table["doubtful"].to_pylist())
        page = page_of(found)
        assert found.summary().endswith(f", {n} doubtful")
        assert f"{n} of {found.n_records} records would change sides" in page.text["head"]
        n_listed = len(page.body("nodes"))
        alone = f"{n - n_listed} of them "
        assert (alone in page.text["nodes"]) == (n > n_listed), page.text["nodes"]


def test_ids_of_several_columns_and_tables_of_pandas():
    pd = pytest.importorskip("pandas")
    pairs = pd.DataFrame(
        {
            "source_dataset_l": ["shop", "shop"],
            "unique_id_l": [1, 2],
            "source_dataset_r": ["bank", "bank"],
            "unique_id_r": [1, 1],
            "match_weight": [8.0, -8.0],
        }
    )
    before = fr.cluster_table(pairs)
    found = fr.find_entities(pairs, previous=before.iloc[:1])
    page = page_of(found, questions=fr.review(pairs, found))
    assert page.body("sizes")[0][3].split(", ") == ["shop · 1", "bank · 1"]
    assert any(row[0] == "created" and row[-1] == "shop · 2" for row in page.body("changes"))


def test_nothing_at_all():
    page = page_of(fr.find_entities(scores().slice(0, 0)))
    assert "0entities" in page.text["head"]
    assert "0 rows are 0 pairs of 0 records" in page.text["account"]


def test_many_records_make_a_small_page():
    rng = np.random.default_rng(0)
    n = 30_000
    u = np.arange(0, n - 1, 3)
    ids = pa.array([f"record number {k} of many" for k in range(n)])
    left, right = np.concatenate((u, u, u + 1)), np.concatenate((u + 1, u + 2, u + 2)) % n
    weight = rng.normal(5.0, 3.0, len(left))
    pairs = pa.table({"id_1": ids.take(pa.array(left)), "id_2": ids.take(pa.array(right)), "weight": weight})
    found = fr.find_entities(pairs, previous=pa.table({"id": ids, "cluster_id": np.arange(n)}))
    html = render_entities(found, questions=fr.review(pairs, found, budget=1000))
    assert len(html) < 500_000


def test_names_are_looked_up():
    names = RecordNames([pa.array(["a", None, "c"]), pa.array([1, 2, 3])])
    assert len(names) == 3
    assert names[2] == "c · 3"
    assert list(names[:2]) == ["a · 1", " · 2"]


def test_words():
    terms = Terms(node="record", nodes="records", cluster="entity", clusters="entities")
    assert [terms.n_nodes(1), terms.n_nodes(2000)] == ["1 record", "2,000 records"]
    assert [terms.n_clusters(1), terms.n_clusters(0)] == ["1 entity", "0 entities"]


@pytest.mark.parametrize("width", [360, 1100])
def test_opens_quietly_and_fits(browser, tmp_path, width):
    found = fr.find_entities(scores(), previous=fr.cluster_table(scores().slice(0, 4)))
    found.report(tmp_path / "report.html", title="People", questions=fr.review(scores(), found))
    page = browser.new_page(viewport={"width": width, "height": 800})
    trouble = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on(
        "request", lambda request: trouble.append(request.url) if not request.url.startswith(("file:", "data:")) else 0
    )
    page.goto((tmp_path / "report.html").as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("#account dd").first.is_visible()
    page.close()
    assert trouble == []
