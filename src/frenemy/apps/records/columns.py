"""Which columns of a table are the two ids and the score of a pair."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

ScoreKind = Literal["match_weight", "probability", "weight"]

_SIDES = (("_l", "_r"), ("_1", "_2"), ("_left", "_right"), ("_a", "_b"), ("1", "2"))
_STEMS = ("unique_id", "id", "rec_id", "record_id", "uid", "node")
_ENDS = (
    ("left_id", "right_id"), ("left", "right"), ("u", "v"), ("i", "j"), ("source", "target"), ("src", "dst"),
    ("from", "to"),
)  # fmt: skip
# splink has both of the first two in its tables; bits do not end at 1.
_SCORES: tuple[tuple[str, ScoreKind], ...] = (
    ("match_weight", "match_weight"),
    ("match_probability", "probability"),
    ("probability", "probability"),
    ("weight", "weight"),
    ("log_odds", "weight"),
)


@dataclass(frozen=True)
class PairColumns:
    """The columns of a table of pairs.

    Attributes
    ----------
    left, right : tuple of str
        Those of each id; several where only together they tell a record, as splink's source and id do.
    score : str or None
        The column of scores.
    score_kind : str
        What they are: "match_weight" (log-odds in bits, as splink's), "probability", or "weight" (log-odds in nats).
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    score: str | None
    score_kind: ScoreKind

    @property
    def id_names(self) -> tuple[str, ...]:
        """What a column of records is called: what both names have in common, "id" where that is nothing."""
        names = [_stem(left, right) for left, right in zip(self.left, self.right, strict=True)]
        if len(set(names)) == len(names) and all(names):
            return tuple(names)
        return ("id",) if len(names) == 1 else tuple(f"id_{place + 1}" for place in range(len(names)))


def find_pair_columns(
    names: Sequence[str],
    *,
    id_left: str | Sequence[str] | None = None,
    id_right: str | Sequence[str] | None = None,
    match_weight: str | None = None,
    probability: str | None = None,
    weight: str | None = None,
    index: Sequence[str] = (),
    needs_score: bool = True,
) -> PairColumns:
    """Find the ids and the score among the columns of a table of pairs.

    Splink's tables need no arguments: ``unique_id_l``, ``unique_id_r`` (with ``source_dataset_l`` and ``_r`` where both
    are there, and under the name that the settings gave to the id) and ``match_weight``. So do ``id_1`` and ``id_2``,
    ``u`` and ``v`` and the like, and ``probability`` or ``weight``. Where several could be meant, it is an error.

    Parameters
    ----------
    names : sequence of str
        The columns of the table, in order.
    id_left, id_right : str or several, optional
        The columns of the ids.
    match_weight, probability, weight : str, optional
        One of the three: the column of the scores, in bits, from 0 to 1, or in nats.
    index : sequence of str
        The columns that were the index of a pandas table. Where there are two of them, and no others by name, they are
        the ids: so it is in the tables of recordlinkage.
    needs_score : bool
        Whether it is an error if there is no score.

    Returns
    -------
    PairColumns

    Examples
    --------
    >>> from frenemy.apps.records.columns import find_pair_columns
    >>> find_pair_columns(["match_weight", "match_probability", "unique_id_l", "unique_id_r", "gamma_name"])
    PairColumns(left=('unique_id_l',), right=('unique_id_r',), score='match_weight', score_kind='match_weight')
    >>> find_pair_columns(["first", "second", "p"], id_left="first", id_right="second", probability="p").score_kind
    'probability'
    """
    if (id_left is None) != (id_right is None):
        raise ValueError(f"id_left and id_right belong together, got {id_left!r} and {id_right!r}")
    if id_left is not None and id_right is not None:
        left, right = _several(id_left), _several(id_right)
        if len(left) != len(right) or not left:
            raise ValueError(f"id_left and id_right must be as many columns, got {list(left)} and {list(right)}")
        check_columns(names, (*left, *right), "id_left and id_right")
    else:
        left, right = _ids(names, index)
    score, kind = _score(names, {"match_weight": match_weight, "probability": probability, "weight": weight})
    if score is None and needs_score:
        raise ValueError(
            "no column of scores: name it by match_weight= (bits), probability= (0 to 1) or weight= (log-odds in "
            f"nats); found {_listed(names)}"
        )
    used = [*left, *right] + ([] if score is None else [score])
    if len(set(used)) < len(used):
        twice = next(name for name in used if used.count(name) > 1)
        raise ValueError(f"column {twice!r} cannot be two things at once: left ids {left}, right ids {right}, {score=}")
    return PairColumns(left, right, score, kind)


def find_record_columns(
    names: Sequence[str], pairs: PairColumns, *, id: str | Sequence[str] | None = None, name: str = "nodes"
) -> tuple[str, ...]:
    """The columns of the id in a table of records: ``id``, or those called as in the pairs, or the only one.

    ``names`` are all columns of the table, ``name`` is what messages call it.

    Examples
    --------
    >>> from frenemy.apps.records.columns import find_pair_columns, find_record_columns
    >>> pairs = find_pair_columns(["unique_id_l", "unique_id_r", "match_weight"])
    >>> find_record_columns(["city", "unique_id"], pairs)
    ('unique_id',)
    """
    if id is not None:
        given = _several(id)
        if len(given) != len(pairs.left):
            raise ValueError(
                f"id must be as many columns as an id in pairs has, {len(pairs.left)} ({', '.join(pairs.left)}), "
                f"got {list(given)}"
            )
        return check_columns(names, given, f"id, in {name}")
    if all(name in names for name in pairs.id_names):
        return pairs.id_names
    if len(names) == len(pairs.left) == 1:
        return tuple(names)
    raise ValueError(
        f"{name} has no column {' and '.join(map(repr, pairs.id_names))}; name that of the ids by id=; "
        f"found {_listed(names)}"
    )


def check_columns(names: Sequence[str], wanted: tuple[str, ...], what: str) -> tuple[str, ...]:
    """Those wanted, all of which must be there; ``what`` asks for them."""
    missing = [name for name in wanted if name not in names]
    if missing:
        raise ValueError(f"no column {' and '.join(map(repr, missing))} ({what}); found {_listed(names)}")
    return wanted


# ----------------------------------------------------------------------------------------------------------------- ids


def _ids(names: Sequence[str], index: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = set(names)
    if known.issuperset(("unique_id_l", "unique_id_r")):
        found = [("unique_id_l", "unique_id_r")]
    elif any(name.startswith("gamma_") for name in names):
        found = [(f"{stem}_l", f"{stem}_r") for stem in _splink_ids(names)]
    else:
        ends = [(stem + left, stem + right) for left, right in _SIDES for stem in _STEMS]
        found = [pair for pair in (*ends, *_ENDS) if known.issuperset(pair)]
    if len(found) != 1 and len(index) == 2:
        found = [(index[0], index[1])]
    if len(found) != 1:
        several = " or ".join(f"{left!r} and {right!r}" for left, right in found)
        why = f"several columns could be the ids ({several})" if found else "no columns of ids"
        raise ValueError(f"{why}: name them by id_left= and id_right=; found {_listed(names)}")
    left, right = found[0]
    if left.endswith("_l") and known.issuperset(("source_dataset_l", "source_dataset_r")):
        return ("source_dataset_l", left), ("source_dataset_r", right)
    return (left,), (right,)


def _splink_ids(names: Sequence[str]) -> list[str]:
    """What may be the id, under another name, in a table as splink makes it.

    Its columns begin with the weight and the probability; the source, if any, and the id; then come those of each
    comparison, with a gamma_ after them, and those that were kept for looks.
    """
    first = next(place for place, name in enumerate(names) if name.startswith("gamma_"))
    stems = [name[:-2] for name in names[:first] if name.endswith("_l") and f"{name[:-2]}_r" in names[:first]]
    compared = names[first].removeprefix("gamma_")
    return [stem for stem in stems if stem != "source_dataset" and re.sub(r"\W", "_", stem) not in compared]


def _stem(left: str, right: str) -> str:
    """``unique_id`` of ``unique_id_l`` and ``unique_id_r``, ``id`` of ``left_id`` and ``right_id``."""
    for a, b in _SIDES:
        if left.endswith(a) and right.endswith(b) and left.removesuffix(a) == right.removesuffix(b):
            return left.removesuffix(a)
    for a, b in (("left_", "right_"), ("l_", "r_")):
        if left.startswith(a) and right.startswith(b) and left.removeprefix(a) == right.removeprefix(b):
            return left.removeprefix(a)
    return ""


# --------------------------------------------------------------------------------------------------------------- score


def _score(names: Sequence[str], given: dict[ScoreKind, str | None]) -> tuple[str | None, ScoreKind]:
    named = [(column, kind) for kind, column in given.items() if column is not None]
    if len(named) > 1:
        told = ", ".join(f"{kind}={column!r}" for column, kind in named)
        raise ValueError(f"one of match_weight, probability and weight is the score, got {told}")
    if named:
        column, kind = named[0]
        check_columns(names, (column,), kind)
        return column, kind
    return next(((column, kind) for column, kind in _SCORES if column in names), (None, "weight"))


def _several(columns: str | Iterable[str]) -> tuple[str, ...]:
    return (columns,) if isinstance(columns, str) else tuple(columns)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) if names else "no columns at all"
