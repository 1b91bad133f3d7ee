"""Pairs scored by splink 5 on DuckDB, trained on the records without labels."""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from experiments.records.data.data_sets import Records
from experiments.records.data.scored_pairs import ScoredPairs, scored_pairs

if TYPE_CHECKING:
    import pandas as pd

U_PAIRS = 5e5
SEED = 1


@dataclass(frozen=True)
class Model:
    """The splink model of a data set.

    Attributes
    ----------
    table : DataFrame
        Columns to compare and to block on.
    comparisons : list
    blocks : list of str
        SQL conditions on ``l`` and ``r``; a pair that meets any of them is compared.
    trainings : list of str
        Conditions under which the shares of levels among matches are found by expectation maximization.
    sure, sure_recall : list of str and float
        Conditions that nearly only matches meet, and the share of all matches that one believes they find: the prior.
    explode : tuple of str
        Columns of lists, each with a block of its own: records that share an entry are compared.
    narrower : tuple of str
        Conditions that the blocks imply: stricter rules, to see what is lost if only these are used.
    source : str, optional
        A column; only records that differ in it are compared.
    """

    table: pd.DataFrame
    comparisons: list[Any]
    blocks: list[str]
    trainings: list[str]
    sure: list[str]
    sure_recall: float
    explode: tuple[str, ...] = ()
    narrower: tuple[str, ...] = ()
    source: str | None = None

    @property
    def rules(self) -> list[str]:
        """All conditions under which a pair is compared, and the narrower ones."""
        shared = [f"len(list_intersect(l.{name}, r.{name})) > 0" for name in self.explode]
        return [*self.blocks, *shared, *self.narrower]


def scored_by_splink(records: Records, model: Model) -> ScoredPairs:
    """``match_weight`` of splink is in bits and includes its prior."""
    import duckdb
    from splink import DuckDBAPI, Linker, SettingsCreator
    from splink.blocking_rule_library import CustomRule

    logging.getLogger("splink").setLevel(logging.ERROR)
    connection = duckdb.connect()
    connection.execute("SET threads = 1")  # sums in another order would give other weights
    database = DuckDBAPI(connection=connection)
    table = model.table.assign(unique_id=range(len(model.table)))
    apart = "" if model.source is None else f" and l.{model.source} <> r.{model.source}"
    rules = [CustomRule(rule + apart) for rule in model.blocks]
    rules += [CustomRule(f"l.{name} = r.{name}{apart}", arrays_to_explode=[name]) for name in model.explode]
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=model.comparisons,
        blocking_rules_to_generate_predictions=rules,
        retain_matching_columns=False,
    )
    linker = Linker(database.register(table), settings, log_level=logging.ERROR)
    training = linker.training
    training.estimate_probability_two_random_records_match(
        [CustomRule(rule + apart) for rule in model.sure], recall=model.sure_recall
    )
    training.estimate_u_using_random_sampling(max_pairs=U_PAIRS, seed=SEED)
    for rule in model.trainings:
        training.estimate_parameters_using_expectation_maximisation(CustomRule(rule + apart))
    found = linker.inference.predict(warning_mode="never").as_pandas_dataframe()
    bits = " + ".join(f"({1 << at} * coalesce({rule}, false)::int)" for at, rule in enumerate(model.rules))
    found["place"] = range(len(found))
    connection.register("found", found)
    connection.register("records", table)
    rules = connection.sql(
        f"select {bits} as bits from found join records l on l.unique_id = unique_id_l "
        "join records r on r.unique_id = unique_id_r order by place"
    ).fetchnumpy()["bits"]
    connection.close()
    return scored_pairs(
        len(table),
        found["unique_id_l"].to_numpy(),
        found["unique_id_r"].to_numpy(),
        found["match_weight"].to_numpy() * math.log(2.0),
        records.truth,
        rules=rules,
    )
