"""Energy and lower bound over time."""

from __future__ import annotations

from frenemy.report.chart import energy_curve
from frenemy.report.markup import figure, note, section
from frenemy.report.numbers import counted, number, seconds
from frenemy.report.report_data import ReportData

_FLAT = 0.15  # a curve that takes a smaller share of the height is drawn a second time, without the bound
_ROUNDING = 1e-7


def energy_over_time(data: ReportData) -> str:
    result = data.result
    lead = (
        f"The energy is the total weight of all pairs in different {data.terms.clusters}. Lower is better. No "
        "clustering is below the lower bound; there may be better ones between the two."
    )
    history = result.history
    if not history:
        return section("energy", "Energy over time", lead, note(f"No round was finished. {_ended(data)}"))
    energies = [r.energy for r in history]
    span = max(energies) - min(energies)
    height = max(energies) - min(*energies, result.lower_bound)
    title = f"Energy over {seconds(result.seconds)}, from {number(energies[0])} to {number(result.energy)}"
    chart = energy_curve(history, result.bounds, title=title, end=result.seconds, terms=data.terms)
    body = [figure(chart, _ended(data))]
    if span > _ROUNDING * abs(result.energy) and span < _FLAT * height:
        closer = energy_curve(history, (), title=f"{title}, without the bound", end=result.seconds, terms=data.terms)
        body.append(figure(closer, "The same without the lower bound, to show the steps."))
    return section("energy", "Energy over time", lead, *body)


def _ended(data: ReportData) -> str:
    result = data.result
    return (
        f"{counted(len(result.history), 'round')} in {seconds(result.seconds)}: energy {number(result.energy)}, lower "
        f"bound {number(result.lower_bound)}."
    )
