from frenemy.report.chart import Bar, bars, energy_curve, thinned
from frenemy.run import BoundRound, Round


def test_every_bar_shows_its_value():
    svg = bars([Bar(3, "0", "cluster 0: 3 nodes"), Bar(1, "<1>", "cluster 1: 1 node")], title='Sizes of "clusters"')
    assert svg.count('<g class="bar">') == 2
    assert "<title>cluster 1: 1 node</title>" in svg
    assert "&lt;1&gt;" in svg
    assert 'aria-label="Sizes of &quot;clusters&quot;"' in svg


def test_many_bars_have_a_scale_instead_of_values():
    svg = bars([Bar(40 - k, str(k), "") for k in range(40)], title="")
    assert ">40</text>" in svg
    assert ">39</text>" not in svg


def test_curve_and_bound():
    history = [Round(0.1, -5.0, 9), Round(0.2, -8.0, 4), Round(0.3, -8.0, 4)]
    svg = energy_curve(history, [BoundRound(0.1, -12.0), BoundRound(0.2, -10.0)], title="Energy", end=0.4)
    assert "lower bound −10" in svg
    assert "after 200 ms: energy −8, 4 clusters" in svg
    assert "lower bound" not in energy_curve(history, (), title="Energy", end=0.4)


def test_a_gap_of_rounding_errors_can_be_drawn():
    energy = -770568.33779558
    bounds = [BoundRound(0.0, energy - 0.5), BoundRound(0.1, energy - 2e-10)]
    svg = energy_curve([Round(0.1, energy, 3)], bounds, title="", end=0.2)
    assert "lower bound −770,568" in svg


def test_a_single_round_and_a_closed_gap_can_be_drawn():
    for energy in (-3.0, 0.0, 1e-300, 1e300):
        assert "nan" not in energy_curve([Round(0.0, energy, 1)], [BoundRound(0.0, energy)], title="", end=0.0)


def test_long_histories_keep_their_steps_and_ends():
    history = [Round(k / 10, -100.0 if k > 50_001 else -99.0, 2) for k in range(100_000)]
    kept = thinned(history)
    assert len(kept) <= 400
    assert kept[0] == history[0]
    assert kept[-1] == history[-1]
    assert history[50_002] in kept
