"""Real splink, from records to entities: trained, predicted, and clustered by ours instead of its components."""

import logging
from pathlib import Path

import numpy as np
import pytest

pyarrow = pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
splink = pytest.importorskip("splink", minversion="5")

import splink.comparison_library as compare  # noqa: E402
from splink import DuckDBAPI, Linker, SettingsCreator, block_on  # noqa: E402
from splink.clustering import cluster_pairwise_predictions_at_threshold  # noqa: E402

import frenemy as fr  # noqa: E402
from frenemy.tables.pair_table import read_pairs  # noqa: E402

FAKE_1000 = Path(__file__).parents[5] / "shared" / "data" / "er" / "splink_fake_1000.csv"
THRESHOLDS = (0.5, 0.9, 0.95, 0.99)


@pytest.fixture(scope="module")
def people():
    if not FAKE_1000.exists():
        pytest.skip(f"splink's fake_1000 is not at {FAKE_1000}")
    return pandas.read_csv(FAKE_1000)


@pytest.fixture(scope="module")
def database():
    return DuckDBAPI()


@pytest.fixture(scope="module")
def trained(people, database):
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            compare.NameComparison("first_name"),
            compare.NameComparison("surname"),
            compare.DateOfBirthComparison("dob", input_is_string=True),
            compare.EmailComparison("email"),
        ],
        blocking_rules_to_generate_predictions=[
            block_on("first_name"),
            block_on("surname"),
            block_on("dob"),
            block_on("substr(email, 1, 4)"),
        ],
    )
    linker = Linker(database.register(people.drop(columns="cluster")), settings, log_level=logging.ERROR)
    training = linker.training
    sure = [block_on("first_name", "dob"), block_on("surname", "dob"), block_on("email")]
    training.estimate_probability_two_random_records_match(sure, recall=0.7)
    training.estimate_u_using_random_sampling(max_pairs=1e5, seed=1)
    training.estimate_parameters_using_expectation_maximisation(block_on("first_name", "surname"))
    training.estimate_parameters_using_expectation_maximisation(block_on("dob"))
    return linker


@pytest.fixture(scope="module")
def predicted(trained):
    return trained.inference.predict(warning_mode="never")


@pytest.fixture(scope="module")
def found(predicted, people):
    return fr.find_entities(predicted, people)


@pytest.fixture(scope="module")
def edges(predicted):
    return predicted.as_pandas_dataframe()[["unique_id_l", "unique_id_r", "match_weight", "match_probability"]]


def best_of_components(database, people, edges):
    """The best B-cubed F of splink's own clusters, over thresholds, which only the truth can choose."""
    found = []
    for threshold in THRESHOLDS:
        made = cluster_pairwise_predictions_at_threshold(
            database.register(people[["unique_id"]]),
            database.register(edges),
            db_api=database,
            node_id_column_name="unique_id",
            threshold_match_probability=threshold,
        ).as_pandas_dataframe()
        labels = people[["unique_id", "cluster"]].merge(made[["unique_id", "cluster_id"]])
        found.append(fr.metrics.b_cubed(labels["cluster_id"], labels["cluster"]).f1)
    return max(found)


def with_wrong_pairs(edges, ends):
    wrong = pandas.DataFrame(ends, columns=["unique_id_l", "unique_id_r"])
    return pandas.concat([edges, wrong.assign(match_weight=12.0, match_probability=0.9998)], ignore_index=True)


def test_two_lines(people, predicted, edges, database):
    clusters = fr.cluster_table(predicted, people)
    assert clusters.column_names == ["unique_id", "cluster_id", "margin", "doubtful"]
    assert clusters["unique_id"].to_pylist() == people["unique_id"].tolist()
    ours = fr.metrics.b_cubed(clusters["cluster_id"].to_pylist(), people["cluster"]).f1
    assert ours > best_of_components(database, people, edges)


def test_tables_of_splink_on_both_sides(people, predicted, edges, database):
    """The records may be those that splink has registered; what is read is the same."""
    ours, _ = read_pairs(predicted, database.register(people.drop(columns="cluster")))
    same, _ = read_pairs(edges, people)
    for name in ("u", "v", "score"):
        assert np.array_equal(getattr(ours, name), getattr(same, name)), name


def test_wrong_pairs_chain_components_and_not_ours(people, found, edges, database):
    truth = people["cluster"].to_numpy()
    ends = np.random.default_rng(0).choice(len(people), (90, 2))
    ends = ends[truth[ends[:, 0]] != truth[ends[:, 1]]]
    noisy = with_wrong_pairs(edges, people["unique_id"].to_numpy()[ends])
    ours = fr.metrics.b_cubed(fr.find_entities(noisy, people).labels, truth).f1
    assert ours > fr.metrics.b_cubed(found.labels, truth).f1 - 0.02
    assert ours > best_of_components(database, people, noisy) + 0.1


def test_clusters_go_back_into_splink(found, database):
    """As a table of its database, beside the records."""
    rows = database.register(found.table).query_sql("SELECT count(DISTINCT cluster_id) AS n FROM {this}")
    assert rows.as_pandas_dataframe()["n"][0] == found.n_entities


def test_one_record_of_each_source(people, trained, database):
    """Three files with the same numbers in them, none with a duplicate: linked, at most one of each."""
    place = people.groupby("cluster").cumcount()
    files = [people[place == number].assign(unique_id=range(sum(place == number))) for number in range(3)]
    assert set(files[0]["unique_id"]) > set(files[1]["unique_id"])
    settings = trained.misc.save_model_to_json() | {"link_type": "link_only"}
    tables = [
        database.register(file.drop(columns="cluster"), dataset_display_name=name)
        for file, name in zip(files, "abc", strict=True)
    ]
    linker = Linker(tables, settings, log_level=logging.ERROR)
    found = fr.find_entities(linker.inference.predict(warning_mode="never"), one_per="source_dataset")
    assert found.pairs.id_names == ("source_dataset", "unique_id")
    table = found.table.to_pandas()
    assert not table.duplicated(["source_dataset", "cluster_id"]).any()
    truth = pandas.concat([file.assign(source_dataset=name) for file, name in zip(files, "abc", strict=True)])
    both = table.merge(truth, on=["source_dataset", "unique_id"])
    assert len(both) == len(table)
    assert fr.metrics.b_cubed(both["cluster_id"], both["cluster"]).f1 > 0.9


def test_tables_of_other_databases_and_of_splink_4():
    """Without DuckDB it gives an Arrow table; splink 4 has only pandas then."""
    edges = pandas.DataFrame({"unique_id_l": [1], "unique_id_r": [2], "match_weight": [9.0], "gamma_name": [1]})

    class InSpark4:
        physical_name = "__splink__df_predict"

        def as_pandas_dataframe(self):
            return edges

    class InSpark5(InSpark4):
        def as_pyarrow_table(self):
            return pyarrow.Table.from_pandas(edges)

    for frame in (InSpark4(), InSpark5()):
        clusters = fr.cluster_table(frame)
        assert isinstance(clusters, pyarrow.Table)
        assert clusters["cluster_id"].to_pylist() == [0, 0]
