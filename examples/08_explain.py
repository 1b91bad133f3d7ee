"""
Explain a cluster, and find what to review
==========================================

Which pairs contradict the clustering, which records and clusters are doubtful, and why are two records together?
"""

import matplotlib.pyplot as plt
import numpy as np

import frenemy as fr

rng = np.random.default_rng(3)

# %%
# 120 people have 2 to 5 records each. Records of one person mostly look alike, and so do some of different people.

person = np.repeat(np.arange(120), rng.integers(2, 6, size=120))
n = len(person)
u, v = np.nonzero(np.triu(person[:, None] == person[None, :], 1))
a, b = rng.integers(n, size=(2, 3 * n))
other = person[a] != person[b]
u, v = np.concatenate((u, a[other])), np.concatenate((v, b[other]))
w = rng.normal(np.where(person[u] == person[v], 2.0, -2.0), 1.5)
problem = fr.Problem.from_edges(u, v, w, n_nodes=n, missing=-0.3)  # pairs that were not compared repel a little

result = fr.solve(problem)
explanation = fr.explain(problem, result.labels)
print(f"{n} records in {result.n_clusters} clusters")
print(f"{explanation.n_apart} pairs attract but are apart (weight {explanation.weight_apart:.1f}),")
print(f"{explanation.n_together} repel but are together (weight {explanation.weight_together:.1f}); the strongest:")
strongest = explanation.violated(3)
for i, j, weight, is_apart in zip(strongest.u, strongest.v, strongest.weight, strongest.is_apart, strict=True):
    print(f"  records {i} and {j}: {weight:+.2f}, but {'apart' if is_apart else 'together'}")

# %%
# What to review first: the nodes with the lowest cost to move.

print("least sure records:")
for node in explanation.doubtful_nodes(4):
    place = explanation.runner_up[node]
    where = "alone" if place < 0 else f"in cluster {place}"
    print(f"  record {node} of cluster {result.labels[node]}: {explanation.margins[node]:.2f} worse {where}")

# %%
# The clusters: the cost to merge with the nearest, or to split in two.

print("least sure clusters:")
table = explanation.clusters
for cluster in explanation.doubtful_clusters(4):
    split = explanation.split(cluster)
    merge = f"with {table.nearest[cluster]}: {table.merge_cost[cluster]:+.2f}" if table.nearest[cluster] >= 0 else "-"
    print(
        f"  cluster {cluster}: {table.size[cluster]} records, cohesion {table.cohesion[cluster]:.0%}, merged {merge}, "
        f"split {split.cost:+.2f}{'' if split.is_exact else ' at most'} (off go {split.side.tolist()})"
    )

# %%
# A picture of the most doubtful cluster and its nearest one. Blue attracts, red repels, and the wider the line, the
# more. The split that costs least would take the squares away from the others.

cluster = int(explanation.doubtful_clusters(1)[0])
split = explanation.split(cluster)
both = [explanation.members(cluster), explanation.members(table.nearest[cluster])]
places = {}
for at, members in enumerate(both):
    for turn, node in zip(np.linspace(0, 2 * np.pi, len(members), endpoint=False), members.tolist(), strict=True):
        places[node] = (3.2 * at + np.cos(turn), np.sin(turn))
figure, axes = plt.subplots(figsize=(8, 3.8), layout="constrained")
for i, j, weight in zip(*problem.edges(), strict=True):
    if i in places and j in places:
        color = "tab:blue" if weight > 0 else "tab:red"
        axes.plot(*zip(places[i], places[j], strict=True), color=color, linewidth=abs(weight), zorder=1)
for node, place in places.items():
    color = "gold" if result.labels[node] == cluster else "lightgray"
    marker = "s" if node in split.side else "o"
    axes.scatter(*place, s=500, color=color, edgecolors="black", marker=marker, zorder=2)
    axes.text(*place, str(node), ha="center", va="center", fontsize=8, zorder=3)
axes.set(title=f"split: {split.cost:+.2f}, merge: {table.merge_cost[cluster]:+.2f}", aspect="equal")
axes.margins(0.1)
axes.axis("off")
plt.show()

# %%
# Why are these two together? The most doubtful node, and the node of its cluster with the weakest connection.

node = int(explanation.doubtful_nodes(1)[0])
mates = explanation.members(result.labels[node])
mate = next(int(m) for m in mates[::-1] if m != node)
print(explanation.why(node, mate).text(lambda i: f"record {i}"))
foe = int(strongest.v[0])
print(f"\n{explanation.why(int(strongest.u[0]), foe).text(lambda i: f'record {i}')}")
