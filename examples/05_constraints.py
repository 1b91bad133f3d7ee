"""
Add what you know: constraints
==============================

Records of 200 people come from three sources. We know that no source has anyone twice, and a reviewer has decided some
pairs. Every result keeps what we know.
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr
from frenemy import constraints

rng = np.random.default_rng(0)

# %%
# Each person has a record in some of the sources.

person, source = np.nonzero(rng.random((200, 3)) < 0.8)
n = len(person)

# %%
# All pairs of records of a person are compared, and as many wrong pairs; the weights are noisy log-odds.

u, v = np.nonzero(np.triu(person[:, None] == person[None, :], 1))
a, b = rng.integers(n, size=(2, 4 * n))
wrong = person[a] != person[b]
u, v = np.concatenate((u, a[wrong])), np.concatenate((v, b[wrong]))
w = rng.normal(np.where(person[u] == person[v], 1.5, -1.5), 1.2)
problem = fr.Problem.from_edges(u, v, w, n_nodes=n)


def wrong_pairs(labels: np.ndarray) -> int:
    """Number of pairs of records that are wrongly together or wrongly apart."""
    together, should_be = labels[:, None] == labels[None, :], person[:, None] == person[None, :]
    return int((together != should_be).sum() // 2)


plain = fr.solve(problem)
print(f"weights alone:     {wrong_pairs(plain.labels)} wrong pairs, energy {plain.energy:.1f}")

# %%
# A source has no duplicates: at most one record of each source in a cluster.

known = constraints.at_most_one_per_group(problem, source)
result = fr.solve(known)
print(f"one per source:    {wrong_pairs(result.labels)} wrong pairs, energy {result.energy:.1f}")

# %%
# A reviewer decided a few cases. Every result respects them, with any solver and any limit.

same = [(i, i + 1) for i in range(60) if person[i] == person[i + 1]]
known = constraints.must_link(known, same)
checked = fr.solve(known, stop=fr.Stop(seconds=1))
print(f"and {len(same)} checked:    {wrong_pairs(checked.labels)} wrong pairs, energy {checked.energy:.1f}")

# %%
# Contradictions are rejected, with the reason.

try:
    constraints.cannot_link(known, same[:1])
except constraints.Contradiction as error:
    print(f"refused: {error}")

# %%
# Ten records were moved by mistake: only they may change, all others keep their cluster.

changed = rng.choice(n, 10, replace=False)
labels = checked.labels.copy()
labels[changed] = n
again = fr.solve(known, start=labels, free=changed)
print(f"10 of {n} free:    {wrong_pairs(again.labels)} wrong pairs, energy {again.energy:.1f}")

# %%
# No person has more than three records. Weights alone chain people to larger clusters; the constraint ends that.

figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
for at, (name, labels) in enumerate(
    {"truth": person, "weights alone": plain.labels, "one per source": result.labels}.items()
):
    sizes = np.bincount(np.unique(labels, return_inverse=True)[1])
    share = [sizes[sizes == size].sum() / n for size in (1, 2, 3)] + [sizes[sizes > 3].sum() / n]
    axes.bar(np.arange(4) + 0.27 * (at - 1), share, width=0.25, label=name, color=("gray", "tab:red", "tab:blue")[at])
axes.set_xticks(range(4), ["alone", "two records", "three records", "more"])
axes.yaxis.set_major_formatter("{x:.0%}")
axes.set(xlabel="size of the cluster", ylabel="share of the records")
axes.legend()
plt.show()
