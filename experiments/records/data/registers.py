"""Generated registers: people with many records, whose errors stay with the record, and blocking that often fails."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from experiments.records.data.scored_pairs import Floats, Ints, Labels, Rules, ScoredPairs, scored_pairs

#: How many values a field can have; some are much more frequent than others.
FIELDS = {"first name": 150, "last name": 800, "birth year": 70, "birthday": 365, "place": 120, "occupation": 60}
#: Fields that two records must agree on to be compared.
RULES = ((0, 1), (1, 2), (0, 3), (3, 4), (1, 4), (2, 3), (1, 5))
UNKNOWN = -1
#: Settings of each set; the errors are such that blocking lists less and less.
REGISTERS: dict[str, dict[str, float]] = {
    "registers_1": {"errors": 0.12, "mean_records": 8, "n_people": 400, "seed": 0},
    "registers_2": {"errors": 0.2, "mean_records": 10, "n_people": 400, "seed": 11},
    "registers_3": {"errors": 0.2, "mean_records": 3, "n_people": 800, "seed": 12},
    "registers_4": {"errors": 0.18, "mean_records": 5, "n_people": 400, "seed": 3},
    "registers_5": {"errors": 0.15, "mean_records": 12, "n_people": 250, "seed": 5},
}


def registers(*, errors: float, mean_records: float, n_people: float, seed: float) -> ScoredPairs:
    """Pairs scored as Fellegi and Sunter do, with the true shares of agreement.

    A person has one to thirty records, and in each field a second value that some of the records share, such as a
    married name. A record has errors and empty fields in proportion to a quality of its own, so that blocking misses
    most pairs of a bad record at once.
    """
    rng = np.random.default_rng([int(seed), 7])
    sizes = np.minimum(rng.geometric(1.0 / mean_records, int(n_people)), 30)
    truth = np.repeat(np.arange(int(n_people)), sizes)
    values = np.stack([_field(truth, n_values, errors, rng) for n_values in FIELDS.values()])
    bad = rng.beta(1.0, 3.0, len(truth)) * 4.0 * errors  # the share of fields with an error, by record
    for field, n_values in zip(values, FIELDS.values(), strict=True):
        is_wrong = rng.random(len(truth)) < np.minimum(bad, 0.9)
        field[is_wrong] = rng.integers(0, n_values, int(is_wrong.sum()))
        field[is_wrong & (rng.random(len(truth)) < 0.5)] = UNKNOWN
    u, v, rules = _compared(values)
    return scored_pairs(len(truth), u, v, _scores(values, u, v, truth), truth, rules=rules)


def _field(truth: Labels, n_values: int, errors: float, rng: np.random.Generator) -> Ints:
    frequency = 1.0 / np.arange(1, n_values + 1) ** 0.7
    main, second = rng.choice(n_values, (2, truth.max() + 1), p=frequency / frequency.sum())
    is_second = rng.random(len(truth)) < rng.beta(0.3, 1.5, truth.max() + 1)[truth] * 3.0 * errors
    return np.where(is_second, second[truth], main[truth]).astype(np.int32)


def _compared(values: Ints) -> tuple[Ints, Ints, Rules]:
    found: dict[tuple[int, int], int] = {}
    for place, rule in enumerate(RULES):
        groups: dict[tuple[int, ...], list[int]] = {}
        for record, key in enumerate(zip(*values[list(rule)].tolist(), strict=True)):
            if UNKNOWN not in key:
                groups.setdefault(key, []).append(record)
        for members in groups.values():
            for pair in combinations(members, 2):
                found[pair] = found.get(pair, 0) | 1 << place
    pairs = np.array(list(found), np.int32).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1], np.array(list(found.values()), np.uint32)


def _scores(values: Ints, u: Ints, v: Ints, truth: Labels) -> Floats:
    is_true = truth[u] == truth[v]
    scores = np.full(len(u), np.log(is_true.mean() / (1.0 - is_true.mean())))
    for field in values:
        agree: npt.NDArray[np.bool_] = field[u] == field[v]
        is_known = (field[u] != UNKNOWN) & (field[v] != UNKNOWN)
        for value in (True, False):
            among = [_share(is_known & kind, agree == value) for kind in (is_true, ~is_true)]
            scores += (is_known & (agree == value)) * np.log(among[0] / among[1])
    return scores


def _share(is_among: npt.NDArray[np.bool_], is_so: npt.NDArray[np.bool_]) -> float:
    """Neither 0 nor 1, however few there are (Laplace's rule)."""
    return float(((is_among & is_so).sum() + 1) / (is_among.sum() + 2))
