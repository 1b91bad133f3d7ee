"""
Turn splink's pairs into entities
=================================

splink scores pairs, two lines turn them into entities: no threshold, and one wrong pair does not merge entities.
"""

# sphinx_gallery_thumbnail_path = 'images/reader_records.png'

import logging
import random
import sys
from pathlib import Path

import frenemy as fr

try:
    import pandas as pd
    import splink.comparison_library as cl
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on
    from splink.clustering import cluster_pairwise_predictions_at_threshold
except ImportError as error:
    print(f'{error}: pip install "frenemy[tables]" splink pandas')
    sys.exit()

FAKE_1000 = (
    Path(__file__).resolve().parent / "../../shared/data/er/splink_fake_1000.csv"
)  # from the documentation of splink


def made_up(n_people: int) -> pd.DataFrame:
    """People with one to six records each, with typing errors and gaps; the column cluster has the truth."""
    dice = random.Random(3)
    starts, ends = ("jo", "mar", "ann", "el", "ri", "sam", "tho", "lu"), ("na", "son", "ette", "bert", "la", "vin")
    rows = []
    for person in range(n_people):
        first, last = (dice.choice(starts) + dice.choice(ends) for _ in range(2))
        last += dice.choice(["", "er", "sen", "ini"])
        born = f"{dice.randint(1940, 2005)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}"
        truth = [first, last, born, dice.choice("abcdefgh") + "ville", f"{first}.{last}{dice.randint(1, 99)}@mail.org"]
        for _ in range(dice.choice([1, 2, 3, 4, 5, 6])):
            row: list[str | None] = list(truth)
            for field, text in enumerate(truth):
                slip, chance = dice.randrange(len(text)), dice.random()
                if chance < 0.1:
                    row[field] = None
                elif chance < 0.3 and field != 2:
                    row[field] = text[:slip] + text[slip + 1 :]
                elif chance < 0.2:
                    row[field] = text[:-1] + str(dice.randint(0, 9))
            rows.append([len(rows), *row, person])
    return pd.DataFrame(rows, columns=["unique_id", "first_name", "surname", "dob", "city", "email", "cluster"])


people = pd.read_csv(FAKE_1000) if FAKE_1000.exists() else made_up(250)
print(f"{len(people):,} records of {people['cluster'].nunique()} people")

# Plain splink, as in its first example: comparisons, blocking, and training without labels.
database = DuckDBAPI()
settings = SettingsCreator(
    link_type="dedupe_only",
    comparisons=[
        cl.NameComparison("first_name"),
        cl.NameComparison("surname"),
        cl.DateOfBirthComparison("dob", input_is_string=True),
        cl.ExactMatch("city").configure(term_frequency_adjustments=True),
        cl.EmailComparison("email"),
    ],
    blocking_rules_to_generate_predictions=[
        block_on("first_name"),
        block_on("surname"),
        block_on("dob"),
        block_on("substr(email, 1, 4)"),
    ],
)
linker = Linker(database.register(people.drop(columns="cluster")), settings, log_level=logging.ERROR)
sure = [block_on("first_name", "dob"), block_on("surname", "dob"), block_on("email")]
linker.training.estimate_probability_two_random_records_match(sure, recall=0.7)
linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
linker.training.estimate_parameters_using_expectation_maximisation(block_on("first_name", "surname"))
linker.training.estimate_parameters_using_expectation_maximisation(block_on("dob"))
pairs = linker.inference.predict(warning_mode="never")

# The two lines, instead of linker.clustering.cluster_pairwise_predictions_at_threshold.
found = fr.find_entities(pairs, people)
clusters = found.table
print(f"\n{found.notes}\n")


def components_at(threshold: float, edges: pd.DataFrame) -> list[int]:
    """The clusters of splink, in the order of the people."""
    nodes = database.register(people[["unique_id"]])
    made = cluster_pairwise_predictions_at_threshold(
        nodes,
        database.register(edges),
        db_api=database,
        node_id_column_name="unique_id",
        threshold_match_probability=threshold,
    )
    return people.merge(made.as_pandas_dataframe())["cluster_id"].tolist()


def answers(edges: pd.DataFrame) -> dict[str, list[int]]:
    made = {f"components at {threshold}": components_at(threshold, edges) for threshold in (0.5, 0.9, 0.95, 0.99)}
    return made | {"ours": fr.cluster_table(edges, people)["cluster_id"].tolist()}


def tell(edges: pd.DataFrame) -> None:
    print(f"{'':22} entities  precision  recall      F   (B-cubed)")
    for name, labels in answers(edges).items():
        score = fr.metrics.b_cubed(labels, people["cluster"])
        print(f"{name:22} {len(set(labels)):8} {score.precision:10.3f} {score.recall:7.3f} {score.f1:6.3f}")


predicted = pairs.as_pandas_dataframe()[["unique_id_l", "unique_id_r", "match_weight", "match_probability"]]
print(f"as predicted, {len(predicted):,} pairs")
tell(predicted)


def with_wrong_pairs(ends: list[tuple[int, int]]) -> pd.DataFrame:
    """Strong wrong pairs of 12 bits, as from a shared telephone or a namesake."""
    wrong = pd.DataFrame(ends, columns=["unique_id_l", "unique_id_r"])
    return pd.concat([predicted, wrong.assign(match_weight=12.0, match_probability=0.9998)], ignore_index=True)


# One wrong pair, between the two largest entities.
largest = (
    clusters.to_pandas().groupby("cluster_id")["unique_id"].apply(list).sort_values(key=lambda own: -own.str.len())
)
one, other = largest.iloc[0], largest.iloc[1]
print(f"\none wrong pair between entities of {len(one)} and {len(other)} records: of the other, there are in the first")
for name, labels in answers(with_wrong_pairs([(one[0], other[0])])).items():
    where = dict(zip(people["unique_id"], labels, strict=True))
    print(f"{name:22} {sum(where[record] == where[one[0]] for record in other)}")

# Many: a twentieth of the true pairs, between people at random.
who = dict(zip(people["unique_id"], people["cluster"], strict=True))
n_true = sum(who[left] == who[right] for left, right in predicted[["unique_id_l", "unique_id_r"]].to_numpy())
dice = random.Random(0)
ends = []
while len(ends) < n_true // 20:
    left, right = dice.sample(list(who), 2)
    if who[left] != who[right]:
        ends.append((left, right))
print(f"\nwith {len(ends)} wrong pairs")
tell(with_wrong_pairs(ends))
