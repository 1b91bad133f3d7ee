"""
Compare solvers over time
=========================

All solvers take the same call. Some are quick, some go on searching while there is time. Which one to choose depends on
the problem; without a choice, frenemy picks one for you.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy.affinity import planted

problem, truth = planted(600, sizes=range(1, 21), degree=16, balance=0.3, noise=0.25, seed=4)
print(f"{problem.n_nodes} nodes, {problem.n_edges} pairs, {truth.max() + 1} clusters hidden")

# %%
# The same problem and the same limit for all.

solvers = {
    "GreedyAdditive": fr.GreedyAdditive(),
    "AdaptiveICM": fr.AdaptiveICM(),
    "KernighanLin": fr.KernighanLin(),
    "SwapExplore": fr.SwapExplore(),
    "Multilevel": fr.Multilevel(),
    "Evolve": fr.Evolve(),
}
results = {name: fr.solve(problem, solver, stop=fr.Stop(seconds=0.8), seed=0) for name, solver in solvers.items()}
print(f"{'':15} energy    clusters  seconds  ended by")
for name, result in results.items():
    print(f"{name:15} {result.energy:9.1f} {result.n_clusters:8} {result.seconds:8.2f}  {result.status.name}")

# %%
# The best energy so far, against time on a logarithmic axis. A dot marks the end of a solver.

figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
for name, result in results.items():
    seconds = np.array([one.seconds for one in result.history])
    best = np.minimum.accumulate([one.energy for one in result.history])
    (line,) = axes.step([*seconds, result.seconds], [*best, result.energy], where="post", label=name)
    axes.plot(result.seconds, result.energy, "o", color=line.get_color())
axes.axhline(problem.energy(truth), color="gray", linestyle=":", label="the hidden clusters")
lowest = min(result.energy for result in results.values())
axes.set(xscale="log", xlabel="seconds", ylabel="energy (lower is better)", ylim=(1.01 * lowest, 0.88 * lowest))
axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
plt.show()
