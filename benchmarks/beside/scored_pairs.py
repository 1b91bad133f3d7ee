"""Scored pairs of records to entities: beside splink's clusters and dedupe's."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from benchmarks.beside.task import Data, Labels, Source, Task
from benchmarks.records import record_sets
from harness.method import Method


def with_frenemy(pairs: Any, records: Any) -> Labels:
    import frenemy as fr

    return fr.cluster_table(pairs, records)["cluster_id"]


def with_splink(pairs: Any, records: Any, threshold: float = 0.95) -> Labels:
    import duckdb
    from splink import DuckDBAPI
    from splink.clustering import cluster_pairwise_predictions_at_threshold

    database = DuckDBAPI(duckdb.connect(config={"threads": 1}))
    clusters = cluster_pairwise_predictions_at_threshold(
        database.register(records),
        database.register(pairs),
        db_api=database,
        node_id_column_name="unique_id",
        threshold_match_probability=threshold,
    )
    return clusters.as_pandas_dataframe().sort_values("unique_id")["cluster_id"]


def with_dedupe(pairs: Any, records: Any) -> Labels:
    import dedupe

    scores = np.zeros(len(pairs), dtype=[("pairs", "i8", 2), ("score", "f4")])  # what its score() returns
    scores["pairs"] = pairs[["unique_id_l", "unique_id_r"]]
    scores["score"] = pairs["match_probability"]
    deduper = dedupe.Dedupe([dedupe.variables.String("name")], num_cores=1)
    labels = np.arange(len(records))  # a record in no cluster is alone
    for ids, _ in deduper.cluster(scores, threshold=0.5):
        labels[list(ids)] = min(ids)
    return labels


# ---------------------------------------------------------------------------------------------------------------- data


def data(name: str, *, n: int = 2_000, wrong: float = 0.0) -> Data:
    """With strong pairs between different entities, as many as a share ``wrong`` of the true pairs."""
    import pandas as pd

    found = record_sets.with_wrong_pairs(record_sets.record_set(name, n), wrong)
    pairs = pd.DataFrame(
        {
            "unique_id_l": found.u,
            "unique_id_r": found.v,
            "match_weight": found.weight / np.log(2.0),
            "match_probability": 1.0 / (1.0 + np.exp(-found.weight)),
        }
    )
    records = pd.DataFrame({"unique_id": np.arange(found.n)})
    return Data((pairs, records), f"{found.n:,} records, {len(pairs):,} pairs", found.truth)


def _real(name: str, wrong: float = 0.0) -> Source:
    return Source(partial(data, name, wrong=wrong), record_sets.FOLDER / f"{name}.npz")


TASK = Task(
    title="Scored pairs",
    aim=(
        "The last step of record linkage: all tools cluster the same scores. Wrong pairs link two entities with a high "
        "score, one for every twenty true pairs. fake_1000 and Cora are scored by splink, and are there after "
        "`python -m experiments records`."
    ),
    sources={
        "made": Source(partial(data, record_sets.MADE), is_quick=True),
        "made, wrong pairs": Source(partial(data, record_sets.MADE, wrong=0.05)),
        "fake_1000": _real("fake_1000"),
        "fake_1000, wrong pairs": _real("fake_1000", wrong=0.05),
        "Cora": _real("cora"),
    },
    methods={
        "frenemy": Method(with_frenemy, needs=("pyarrow", "pandas")),
        "splink at 0.5": Method(partial(with_splink, threshold=0.5), needs=("splink",)),
        "splink at 0.95": Method(with_splink, needs=("splink",)),
        "splink at 0.99": Method(partial(with_splink, threshold=0.99), needs=("splink",)),
        "dedupe at 0.5": Method(with_dedupe, needs=("dedupe",)),
    },
)
