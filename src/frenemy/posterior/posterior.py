"""Posterior probabilities of pairs, by Markov chain Monte Carlo over partitions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.posterior.chains import chain_starts, sample_chains
from frenemy.posterior.estimates import PerQuantity, Posterior, is_mixed
from frenemy.posterior.mixing import MIN_DRAWS, effective_size, r_hat
from frenemy.posterior.pair_estimates import estimate_pairs
from frenemy.problem import Problem
from frenemy.problem.checked_arrays import node_pairs
from frenemy.problem.convert import as_problem
from frenemy.problem.lifted import DROP_BASE, refuse_lifted
from frenemy.run import Run, Status, Stop, cancel_on_interrupt
from frenemy.solving.transform import without_links

MAX_LISTED_PAIRS = 500_000  # counted by default; a pair takes 128 bytes per chain
_MAX_SAMPLES = 10**15


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
    refuse_lifted(problem, "posterior", DROP_BASE)
    wanted = _listed_pairs(problem) if pairs is None else node_pairs(pairs, problem.n_nodes)
    with cancel_on_interrupt(run):
        task = without_links(problem, None, run)
        node_of = task.lift(np.arange(task.problem.n_nodes, dtype=np.int32))
        u, v = (np.ascontiguousarray(node_of[wanted[:, side]]) for side in (0, 1))
        chains = sample_chains(
            task, chain_starts(task, n_chains, run), u, v, temperature, math.ceil(n_samples / n_chains), run
        )
    # Chains may differ by one sweep when time runs out.
    n_kept = min(len(chain.energies) for chain in chains)
    energies = np.stack([chain.energies[-n_kept:] for chain in chains])
    counts = np.stack([chain.n_clusters[-n_kept:] for chain in chains])
    estimate = estimate_pairs(chains, u == v)
    diagnostics = PerQuantity(r_hat(energies), r_hat(counts), estimate.r_hat)
    if n_kept < MIN_DRAWS or len(chains) < n_chains or any(chain.is_warming_up for chain in chains):
        diagnostics = PerQuantity(math.inf, math.inf, math.inf)
    sizes = PerQuantity(effective_size(energies), effective_size(counts), estimate.effective_size)
    status = run.status
    if status is Status.CONVERGED and not is_mixed(diagnostics):
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
