"""Find the columns of a table that hold the two ids and the score of a pair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from frenemy.io.text import cut
from frenemy.problem.sources.column_names import SIDES, named_id_columns
from frenemy.tables.options import ColumnOptions, KnownValues, Values
from frenemy.tables.splink_columns import MATCH_PROBABILITY, MATCH_WEIGHT, Splink, has_comparisons, splink_columns

# splink writes both of the first two; match weights do not saturate at 1.
_SCORES = (MATCH_WEIGHT, MATCH_PROBABILITY, "probability", "weight", "log_odds", "score", "similarity", "affinity", "w")
_ONE_RECORD_PER_ROW = (
    "each row must be a pair of records and its score; if each row is one record, have splink or another tool compare "
    "the records first"
)
_TOLD: dict[str, Values] = {"match_weight": "match_weights", "probability": "probabilities", "weight": "auto"}


@dataclass(frozen=True)
class PairColumns:
    """The columns of a table of pairs.

    Attributes
    ----------
    left, right : tuple of str
        The columns of each id; several if one alone does not identify a record, as splink's source and id.
    score : str or None
        The column of numbers.
    values : Values
        What they are; "auto" until someone has looked at them.
    probability : str or None
        A column that says the same as probabilities, if it is splink's: with it one can tell what the numbers are.
    splink : Splink
        Which of the columns are splink's.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    score: str | None
    values: Values = "auto"
    probability: str | None = None
    splink: Splink = "no"

    @property
    def known_values(self) -> KnownValues:
        """What the numbers are, once it is decided."""
        assert self.values != "auto"
        return self.values

    @property
    def needed(self) -> tuple[str, ...]:
        """All columns to read."""
        return tuple(name for name in (*self.left, *self.right, self.score, self.probability) if name is not None)

    @property
    def id_names(self) -> tuple[str, ...]:
        """The names of the id columns in a table of records: the common part of both names, or "id"."""
        names = [_stem(left, right) for left, right in zip(self.left, self.right, strict=True)]
        if len(set(names)) == len(names) and all(names):
            return tuple(names)
        return ("id",) if len(names) == 1 else tuple(f"id_{place + 1}" for place in range(len(names)))


def find_pair_columns(
    names: Sequence[str],
    named: ColumnOptions = ColumnOptions(),  # noqa: B008 (frozen)
    *,
    index: Sequence[str] = (),
    needs_score: bool = True,
) -> PairColumns:
    """Find the ids and the score among the columns of a table of pairs.

    Splink's tables need no arguments: ``unique_id_l``, ``unique_id_r`` (with ``source_dataset_l`` and ``_r`` where both
    are there, and under the name that the settings gave to the id) and ``match_weight``. Nor do ``id_1`` and ``id_2``,
    ``u`` and ``v`` and the like, with ``probability``, ``weight``, ``score`` or a single other column. In a table of
    three columns without such names, the first two are the ids. An ambiguous table is an error.

    Parameters
    ----------
    names : sequence of str
        The columns of the table, in order.
    named : ColumnOptions
        The columns that the caller named; at most one of the three for scores.
    index : sequence of str
        The columns that were the index of a pandas table. If there are two, and no ids by name, they are the ids, as in
        the tables of recordlinkage.
    needs_score : bool
        Whether a missing score is an error.

    Returns
    -------
    PairColumns

    Examples
    --------
    >>> from frenemy.tables.columns import find_pair_columns
    >>> from frenemy.tables.options import ColumnOptions
    >>> found = find_pair_columns(["match_weight", "unique_id_l", "unique_id_r", "gamma_name"])
    >>> found.left, found.right, found.score, found.splink
    (('unique_id_l',), ('unique_id_r',), 'match_weight', 'ids and match weight')
    >>> find_pair_columns(["first", "second", "closeness"]).needed
    ('first', 'second', 'closeness')
    >>> named = ColumnOptions(id_left="first", id_right="second", probability="p")
    >>> find_pair_columns(["first", "second", "p", "q"], named).values
    'probabilities'
    """
    id_left, id_right = named.id_left, named.id_right
    if (id_left is None) != (id_right is None):
        raise ValueError(f"id_left and id_right belong together, got {id_left!r} and {id_right!r}")
    if id_left is not None and id_right is not None:
        left, right = _several(id_left), _several(id_right)
        if len(left) != len(right) or not left:
            raise ValueError(
                f"id_left and id_right must have the same number of columns, got {list(left)} and {list(right)}"
            )
        check_columns(names, (*left, *right), "id_left and id_right")
    else:
        left, right = _ids(names, index, needs_score=needs_score)
    score, values = _score(names, (*left, *right), named)
    if score is None and needs_score:
        raise ValueError(
            "no column of weights or scores: name it with weight=, and say what it holds with values=; "
            f"found {_listed(names)}"
        )
    used = [*left, *right] + ([] if score is None else [score])
    if len(set(used)) < len(used):
        twice = next(name for name in used if used.count(name) > 1)
        raise ValueError(f"column {twice!r} cannot be two things at once: left ids {left}, right ids {right}, {score=}")
    has_both = score == MATCH_WEIGHT and MATCH_PROBABILITY in names
    beside = MATCH_PROBABILITY if has_both and values == "auto" else None
    return PairColumns(left, right, score, values, beside, splink_columns(names, left[-1], right[-1], score))


def find_record_columns(
    names: Sequence[str], pairs: PairColumns, *, id: str | Sequence[str] | None = None, name: str = "nodes"
) -> tuple[str, ...]:
    """The columns of the id in a table of records: ``id``, or those with the names of the pairs, or the only column.

    ``names`` are all columns of the table, ``name`` is its name in messages.

    Examples
    --------
    >>> from frenemy.tables.columns import find_pair_columns, find_record_columns
    >>> pairs = find_pair_columns(["unique_id_l", "unique_id_r", "match_weight"])
    >>> find_record_columns(["city", "unique_id"], pairs)
    ('unique_id',)
    """
    if id is not None:
        given = _several(id)
        if len(given) != len(pairs.left):
            raise ValueError(
                f"id must have as many columns as an id in pairs, {len(pairs.left)} ({', '.join(pairs.left)}), "
                f"got {list(given)}"
            )
        return check_columns(names, given, f"id, in {name}")
    if all(name in names for name in pairs.id_names):
        return pairs.id_names
    if len(names) == len(pairs.left) == 1:
        return tuple(names)
    raise ValueError(
        f"{name} has no column {' and '.join(map(repr, pairs.id_names))}; name the column of the ids with id=; "
        f"found {_listed(names)}"
    )


def check_columns(names: Sequence[str], wanted: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Raise an error unless all wanted columns exist; ``what`` names the option that wants them."""
    missing = [name for name in wanted if name not in names]
    if missing:
        raise ValueError(f"no column {' and '.join(map(repr, missing))} ({what}); found {_listed(names)}")
    return wanted


# ----------------------------------------------------------------------------------------------------------------- ids


def _ids(names: Sequence[str], index: Sequence[str], *, needs_score: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = set(names)
    if known.issuperset(("unique_id_l", "unique_id_r")):
        found = [("unique_id_l", "unique_id_r")]
    elif has_comparisons(names):
        found = [(f"{stem}_l", f"{stem}_r") for stem in _splink_ids(names)]
    else:
        found = named_id_columns(names)
    if len(found) != 1 and len(index) == 2:
        found = [(index[0], index[1])]
    if not found and len(names) == 3 and needs_score:
        score = next((name for name in _SCORES if name in names), names[2])
        first, second = (name for name in names if name != score)
        found = [(first, second)]
    if not found and len(names) == 2 and not needs_score:
        found = [(names[0], names[1])]
    if len(found) != 1:
        several = " or ".join(f"{left!r} and {right!r}" for left, right in found)
        why = f"several columns could be the ids ({several})" if found else "no columns of ids"
        others = ", and the weights with weight=" if needs_score else ""
        hint = f"; {_ONE_RECORD_PER_ROW}" if needs_score and not found else ""
        raise ValueError(f"{why}: name them with id_left= and id_right={others}; found {_listed(names)}{hint}")
    left, right = found[0]
    if left.endswith("_l") and known.issuperset(("source_dataset_l", "source_dataset_r")):
        return ("source_dataset_l", left), ("source_dataset_r", right)
    return (left,), (right,)


def _splink_ids(names: Sequence[str]) -> list[str]:
    """Candidates for the id, under another name, in a table from splink.

    Its columns begin with the weight and the probability, the source if any, and the id. Then come the columns of each
    comparison, followed by its gamma_ column, and further columns that were kept.
    """
    first = next(place for place, name in enumerate(names) if name.startswith("gamma_"))
    stems = [name[:-2] for name in names[:first] if name.endswith("_l") and f"{name[:-2]}_r" in names[:first]]
    compared = names[first].removeprefix("gamma_")
    return [stem for stem in stems if stem != "source_dataset" and re.sub(r"\W", "_", stem) not in compared]


def _stem(left: str, right: str) -> str:
    """``unique_id`` of ``unique_id_l`` and ``unique_id_r``, ``id`` of ``left_id`` and ``right_id``."""
    for a, b in SIDES:
        if left.endswith(a) and right.endswith(b) and left.removesuffix(a) == right.removesuffix(b):
            return left.removesuffix(a).rstrip()
    for a, b in (("left_", "right_"), ("l_", "r_")):
        if left.startswith(a) and right.startswith(b) and left.removeprefix(a) == right.removeprefix(b):
            return left.removeprefix(a)
    return ""


# --------------------------------------------------------------------------------------------------------------- score


def _score(names: Sequence[str], ids: Sequence[str], named: ColumnOptions) -> tuple[str | None, Values]:
    """The column of numbers, if there is one, and what the options say about them."""
    given = [(column, option) for option in _TOLD if (column := getattr(named, option)) is not None]
    if len(given) > 1:
        several = ", ".join(f"{option}={column!r}" for column, option in given)
        raise ValueError(f"one of match_weight, probability and weight is the score, got {several}")
    if given:
        column, option = given[0]
        check_columns(names, (column,), option)
        told = _TOLD[option]
        if "auto" not in (told, named.values) and told != named.values:
            raise ValueError(f"{option}={column!r} says values='{told}', got values={named.values!r}")
        return column, named.values if told == "auto" else told
    others = [name for name in names if name not in ids]
    known = next((name for name in _SCORES if name in others), others[0] if len(others) == 1 else None)
    return known, named.values


def _several(columns: str | Iterable[str]) -> tuple[str, ...]:
    return (columns,) if isinstance(columns, str) else tuple(columns)


def _listed(names: Sequence[str]) -> str:
    return cut(", ".join(map(repr, names)), 1000) if names else "no columns at all"
