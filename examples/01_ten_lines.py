"""
Find hidden groups in ten lines
===============================

Ten lines: a hundred nodes, noisy signs, and the groups that were hidden in them.
"""

import frenemy as fr
from frenemy.affinity import planted

# Four clusters with relative sizes 1:3:5:2; half of each node's ten pairs lie inside; a tenth of the signs are wrong.
problem, truth = planted(100, sizes=[1, 3, 5, 2], degree=10, balance=0.5, noise=0.1, seed=0)

result = fr.solve(problem)

print(f"{result.n_clusters} clusters found, {truth.max() + 1} hidden")
print(f"energy {result.energy:.2f} found, {problem.energy(truth):.2f} hidden (lower is better)")
print(f"no clustering has an energy below {result.lower_bound:.2f}")
print("first ten nodes:", result.labels[:10])
