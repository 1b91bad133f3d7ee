"""
Measure how good a clustering is
================================

A lower bound says that no clustering has less energy. The gap between the two says how good a result is at worst.
"""

import matplotlib.pyplot as plt

import frenemy as fr

problem, truth = fr.affinity.planted(400, sizes=[1] * 20, degree=5, balance=0.6, noise=0.15, seed=3)

# %%
# Every result has a lower bound, computed in a tenth of its time. More time gives a better one.

result = fr.solve(problem, stop=fr.Stop(seconds=1))
print(f"energy {result.energy:.2f}, at most {result.gap:.1%} from the best possible")
better = result.bounded(stop=fr.Stop(seconds=2))
print(f"energy {better.energy:.2f}, at most {better.gap:.1%} from the best possible: {better.status.name}")

# %%
# The energy falls, the bound rises, and the best possible energy lies between them.

figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
energies = [(one.seconds, one.energy) for one in better.history] + [(better.bounds[-1].seconds, better.energy)]
axes.step(*zip(*energies, strict=True), where="post", label="energy of the best clustering so far")
axes.step(*zip(*better.bounds, strict=True), where="post", label="no clustering is below")
axes.set(xlabel="seconds", ylabel="energy", ylim=(1.06 * better.energy, 0.97 * better.energy))
axes.legend()
plt.show()

# %%
# Some pairs are certain even if a gap remains.

certificate = fr.certify(problem, stop=fr.Stop(seconds=2))
n_together, n_apart = int(certificate.is_together.sum()), int(certificate.is_apart.sum())
print(f"{n_together} pairs are surely together, {n_apart} surely apart: {certificate.share_of_pairs:.0%} of all")

# %%
# The rest is a smaller problem with the same optimal energy.

rest = problem.contract(certificate.together).problem
print(f"{problem.n_nodes} nodes and {problem.n_edges} pairs became {rest.n_nodes} and {rest.n_edges}")
