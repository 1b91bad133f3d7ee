"""How the result was made: enough to reproduce it."""

from __future__ import annotations

from datetime import datetime
from html import escape
from importlib.metadata import version

from frenemy.report.markup import section
from frenemy.report.names import shortened, visible
from frenemy.report.numbers import counted, exact, number, seconds
from frenemy.report.report_data import ReportData
from frenemy.run import Status

_MAX_SOLVER_LENGTH = 400


def provenance(data: ReportData) -> str:
    result, problem, terms = data.result, data.problem, data.terms
    ended = result.status.name.lower().replace("_", " ")
    listed = f"{counted(problem.n_edges, 'listed pair')}{_not_listed(data)}"
    facts = {
        **({"Read": "<br>".join(escape(visible(note)) for note in data.notes)} if data.notes else {}),
        "Problem": f"{terms.n_nodes(problem.n_nodes)}, {listed}",
        "Unlisted pairs": f"weigh {number(problem.missing)}{_by_sizes(data)}" if problem.missing else "weigh 0",
        "Constraints": "none" if problem.constraints is None else escape(visible(repr(problem.constraints))),
        terms.clusters.capitalize(): f"{result.n_clusters:,}",
        "Energy": exact(result.energy),
        "Lower bound": exact(result.lower_bound),
        "Ended": f"{ended} after {counted(len(result.history), 'round')}, {seconds(result.seconds)}",
        "Solver": escape(shortened(visible(repr(result.solver)), _MAX_SOLVER_LENGTH)),
        "Seed": str(result.seed),
        "Written": f"{datetime.now().astimezone():%Y-%m-%d %H:%M %Z}, frenemy {version('frenemy')}",
    }
    rows = "\n".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    lead = "The same problem, solver and seed give the same clustering again" + (
        ", in as many rounds." if result.status in (Status.TIME_LIMIT, Status.CANCELLED) else "."
    )
    return section("origin", "How it was made", lead, f"<dl>\n{rows}\n</dl>")


def _not_listed(data: ReportData) -> str:
    n = 0 if data.n_pairs is None else data.n_pairs - data.problem.n_edges
    return f"; {n:,} more {'weighs' if n == 1 else 'weigh'} as much as unlisted ones" if n > 0 else ""


def _by_sizes(data: ReportData) -> str:
    return " times the sizes of their nodes" if (data.problem.sizes != 1.0).any() else ""
