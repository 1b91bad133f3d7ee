"""
Find camps in a signed graph
============================

Members of a made-up parliament vote on 80 bills. Two members who mostly agree are friends, two who often disagree are
foes. Which camps are there, and how many?
"""

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

import frenemy as fr

rng = np.random.default_rng(2)

# %%
# Each camp has its own line on each bill. Members leave it now and then, and miss many votes.

camp = np.repeat([0, 1, 2, 3], [16, 12, 8, 5])
line = rng.choice([-1, 1], size=(4, 80))
votes = line[camp] * rng.choice([-1, 1], p=[0.2, 0.8], size=(len(camp), 80))
votes[rng.random(votes.shape) < 0.3] = 0

# %%
# The weight of a pair: two members of one camp vote alike with probability 0.8² + 0.2² = 0.68, others with 0.5. So each
# vote adds a log-odds. An agreement speaks for one camp. A disagreement, which is rarer in a camp, speaks louder
# against it. Pairs without a clear tendency are left out.

agree = (votes @ votes.T + abs(votes) @ abs(votes).T) / 2
disagree = abs(votes) @ abs(votes).T - agree
weight = agree * np.log(0.68 / 0.5) + disagree * np.log(0.32 / 0.5)
parliament = nx.Graph()
parliament.add_nodes_from(range(len(camp)))
for i, j in zip(*np.triu_indices(len(camp), 1), strict=True):
    if abs(weight[i, j]) >= 2:
        parliament.add_edge(int(i), int(j), weight=float(weight[i, j]))

result = fr.solve(parliament)
camps = result.clusters()
print(f"{parliament.number_of_edges()} pairs, {len(camps)} camps of {sorted(map(len, camps), reverse=True)} members")
print(f"adjusted Rand index {fr.metrics.adjusted_rand_index(result.labels, camp):.2f}")
print(f"at most {result.gap:.1%} from the best possible")

# %%
# Friends in blue, foes in red. On the left, members sit in a circle in any order. On the right, each camp has its own
# circle.

turn = 2 * np.pi * rng.permutation(len(camp)) / len(camp)
around = dict(enumerate(np.stack((np.cos(turn), np.sin(turn)), axis=1)))
by_camp = {}
for at, members in enumerate(camps):
    middle = np.exp(2j * np.pi * at / len(camps))
    for k, member in enumerate(sorted(members)):
        place = middle + 0.08 * np.sqrt(len(members)) * np.exp(2j * np.pi * k / len(members))
        by_camp[member] = (place.real, place.imag)

color = ["tab:blue" if w > 0 else "tab:red" for _, _, w in parliament.edges(data="weight")]
figure, panels = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained")
for panel, places, labels in zip(panels, (around, by_camp), (np.zeros(len(camp)), result.labels), strict=True):
    nx.draw_networkx_edges(parliament, places, ax=panel, edge_color=color, alpha=0.35, width=0.7)
    nx.draw_networkx_nodes(
        parliament, places, ax=panel, node_color=labels, cmap="Set2", vmax=7, node_size=70, edgecolors="black"
    )
    panel.set_aspect("equal", adjustable="datalim")
    panel.axis("off")
panels[0].set_title("friends and foes")
panels[1].set_title(f"{len(camps)} camps")
plt.show()
