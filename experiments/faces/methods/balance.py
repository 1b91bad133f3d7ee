"""How the share of same pairs that a calibration is fitted to shifts the zero of its weights."""

from __future__ import annotations

from functools import partial

from experiments.faces.data.rows import Classes, Features
from experiments.faces.methods.ldml_weights import ldml
from experiments.faces.methods.method import Clusterer, RowMethod
from experiments.faces.methods.weighted import clustered_by, logistic

SHARES = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9)
LDML_BALANCES: dict[str | float, str] = {"natural": "natural", 0.1: "10%", "balanced": "50%", 0.9: "90%"}


def balance_methods() -> dict[str, RowMethod]:
    """By name, in the order of the table."""
    made = {"logistic, natural": RowMethod(partial(_logistic, share=None), "all pairs as they come", "#0072b2", ":")}
    for share in SHARES:
        made[f"logistic, {share:.0%}"] = RowMethod(
            partial(_logistic, share=share), f"{share:.0%} of the pairs are of one person", "#0072b2"
        )
    for balance, name in LDML_BALANCES.items():
        made[f"LDML, {name}"] = RowMethod(
            partial(_ldml, balance=balance),
            "the same for the pairs that LDML learns from",
            "#8a3d90",
            needs=("sklearn",),
        )
    return made


def _ldml(features: Features, classes: Classes, *, balance: str | float) -> Clusterer:
    return clustered_by(ldml(features, classes, balance=balance))


def _logistic(features: Features, classes: Classes, *, share: float | None) -> Clusterer:
    return clustered_by(logistic(features, classes, share=share))
