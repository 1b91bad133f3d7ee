"""Posterior probabilities of pairs, by Markov chain Monte Carlo over partitions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.html_card import bars, card, number_text
from frenemy.posterior.mixing import MIN_DRAWS, effective_size, indicator_r_hats, r_hat
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import node_pairs
from frenemy.problem.convert import as_problem
from frenemy.run import Run, Status, Stop, cancel_on_interrupt
from frenemy.solvers import DEFAULT
from frenemy.solving.transform import Transformed, without_links

MAX_LISTED_PAIRS = 500_000  # counted by default; a pair takes 128 bytes per chain
MIXED = 1.01  # R-hat below which chains agree on energy and number of clusters
PAIRS_MIXED = 1.05  # the same for the worst pair: of many, one is always further off
_MAX_SAMPLES = 10**15
_RARE = 0.05  # probabilities closer to 0 or 1 than this count as this when precision is judged
_TIME_FOR_START = 0.1  # share of the time limit for the start made by a solver
_PAIRS_PER_SECOND = 5_000_000  # that a solver can handle


class PerQuantity(NamedTuple):
    """A diagnostic for each estimated quantity; for pairs, that of the worst pair."""

    energy: float
    n_clusters: float
    pairs: float


@dataclass(frozen=True, eq=False)
class Posterior:
    """Estimates from partitions drawn from the posterior.

    Attributes
    ----------
    pairs : (n_pairs, 2) int32
        The pairs estimated.
    probabilities : (n_pairs,) float64
        The probability that the two nodes of each share a cluster.
    standard_errors : (n_pairs,) float64
        Monte Carlo standard error of each probability, from the spread of batches of draws, or of the chains where
        these disagree.
    energies : (n_chains, n_draws) float64
        The energy of every partition drawn, by chain; fewer chains if there was no time to start them all.
    cluster_counts : (n_chains, n_draws) int32
        Its number of clusters.
    r_hat : PerQuantity
        Split R-hat of the ``energy``, ``n_clusters`` and the worst of the ``pairs``: 1 if the chains agree
        (rank-normalised for the first two).
    effective_size : PerQuantity
        Effective sample size of each: how many independent draws would be as precise.
    acceptance : float
        The share of proposed splits and merges that were accepted.
    status : Status
        CONVERGED: all samples were drawn, and the chains agree. ROUND_LIMIT: all were drawn, and the chains do not
        agree. TIME_LIMIT, CANCELLED: the samples so far; :attr:`is_mixed` says whether the chains agree.
    seconds : float
        Wall-clock time.
    temperature : float
    seed : int
    """

    pairs: npt.NDArray[np.int32]
    probabilities: npt.NDArray[np.float64]
    standard_errors: npt.NDArray[np.float64]
    energies: npt.NDArray[np.float64]
    cluster_counts: npt.NDArray[np.int32]
    r_hat: PerQuantity
    effective_size: PerQuantity
    acceptance: float
    status: Status
    seconds: float
    temperature: float
    seed: int

    @property
    def n_samples(self) -> int:
        """Number of partitions that the estimates are based on."""
        return self.energies.size

    @property
    def is_mixed(self) -> bool:
        """Whether the chains, which started far apart, agree."""
        return _is_mixed(self.r_hat)

    def n_clusters(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """The numbers of clusters that were seen, ascending, and the probability of each."""
        values, counts = np.unique(self.cluster_counts, return_counts=True)
        return values, counts / self.n_samples

    @property
    def mean_n_clusters(self) -> float:
        """The expected number of clusters."""
        return float(self.cluster_counts.mean())

    def n_clusters_interval(self, level: float = 0.95) -> tuple[int, int]:
        """The central credible interval of the number of clusters."""
        if not 0.0 < level <= 1.0:
            raise ValueError(f"level must be above 0 and at most 1, got {level}")
        values, probabilities = self.n_clusters()
        below, tail = np.cumsum(probabilities), (1.0 - level) / 2.0
        last = len(values) - 1
        low = min(int(np.searchsorted(below, tail + 1e-12, "right")), last)
        high = min(int(np.searchsorted(below, 1.0 - tail - 1e-12, "left")), last)
        return int(values[low]), int(values[high])

    def probability_of(self, u: int, v: int) -> float:
        """The probability that two nodes share a cluster, for one of :attr:`pairs`."""
        if u == v:
            return 1.0
        at = self._places.get((min(u, v), max(u, v)))
        if at is None:
            raise ValueError(f"the pair {u}, {v} was not estimated; name it in posterior(..., pairs=[({u}, {v})])")
        return float(self.probabilities[at])

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        return {(min(u, v), max(u, v)): at for at, (u, v) in enumerate(self.pairs.tolist())}

    def _repr_html_(self) -> str:
        """The numbers, and how probable each number of clusters is, for notebooks."""
        low, high = self.n_clusters_interval()
        values, probabilities = self.n_clusters()
        facts = [
            ("clusters, 95 % interval", f"{low:,} to {high:,}"),
            ("clusters, expected", f"{self.mean_n_clusters:,.2f}"),
            ("pairs", number_text(len(self.pairs))),
            ("samples", number_text(self.n_samples)),
            ("chains agree", "yes" if self.is_mixed else "no"),
            ("status", self.status.name),
            ("seconds", f"{self.seconds:.3g}"),
        ]
        seen = (int(values[0]), int(values[-1]))
        picture = bars(probabilities.tolist(), caption="probability of each number of clusters", ends=seen)
        return card("Posterior", facts, picture)

    def __repr__(self) -> str:
        low, high = self.n_clusters_interval()
        return (
            f"Posterior(n_pairs={len(self.pairs)}, n_clusters={low}..{high}, n_samples={self.n_samples}, "
            f"r_hat={max(self.r_hat):.3f}, effective_size={min(self.effective_size):.0f}, status={self.status.name}, "
            f"seconds={self.seconds:.3g})"
        )


def posterior(
    problem: Any,
    *,
    pairs: npt.ArrayLike | None = None,
    n_samples: int = 4000,
    n_chains: int = 4,
    temperature: float = 1.0,
    stop: Stop | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Posterior:
    """Estimate the probability that two nodes share a cluster, and the number of clusters, by sampling partitions.

    If the weight of a pair is the log-odds ``log(p / (1 - p))`` of being together, and all partitions are equally
    likely a priori, a partition has probability proportional to ``exp(-energy)``. Markov chains sample from this
    posterior: a sweep draws the cluster of every node given all others (Gibbs), and proposes splits and merges of
    clusters. The first half of each chain is discarded.

    If the weights are not log-odds, the result is a Gibbs distribution at the given temperature: it ranks pairs by how
    sure they are, but its values are not frequencies.

    Parameters
    ----------
    problem : Problem, scipy.sparse or dense matrix, networkx or igraph graph
        Hard constraints hold in every draw: partitions that break one have probability 0.
    pairs : (n_pairs, 2) int, optional
        The pairs to estimate, listed in the problem or not. By default all listed pairs, up to half a million.
    n_samples : int
        Minimum number of partitions to draw in all, not counting discarded ones. Each is one sweep of one chain, in
        time linear in the number of listed pairs; with ``missing > 0`` also in nodes times clusters.
    n_chains : int
        Number of chains. They start from single nodes, from the components of attracting pairs, from the result of the
        default solver, and from random labels. Their agreement is the only sign that they have explored everything.
    temperature : float
        Weights are divided by it. 1 takes them as log-odds; a higher one trusts them less.
    stop : Stop, optional
        A limit on the seconds; other limits do not apply.
    seed : int
        The same problem, parameters and seed give the same result.
    threads : int
        Maximum number of threads, at most one per chain; the result does not depend on it.

    Returns
    -------
    Posterior
        Ctrl-C and limits end the sampling early and return the estimate so far; see ``status``.

    Examples
    --------
    Two nodes that are together with odds of 3 to 1, and a third one without pairs:

    >>> import numpy as np, frenemy as fr
    >>> problem = fr.Problem.from_edges([0], [1], [np.log(3)], n_nodes=3)
    >>> found = fr.posterior(problem, pairs=[(0, 1), (0, 2)], n_samples=20_000)
    >>> found.status.name, found.n_clusters()[0]
    ('CONVERGED', array([1, 2, 3], dtype=int32))

    Of the five partitions, two have nodes 0 and 1 together, each of weight 3, and three have them apart, each of weight
    1: together with probability 6/9, not 3/4, because the third node adds more ways to be apart.

    >>> bool(abs(found.probability_of(0, 1) - 6 / 9) < 4 * found.standard_errors[0])
    True

    References
    ----------
    Jain & Neal, "A split-merge Markov chain Monte Carlo procedure for the Dirichlet process mixture model" (2004).
    Vehtari, Gelman, Simpson, Carpenter & Bürkner, "Rank-normalization, folding, and localization: an improved R-hat"
    (2021).
    """
    _check_numbers(n_samples, n_chains, temperature, stop)
    run = Run(stop, seed=seed, threads=min(threads, n_chains) if isinstance(threads, int) else threads)
    problem = as_problem(problem)
    wanted = _listed_pairs(problem) if pairs is None else node_pairs(pairs, problem.n_nodes)
    with cancel_on_interrupt(run):
        task = without_links(problem, None, run)
        node_of = task.lift(np.arange(task.problem.n_nodes, dtype=np.int32))
        u, v = (np.ascontiguousarray(node_of[wanted[:, side]]) for side in (0, 1))
        chains = _sample(task, _starts(task, n_chains, run), u, v, temperature, math.ceil(n_samples / n_chains), run)
    # Chains may differ by one sweep when time runs out.
    n_kept = min(len(chain.energies) for chain in chains)
    energies = np.stack([chain.energies[-n_kept:] for chain in chains])
    counts = np.stack([chain.n_clusters[-n_kept:] for chain in chains])
    estimate = _estimate_pairs(chains, u == v)
    diagnostics = PerQuantity(r_hat(energies), r_hat(counts), estimate.r_hat)
    if n_kept < MIN_DRAWS or len(chains) < n_chains or any(chain.is_warming_up for chain in chains):
        diagnostics = PerQuantity(math.inf, math.inf, math.inf)
    sizes = PerQuantity(effective_size(energies), effective_size(counts), estimate.effective_size)
    status = run.status
    if status is Status.CONVERGED and not _is_mixed(diagnostics):
        status = Status.ROUND_LIMIT
    return Posterior(
        pairs=wanted,
        probabilities=estimate.probabilities,
        standard_errors=estimate.standard_errors,
        energies=energies,
        cluster_counts=counts,
        r_hat=diagnostics,
        effective_size=sizes,
        acceptance=sum(chain.n_accepted for chain in chains) / max(sum(chain.n_proposed for chain in chains), 1),
        status=status,
        seconds=run.seconds,
        temperature=float(temperature),
        seed=seed,
    )


def _is_mixed(r_hat: PerQuantity) -> bool:
    return max(r_hat.energy, r_hat.n_clusters) < MIXED and r_hat.pairs < PAIRS_MIXED


# ---------------------------------------------------------------------------------------------------------------- input


def _check_numbers(n_samples: int, n_chains: int, temperature: float, stop: Stop | None) -> None:
    if int(n_samples) != n_samples or not 1 <= n_samples <= _MAX_SAMPLES:
        raise ValueError(f"n_samples must be a whole number in 1..{_MAX_SAMPLES}, got {n_samples!r}")
    if int(n_chains) != n_chains or not 2 <= n_chains <= 1000:
        raise ValueError(f"n_chains must be a whole number in 2..1000 (one chain cannot be checked), got {n_chains!r}")
    if not (math.isfinite(temperature) and temperature > 0):
        raise ValueError(f"temperature must be finite and above 0, got {temperature!r}")
    if stop is not None and stop != Stop(seconds=stop.seconds):
        raise ValueError(f"posterior can be limited in seconds only, got {stop!r}")


def _listed_pairs(problem: Problem) -> npt.NDArray[np.int32]:
    if problem.n_edges > MAX_LISTED_PAIRS:
        raise ValueError(
            f"the problem lists {problem.n_edges:,} pairs; more than {MAX_LISTED_PAIRS:,} are not "
            "estimated by default: name the pairs to estimate, pairs=[(u, v), ...]"
        )
    u, v, _ = problem.edges()
    return np.stack((u, v), axis=1)


# ------------------------------------------------------------------------------------------------------------- sampling


@dataclass(frozen=True, eq=False)
class _Chain:
    """The draws that are kept of a chain: its second half, rounded up to whole batches."""

    energies: npt.NDArray[np.float64]
    n_clusters: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int64]  # of batches
    counts: npt.NDArray[np.uint32]  # (n_batches, n_pairs)
    is_warming_up: bool  # whether some draws are from the warm-up, because time ran out
    n_proposed: int
    n_accepted: int


def _starts(task: Transformed, n_chains: int, run: Run) -> list[tuple[Labels, bool]]:
    """Starts that are far apart, since chains may never reach what none starts near, and whether to anneal first.

    Only the start from a solver needs no annealing. There are fewer starts than chains if time runs out.
    """
    n = task.problem.n_nodes
    if task.has_start:  # no time to contract
        return [(task.start, False)]
    rng = run.rng()
    together = np.zeros(n, np.int32)
    # One pass of the default solver, if there is time.
    stop = Stop() if run.stop.seconds is None else Stop(seconds=_TIME_FOR_START * run.stop.seconds)
    makers: list[tuple[Callable[[], Labels], bool]] = [
        (lambda: np.arange(n, dtype=np.int32), True),
        (lambda: _core.attracting_components(task.problem.graph, together), True),
    ]
    if stop.seconds is None or task.problem.n_edges <= _PAIRS_PER_SECOND * stop.seconds:
        makers.append((lambda: DEFAULT(task.problem, together, run.inner(lambda _: False, stop=stop)), False))
    makers += [(lambda: rng.integers(max(1, math.isqrt(n)), size=n, dtype=np.int32), True)] * n_chains
    starts: list[tuple[Labels, bool]] = []
    for make, is_heated in makers[:n_chains]:
        if not starts or not run.expired():
            starts.append((task.kept_apart(make(), run), is_heated))
    return starts


def _sample(
    task: Transformed,
    starts: list[tuple[Labels, bool]],
    u: Labels,
    v: Labels,
    temperature: float,
    n_kept: int,
    run: Run,
    *,
    has_gibbs: bool = True,
    n_split_merges: int = -1,
) -> list[_Chain]:
    """Chains whose second half has ``n_kept`` draws, or as many as there is time for."""
    apart = task.apart
    records = _core.sample_partitions(
        task.problem.graph,
        starts,
        *(apart.u, apart.v, apart.nodes, apart.tokens),
        *(u, v),
        float(temperature),
        2 * n_kept,
        has_gibbs,
        n_split_merges,
        run.core,
    )
    chains = []
    for energies, n_clusters, lengths, counts, n_warm_up, n_proposed, n_accepted in records:
        length = int(lengths[0])
        n_cut = min(max(len(energies) // 2 // length, -(-n_warm_up // length)), len(lengths) - 1)
        first = n_cut * length
        kept = counts.reshape(len(lengths), len(u))[n_cut:]
        is_warming_up = first < n_warm_up
        chains.append(
            _Chain(energies[first:], n_clusters[first:], lengths[n_cut:], kept, is_warming_up, n_proposed, n_accepted)
        )
    return chains


# ------------------------------------------------------------------------------------------------------------ estimates


class _PairEstimate(NamedTuple):
    probabilities: npt.NDArray[np.float64]
    standard_errors: npt.NDArray[np.float64]
    r_hat: float
    effective_size: float


def _estimate_pairs(chains: list[_Chain], is_same: npt.NDArray[np.bool_]) -> _PairEstimate:
    """Batch means over all chains."""
    lengths = np.concatenate([chain.lengths for chain in chains]).astype(np.float64)
    total, n_batches = lengths.sum(), len(lengths)
    if len(is_same) == 0:
        return _PairEstimate(np.empty(0), np.empty(0), 1.0, float(total))
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
    return _PairEstimate(probabilities, errors, float(r_hats.max()), size)


def _half_means(chain: _Chain) -> list[npt.NDArray[np.float64]]:
    """The means of both halves of the kept draws; twice the overall mean if there is one batch."""
    half = len(chain.lengths) // 2
    parts = [slice(None, half), slice(half, None)] if half else [slice(None), slice(None)]
    return [chain.counts[part].sum(axis=0) / chain.lengths[part].sum() for part in parts]
