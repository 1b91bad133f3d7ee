"""The probability of each pair from the draws of chains, with its standard error and diagnostics."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.posterior.chains import Chain
from frenemy.posterior.estimates import PAIRS_MIXED
from frenemy.posterior.mixing import indicator_r_hats

_RARE = 0.05  # probabilities closer to 0 or 1 than this count as this when precision is judged


class PairEstimates(NamedTuple):
    probabilities: npt.NDArray[np.float64]
    standard_errors: npt.NDArray[np.float64]
    r_hat: float
    effective_size: float


def estimate_pairs(chains: list[Chain], is_same: npt.NDArray[np.bool_]) -> PairEstimates:
    """Batch means over all chains."""
    lengths = np.concatenate([chain.lengths for chain in chains]).astype(np.float64)
    total, n_batches = lengths.sum(), len(lengths)
    if len(is_same) == 0:
        return PairEstimates(np.empty(0), np.empty(0), 1.0, float(total))
    counts = np.stack([chain.counts.sum(axis=0) for chain in chains])
    probabilities = counts.sum(axis=0) / total
    squares = np.zeros(len(is_same))
    for chain in chains:
        for row, length in zip(chain.counts, chain.lengths, strict=True):  # one at a time, as there may be many pairs
            squares += (row - length * probabilities) ** 2
    errors = np.sqrt(squares * n_batches / max(n_batches - 1, 1)) / total
    # An event that was never seen is not impossible: count one more draw on either side.
    added = (counts.sum(axis=0) + 1.0) / (total + 2.0)
    errors = np.maximum(errors, np.sqrt(added * (1.0 - added) / total))
    # Batches of a chain that is stuck agree with each other, but not with the other chains.
    rare = _RARE * (1.0 - _RARE)
    r_hats = indicator_r_hats(np.stack([part for chain in chains for part in _half_means(chain)]), total, rare)
    by_chain = counts / np.array([[chain.lengths.sum()] for chain in chains])
    by_chains = by_chain.std(axis=0, ddof=min(1, len(chains) - 1)) / math.sqrt(len(chains))
    errors = np.where(r_hats < PAIRS_MIXED, errors, np.maximum(errors, by_chains))
    errors[is_same] = 0.0
    variances = np.maximum(probabilities * (1.0 - probabilities), rare)[~is_same]
    size = float((variances / errors[~is_same] ** 2).min(initial=total))
    return PairEstimates(probabilities, errors, float(r_hats.max()), size)


def _half_means(chain: Chain) -> list[npt.NDArray[np.float64]]:
    """The means of both halves of the kept draws; twice the overall mean if there is one batch."""
    half = len(chain.lengths) // 2
    parts = [slice(None, half), slice(half, None)] if half else [slice(None), slice(None)]
    return [chain.counts[part].sum(axis=0) / chain.lengths[part].sum() for part in parts]
