"""Claims on energies compared with the linear relaxation (section 6.2), from the rows of that experiment."""

from __future__ import annotations

from collections.abc import Callable

from experiments.claims.claim import Claim, Evidence, Found, verdict
from experiments.coclustering.tables import Duel, compared, duels, groups
from harness.results_file import Row

ON_PAR = 98.0  # percent of the relaxation's energy
FIRM = 2.0  # percent: a standard deviation above it varies much


def ours_beat_potts_methods(evidence: Evidence) -> Found:
    """Swap and Expand against TRW-S and BP as the paper runs them, on every set."""
    rows = evidence.coclustering
    findings, is_better = [], []
    for group in _sets(rows):
        ratio = {name: mean["ratio"] for name, mean in _means(rows, group).items()}
        is_better.append(min(ratio["Swap"], ratio["Expand"]) > max(ratio["TRW-S"], ratio["BP"]))
        findings.append(f"{group}: " + ", ".join(f"{name} {ratio[name]:.1f}" for name in _PAPER))
    return Found(
        "energy in percent of the relaxation's: " + "; ".join(findings),
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
    findings, share = [], []
    lower = equal = higher = 0
    for group in _sets(rows):
        means = _means(rows, group)
        share += [means["Swap"]["lower"], means["Expand"]["lower"]]
        findings.append(
            f"{group}: " + ", ".join(f"{name} {means[name]['lower']:.0%}" for name in ("Swap", "Expand", "ICM"))
        )
        for duel in duels(rows, group, "Swap"):
            if not _is_tight(duel):
                lower, equal = lower + duel.is_lower, equal + duel.is_equal
                higher += not (duel.is_lower or duel.is_equal)
    return Found(
        "share of problems with an energy strictly below the relaxation's: " + "; ".join(findings),
        verdict(max(share) > 0.0),
        "Where the relaxation reaches its own bound nothing can be lower. Of the other problems Swap is lower than "
        f"what is rounded from it on {lower}, equal on {equal} and higher on {higher}.",
    )


def icm_varies(evidence: Evidence) -> Found:
    return _beside_relaxation(
        evidence,
        ("ICM",),
        lambda mean: mean["ratio"] < ON_PAR and mean["deviation"] > FIRM,
        "By how much is in the table.",
    )


def _is_tight(duel: Duel) -> bool:
    """Whether the relaxation's clusters reach its own lower bound, and so are proven optimal."""
    energy = duel.reference["energy"]
    return bool(energy <= duel.reference["lower_bound"] + 1e-6 * max(1.0, abs(energy)))


def _sets(rows: list[Row]) -> list[str]:
    """Those in which the ratio is defined for some problem."""
    return [group for group in groups(rows) if compared(rows, group, "Swap") is not None]


_PAPER = ("Swap", "Expand", "ICM", "TRW-S", "BP")


def _means(rows: list[Row], group: str) -> dict[str, Row]:
    found = {name: compared(rows, group, name) for name in _PAPER}
    return {name: mean for name, mean in found.items() if mean is not None}


def _beside_relaxation(
    evidence: Evidence, methods: tuple[str, ...], is_so: Callable[[Row], bool], remark: str
) -> Found:
    findings, so = [], []
    for group in _sets(evidence.coclustering):
        means = _means(evidence.coclustering, group)
        so += [is_so(means[name]) for name in methods]
        findings.append(
            f"{group}: "
            + ", ".join(f"{name} {means[name]['ratio']:.1f} ± {means[name]['deviation']:.1f}" for name in methods)
        )
    return Found("energy in percent of the relaxation's: " + "; ".join(findings), verdict(all(so), any(so)), remark)


CLAIMS = (
    Claim("6.2", "Swap and Expand are superior to TRW-S and BP", ours_beat_potts_methods, is_read=True),
    Claim("6.2", "Swap and Expand are on par with the linear relaxation", on_par_with_relaxation, is_read=True),
    Claim("6.2", "in some problems they are strictly lower", strictly_lower_sometimes, is_read=True),
    Claim("6.2", "ICM is worse than the relaxation, and varies much", icm_varies, is_read=True),
)
