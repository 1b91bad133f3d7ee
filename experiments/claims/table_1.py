"""Claims on energies beside those of the linear relaxation (section 6.2), from the rows of that experiment."""

from __future__ import annotations

from collections.abc import Callable

from experiments.claims.claim import Claim, Evidence, Found, verdict
from experiments.coclustering.tables import compared, groups
from experiments.results_file import Row

ON_PAR = 98.0  # percent of the relaxation's energy


def ours_beat_potts_methods(evidence: Evidence) -> Found:
    """Swap and Expand against TRW-S and BP as the paper runs them, on every set."""
    rows = evidence.coclustering
    told, is_better = [], []
    for group in groups(rows):
        ratio = {name: mean["ratio"] for name, mean in _means(rows, group).items()}
        is_better.append(min(ratio["Swap"], ratio["Expand"]) > max(ratio["TRW-S"], ratio["BP"]))
        told.append(f"{group}: " + ", ".join(f"{name} {ratio[name]:.1f}" for name in _PAPER))
    return Found(
        "energy in percent of the relaxation's: " + "; ".join(told),
        verdict(all(is_better), any(is_better)),
        "TRW-S and BP without unary terms do not optimise at all (section 6.1).",
    )


def on_par_with_relaxation(evidence: Evidence) -> Found:
    return _beside_relaxation(
        evidence,
        ("Swap", "Expand"),
        lambda mean: mean["ratio"] >= ON_PAR,
        "A ratio of 98 or more counts as on par; the matrices are stand-ins, and the relaxation is our own.",
    )


def strictly_lower_sometimes(evidence: Evidence) -> Found:
    rows = evidence.coclustering
    told, share = [], []
    for group in groups(rows):
        means = _means(rows, group)
        share.append(means["Swap"]["lower"])
        told.append(
            f"{group}: " + ", ".join(f"{name} {means[name]['lower']:.0%}" for name in ("Swap", "Expand", "ICM"))
        )
    return Found(
        "share of problems with an energy strictly below the relaxation's: " + "; ".join(told),
        verdict(min(share) > 0.0, max(share) > 0.0),
        "Where the relaxation is tight nothing can be lower; where it is not, rounding loses more than local search.",
    )


def icm_varies(evidence: Evidence) -> Found:
    return _beside_relaxation(
        evidence,
        ("ICM",),
        lambda mean: mean["ratio"] < ON_PAR and mean["deviation"] > 1.0,
        "Single moves stop early on sparse problems.",
    )


_PAPER = ("Swap", "Expand", "ICM", "TRW-S", "BP")


def _means(rows: list[Row], group: str) -> dict[str, Row]:
    found = {name: compared(rows, group, name) for name in _PAPER}
    return {name: mean for name, mean in found.items() if mean is not None}


def _beside_relaxation(
    evidence: Evidence, methods: tuple[str, ...], is_so: Callable[[Row], bool], remark: str
) -> Found:
    told, so = [], []
    for group in groups(evidence.coclustering):
        means = _means(evidence.coclustering, group)
        so += [is_so(means[name]) for name in methods]
        told.append(
            f"{group}: "
            + ", ".join(f"{name} {means[name]['ratio']:.1f} ± {means[name]['deviation']:.1f}" for name in methods)
        )
    return Found("energy in percent of the relaxation's: " + "; ".join(told), verdict(all(so), any(so)), remark)


CLAIMS = (
    Claim("6.2", "Swap and Expand are superior to TRW-S and BP", ours_beat_potts_methods),
    Claim("6.2", "Swap and Expand are on par with the linear relaxation", on_par_with_relaxation),
    Claim("6.2", "in some problems they are strictly lower", strictly_lower_sometimes),
    Claim("6.2", "ICM is worse than the relaxation, and varies much", icm_varies),
)
