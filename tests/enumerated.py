"""The posterior of tiny problems, from the probabilities of all partitions."""

import itertools

import numpy as np
from reference import pair_weights, partitions


def all_partitions(problem, *, temperature=1.0, keeps=lambda _: True):
    """Every partition that keeps the constraints, its energy, and its probability."""
    w = pair_weights(problem)
    labels = np.stack([p for p in partitions(problem.n_nodes) if keeps(p)])
    energies = np.array([0.5 * w[p[:, None] != p[None, :]].sum() for p in labels])
    weights = np.exp(-(energies - energies.min()) / temperature)
    return labels, energies, weights / weights.sum()


def exact(problem, pairs, **kwargs):
    """The probability that each pair is together, and that there are 0..n clusters."""
    labels, _, probabilities = all_partitions(problem, **kwargs)
    u, v = np.asarray(pairs, int).reshape(-1, 2).T
    together = probabilities @ (labels[:, u] == labels[:, v])
    counts = labels.max(axis=1, initial=-1) + 1
    return together, np.bincount(counts, weights=probabilities, minlength=problem.n_nodes + 1)


def all_pairs(problem):
    return np.array(list(itertools.combinations(range(problem.n_nodes), 2)), int).reshape(-1, 2)


def check(problem, found, *, errors=5.0, **kwargs):
    together, n_clusters = exact(problem, found.pairs, **kwargs)
    assert (np.abs(found.probabilities - together) <= errors * found.standard_errors + 1e-12).all()
    values, probabilities = found.n_clusters()
    seen = np.zeros(problem.n_nodes + 1)
    seen[values] = probabilities
    error = np.sqrt(n_clusters * (1 - n_clusters) / max(found.effective_size.n_clusters / 3, 1)) + 1e-3
    assert (np.abs(seen - n_clusters) <= errors * error).all()
