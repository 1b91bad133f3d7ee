"""How quickly the page to explore a clustering answers."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import frenemy as fr
from benchmarks.options import Options
from harness.data import recipes
from harness.measure.fresh_process import Measured, fresh
from harness.tables import Column, Table

#: Hidden clusters, by their number of nodes; about ten pairs a node.
PROBLEMS = {
    "planted 10^4": {"n_nodes": 10_000, "n_clusters": 500, "degree": 20.0},
    "planted 10^5": {"n_nodes": 100_000, "n_clusters": 20_000, "degree": 20.0},
    "planted 10^6": {"n_nodes": 1_000_000, "n_clusters": 100_000, "degree": 20.0},
}


def tables(options: Options) -> Iterator[Table]:
    names = ("planted 10^4",) if options.quick else tuple(PROBLEMS)
    rows = [{"problem": name} | fresh(measure, name=name, repeats=options.repeats) for name in names]
    yield Table(
        title="The page to explore a clustering",
        aim=(
            "Wall-clock seconds of requests after one pass, from `fr.explore(result)` to the list of groups (first "
            "view), and of the requests that follow: a search among names, the most doubtful group, its split, undo, "
            "the next question, another bias, and the first picture of the matrix. Aims: first view within 10 s at "
            "10^7 pairs and 2 s at 10^5 nodes; another bias within 0.3 s at 10^5 pairs."
        ),
        columns=(
            Column("problem", "problem"),
            Column("pairs", "pairs", ",.0f"),
            Column("groups", "groups", ",.0f"),
            Column("first_view", "first view, s", ".2f"),
            Column("search", "search", ".2f"),
            Column("group", "group", ".2f"),
            Column("split", "split", ".2f"),
            Column("undo", "undo", ".2f"),
            Column("question", "question", ".2f"),
            Column("bias", "bias", ".2f"),
            Column("tile", "matrix", ".2f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def measure(name: str) -> Measured:
    problem = recipes.make("planted_chunks", **PROBLEMS[name]).problem()
    result = fr.solve(problem, warn=False)
    begin = time.perf_counter()
    with fr.explore(result, browser=False) as page:
        server = _Server(f"{page.address}clusterings/main/")
        state, _ = server.get("state")
        rows, _ = server.get("groups?sort=doubt&limit=100")
        first_view = time.perf_counter() - begin
        seconds = {"first_view": first_view}
        _, seconds["search"] = server.get("groups?q=777&limit=100")
        group = next(row["group"] for row in rows["rows"] if row["size"] > 1)
        _, seconds["group"] = server.get(f"groups/{group}")
        changed, seconds["split"] = server.post({"revision": state["revision"], "kind": "split", "group": group})
        revision = changed["state"]["revision"]
        _, seconds["undo"] = server.post({"revision": revision, "kind": "undo"})
        _, seconds["question"] = server.get("question")
        _, seconds["bias"] = server.get("state?bias=0.2")
        _, seconds["tile"] = server.read("tiles/0/0/0.png")
    return {"pairs": problem.n_edges, "groups": result.n_clusters, **seconds}


class _Server:
    """Requests to a page, and how long they take."""

    def __init__(self, address: str) -> None:
        self._address = address

    def read(self, path: str, body: dict[str, Any] | None = None) -> tuple[bytes, float]:
        begin = time.perf_counter()
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self._address + path, data)) as reply:
            content = reply.read()
        return content, time.perf_counter() - begin

    def get(self, path: str) -> tuple[Any, float]:
        content, seconds = self.read(path)
        return json.loads(content), seconds

    def post(self, body: dict[str, Any]) -> tuple[Any, float]:
        content, seconds = self.read("change", body)
        return json.loads(content), seconds
