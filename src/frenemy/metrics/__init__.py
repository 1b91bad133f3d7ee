"""Agreement of a clustering with a known one.

Every measure takes one label per node for the clustering and for the truth. Labels are any hashable values: numbers,
names, tuples; 1 and "1" differ. Only which nodes share a label matters. All measures are computed from the sparse
contingency table, which has at most ``n_nodes`` nonzero entries, so memory is linear in the nodes for any number of
clusters. With no node or one node the agreement is perfect: similarities are 1, :func:`variation_of_information` is 0.

Label images and volumes have measures of their own, which ignore the background: :func:`adapted_rand_error` and
:func:`split_and_merge`.

>>> from frenemy import metrics
>>> truth = ["cat", "cat", "cat", "dog", "dog"]
>>> for labels in ([0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 1, 2, 3, 4]):
...     print(metrics.purity(labels, truth), round(metrics.adjusted_rand_index(labels, truth), 2))
1.0 1.0
0.6 0.0
1.0 0.0
"""

from frenemy.metrics.clusterings import (
    PrecisionRecall,
    adjusted_rand_index,
    b_cubed,
    pairwise,
    purity,
    variation_of_information,
)
from frenemy.metrics.volumes import SplitAndMerge, adapted_rand_error, split_and_merge

__all__ = [
    "PrecisionRecall",
    "SplitAndMerge",
    "adapted_rand_error",
    "adjusted_rand_index",
    "b_cubed",
    "pairwise",
    "purity",
    "split_and_merge",
    "variation_of_information",
]
