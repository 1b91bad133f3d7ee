"""Open the clustering of ``frenemy serve FILE``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frenemy.cli.clustering.input_options import missing_weight
from frenemy.cli.clustering.option_words import errors_in_options, in_options
from frenemy.cli.clustering.result_facts import counted
from frenemy.cli.failure import warnings_as_lines
from frenemy.cli.output_files import check_place
from frenemy.cli.progress.stage_clock import live_clock
from frenemy.io.kept_inputs import refuse_overwriting
from frenemy.run import Stop

if TYPE_CHECKING:
    from frenemy.apps.explore.exploration import Exploration
    from frenemy.web.explore.session import ExploreSession

_STAGES = ("read", "number", "weigh", "solve", "explain", "open")


def open_clustering(path: Path, given: Mapping[str, Any]) -> ExploreSession:
    """Read a file, find its groups, and apply the decisions made earlier; tell it on standard error.

    Parameters
    ----------
    given : mapping
        The options of :func:`~frenemy.apps.explore.open_file.open_file` that were given, ``seconds`` and
        ``decisions``.
    """
    decisions: Path | None = given.get("decisions")
    options = {name: value for name, value in given.items() if name not in ("decisions", "seconds")}
    if "missing" in given:
        options["missing"] = missing_weight(given["missing"])
    if "seconds" in given:
        options["stop"] = Stop(seconds=given["seconds"])
    if decisions is not None:
        check_place(str(decisions))
        inputs = {"FILE": path, "--nodes": given.get("nodes"), "--before": given.get("before")}
        refuse_overwriting(
            {"--decisions": str(decisions)}, {name: [str(one)] for name, one in inputs.items() if one is not None}
        )
    with errors_in_options(), warnings_as_lines(in_options), live_clock(_STAGES, is_wanted=True) as clock:
        from frenemy.apps.explore.open_file import open_file
        from frenemy.web.explore.open_session import open_session

        source = open_file(path, **options, on_stage=clock.on_stage)
        clock.begin("open")
        session = open_session(source, decisions)
    clustering = session.exploration.clustering
    saved = f"; decisions are saved in {session.decisions_path}" if session.decisions_path else ""
    lines = [
        f"{source.title}: {counted(len(source.things), 'thing')} in {counted(clustering.n_groups, 'group')}{saved}",
        *(f"  {in_options(note)}" for note in (source.values_note, *source.notes) if note),
        *_comparison(session.exploration),
        *(f"warning: {warning}" for warning in source.result.warnings),
    ]
    print("\n".join(lines), file=sys.stderr, flush=True)
    return session


def _comparison(exploration: Exploration) -> list[str]:
    """How many groups are not as in the earlier run, if there is one."""
    earlier = exploration.source.earlier
    if earlier is None:
        return []
    n_changed, n_groups = int(exploration.is_changed.sum()), exploration.clustering.n_groups
    news = [f"{n:,} {what}" for n, what in ((earlier.n_new, "new"), (earlier.n_gone, "gone")) if n]
    things = f"; things: {', '.join(news)}" if news else ""
    return [f"  since {earlier.title}: {n_changed:,} of {counted(n_groups, 'group')} changed{things}"]
