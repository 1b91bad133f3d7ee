"""
Find hidden groups in ten lines
===============================

A hundred nodes lie in four hidden groups. We see a few signed pairs of each node, and a tenth of the signs are wrong.
"""

import matplotlib.pyplot as plt

import frenemy as fr
import frenemy.plot
from frenemy.affinity import planted

# %%
# The groups have relative sizes 1:3:5:2. Each node has ten pairs, and half of them lie inside its group.

problem, truth = planted(100, sizes=[1, 3, 5, 2], degree=10, balance=0.5, noise=0.1, seed=0)

result = fr.solve(problem)

print(f"{result.n_clusters} clusters found, {truth.max() + 1} hidden")
print(f"energy {result.energy:.2f} found, {problem.energy(truth):.2f} hidden (lower is better)")
print(f"no clustering has an energy below {result.lower_bound:.2f}")
print("first ten nodes:", result.labels[:10])

# %%
# Blue pairs attract, red pairs repel. On the right, the nodes of a cluster stand together: blocks of blue, with red
# between them.

figure, (before, after) = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained")
frenemy.plot.matrix(problem, ax=before, title="as it comes")
frenemy.plot.matrix(problem, result.labels, ax=after, title=f"{result.n_clusters} clusters")
plt.show()
