"""Do several Markov chains agree? R-hat and effective sample size."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats

MIN_DRAWS = 4  # per chain, for two halves with a variance each


def r_hat(draws: npt.ArrayLike) -> float:
    """Rank-normalised split R-hat of (n_chains, n_draws) values: near 1 if all halves of all chains look alike.

    The larger of the R-hats of the values and of their distances to the median, which detects chains that differ in
    spread. Infinite if there are too few draws. Vehtari, Gelman, Simpson, Carpenter & Bürkner,
    "Rank-normalization, folding, and localization" (2021).
    """
    values = np.asarray(draws, np.float64)
    if values.shape[1] < MIN_DRAWS:
        return float("inf")
    folded = np.abs(values - np.median(values))
    return max(_plain_r_hat(_normal_scores(_halves(part))) for part in (values, folded))


def effective_size(draws: npt.ArrayLike) -> float:
    """Bulk effective sample size of (n_chains, n_draws) values, by ranks.

    Autocorrelations are summed while those of two successive lags are positive and decreasing (Geyer, 1992).
    """
    values = np.asarray(draws, np.float64)
    if values.shape[1] < MIN_DRAWS:
        return float("nan")
    halves = _normal_scores(_halves(values))
    n_chains, n = halves.shape
    within = halves.var(axis=1, ddof=1).mean()
    if not _has_changes(halves):
        return float(n_chains * n) if np.ptp(halves) == 0.0 else float(n_chains)
    total = within * (n - 1) / n + halves.mean(axis=1).var(ddof=1)
    correlation = 1.0 - (within - _autocovariances(halves).mean(axis=0) * n / (n - 1)) / total
    correlation[0] = 1.0
    pairs = correlation[: n - n % 2].reshape(-1, 2).sum(axis=1)
    n_positive = int(np.argmax(pairs <= 0.0)) if (pairs <= 0.0).any() else len(pairs)
    time = -1.0 + 2.0 * float(np.minimum.accumulate(pairs[:n_positive]).sum())
    # Chains that overshoot on the way back can do better than independent draws, but not by that much.
    return float(n_chains * n / max(time, 1.0 / np.log10(n_chains * n)))


def indicator_r_hats(means: Floats, n_draws: float, min_variance: float) -> Floats:
    """Plain split R-hat of many quantities that are 0 or 1, by their means in (n_halves, n_quantities).

    ``n_draws`` is the number of draws in all. A smaller variance counts as ``min_variance``: rare events are
    seldom seen in all chains and matter little.
    """
    per_half = max(n_draws / len(means), 2.0)
    within = (means * (1.0 - means)).mean(axis=0) * per_half / (per_half - 1.0)
    between = means.var(axis=0, ddof=1)
    excess = np.maximum(between - within / per_half, 0.0)  # over what means of independent draws vary by
    ratios: Floats = np.sqrt(1.0 + excess / np.maximum(within, min_variance))
    return ratios


def _halves(draws: Floats) -> Floats:
    """Each chain as two; the middle draw of an odd number is left out."""
    half = draws.shape[1] // 2
    return np.concatenate((draws[:, :half], draws[:, -half:]))


def _plain_r_hat(draws: Floats) -> float:
    n = draws.shape[1]
    within = draws.var(axis=1, ddof=1).mean()
    between = draws.mean(axis=1).var(ddof=1)
    if not _has_changes(draws):
        return 1.0 if np.ptp(draws) == 0.0 else float("inf")
    return float(np.sqrt((n - 1) / n + between / within))


def _has_changes(draws: Floats) -> bool:
    """Whether some chain moves at all; its variance may be above 0 by rounding alone."""
    return bool((np.ptp(draws, axis=1) > 0.0).any())


def _normal_scores(draws: Floats) -> Floats:
    """Ranks over all draws, ties sharing theirs, as quantiles of the normal distribution."""
    from scipy.special import ndtri

    _, inverse, counts = np.unique(draws, return_inverse=True, return_counts=True)
    rank = np.cumsum(counts) - (counts - 1) / 2.0
    scores: Floats = ndtri((rank - 0.375) / (draws.size + 0.25))
    return scores[inverse.reshape(-1)].reshape(draws.shape)


def _autocovariances(draws: Floats) -> Floats:
    n = draws.shape[1]
    centered = draws - draws.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centered, 2 * n, axis=1)
    covariances: Floats = np.fft.irfft(np.abs(spectrum) ** 2, 2 * n, axis=1)[:, :n] / n
    return covariances
