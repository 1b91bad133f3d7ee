"""
Link records without a threshold
================================

A table has several records for some people, with typing errors. Some pairs of records are scored. Connected components
need a threshold, and one wrong pair chains two people. ``find_entities`` needs none.
"""

from difflib import SequenceMatcher
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

import frenemy as fr

rng = np.random.default_rng(5)

# %%
# A made-up table: 80 people with one to five records each. Every letter may be mistyped.


def mistyped(text: str) -> str:
    letters = [rng.choice(list("aeinrst")) if rng.random() < 0.06 else letter for letter in text]
    return "".join(letters)


starts, ends = ["jo", "mar", "el", "sam", "tho", "lu", "ka", "hen"], ["na", "son", "bert", "la", "vin", "dine", "mas"]
rows = []
for person in range(80):
    name = f"{rng.choice(starts)}{rng.choice(ends)} {rng.choice(starts)}{rng.choice(ends)}"
    born = f"{rng.integers(1940, 2005)}-{rng.integers(1, 13):02}-{rng.integers(1, 29):02}"
    rows += [(person, mistyped(name), born if rng.random() < 0.8 else None) for _ in range(rng.integers(1, 6))]
people = pd.DataFrame(rows, columns=["person", "name", "born"]).sample(frac=1, random_state=0, ignore_index=True)
people.insert(0, "unique_id", [f"r{at}" for at in people.index])
print(people.head(6).to_string(index=False))

# %%
# Compare records whose names look alike, and score each pair in bits: above 0, it is more likely one person. A splink
# model does this better; its table goes in the same way.

pairs = []
for a, b in combinations(people.itertuples(), 2):
    alike = SequenceMatcher(None, a.name, b.name).ratio()
    if alike >= 0.6:
        dates = 0.0 if a.born is None or b.born is None else (6.0 if a.born == b.born else -6.0)
        pairs.append((a.unique_id, b.unique_id, 30 * (alike - 0.8) + dates))
pairs = pd.DataFrame(pairs, columns=["unique_id_l", "unique_id_r", "match_weight"])

found = fr.find_entities(pairs, people[["unique_id"]])
print(f"{len(pairs)} pairs: {found.summary()}")

# %%
# Beside connected components, at any threshold. The best threshold is about as good here, but without the truth nobody
# knows which one it is.

at = {name: row for row, name in enumerate(people["unique_id"])}
left, right = pairs["unique_id_l"].map(at).to_numpy(), pairs["unique_id_r"].map(at).to_numpy()


def components(threshold: float) -> np.ndarray:
    kept = pairs["match_weight"].to_numpy() >= threshold
    graph = coo_array((np.ones(kept.sum()), (left[kept], right[kept])), shape=(len(people), len(people)))
    return connected_components(graph, directed=False)[1]


thresholds = np.arange(-2, 12.1, 0.5)
quality = [fr.metrics.b_cubed(components(threshold), people["person"]).f1 for threshold in thresholds]
ours = fr.metrics.b_cubed(found.labels, people["person"]).f1
figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
axes.plot(thresholds, quality, "o-", color="tab:red", label="connected components")
axes.axhline(ours, color="tab:blue", label="find_entities, without a threshold")
axes.set(xlabel="threshold in bits", ylabel="B-cubed F", ylim=(None, 1))
axes.legend()
plt.show()

# %%
# The largest component at a threshold of 0. Each circle is an entity that ``find_entities`` sees in it, each color is a
# true person, and lines are pairs with a score above 0. Too few of them, dashed, lead from one entity to another.

chained = components(0.0)
inside = np.flatnonzero(chained == np.bincount(chained).argmax())
entities = list(dict.fromkeys(found.labels[inside].tolist()))
figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
places = {}
for column, entity in enumerate(entities):
    members = inside[found.labels[inside] == entity]
    turns = 2 * np.pi * (np.arange(len(members)) + 0.5) / len(members)
    places |= {row: (4 * column + np.cos(turn), np.sin(turn)) for row, turn in zip(members, turns, strict=True)}
for i, j, bits in zip(left, right, pairs["match_weight"], strict=True):
    if i in places and bits >= 0:
        style = "-" if found.labels[i] == found.labels[j] else "--"
        axes.plot(*zip(places[i], places[j], strict=True), style, color="gray", linewidth=1, zorder=1)
persons = list(dict.fromkeys(people["person"][inside]))
for row, (x, y) in places.items():
    axes.scatter(x, y, s=120, color=f"C{persons.index(people['person'][row])}", edgecolors="black", zorder=2)
    axes.annotate(people["name"][row], (x, y), (0, 10), textcoords="offset points", ha="center", fontsize=9)
axes.set_title(f"one component of {len(inside)} records: {len(entities)} entities, {len(persons)} people")
axes.margins(0.15)
axes.axis("off")
plt.show()
