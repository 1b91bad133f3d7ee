"""
See what more time buys
=======================

Without a limit, ``solve`` makes one good pass. With a limit, it goes on searching. Its history tells you whether more
time would help.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.affinity import planted

problem, truth = planted(2000, sizes=range(1, 31), degree=12, balance=0.25, noise=0.2, seed=2)

# %%
# No solver and no limit: one good pass. The result names the solver.

quick = fr.solve(problem)
print(f"one pass:     energy {quick.energy:.1f} after {quick.seconds:.2f} s, by {quick.solver}")

# %%
# With a time limit the search continues, from given labels or from scratch.

better = fr.solve(problem, start=quick.labels, stop=fr.Stop(seconds=2))
print(f"two seconds:  energy {better.energy:.1f} after {better.seconds:.2f} s, by {better.solver}")
print(f"hidden:       energy {problem.energy(truth):.1f}")

# %%
# The history has an entry for every round. Where the curve is flat, more time hardly helps.

seconds = [one.seconds for one in better.history]
best = np.minimum.accumulate([one.energy for one in better.history])
figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
axes.axhline(quick.energy, color="gray", linestyle=":", label=f"one pass, {quick.seconds:.2f} s")
axes.step(seconds, best, where="post", label="the search after it")
axes.set(xlabel="seconds", ylabel="energy (lower is better)")
axes.legend()
plt.show()

# %%
# A hundred weights change their sign. Starting from the old labels, the new answer is near.

u, v, w = problem.edges()
w[np.random.default_rng(0).choice(len(w), 100, replace=False)] *= -1
changed = fr.Problem.from_edges(u, v, w, n_nodes=problem.n_nodes)
again = fr.solve(changed, fr.LocalMoves(), start=better.labels)
print(f"changed:      energy {changed.energy(better.labels):.1f} -> {again.energy:.1f} after {again.seconds:.4f} s")
