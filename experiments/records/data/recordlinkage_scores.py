"""Pairs scored by recordlinkage: its comparisons and its ECM classifier, which learns without labels."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from experiments.records.data.data_sets import Records
from experiments.records.data.scored_pairs import Floats, Labels, Rules, ScoredPairs, scored_pairs

if TYPE_CHECKING:
    import pandas as pd

#: Pairs that agree on all of a group are compared.
BLOCKS = (("surname",), ("given_name",), ("date_of_birth",))
ALIKE = 0.85  # Jaro-Winkler


def scored_by_recordlinkage(records: Records) -> ScoredPairs:
    """Log-odds of Fellegi and Sunter's model with the share of matches among the compared pairs as the prior."""
    import recordlinkage

    table = records.table
    index = recordlinkage.Index()
    for block in BLOCKS:
        index.block(list(block))
    compare = recordlinkage.Compare(n_jobs=1)
    for name in ("given_name", "surname", "address_1", "address_2", "suburb"):
        compare.string(name, name, method="jarowinkler", threshold=ALIKE, label=name)
    for name in ("street_number", "postcode", "state", "date_of_birth", "soc_sec_id"):
        compare.exact(name, name, label=name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pairs = index.index(table)
        # A table has None for nothing known; the comparisons take it for a difference, as the tool does.
        vectors = compare.compute(pairs, table)
        learned = recordlinkage.ECMClassifier(max_iter=500, atol=1e-6)
        learned.fit(vectors)
        log_odds = _log_odds(learned, vectors)
    u, v = (pairs.get_level_values(end).to_numpy() for end in (0, 1))
    return scored_pairs(len(table), u, v, log_odds, records.truth, rules=_rules(table, u, v))


def _rules(table: pd.DataFrame, u: Labels, v: Labels) -> Rules:
    """The blocks of each pair, a bit each."""
    rules = np.zeros(len(u), np.uint32)
    for place, block in enumerate(BLOCKS):
        columns = [table[name].to_numpy() for name in block]
        agree = [
            (column[u] == column[v]) & table[name].notna().to_numpy()[u]
            for name, column in zip(block, columns, strict=True)
        ]
        rules |= np.uint32(1 << place) * np.logical_and.reduce(agree).astype(np.uint32)
    return rules


def _log_odds(learned: Any, vectors: pd.DataFrame) -> Floats:
    """From logarithms: the probability of a certain match rounds to 1, which has no log-odds."""
    kernel = learned.kernel
    log_probabilities = kernel.predict_log_proba(vectors.to_numpy())
    matches = list(kernel.classes_).index(1)
    return np.asarray(log_probabilities[:, matches] - log_probabilities[:, 1 - matches])
