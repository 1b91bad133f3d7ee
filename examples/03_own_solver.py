"""
Write your own solver
=====================

A solver is a frozen dataclass that maps labels to better labels. This one runs another solver from many random starts.
"""

from dataclasses import dataclass

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.affinity import planted


@dataclass(frozen=True)
class Restarts:
    """Run another solver from several random clusterings and keep the best.

    The fields are the parameters. `run` is the clock and the dice: ask it whether time is up, tell it about every
    round, draw from its generator, and return the best labels you have.
    """

    inner: fr.Solver = fr.AdaptiveICM()  # noqa: RUF009  # solvers are frozen, so sharing one is safe
    n_starts: int = 10
    n_clusters: int = 20

    def __call__(self, problem: fr.Problem, start: np.ndarray, run: fr.Run) -> np.ndarray:
        rng = run.rng()
        best, best_energy = start, problem.energy(start)
        for _ in range(self.n_starts):
            guess = problem.check_labels(rng.integers(self.n_clusters, size=problem.n_nodes))
            # Each inner solve has its own Run, so that its end does not end the outer solve.
            labels = self.inner(problem, guess, fr.Run(seed=int(rng.integers(2**32))))
            energy = problem.energy(labels)
            if energy < best_energy:
                best, best_energy = labels, energy
            if run.round_done(best_energy, best):
                break
        return best


# %%
# ``solve`` takes it like any other solver, with limits and a seed.

problem, _ = planted(300, sizes=[1, 2, 3, 4], degree=15, balance=0.3, noise=0.2)
once = fr.solve(problem, fr.AdaptiveICM())
often = fr.solve(problem, Restarts(n_starts=20), stop=fr.Stop(seconds=5), seed=3)
print(f"once: {once.energy:.1f}; best of {len(often.history)} starts: {often.energy:.1f}")

# %%
# It nests in other solvers.

polished = fr.solve(problem, fr.Chain((Restarts(), fr.SwapExplore())), seed=3)
print(f"then swapped: {polished.energy:.1f}")

# %%
# Each round is one more start. The best so far falls, and a better solver goes further from there.

figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
axes.axhline(once.energy, color="gray", linestyle=":", label="adaptive ICM, once")
energies = [one.energy for one in often.history]
axes.step(range(1, len(energies) + 1), energies, where="post", label="our solver: best of so many starts")
axes.axhline(polished.energy, color="tab:green", linestyle="--", label="our solver, then swap-and-explore")
axes.xaxis.get_major_locator().set_params(integer=True)
axes.set(xlabel="starts", ylabel="energy (lower is better)")
axes.legend(loc="upper right")
plt.show()
