"""The options of everything that reads tables of scored pairs. Each one is declared here or in a subclass, once.

Functions take them by :func:`~frenemy.tables.option_parameters.takes_options`, which gives each function a signature
and documentation made from these fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar, get_args

from frenemy.run import OnStage
from frenemy.solvers import Solver

Calibration = Literal["auto", "none", "platt", "isotonic"]
KnownValues = Literal["weights", "scores", "match_weights", "probabilities", "percentages"]
Values = Literal["auto", KnownValues]
Nulls = Literal["error", "drop"]
Unknown = Literal["error", "add"]

Options = TypeVar("Options", bound="AnyOptions")


def option(default: Any, meaning: str, *, choices: tuple[str, ...] = ()) -> Any:
    """A field of a class of options: its default, its meaning, and the values it may have if they are few."""
    return field(default=default, metadata={"meaning": meaning, "choices": choices})


def option_names(kind: type[AnyOptions]) -> tuple[str, ...]:
    """The names of the options of a class."""
    return tuple(one.name for one in fields(kind))


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise a ValueError unless the value is one of the choices."""
    if value not in choices:
        several = " or ".join(map(repr, choices)) if len(choices) == 2 else f"one of {', '.join(map(repr, choices))}"
        raise ValueError(f"{name} must be {several}, got {value!r}")


@dataclass(frozen=True, kw_only=True)
class AnyOptions:
    """Checks the choices of all fields."""

    def __post_init__(self) -> None:
        for one in fields(self):
            if one.metadata["choices"]:
                check_choice(one.name, getattr(self, one.name), one.metadata["choices"])

    def only(self, kind: type[Options]) -> Options:
        """The options of a base class.

        Examples
        --------
        >>> from frenemy.tables.options import ColumnOptions, ReadOptions
        >>> ReadOptions(weight="w", nulls="drop").only(ColumnOptions).weight
        'w'
        """
        return kind(**{one.name: getattr(self, one.name) for one in fields(kind)})


@dataclass(frozen=True, kw_only=True)
class ColumnOptions(AnyOptions):
    """Columns of a table of pairs."""

    id_left: str | Sequence[str] | None = option(
        None,
        "The column of the first id; several columns if one alone does not identify a record, as with source and "
        "number. By default the names that splink and similar tools use.",
    )
    id_right: str | Sequence[str] | None = option(None, "The column of the second id, likewise.")
    weight: str | None = option(None, "The column of the numbers; ``values`` says what they are.")
    match_weight: str | None = option(None, 'The same, with ``values="match_weights"``.')
    probability: str | None = option(None, 'The same, with ``values="probabilities"``.')
    values: Values = option(
        "auto",
        'What the numbers are. "weights": signed, taken as they are, and an unlisted pair weighs 0. "probabilities", '
        '"percentages" (similarities of 0 to 100, too), "match_weights" (log-odds in bits, as splink\'s) and "scores" '
        '(log-odds in nats) are calibrated, and the weight of an unlisted pair is estimated. "auto" looks at the '
        "numbers: if some are below 0, they are weights; if all are within 0..1, probabilities; if all are within "
        "0..100 and some above 75, percentages; otherwise scores, with a note. Match weights are recognized by "
        "splink's match_probability column beside them, or by splink's columns together: unique_id_l, unique_id_r, "
        "match_weight. The name of one column does not matter.",
        choices=("auto", *get_args(KnownValues)),
    )


@dataclass(frozen=True, kw_only=True)
class NullOptions(AnyOptions):
    """Rows with null values."""

    nulls: Nulls = option(
        "error",
        "What to do with rows without an id or a score: raise an error, or drop and count them. If only the "
        "score is missing, the records of the row stay.",
        choices=("error", "drop"),
    )


@dataclass(frozen=True, kw_only=True)
class UnknownOptions(AnyOptions):
    """Ids that are not in the table of records."""

    unknown: Unknown = option(
        "error",
        "What to do with ids of the pairs that are not in the table of records: raise an error, or add them.",
        choices=("error", "add"),
    )


@dataclass(frozen=True, kw_only=True)
class StageOptions(AnyOptions):
    """Progress."""

    on_stage: OnStage | None = option(None, "Called with the name of each stage and the share of it that is done.")


@dataclass(frozen=True, kw_only=True)
class IdOptions(AnyOptions):
    """Columns of a table of records."""

    id: str | Sequence[str] | None = option(None, "The column or columns of the id in ``nodes``.")


@dataclass(frozen=True, kw_only=True)
class ReadOptions(StageOptions, UnknownOptions, NullOptions, IdOptions, ColumnOptions):
    """What :func:`~frenemy.tables.pair_table.read_pairs` takes."""

    also: Sequence[str] = option((), "Further columns of ``pairs`` to keep.")
    is_missing_given: bool = option(
        False, "Whether the weight of unlisted pairs is given; unclear numbers are weights then."
    )
    are_scores: bool = option(
        False, "Whether options are given that only scores need; negative numbers are scores then."
    )


@dataclass(frozen=True, kw_only=True)
class WeightOptions(AnyOptions):
    """How scores become weights, and what unlisted pairs weigh."""

    prior: float | None = option(
        None, "The share of matches to assume. It replaces ``tool_prior``, so give both or neither."
    )
    tool_prior: float | None = option(
        None,
        "The share of matches that the tool assumed in its scores (splink: ``probability_two_random_records_match``).",
    )
    calibration: Calibration = option(
        "auto",
        '"auto" calibrates scores by how well pairs agree with each other, or by ``labeled`` if given, and keeps '
        'weights; "none" keeps everything as it is; "platt" and "isotonic" learn from ``labeled``.',
        choices=("auto", "none", "platt", "isotonic"),
    )
    missing: Literal["auto"] | float = option(
        "auto",
        "The weight of a pair that was not compared, in nats, at most 0. By default it is estimated from the pairs; "
        "for weights it is 0.",
    )
    blocking_recall: float | None = option(
        None,
        "The share of true pairs that were compared, if known; ``missing`` follows from it, nearer to 0 where entities "
        "are large.",
    )

    @property
    def are_for_scores(self) -> bool:
        """Whether one is given that only scores of a record-linkage tool need."""
        is_learned = self.calibration in ("platt", "isotonic")
        return is_learned or self.tool_prior is not None or self.blocking_recall is not None


@dataclass(frozen=True, kw_only=True)
class LinkOptions(AnyOptions):
    """Pairs that are known for certain."""

    must_link: Any = option(
        None,
        "Pairs that must be together: a table of two ids per row, or its path. In memory also the name of a column "
        "of truth values in ``pairs``.",
    )
    cannot_link: Any = option(None, "Pairs that must be apart, likewise.")


@dataclass(frozen=True, kw_only=True)
class SolveOptions(AnyOptions):
    """How to solve."""

    solver: Solver | None = option(None, "As in :func:`frenemy.solve`. By default one that suits records.")
    seed: int = option(0, "As in :func:`frenemy.solve`.")


@dataclass(frozen=True, kw_only=True)
class TableOptions(StageOptions, SolveOptions, NullOptions, LinkOptions, WeightOptions, ColumnOptions):
    """What everything takes that solves a table of scored pairs, in memory or on disk."""
