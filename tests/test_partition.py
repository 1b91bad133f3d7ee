import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import pair_weights, problems_with_labels, same_partition

from frenemy import partition

labels = st.lists(st.integers(-3, 5), min_size=0, max_size=12)


@given(labels)
def test_labels_to_u_and_x_and_back(drawn):
    assert same_partition(partition.from_indicator(partition.to_indicator(drawn)), drawn)
    x = partition.to_adjacency(drawn)
    assert partition.is_decomposable(x)
    assert same_partition(partition.from_adjacency(x), drawn)
    assert (x.toarray() == np.equal.outer(np.array(drawn), np.array(drawn))).all()


@given(problems_with_labels())
def test_the_energy_is_linear_in_x(drawn):
    problem, drawn_labels = drawn
    x = partition.to_adjacency(drawn_labels).toarray()
    assert problem.energy(drawn_labels, form="agreement", pairs="ordered") == pytest.approx(
        -(pair_weights(problem) * x).sum(), abs=1e-9
    )


def test_what_is_not_a_partition_is_refused():
    with pytest.raises(ValueError, match="exactly one cluster, got 2 at node 1"):
        partition.from_indicator([[1, 0], [1, 1]])
    with pytest.raises(ValueError, match="exactly one cluster, got 0 at node 0"):
        partition.from_indicator([[0, 0], [1, 0]])
    with pytest.raises(ValueError, match="only 0 and 1, got 0.5"):
        partition.from_indicator([[0.5, 0.5]])
    with pytest.raises(ValueError, match=r"square, got shape \(1, 2\)"):
        partition.from_adjacency([[1, 0]])
    with pytest.raises(ValueError, match="finite, got nan"):
        partition.is_decomposable([[np.nan]])


def test_fractional_and_broken_adjacencies():
    chain = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]])
    assert not partition.is_decomposable(chain)
    assert not partition.is_decomposable(0.5 * np.eye(2))
    assert partition.from_adjacency(chain).tolist() == [0, 0, 0]
    assert partition.from_adjacency(0.4 * chain).tolist() == [0, 1, 2]
    assert partition.from_adjacency(0.4 * chain, threshold=0.3).tolist() == [0, 0, 0]
