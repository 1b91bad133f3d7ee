"""Damaged Matlab files: types that SciPy would look up out of bounds, and elements that are cut."""

import io

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from frenemy.io.problems.mat_tags import check_mat_tags

W = np.array([[0.0, 1.5], [1.5, 0.0]])


def written(**options):
    file = io.BytesIO()
    nested = {"a": [1, 2], "b": np.array([W, 3], object)}
    scipy.io.savemat(file, {"W": sp.csc_array(W), "D": W, "note": "hello", "s": nested}, **options)
    return file.getvalue()


@pytest.mark.parametrize("is_packed", [False, True])
def test_sound_files_pass(is_packed):
    check_mat_tags(written(do_compression=is_packed))


def test_unknown_types_and_cut_elements_are_named():
    whole = bytearray(written())
    with pytest.raises(ValueError, match="has .* bytes, more than the file"):
        check_mat_tags(bytes(whole[:300]))
    for at, value, message in ((128, 99, "unknown type 99"), (136, 99, "has type 99"), (141, 100, "and 25608 bytes")):
        bad = whole.copy()
        bad[at] = value
        with pytest.raises(ValueError, match=message):
            check_mat_tags(bytes(bad))
