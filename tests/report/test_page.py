"""What a report says, for all kinds of results."""

import base64
import hashlib
import pickle
import re
from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from pages import Page
from reference import PROBLEMS, problems

import frenemy as fr
from frenemy.affinity import planted
from frenemy.report import render

SECTIONS = ("matrix", "sizes", "nodes", "clusters", "pairs", "energy", "origin")


@pytest.fixture
def friends():
    """Two groups; ann and carl repel but are together, bob and eve attract but are apart."""
    problem = fr.Problem.from_edges([0, 1, 0, 2, 3, 1], [1, 2, 2, 3, 4, 4], [3.0, 2.0, -1.0, -4.0, 2.0, 0.5])
    return fr.solve(problem), ["ann", "bob", "carl", "dora", "eve"]


def test_everything_is_there(friends):
    result, ids = friends
    page = Page(render(result, ids=ids, title="Five friends"))
    assert [section for section in SECTIONS if section in page.text] == list(SECTIONS)
    top = page.text["head"]
    assert "Five friends" in top
    assert "5 nodes and 6 pairs" in top
    assert "2clusters" in top
    # Violated: 1 and 0.5 of a total weight of 12.5.
    assert "88 %of weight respected" in top
    assert page.body("pairs") == [["bob", "0", "eve", "1", "0.5"], ["ann", "carl", "0", "−1"]]
    assert page.body("sizes") == [["0", "3", "60 %", "ann, bob, carl"], ["1", "2", "40 %", "dora, eve"]]
    assert "energy −3.5, lower bound −" in page.text["energy"]
    assert "Seed0" in page.text["origin"].replace("\n", "")


def test_doubtful_nodes_come_with_their_cost_and_second_best_place(friends):
    result, ids = friends
    page = Page(render(result, ids=ids))
    rows = page.body("nodes")
    # carl: 2 - 1 = 1 with the others, 0 alone. eve: 2 with dora, 0.5 with bob. The median of the weights is 2.
    assert rows[0] == ["carl", "0 (3 nodes)", "alone", "1"]
    assert rows[1] == ["eve", "1 (2 nodes)", "0 (3 nodes)", "1.5"]
    assert len(rows) == 2  # the others are not in doubt
    assert "2 nodes count as in doubt" in page.text["nodes"]
    assert "40 %of nodes in doubt" in page.text["head"]


def test_doubtful_clusters_can_lose_a_node_join_or_be_split(friends):
    result, ids = friends
    rows = {row[0]: row[1:] for row in Page(render(result, ids=ids)).body("clusters")}
    # Joining all costs the repulsion between them, 4 - 0.5. Splitting carl off costs 2 - 1, dora from eve 2.
    assert rows["0 (3 nodes)"] == ["carl", "1", "1 (2 nodes)", "3.5", "2 + 1", "1", "ann, bob and 1 more"]
    assert rows["1 (2 nodes)"] == ["eve", "1.5", "0 (3 nodes)", "3.5", "1 + 1", "2", "dora, eve"]


def assert_runs_only_its_own_script(html):
    (script,) = Page(html).scripts
    assert script == files("frenemy.report").joinpath("tables.js").read_text(encoding="utf-8")
    allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert html.count("Content-Security-Policy") == 1
    assert f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{allowed}'\"" in html


def test_where_nothing_is_in_doubt_nothing_is_listed():
    # Two triangles of weight 1: losing a node costs 2, joining them 9, splitting one 2. The median is 1.
    inside = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
    across = [(a, b) for a in range(3) for b in range(3, 6)]
    problem = fr.Problem.from_edges(*np.array(inside + across).T, [1.0] * 6 + [-1.0] * 9)
    page = Page(render(fr.solve(problem)))
    limit = "would cost at least 1, the weight of a typical pair (the median)."
    assert f"No node counts as in doubt: moving one {limit}" in page.text["nodes"]
    assert f"No cluster counts as in doubt: to lose a node or to join another one {limit}" in page.text["clusters"]
    assert page.body("nodes") == page.body("clusters") == []
    assert "0 %of nodes in doubt" in page.text["head"]


def test_nothing_is_fetched_and_nothing_else_runs(friends):
    page = render(friends[0])
    assert_runs_only_its_own_script(page)
    outside = [url for url in re.findall(r'(?:src|href)="([^"]*)"', page) if not url.startswith("data:")]
    assert outside == []
    assert re.findall(r"https?:|url\(|@import|@font-face", page) == []


def test_what_the_user_wrote_is_text_only(friends):
    result, _ = friends
    bad = "</td></title></style><script>alert('x')</script><img src=x onerror=\"alert(1)\">"
    html = render(result, ids=[f"{bad}{i}" for i in range(5)], title=bad)
    assert_runs_only_its_own_script(html)
    page = Page(html)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert bad in page.text["head"]
    assert page.body("pairs")[0][0].startswith("</td></title></style>…")


@pytest.mark.parametrize("name", PROBLEMS)
def test_small_problems(name, tmp_path):
    problem, _ = PROBLEMS[name]
    result = fr.solve(problem)
    result.report(tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    page = Page(html)
    assert "energy" in page.text
    assert re.findall(r"\bnan\b|\binf\b", "".join(page.text.values())) == []


@given(problems())
def test_any_problem(problem):
    Page(render(fr.solve(problem)))


def test_proved():
    page = Page(render(fr.solve(PROBLEMS["two_couples"][0])))
    assert "Optimalproved" in page.text["head"]
    assert "No clustering has a lower energy: this is proved." in page.text["head"]
    assert "There are none: the clustering agrees with every pair." in page.text["pairs"]


def test_says_why_it_ended():
    problem, _ = planted(200, noise=0.3)
    ended = {
        fr.Stop(seconds=0): "The time ran out",
        fr.Stop(rounds=1): "reached its limit of rounds",
        fr.Stop(target=-1.0): "as good as asked for",
        None: "found nothing better",
    }
    for stop, sentence in ended.items():
        assert sentence in Page(render(fr.solve(problem, fr.AdaptiveICM(), stop=stop))).text["head"]


def test_every_status_has_a_sentence():
    from frenemy.report.sections.guarantee import _ENDS

    assert set(_ENDS) == set(fr.Status)


def test_constrained_results_speak_of_the_users_problem(friends):
    result, ids = friends
    problem = fr.constraints.cannot_link(fr.constraints.must_link(result.problem, [(0, 4)]), [(0, 1)])
    kept = fr.solve(problem)
    assert kept.problem == problem
    page = Page(render(kept, ids=ids))
    assert "that keeps the constraints" in page.text["head"]
    assert "or because constraints require it" in page.text["pairs"]
    assert "5 nodes and 6 pairs" in page.text["head"]
    assert "none" not in page.text["origin"].partition("Constraints")[2].partition("Clusters")[0]


def test_what_constraints_forbid_is_not_offered():
    problem = fr.Problem.from_edges([0, 1, 2, 3], [1, 2, 3, 4], [9.0, 9.0, -2.0, 8.0])  # the median is 8.5
    tied = fr.constraints.must_link(problem, [(0, 1), (1, 2)])
    rows = {row[0]: row[1:] for row in Page(render(fr.solve(tied))).body("clusters")}
    # 0, 1 and 2 can only move as one, to the others, who repel them by 2.
    assert rows["0 (3 nodes)"] == ["0", "2", "1 (2 nodes)", "2", "must stay together", "", "0, 1 and 1 more"]
    kept_apart = fr.constraints.cannot_link(tied, [(2, 3), (2, 4)])
    rows = {row[0]: row[1:] for row in Page(render(fr.solve(kept_apart))).body("clusters")}
    assert rows["1 (2 nodes)"] == ["3", "8", "none", "", "1 + 1", "8", "3, 4"]


def test_results_with_few_free_nodes(friends):
    result, ids = friends
    free = fr.solve(result.problem, start=[0, 1, 2, 0, 0], free=[2])
    page = Page(render(free, ids=ids))
    assert "5 nodes and 6 pairs" in page.text["head"]
    assert sum(int(row[1]) for row in page.body("sizes")) == 5


def test_unlisted_pairs_count():
    problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0] * 3, missing=-1.0)
    page = Page(render(fr.solve(problem)))
    # Six pairs of weight 1; one edge is cut, and both couples are as they ask to be: 5 of 6.
    assert "83 %of weight respected" in page.text["head"]
    assert "weigh −1" in page.text["origin"]


def test_results_with_problems_are_picklable(friends, tmp_path):
    again = pickle.loads(pickle.dumps(friends[0]))
    assert again.problem == friends[0].problem
    again.report(tmp_path / "again.html")


def test_a_failing_report_leaves_the_old_one(friends, tmp_path):
    path = tmp_path / "report.html"
    path.write_text("old")
    with pytest.raises(ValueError, match="ids must have shape"):
        friends[0].report(path, ids=["too", "few"])
    assert path.read_text() == "old"


def many_small_clusters(n, pairs_a_node, seed=0):
    """Clusters of 20 nodes, labelled as planted: the report is what is tested, not the solve."""
    rng = np.random.default_rng(seed)
    u = np.repeat(np.arange(n), pairs_a_node)
    inside = rng.random(len(u)) < 0.5
    v = np.where(inside, u // 20 * 20 + rng.integers(20, size=len(u)), rng.integers(n, size=len(u)))
    keep = u != v
    u, v, inside = u[keep], v[keep], inside[keep]
    w = np.where(inside, 1.0, -1.0) * rng.normal(1.0, 1.0, len(u))
    return fr.Problem.from_edges(u, v, w, n_nodes=n), np.arange(n) // 20


def test_large_results_are_sampled_and_say_so(tmp_path):
    problem, labels = many_small_clusters(1_000_000, 2)
    result = fr.solve(problem, fr.LocalMoves(), start=labels, stop=fr.Stop(seconds=0))
    ids = np.array([f"a rather long name of a thing, the {i}-th" for i in range(1_000_000)], object)
    result.report(tmp_path / "report.html", ids=ids)
    html = (tmp_path / "report.html").read_bytes()
    assert len(html) < 2_000_000
    page = Page(html.decode())
    assert "1,000,000 nodes and" in page.text["head"]
    assert "Each dot stands for about" in page.text["matrix"]
    assert "A closer look at the 30 largest of 50,000 clusters alone" in page.text["matrix"]
    assert "The first 50 are shown" in page.text["nodes"]
    assert re.search(r"The [\d,]+ largest of 50,000 clusters are shown", page.text["sizes"])
    assert "the strongest that are listed" in page.text["pairs"]


def test_a_million_strangers(tmp_path):
    result = fr.solve(fr.Problem.from_edges([0], [1], [-1.0], n_nodes=1_000_000), start=np.arange(1_000_000))
    result.report(tmp_path / "report.html")
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert "1,000,000" in page.text["head"]
    assert "There are none" in page.text["nodes"]
    assert "closer look" not in page.text["matrix"]  # there is nothing to see


def test_the_largest_page_is_small():
    """All tables full, and every id as long as ids are shown, in letters of four bytes."""
    problem, labels = many_small_clusters(3000, 30)
    result = fr.solve(problem, fr.LocalMoves(), start=labels, stop=fr.Stop(seconds=0))
    page = render(result, ids=["🐙" * 1000] * 3000, title="🐙" * 1000)
    assert len(page.encode()) < 1_500_000


def test_what_is_odd_is_in_a_box(friends):
    result, ids = friends

    class Odd:
        warnings = ("nothing repels: <all> is one cluster",)

        def __getattr__(self, name):
            return getattr(result, name)

    assert '<div class="warning"' not in render(result, ids=ids)
    html = render(Odd(), ids=ids, notes=("column 'w' has signed weights",))
    assert '<div class="warning" role="note">' in html
    assert "nothing repels: &lt;all&gt; is one cluster" in html
    assert "column &#x27;w&#x27; has signed weights" in html
