"""How the result was made: enough to make it again."""

from __future__ import annotations

from datetime import datetime
from html import escape
from importlib.metadata import version

from frenemy.report.markup import section
from frenemy.report.material import Material
from frenemy.report.names import shortened, visible
from frenemy.report.numbers import counted, number, seconds
from frenemy.run import Status

_LONGEST_SOLVER = 400


def origin(material: Material) -> str:
    result, problem, words = material.result, material.problem, material.words
    ended = result.status.name.lower().replace("_", " ")
    listed = f"{counted(problem.n_edges, 'listed pair')}{_not_listed(material)}"
    facts = {
        "Problem": f"{words.n_nodes(problem.n_nodes)}, {listed}",
        "Unlisted pairs": f"weigh {number(problem.missing)}{_by_sizes(material)}" if problem.missing else "weigh 0",
        "Constraints": "none" if problem.constraints is None else escape(visible(repr(problem.constraints))),
        words.clusters.capitalize(): f"{result.n_clusters:,}",
        "Energy": number(result.energy),
        "Lower bound": number(result.lower_bound),
        "Ended": f"{ended} after {counted(len(result.history), 'round')}, {seconds(result.seconds)}",
        "Solver": escape(shortened(visible(repr(result.solver)), _LONGEST_SOLVER)),
        "Seed": str(result.seed),
        "Written": f"{datetime.now().astimezone():%Y-%m-%d %H:%M %Z}, frenemy {version('frenemy')}",
    }
    rows = "\n".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    lead = "The same problem, solver and seed give the same clustering again" + (
        ", in as many rounds." if result.status in (Status.TIME_LIMIT, Status.CANCELLED) else "."
    )
    return section("origin", "How it was made", lead, f"<dl>\n{rows}\n</dl>")


def _not_listed(material: Material) -> str:
    n = 0 if material.n_pairs is None else material.n_pairs - material.problem.n_edges
    return f"; {n:,} more {'weighs' if n == 1 else 'weigh'} as much as unlisted ones" if n > 0 else ""


def _by_sizes(material: Material) -> str:
    return " times the sizes of their nodes" if (material.problem.sizes != 1.0).any() else ""
