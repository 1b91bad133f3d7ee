"""The routes of the pictures: the matrix in tiles, drawings of groups, the path of the bias, and the map."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.apps.explore.clustering import Clustering
from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.pictures.group_drawing import group_drawing
from frenemy.apps.explore.pictures.matrix_tiles import MatrixTiles
from frenemy.apps.explore.pictures.vector_map import vector_map
from frenemy.apps.explore.source import Source
from frenemy.plot.binned_matrix import by_cluster
from frenemy.problem.array_types import Floats32
from frenemy.solving.bias_path import bias_path, stable_stretches
from frenemy.web.explore.query import bias_of, number_of
from frenemy.web.explore.session import ExploreSession
from frenemy.web.explore.view import number, things_view
from frenemy.web.jobs import Job, WorkerPool
from frenemy.web.progress_stream import JobOutput, ProgressStream
from frenemy.web.request_error import RequestError
from frenemy.web.uploads import read_body
from frenemy.web.valid_text import valid_text

_MAX_MATRICES = 3  # whose tiles are kept
_MAX_PATH_BYTES = 10_000
_MAX_STEPS = 100
_KEPT = {"Cache-Control": "private, max-age=3600"}  # the address of a tile names its revision


class PictureRoutes:
    """The routes of the pictures, all below ``/clusterings/KEY``.

    | request | effect |
    |---|---|
    | ``GET /matrix`` | the size of the matrix, and where its groups end |
    | ``GET /tiles/Z/X/Y.png`` | a part of it; see :class:`MatrixTiles` |
    | ``GET /matrix/at?x=&y=`` | the pair in one cell |
    | ``GET /groups/G/drawing`` | a group and what is around it, as dots and lines |
    | ``POST /path`` | ``{"low", "high", "steps"}``: the clustering at these biases, with progress |
    | ``GET /map?kind=`` | the place of each vector, float32 |

    Parameters
    ----------
    pool : WorkerPool
    session : callable
        The session that a request names.
    """

    def __init__(self, pool: WorkerPool, session: Callable[[Request], ExploreSession]) -> None:
        self._pool = pool
        self._session = session
        self._lock = threading.Lock()
        self._matrices: WeakKeyDictionary[Clustering, MatrixTiles] = WeakKeyDictionary()
        self._maps: WeakKeyDictionary[Source, dict[str, Floats32]] = WeakKeyDictionary()

    def routes(self) -> list[Route]:
        """For starlette's router."""
        one = "/clusterings/{id}"
        return [
            Route(f"{one}/matrix", self._json(self._matrix)),
            Route(f"{one}/matrix/at", self._json(self._at)),
            Route(f"{one}/tiles/{{z:int}}/{{x:int}}/{{y:int}}.png", self._tile),
            Route(f"{one}/groups/{{group:int}}/drawing", self._json(_drawing)),
            Route(f"{one}/path", self._path, methods=["POST"]),
            Route(f"{one}/map", self._map),
        ]

    def _json(self, view: Callable[[Exploration, Request], dict[str, Any]]) -> Callable[[Request], Any]:
        def made(request: Request) -> dict[str, Any]:
            return view(self._session(request).at(bias_of(request)), request)

        async def respond(request: Request) -> Response:
            return JSONResponse(await run_in_threadpool(made, request))

        return respond

    # ------------------------------------------------------------------------------------------------------- matrix

    def _tiles(self, clustering: Clustering) -> MatrixTiles:
        with self._lock:
            if clustering not in self._matrices:
                while len(self._matrices) >= _MAX_MATRICES:
                    del self._matrices[next(iter(self._matrices))]
                groups = clustering.group_of
                self._matrices[clustering] = MatrixTiles(clustering.problem, groups, by_cluster(clustering.labels))
            return self._matrices[clustering]

    def _matrix(self, exploration: Exploration, _: Request) -> dict[str, Any]:
        tiles = self._tiles(exploration.clustering)
        return {
            "n": tiles.n,
            "maxZoom": tiles.max_zoom,
            "ends": tiles.ends.tolist(),
            "groups": tiles.groups.tolist(),
            "scale": tiles.scale,
        }

    def _at(self, exploration: Exploration, request: Request) -> dict[str, Any]:
        try:
            cell = self._tiles(exploration.clustering).at(number_of(request, "x"), number_of(request, "y"))
        except ValueError as error:
            raise RequestError(404, str(error)) from error
        u, v = things_view(exploration, [cell.u, cell.v])
        return {
            "u": cell.u,
            "v": cell.v,
            "uName": u["name"],
            "vName": v["name"],
            "weight": cell.weight,
            "uGroup": u["group"],
            "vGroup": v["group"],
        }

    async def _tile(self, request: Request) -> Response:
        session, bias = self._session(request), bias_of(request)
        z, x, y = (request.path_params[name] for name in ("z", "x", "y"))

        def draw() -> bytes:
            return self._tiles(session.at(bias).clustering).tile(z, x, y)

        try:
            data = await run_in_threadpool(draw)
        except ValueError as error:
            raise RequestError(404, str(error)) from error
        return Response(data, media_type="image/png", headers=_KEPT)

    # --------------------------------------------------------------------------------------------------- path and map

    async def _path(self, request: Request) -> ProgressStream:
        session = self._session(request)
        low, high, steps = _path_range(await read_body(request, _MAX_PATH_BYTES, "the range"))

        def work(job: Job) -> JobOutput:
            path = bias_path(session.exploration.clustering.problem, low, high, steps, job.report)
            points = [
                {
                    "bias": one.bias,
                    "nGroups": one.n_groups,
                    "nSingles": one.n_singles,
                    "largest": one.largest,
                    "energy": number(one.energy),
                    "stability": one.stability,
                }
                for one in path
            ]
            stable = [[one.low, one.high, one.n_groups] for one in stable_stretches(path)]
            return JobOutput({"path": points, "stable": stable})

        return ProgressStream(self._pool, Job(), work)

    async def _map(self, request: Request) -> Response:
        source, kind = self._session(request).exploration.source, request.query_params.get("kind", "pca")
        if source.vectors is None:
            raise RequestError(404, "there is no map: this clustering was opened without vectors")
        try:
            places = await run_in_threadpool(self._places, source, kind)
        except ValueError as error:
            raise RequestError(422, str(error)) from error
        return Response(
            places.astype("<f4").tobytes(), media_type="application/octet-stream", headers={"X-Frenemy-Map": kind}
        )

    def _places(self, source: Source, kind: str) -> Floats32:
        with self._lock:
            maps = self._maps.setdefault(source, {})
        if kind not in maps:
            assert source.vectors is not None
            maps[kind] = vector_map(source.vectors, kind)  # type: ignore[arg-type]  # checked there
        return maps[kind]


def _drawing(exploration: Exploration, request: Request) -> dict[str, Any]:
    clustering, group = exploration.clustering, request.path_params["group"]
    try:
        label = clustering.label(group)
    except KeyError:
        raise RequestError(404, f"there is no group {group} any more") from None
    drawing = group_drawing(clustering.problem, clustering.labels, label)
    margins = clustering.explanation.margins
    things = [
        {**thing, "x": round(x, 4), "y": round(y, 4), "margin": number(float(margins[thing["thing"]]))}
        for thing, (x, y) in zip(
            things_view(exploration, drawing.things.tolist()), drawing.places.tolist(), strict=True
        )
    ]
    shown = dict.fromkeys(clustering.labels[drawing.things].tolist())
    names = exploration.source.things
    return {
        "things": things,
        "pairs": [[i, j, w] for (i, j), w in zip(drawing.ends.tolist(), drawing.weights.tolist(), strict=True)],
        "groups": [
            {
                "group": int(clustering.ids[one]),
                "name": valid_text(names.name(int(clustering.typical[one]))),
                "size": int(clustering.sizes[one]),
            }
            for one in shown
        ],
        "nLeftOut": drawing.n_left_out,
    }


def _path_range(body: bytes) -> tuple[float, float, int]:
    try:
        given = json.loads(body)
        low, high, steps = float(given["low"]), float(given["high"]), int(given["steps"])
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise RequestError(400, f"the range must have the numbers low, high and steps: {error}") from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high and 2 <= steps <= _MAX_STEPS):
        raise RequestError(400, f"low must be below high, and steps 2 to {_MAX_STEPS}, got {low}, {high} and {steps}")
    return low, high, steps
