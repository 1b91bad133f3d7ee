"""
See what more time buys
=======================

Time and quality: one good pass, a search with more time, and a small change afterwards.
"""

import numpy as np

import frenemy as fr
from frenemy.affinity import planted

problem, truth = planted(2000, sizes=range(1, 31), degree=12, balance=0.25, noise=0.2, seed=2)

# No solver and no limit: one good pass. The result names the solver.
quick = fr.solve(problem)
print(f"one pass:     energy {quick.energy:.1f} after {quick.seconds:.2f} s, by {quick.solver}")

# With a time limit the search continues, from given labels or from scratch.
better = fr.solve(problem, start=quick.labels, stop=fr.Stop(seconds=2))
print(f"two seconds:  energy {better.energy:.1f} after {better.seconds:.2f} s, by {better.solver}")
print(f"hidden:       energy {problem.energy(truth):.1f}")

# The history shows whether more time would help: an entry for every improvement.
best = np.inf
for round in better.history:
    if round.energy < best:
        best = round.energy
        print(f"  {round.seconds:5.2f} s  {round.energy:9.1f}  {round.n_clusters} clusters")

# A hundred weights change their sign. Starting from the old labels, the new answer is near.
u, v, w = problem.edges()
w[np.random.default_rng(0).choice(len(w), 100, replace=False)] *= -1
changed = fr.Problem.from_edges(u, v, w, n_nodes=problem.n_nodes)
again = fr.solve(changed, fr.LocalMoves(), start=better.labels)
print(f"changed:      energy {changed.energy(better.labels):.1f} -> {again.energy:.1f} after {again.seconds:.4f} s")
