"""What notebooks show: small tables and pictures, all text escaped, nothing loaded from elsewhere."""

from html.parser import HTMLParser

import numpy as np
import pytest
from reference import random_problem

import frenemy as fr
from frenemy.html_card import bars, card, png, shares, size_bars

VOID = {"img", "rect"}


class Balanced(HTMLParser):
    """Every element that opens is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen += [value for name, value in attrs if name in ("src", "href", "onclick")]
        assert tag not in ("script", "link", "style")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


def checked(markup):
    parser = Balanced()
    parser.feed(markup)
    parser.close()
    assert parser.open == []
    assert all(value.startswith("data:image/png;base64,") for value in parser.seen)
    assert len(markup) < 500_000
    return markup


def test_all_text_is_escaped():
    evil = '<img src="x" onerror="alert(1)">&'
    picture = bars([1, 2], caption=evil, ends=(evil, evil)) + shares([(evil, 0.5, "#000")], caption=evil)
    made = checked(card(evil, [(evil, evil)], picture + png(b"", caption=evil), warnings=[evil]))
    assert '<img src="x"' not in made
    assert made.count("&lt;img") >= 8


def test_long_values_are_cut():
    assert len(card("t", [("a", "x" * 10_000)])) < 1000


def test_nothing_to_draw():
    assert bars([], caption="none") == bars([0, 0], caption="none") == ""
    assert size_bars(np.empty(0, np.int32)) == ""


def test_many_clusters_are_drawn_up_to_a_limit():
    assert "the 60 largest" in size_bars(np.arange(1000))
    assert size_bars(np.arange(1000)).count("<rect") == 60


@pytest.mark.parametrize(
    "problem",
    [
        random_problem(30, 100, seed=1),
        fr.Problem.from_edges([], [], []),
        fr.Problem.from_edges(["<a>"], ["b"], [0.0], missing=-1.0),
        fr.constraints.must_link(random_problem(5, 6, seed=0), [(0, 1)]),
    ],
)
def test_problems_results_and_certificates(problem):
    shown = checked(problem._repr_html_())
    assert f">{problem.n_nodes}<" in shown
    result = fr.solve(problem)
    assert f">{result.n_clusters}<" in checked(result._repr_html_())
    assert "pairs that are sure" in checked(fr.certify(problem)._repr_html_())


def test_posteriors():
    found = fr.posterior(random_problem(10, 20, seed=1), n_samples=100)
    assert "<svg" in checked(found._repr_html_())


def test_entities():
    pa = pytest.importorskip("pyarrow")
    pairs = pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "probability": [0.999, 0.001]})
    assert ">2<" in checked(fr.find_entities(pairs)._repr_html_())


def test_segmentations():
    picture = np.zeros((40, 2000, 3), np.uint8)
    picture[:, 1000:] = 255
    shown = checked(fr.segment(picture, [[(1000, 5), (1000, 35)]])._repr_html_())
    assert "2,000 x 40" in shown
    assert "data:image/png;base64," in shown
