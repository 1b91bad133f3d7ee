import pytest

from frenemy.report.numbers import compact, counted, number, percent, rough, seconds, tick_labels, ticks


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1e-9, "under 0.01 %"),
        (0.0005, "0.05 %"),
        (0.034, "3.4 %"),
        (0.0996, "10 %"),
        (0.25, "25 %"),
        (0.985, "98 %"),
        (0.9951, "99.51 %"),
        (0.9999999, "99.99 %"),
        (1.0, "100 %"),
        (2.0, "200 %"),
    ],
)
def test_only_none_is_nothing_and_only_all_is_everything(share, text):
    assert percent(share) == text


def test_numbers():
    assert number(-1234567.8) == "−1,234,568"
    assert number(-12339.6149) == "−12,339.6"
    assert number(-0.0) == rough(-0.0) == "0"
    assert number(1e-300) == "1e−300"
    assert number(1e300) == "1e+300"
    assert rough(-20441.3) == "−20,441"
    assert rough(123.456) == "123.5"
    assert rough(0.94123) == "0.941"
    assert counted(1, "node") == "1 node"
    assert counted(2000, "node") == "2,000 nodes"
    assert [compact(n) for n in (0, 9999, 12_345, 1_234_567, 3.2e9)] == ["0", "9,999", "12k", "1.2M", "3.2G"]


def test_times():
    assert [seconds(s) for s in (0.0, 0.02, 1.0, 300.0, 9000.0)] == ["under 1 ms", "20 ms", "1.0 s", "5 min", "2.5 h"]


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0.0, 10.0, ["0", "2", "4", "6", "8", "10"]),
        (-20441.5, -20434.0, ["−20,440", "−20,438", "−20,436", "−20,434"]),
        (0.0, 1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-1.0, 0.0, ["−1.0", "−0.8", "−0.6", "−0.4", "−0.2", "0.0"]),
        (0.0, 1.25, ["0.00", "0.25", "0.50", "0.75", "1.00", "1.25"]),
        (3.0, 3.0, ["3"]),
    ],
)
def test_ticks_are_round_and_distinct(low, high, labels):
    assert tick_labels(ticks(low, high)) == labels


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1.0, 1e14, 1e300])
def test_ticks_of_any_size(scale):
    found = ticks(-3.0 * scale, -1.0 * scale)
    assert 2 <= len(found) <= 7
    assert len(set(tick_labels(found))) == len(found)
