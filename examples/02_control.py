"""
Control a solve: limits, progress, a start
==========================================

Limit the time, watch every round, improve on labels you have, and run one solver after another.
"""

import matplotlib.pyplot as plt

import frenemy as fr
from frenemy.affinity import planted

problem, _ = planted(1000, sizes=range(1, 11), degree=20, balance=0.3, noise=0.2, seed=1)


def show(progress: fr.Progress) -> bool:
    """Called after every round; returning True stops the solve."""
    print(f"  round {progress.round}: energy {progress.energy:.1f}, {progress.n_clusters} clusters")
    return progress.round >= 50


# %%
# A quick solver, for at most half a second, with progress. The same seed gives the same labels.

print("adaptive ICM")
quick = fr.solve(problem, fr.AdaptiveICM(order="random"), stop=fr.Stop(seconds=0.5), seed=7, on_round=show)

# %%
# A better one, starting from its labels. However it ends, it returns the best labels so far. The status says why.

print("swap-and-explore from there")
better = fr.solve(problem, fr.SwapExplore(), start=quick.labels, stop=fr.Stop(seconds=5, stall=3), on_round=show)
print(f"{quick.energy:.1f} -> {better.energy:.1f}, {better.n_clusters} clusters")
print(f"ended by {better.status.name}, at most {better.gap:.0%} from the best possible")

# %%
# The same two as one solver.

both = fr.Chain((fr.AdaptiveICM(), fr.SwapExplore()))
print(f"chained: {fr.solve(problem, both, seed=7).energy:.1f}")

# %%
# The history of a result has the energy after every round.

first, second = [one.energy for one in quick.history], [one.energy for one in better.history]
figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
axes.plot(range(1, len(first) + 1), first, "o-", label="adaptive ICM")
axes.plot(range(len(first), len(first) + len(second) + 1), [first[-1], *second], "o-", label="swap-and-explore")
axes.xaxis.get_major_locator().set_params(integer=True)
axes.set(xlabel="round", ylabel="energy (lower is better)")
axes.legend()
plt.show()
