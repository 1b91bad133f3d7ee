import io

import pytest

from frenemy.io import read


def test_reads_edges_and_knows_itself_by_the_first_line():
    file = read(io.StringIO("MULTICUT\n0 1 2.5\n1 2 -3\n0 7 1\n"))
    assert file.format == "multicut"
    assert file.ids.tolist() == [0, 1, 2, 7]
    assert file.problem.edges()[2].tolist() == [2.5, 1.0, -3.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 1 2\n", "line 1: expected MULTICUT, got '0 1 2'"),
        ("MULTICUT\n", "holds no edges"),
        ("MULTICUT", "holds no edges"),
        ("MULTICUT\n0 1 2\n\n0 1\n", "line 4: expected 'u v cost', got '0 1'"),
        ("MULTICUT\n0 one 2\n", "line 2: expected two whole numbers and a cost, got '0 one 2'"),
        ("MULTICUT\n0 1 2\n-1 2 3\n", "line 3: nodes must not be negative, got -1"),
        ("MULTICUT\n0 1 nan\n", "line 2: the weight must be finite, got nan"),
        ("MULTICUT\n0 99999999999999999999 1\n", "do not fit 64 bits"),
    ],
)
def test_bad_files_say_what_and_where(text, message):
    with pytest.raises(ValueError, match=message):
        read(io.StringIO(text), format="multicut")
