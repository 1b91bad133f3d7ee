"""
Find communities in a graph without signs
=========================================

In a plain graph, nothing repels. Modularity makes the pairs without an edge repel a little: the more edges two nodes
have, the more it expects one between them. Then the best clusters are the best communities.
"""

import matplotlib.pyplot as plt
import networkx as nx

import frenemy as fr

# %%
# Friends in a karate club, which later split in two.

club = nx.karate_club_graph()
u, v, w = fr.as_problem(club, weight=None).edges()
places = nx.spring_layout(club, seed=4)

# %%
# ``resolution`` sets how much pairs without an edge repel. At 1 it is plain modularity.

figure, panels = plt.subplots(1, 3, figsize=(9.5, 3.6), layout="constrained")
for panel, resolution in zip(panels, (0.5, 1.0, 2.0), strict=True):
    result = fr.solve(fr.Problem.from_modularity(u, v, w, resolution=resolution))
    communities = fr.communities(result, graph=club)
    modularity = nx.community.modularity(club, communities, weight=None, resolution=resolution)
    print(f"resolution {resolution}: {len(communities)} communities, modularity {modularity:.4f}, {result.status.name}")
    nx.draw_networkx_edges(club, places, ax=panel, alpha=0.3)
    nx.draw_networkx_nodes(
        club, places, ax=panel, node_color=result.labels, cmap="tab10", vmax=9, node_size=90, edgecolors="black"
    )
    panel.set_title(f"resolution {resolution:g}: {len(communities)} communities")
    panel.axis("off")
plt.show()

# %%
# The club's own split, beside the two communities at the lowest resolution.

halves = fr.solve(fr.Problem.from_modularity(u, v, w, resolution=0.5))
sides = [club.nodes[node]["club"] for node in club]
print(f"adjusted Rand index with the real split: {fr.metrics.adjusted_rand_index(halves.labels, sides):.2f}")
