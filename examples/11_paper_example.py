"""
Compare the solvers of the paper
================================

This is the example of the paper's authors: 100 nodes in four clusters, solved by their three methods and our default.

Relative sizes 1:3:5:2, ten partners a node, half of them in its own cluster, and a tenth of the signs wrong. The matrix
is written and read as Matlab and SciPy files, as their code exchanges it, and drawn before and after.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import scipy.io
import scipy.sparse as sp

import frenemy as fr
import frenemy.plot
from frenemy.affinity import planted

problem, truth = planted(100, sizes=[1, 3, 5, 2], degree=10, balance=0.5, noise=0.1, seed=0)
hidden = problem.energy(truth)
print(f"{problem.n_nodes} nodes, {problem.n_edges} pairs, {truth.max() + 1} clusters hidden")

# %%
# Write the symmetric matrix W to files and read it back.

u, v, w = problem.edges()
upper = sp.csc_array((w, (u, v)), shape=(100, 100))
W = upper + upper.T
with TemporaryDirectory() as folder:
    matlab, python = Path(folder, "W.mat"), Path(folder, "W.npz")
    scipy.io.savemat(matlab, {"W": W})
    sp.save_npz(python, W)
    for path in (matlab, python):
        assert fr.io.read(path).problem == problem, path
print("written to W.mat and W.npz, and read back the same")

# %%
# All but the default start with one cluster; none is given the number of clusters.

solvers = {
    "Swap-and-Explore": fr.SwapExplore(),
    "Expand-and-Explore": fr.ExpandExplore(),
    "adaptive-label ICM": fr.AdaptiveICM(),
    "default": fr.DEFAULT,
}
print(f"{'':19}   energy  clusters")
print(f"{'hidden':19} {hidden:8.2f}  {truth.max() + 1:8}")
results = {name: fr.solve(problem, solver, seed=0) for name, solver in solvers.items()}
for name, result in results.items():
    print(f"{name:19} {result.energy:8.2f}  {result.n_clusters:8}")
best = min(results.values(), key=lambda result: result.energy)
print(f"no clustering has an energy below {max(result.lower_bound for result in results.values()):.2f}")

# %%
# The matrix before and after: blue attracts, red repels.

figure, (before, after) = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained")
frenemy.plot.matrix(problem, ax=before, title="as it comes")
frenemy.plot.matrix(problem, best.labels, ax=after)
plt.show()
