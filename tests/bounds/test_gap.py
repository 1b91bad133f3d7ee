import pytest

from frenemy.bounds.gap import gap_text, relative_gap


def test_the_gap_is_relative_to_the_larger_magnitude():
    assert relative_gap(-9.0, -10.0) == 0.1
    assert relative_gap(-10.0, -9.0) == 0.0


@pytest.mark.parametrize(
    ("gap", "text"),
    [
        (1e-6, "0.01 %"),
        (0.0001, "0.01 %"),
        (0.034, "3.4 %"),
        (0.0341, "3.5 %"),  # not 3.4: it says "at most"
        (0.0999, "10 %"),
        (0.13, "13 %"),
        (0.131, "14 %"),
        (1.0, "100 %"),
    ],
)
def test_a_gap_is_shown_rounded_up(gap, text):
    assert gap_text(gap) == text
