import sys

import numpy as np
import pytest

import frenemy as fr
from frenemy import plot
from frenemy.affinity import planted

figure_module = pytest.importorskip("matplotlib.figure")


@pytest.fixture
def ax():
    return figure_module.Figure().subplots()


def pixels(ax):
    return np.asarray(ax.images[0].get_array())


def test_small_problem_is_drawn_exactly(ax):
    problem = fr.Problem.from_edges([0, 1], [2, 2], [2.0, -1.0])
    assert plot.matrix(problem, ax=ax) is ax
    assert pixels(ax).tolist() == [[0, 0, 2], [0, 0, -1], [2, -1, 0]]


def test_clusters_come_largest_first_with_lines_between(ax):
    problem = fr.Problem.from_edges([0, 1], [2, 2], [-3.0, 5.0])
    plot.matrix(problem, [7, 4, 4], ax=ax)  # drawn in the order 1, 2, 0
    assert pixels(ax).tolist() == [[0, 5, 0], [5, 0, -3], [0, -3, 0]]
    ends = [segment[:, 1].tolist() for segment in ax.collections[0].get_segments()]
    assert ends == [[2, 2]]
    assert ax.get_title() == "2 clusters, energy -3"


def test_missing_fills_the_unlisted_pairs(ax):
    plot.matrix(fr.Problem.from_edges([0], [1], [2.0], n_nodes=3, missing=-1.0), ax=ax)
    assert pixels(ax).tolist() == [[0, 2, -1], [2, 0, -1], [-1, -1, 0]]


def test_large_problems_are_binned():
    problem, labels = planted(100_000, sizes=np.ones(5), degree=3, noise=0.0)
    axes = figure_module.Figure().subplots()
    plot.matrix(problem, labels, ax=axes, max_pixels=500)
    image = pixels(axes)
    assert image.shape == (500, 500)
    # Blocks along the diagonal attract, the rest repels.
    assert image[:90, :90].mean() > 0 > image[:90, 400:].mean()


def test_binning_with_missing_is_the_mean_of_all_pairs(ax):
    problem = fr.Problem.from_edges([0, 0], [2, 1], [5.0, 3.0], n_nodes=4, missing=-1.0)
    plot.matrix(problem, ax=ax, max_pixels=2)
    # Between {0, 1} and {2, 3}: 5, -1, -1, -1. Within: 3; and -1.
    assert pixels(ax).tolist() == [[3, 0.5], [0.5, -1]]


@pytest.mark.parametrize("draw", [fr.plot.matrix, fr.plot.cluster_graph])
def test_labels_may_be_a_result(draw):
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0])
    result = fr.solve(problem)
    one, other = (draw(problem, labels) for labels in (result, result.labels))
    assert len(one.lines) == len(other.lines)
    assert len(one.patches) == len(other.patches)


def test_given_order(ax):
    problem = fr.Problem.from_edges([0], [1], [2.0], n_nodes=3)
    plot.matrix(problem, ax=ax, order=[2, 1, 0])
    assert pixels(ax)[1, 2] == 2.0
    with pytest.raises(ValueError, match="order must name each of the 3 nodes once"):
        plot.matrix(problem, ax=ax, order=[0, 0, 1])


def test_empty_and_many_clusters(ax):
    plot.matrix(fr.Problem.from_edges([], [], []), ax=ax)
    problem = fr.Problem.from_edges([0], [1], [1.0], n_nodes=2000)
    plot.matrix(problem, np.arange(2000), ax=ax, colorbar=True)


def test_bad_arguments(ax):
    problem = fr.Problem.from_edges([0], [1], [1.0])
    with pytest.raises(ValueError, match="labels must have shape"):
        plot.matrix(problem, [0, 1, 2], ax=ax)
    for bad in (0, 2.5, None, "9", float("nan"), [9]):
        with pytest.raises(ValueError, match="max_pixels must be a whole number of at least 1, got "):
            plot.matrix(problem, ax=ax, max_pixels=bad)


def test_calibration_draws_predictions_and_truth(ax):
    assert plot.calibration([0.25, 0.25, 0.75, 0.75], [False, True, True, True], ax=ax) is ax
    line = next(line for line in ax.lines if line.get_marker() == "o")
    assert line.get_xydata().tolist() == [[0.25, 0.5], [0.75, 1.0]]
    # (0.0625 + 0.5625 + 0.0625 + 0.0625) / 4, and both bins off by a quarter
    assert ax.get_title() == "Brier score 0.1875, calibration error 0.2500"
    heights = [bar.get_height() for bar in ax.patches]
    assert sorted(heights)[-2:] == [max(heights)] * 2


def test_calibration_with_bins_of_one_count_and_bad_arguments(ax):
    p = np.random.default_rng(0).random(1000) ** 4
    plot.calibration(p, p > 0.5, ax=ax, bins="count", n_bins=5, title="mine")
    assert ax.get_title() == "mine"
    assert len(next(line for line in ax.lines if line.get_marker() == "o").get_xydata()) == 5
    with pytest.raises(ValueError, match="probabilities must be in 0..1, got 2.0 at pair 0"):
        plot.calibration([2.0], [True], ax=ax)


def test_without_matplotlib_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"frenemy\[plot\]"):
        plot.matrix(fr.Problem.from_edges([0], [1], [1.0]))
    with pytest.raises(ImportError, match=r"frenemy\[plot\]"):
        plot.calibration([0.5], [True])


def test_pictures_of_results():
    result = fr.solve(planted(60, seed=2)[0], stop=0.2)
    for draw in (plot.matrix, plot.history, plot.sizes, plot.cluster_graph):
        axes = figure_module.Figure().subplots()
        assert draw(result, ax=axes) is axes
        assert axes.get_title()
        assert draw(result, ax=axes, title="mine").get_title() == "mine"
    assert fr.plot is plot


def test_history_holds_the_last_values_to_the_end(ax):
    result = fr.solve(planted(60, seed=2)[0], stop=0.2)
    plot.history(result, ax=ax)
    energy, bound = (line.get_ydata()[-1] for line in ax.lines[:2])
    assert (energy, bound) == (pytest.approx(result.energy), result.lower_bound)
    assert ax.lines[0].get_xdata()[-1] == ax.lines[1].get_xdata()[-1]


def test_history_without_rounds(ax):
    plot.history(fr.solve(fr.Problem.from_edges([], [], [])), ax=ax)
    assert ax.get_title() == "energy 0, gap 0.00%"


def test_sizes_come_largest_first(ax):
    plot.sizes([5, 5, -1, 5, 2, 2], ax=ax)
    assert [bar.get_height() for bar in ax.patches] == [3, 2, 1]
    assert ax.get_title() == "3 clusters, 1 with one node"


def test_many_sizes_and_none():
    many = figure_module.Figure().subplots()
    plot.sizes(np.arange(100), ax=many)
    assert many.get_title() == "100 clusters, 100 with one node"
    none = figure_module.Figure().subplots()
    plot.sizes([], ax=none)
    assert none.get_title() == "0 clusters"
    with pytest.raises(ValueError, match=r"labels must be one-dimensional, got shape \(1, 2\)"):
        plot.sizes([[1, 2]], ax=none)


def test_cluster_graph_draws_total_weights(ax):
    problem = fr.Problem.from_edges([0, 1, 2, 1], [1, 2, 3, 4], [2.0, -3.0, 1.0, 1.5])
    plot.cluster_graph(problem, [0, 0, 1, 1, 2], ax=ax)
    # -3 between the clusters of 1 and 2, and 1.5 between those of 1 and 4.
    assert sorted(line.get_color() for line in ax.lines) == ["#2570c8", "#d96e0a"]
    assert sorted(text.get_text() for text in ax.texts) == ["1", "2", "2"]
    assert ax.get_title() == "3 clusters"


def test_cluster_graph_of_many_draws_the_largest(ax):
    problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0], n_nodes=50, missing=-0.1)
    plot.cluster_graph(problem, np.arange(50), ax=ax, max_clusters=4)
    assert len(ax.lines) == 4 * 3 // 2
    assert ax.get_title() == "50 clusters, the 4 largest"
    with pytest.raises(ValueError, match="labels are needed unless a Result is given"):
        plot.cluster_graph(problem)


def test_a_path_over_the_bias(ax):
    rows = np.random.default_rng(0).normal(size=(120, 2))
    rows[60:] += 8.0
    clustering = pytest.importorskip("frenemy.estimator").CorrelationClustering().fit(rows)
    assert plot.path(clustering.path_, ax=ax, title="two") is ax
    biases, numbers = ax.lines[0].get_data()
    assert list(biases) == [point.bias for point in clustering.path_]
    assert dict(zip(biases, numbers, strict=True))[0.0] == 2
    assert ax.get_title() == "two"
