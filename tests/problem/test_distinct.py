"""Sorted, each once, as numpy has it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from frenemy.problem.distinct import distinct


@given(arrays(st.sampled_from(["int64", "int32", "uint8", "bool"]), array_shapes(min_dims=1, max_dims=2, min_side=0)))
def test_as_numpy_has_it(values):
    before = values.copy()
    found = distinct(values)
    assert found.dtype == values.dtype
    np.testing.assert_array_equal(found, np.unique(values))
    np.testing.assert_array_equal(values, before)
