"""The routes of the page to explore a clustering."""

from __future__ import annotations

import json
import math
import mimetypes
from collections.abc import Callable
from dataclasses import fields
from typing import Any
from urllib.parse import quote

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.apps.explore.exploration import Exploration
from frenemy.apps.explore.file_stem import stem_of
from frenemy.apps.explore.group_list import FILTERS, SORTS
from frenemy.apps.explore.group_view import GroupView
from frenemy.apps.explore.why import Why
from frenemy.web.explore.exports import EXPORTS, export
from frenemy.web.explore.pictures import PictureRoutes
from frenemy.web.explore.query import bias_of, number_of
from frenemy.web.explore.session import Change, ExploreSession
from frenemy.web.explore.uploaded import uploaded_session
from frenemy.web.explore.view import group_rows, group_view, question_view, things_view, why_view
from frenemy.web.jobs import WorkerPool
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError
from frenemy.web.sessions import Sessions
from frenemy.web.upload_queue import UploadQueue
from frenemy.web.uploads import read_body
from frenemy.web.valid_text import valid_text

_MAIN = "main"
_MAX_ROWS = 500
_MAX_NAME_LENGTH = 255
_MAX_CHANGE_BYTES = 8_000_000
_MEMBER_SORTS = ("margin", "-margin", "name")


class ExplorePage:
    """The routes of the page, all below ``/explore``.

    | request | effect |
    |---|---|
    | ``GET /home`` | whether a clustering was named on the command line |
    | ``POST /clusterings?name=`` | the body is a file: a new clustering, ``{"clustering": KEY}`` |
    | ``DELETE /clusterings/KEY`` | forget it |
    | ``GET /clusterings/KEY/state`` | the facts of the overview |
    | ``GET .../groups``, ``GET .../groups/G`` | the list of groups, and one group |
    | ``GET .../things`` | things by a text in their names, or by their numbers |
    | ``GET .../why`` | the reasons for a pair |
    | ``POST .../change`` | a correction, undo or redo |
    | ``GET .../question`` | the next pair that is worth asking about |
    | ``GET .../history``, ``.../labels``, ``.../picture`` | energies over time; the groups of all things; a picture |
    | ``GET .../export/NAME`` | a file |
    | ``.../tiles``, ``.../matrix``, ``.../path``, ``.../map`` ... | :class:`PictureRoutes` |
    """

    def __init__(
        self, pool: WorkerPool, limits: Limits, uploads: UploadQueue, session: ExploreSession | None = None
    ) -> None:
        self._limits = limits
        self._uploads = uploads
        self._named = session
        self._sessions: Sessions[ExploreSession] = Sessions(limits.sessions, limits.session_bytes)
        self._pictures = PictureRoutes(pool, self._session)

    @property
    def has_clustering(self) -> bool:
        """Whether a clustering was named on the command line."""
        return self._named is not None

    def routes(self) -> list[Route]:
        """For starlette's router."""
        one = "/clusterings/{id}"
        return [
            Route("/home", self._home),
            Route("/clusterings", self._upload, methods=["POST"]),
            Route(one, self._delete, methods=["DELETE"]),
            Route(f"{one}/state", self._json(lambda session, request: session.state(bias_of(request)))),
            Route(f"{one}/groups", self._json(_groups)),
            Route(f"{one}/groups/{{group:int}}", self._json(_group)),
            Route(f"{one}/things", self._json(_things)),
            Route(f"{one}/why", self._json(_why)),
            Route(f"{one}/change", self._change, methods=["POST"]),
            Route(f"{one}/question", self._json(_question)),
            Route(f"{one}/history", self._json(_history)),
            Route(f"{one}/labels", self._labels),
            Route(f"{one}/picture", self._picture),
            Route(f"{one}/export/{{name}}", self._export),
            *self._pictures.routes(),
        ]

    def close(self) -> None:
        """Close all sessions."""
        self._sessions.close()
        if self._named is not None:
            self._named.close()

    def _session(self, request: Request) -> ExploreSession:
        key = request.path_params["id"]
        if key != _MAIN:
            return self._sessions[key]
        if self._named is None:
            raise RequestError(404, "no clustering was named when the server was started")
        return self._named

    def _json(self, view: Callable[[ExploreSession, Request], dict[str, Any]]) -> Callable[[Request], Any]:
        async def respond(request: Request) -> Response:
            return JSONResponse(await run_in_threadpool(view, self._session(request), request))

        return respond

    # ------------------------------------------------------------------------------------------------------- opening

    async def _home(self, _: Request) -> Response:
        return JSONResponse(
            {"clustering": None if self._named is None else _MAIN, "uploadBytes": self._limits.upload_bytes}
        )

    async def _upload(self, request: Request) -> Response:
        limits = self._limits
        name = request.query_params.get("name", "")[:_MAX_NAME_LENGTH]
        async with self._uploads.place():
            body = await read_body(request, limits.upload_bytes, "the file", stalled_seconds=limits.stalled_seconds)
            try:
                session = await run_in_threadpool(uploaded_session, body, name, limits.upload_bytes)
            except (ValueError, ImportError) as error:
                raise RequestError(422, str(error)) from error
        return JSONResponse({"clustering": self._sessions.add(session)}, 201)

    async def _delete(self, request: Request) -> Response:
        if request.path_params["id"] == _MAIN:
            raise RequestError(409, "this clustering was named when the server was started, and stays open")
        self._sessions.remove(request.path_params["id"])
        return Response(status_code=204)

    # ------------------------------------------------------------------------------------------------------ changing

    async def _change(self, request: Request) -> Response:
        session = self._session(request)
        change = _read_change(await read_body(request, _MAX_CHANGE_BYTES, "the change"))
        return JSONResponse(await run_in_threadpool(session.change, change))

    # --------------------------------------------------------------------------------------------------------- files

    async def _labels(self, request: Request) -> Response:
        session, bias = self._session(request), bias_of(request)

        def labels() -> bytes:
            return session.at(bias).clustering.group_of.astype("<i4").tobytes()

        return Response(await run_in_threadpool(labels), media_type="application/octet-stream")

    async def _picture(self, request: Request) -> Response:
        things = self._session(request).exploration.source.things
        thing, column = number_of(request, "thing"), number_of(request, "column")

        def read() -> tuple[bytes, str]:
            path = things.picture(thing, column) if 0 <= thing < len(things) else None
            if path is None:
                raise RequestError(404, "there is no such picture in the folder")
            try:
                return path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            except OSError as error:
                raise RequestError(404, f"the picture cannot be read: {error.strerror}") from error

        data, kind = await run_in_threadpool(read)
        return Response(data, media_type=kind, headers={"Cache-Control": "private, max-age=600"})

    async def _export(self, request: Request) -> Response:
        session, name, bias = self._session(request), request.path_params["name"], bias_of(request)
        if name not in EXPORTS:
            raise RequestError(404, f"unknown file {name!r}; known are {', '.join(EXPORTS)}")
        exploration = session.at(bias)
        data = await run_in_threadpool(export, exploration, name)
        file = quote(valid_text(f"{stem_of(exploration.source.title)}.{name}"))
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{file}"}
        return Response(data, media_type=EXPORTS[name], headers=headers)


# ---------------------------------------------------------------------------------------------------------------- views


def _groups(session: ExploreSession, request: Request) -> dict[str, Any]:
    query = request.query_params
    sort, filter = query.get("sort", "-size"), query.get("filter", "all")
    if sort not in SORTS:
        raise RequestError(400, f"sort must be one of {', '.join(SORTS)}, got {sort!r}")
    if filter not in FILTERS:
        raise RequestError(400, f"filter must be one of {', '.join(FILTERS)}, got {filter!r}")
    groups = session.groups(bias_of(request))
    labels = groups.chosen(sort=sort, filter=filter, text=query.get("q", "").strip())
    offset, limit = _window(request)
    rows = group_rows(groups, labels[offset : offset + limit].tolist())
    return {"revision": session.revision, "total": len(labels), "rows": rows, "counts": groups.counts}


def _group(session: ExploreSession, request: Request) -> dict[str, Any]:
    group = request.path_params["group"]
    sort = request.query_params.get("sort", "margin")
    if sort not in _MEMBER_SORTS:
        raise RequestError(400, f"sort must be one of {', '.join(_MEMBER_SORTS)}, got {sort!r}")
    offset, limit = _window(request)
    view = GroupView(session.at(bias_of(request)), group)
    try:
        return group_view(view, sort=sort, offset=offset, limit=limit)
    except KeyError:
        raise RequestError(404, f"there is no group {group} any more") from None


def _things(session: ExploreSession, request: Request) -> dict[str, Any]:
    exploration, query = session.at(bias_of(request)), request.query_params
    n = len(exploration.source.things)
    if "ids" in query:
        try:
            ids = [int(text) for text in query["ids"].split(",") if text][:_MAX_ROWS]
        except ValueError:
            raise RequestError(400, f"ids must be numbers with commas, got {query['ids'][:80]!r}") from None
        return {"things": things_view(exploration, [one for one in ids if 0 <= one < n])}
    _, limit = _window(request, 20)
    text = query.get("q", "").strip()
    found = np.flatnonzero(exploration.source.things.matching(text)) if text else np.arange(min(n, limit))
    return {"things": things_view(exploration, found[:limit].tolist()), "total": len(found) if text else n}


def _why(session: ExploreSession, request: Request) -> dict[str, Any]:
    exploration = session.at(bias_of(request))
    u, v = _thing(exploration, request, "u"), _thing(exploration, request, "v")
    if u == v:
        raise RequestError(400, "choose two different things")
    return why_view(Why(exploration, u, v))


def _question(session: ExploreSession, request: Request) -> dict[str, Any]:
    bias = bias_of(request)
    skip = number_of(request, "skip", 0)
    return question_view(session.at(bias), session.questions(bias), max(skip, 0))


def _history(session: ExploreSession, _: Request) -> dict[str, Any]:
    result = session.exploration.source.result
    return {
        "rounds": [[one.seconds, one.energy, one.n_clusters] for one in result.history],
        "bounds": [[one.seconds, one.bound] for one in result.bounds],
    }


# --------------------------------------------------------------------------------------------------------------- inputs


def _thing(exploration: Exploration, request: Request, name: str) -> int:
    thing = number_of(request, name)
    if not 0 <= thing < len(exploration.source.things):
        raise RequestError(404, f"there is no thing {thing}")
    return thing


def _window(request: Request, default: int = 100) -> tuple[int, int]:
    return max(number_of(request, "offset", 0), 0), min(max(number_of(request, "limit", default), 0), _MAX_ROWS)


def _read_change(body: bytes) -> Change:
    try:
        given = json.loads(body)
        known = {field.name for field in fields(Change)}
        unknown = set(given) - known
        if unknown:
            raise ValueError(f"unknown field {sorted(unknown)[0]!r}")
        for name in ("groups", "things", "side"):
            if given.get(name) is not None:
                given[name] = tuple(_whole(one, name) for one in given[name])
            else:
                given.pop(name, None)
        for name in ("u", "v", "group"):
            if given.get(name) is not None:
                given[name] = _whole(given[name], name)
        given["bias"] = float(given.get("bias") or 0.0)
        if not math.isfinite(given["bias"]):
            raise ValueError("bias must be finite")
        change = Change(**given)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RequestError(400, f"the change cannot be read: {error}") from None
    if not isinstance(change.revision, str) or not isinstance(change.kind, str):
        raise RequestError(400, "the change cannot be read: revision and kind must be texts")
    return change


def _whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name} must be whole numbers, got {value!r}")
    return value
