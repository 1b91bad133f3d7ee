"""The routes of the faces page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.apps.faces.face import Describer
from frenemy.web.faces.changes import read_change
from frenemy.web.faces.exports import EXPORTS
from frenemy.web.faces.look import Look, why_no_look
from frenemy.web.faces.session import AlbumSession
from frenemy.web.limits import Limits
from frenemy.web.refusal import Refusal
from frenemy.web.sessions import Sessions
from frenemy.web.uploads import body_within
from frenemy.web.work import Cancelled, Ticket, Workers

#: The album that was given on the command line; others have ids that cannot be guessed.
OWN = "album"
_CHANGE_BYTES = 2_000_000
_LONGEST_NAME = 255  # of a photo
# What is behind an address with this id never changes; it is the person's own browser that keeps it.
_KEPT = {"Cache-Control": "private, max-age=31536000, immutable"}


class FacesPage:
    """What is behind the page; all below ``/faces``.

    | request | what it does |
    |---|---|
    | ``GET /home`` | which album there is, and whether photos may be dropped |
    | ``POST /albums`` | a temporary album, ``{"album": ID}``, for photos that are dropped |
    | ``POST /albums/ID/photos?name=`` | the body is a photo for it; the name is shown and never a path |
    | ``DELETE /albums/ID`` | forget a temporary album and its photos |
    | ``GET /albums/ID/faces`` | all faces and photos |
    | ``GET /albums/ID/state`` | people, doubts, corrections |
    | ``GET /albums/ID/pulse`` | the revision, and how far the scan is |
    | ``POST /albums/ID/change`` | the body is a change: the new state and what else moved |
    | ``POST``, ``DELETE /albums/ID/scan`` | look for new photos, stop it |
    | ``GET /albums/ID/thumbs/FACE`` | the small picture of a face |
    | ``GET /albums/ID/photos/PHOTO`` | a photo, upright, not larger than a screen |
    | ``GET /albums/ID/export/KIND`` | a file |
    """

    def __init__(
        self,
        workers: Workers,
        limits: Limits,
        own: AlbumSession | None = None,
        *,
        describer: Describer | None = None,
    ) -> None:
        self._describer = describer
        self._workers = workers
        self._limits = limits
        self._own = own
        self._looks: Sessions[Look] = Sessions(limits.sessions, limits.session_bytes)
        self._scans: set[asyncio.Task[Any]] = set()

    @property
    def has_album(self) -> bool:
        """Whether one was given on the command line."""
        return self._own is not None

    def routes(self) -> list[Route]:
        """For starlette's router."""
        album = "/albums/{id}"
        return [
            Route("/home", self._home),
            Route("/albums", self._new_look, methods=["POST"]),
            Route(album, self._forget, methods=["DELETE"]),
            Route(f"{album}/photos", self._take_photo, methods=["POST"]),
            Route(f"{album}/faces", self._told(AlbumSession.table)),
            Route(f"{album}/state", self._told(AlbumSession.state)),
            Route(f"{album}/pulse", self._told(AlbumSession.pulse)),
            Route(f"{album}/change", self._change, methods=["POST"]),
            Route(f"{album}/scan", self._begin_scan, methods=["POST"]),
            Route(f"{album}/scan", self._cancel_scan, methods=["DELETE"]),
            Route(f"{album}/thumbs/{{face}}", self._thumbnail),
            Route(f"{album}/photos/{{photo}}", self._photo),
            Route(f"{album}/export/{{kind}}", self._export),
        ]

    def close(self) -> None:
        """Forget everything."""
        self._looks.close()
        if self._own is not None:
            self._own.close()

    def _album(self, request: Request) -> AlbumSession:
        id = request.path_params["id"]
        if id != OWN:
            return self._looks[id].session
        if self._own is None:
            raise Refusal(404, "no album was given: frenemy serve --faces people/")
        return self._own

    # ------------------------------------------------------------------------------------------------------- telling

    async def _home(self, _: Request) -> Response:
        why = await run_in_threadpool(why_no_look, self._describer)
        return JSONResponse({"album": OWN if self.has_album else None, "canLook": why is None, "why": why})

    def _told(self, tell: Callable[[AlbumSession], dict[str, Any]]) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            session = self._album(request)
            return await run_in_threadpool(lambda: JSONResponse(tell(session)))

        return answer

    async def _thumbnail(self, request: Request) -> Response:
        picture = self._album(request).thumbnail(request.path_params["face"])
        return Response(picture, media_type="image/jpeg", headers=_KEPT)

    async def _photo(self, request: Request) -> Response:
        session = self._album(request)
        picture = await run_in_threadpool(session.photo, request.path_params["photo"])
        return Response(picture, media_type="image/jpeg", headers=_KEPT)

    async def _export(self, request: Request) -> Response:
        session, kind = self._album(request), request.path_params["kind"]
        if kind not in EXPORTS:
            raise Refusal(404, f"{kind!r} is none of the exports: {', '.join(EXPORTS)}")
        one = EXPORTS[kind]
        content = await run_in_threadpool(one.write, session.album)
        headers = {"Content-Disposition": f'attachment; filename="{kind}"'}
        return Response(content, media_type=one.media_type, headers=headers)

    # ------------------------------------------------------------------------------------------------------ changing

    async def _change(self, request: Request) -> Response:
        session = self._album(request)
        change = read_change(await body_within(request, _CHANGE_BYTES, "the change"))

        # Not called off when the client leaves: what was asked for is not lost.
        def work(_: Ticket) -> Response:
            return JSONResponse(session.change(change))

        try:
            answer: Response = await self._workers.run(work, Ticket())
        except Cancelled as error:
            raise Refusal(503, "the server is about to end") from error
        return answer

    async def _begin_scan(self, request: Request) -> Response:
        session = self._album(request)
        work = session.begin_scan()
        if work is not None:
            task = asyncio.create_task(self._scan(session, work))
            self._scans.add(task)
            task.add_done_callback(self._scans.discard)
        return JSONResponse(session.pulse()["scan"], 202)

    async def _scan(self, session: AlbumSession, work: Callable[[Ticket], None]) -> None:
        try:
            await self._workers.run(work, session.ticket)
        except Cancelled:
            session.scan_was_off()

    async def _cancel_scan(self, request: Request) -> Response:
        session = self._album(request)
        session.cancel_scan()
        return JSONResponse(session.pulse()["scan"])

    # ---------------------------------------------------------------------------------------------------------- looks

    async def _new_look(self, _: Request) -> Response:
        why = await run_in_threadpool(why_no_look, self._describer)
        if why is not None:
            raise Refusal(409, why)
        return JSONResponse(
            {"album": self._looks.add(await run_in_threadpool(Look, self._limits, self._describer))}, 201
        )

    async def _take_photo(self, request: Request) -> Response:
        look = self._looks[request.path_params["id"]]
        body = await body_within(request, self._limits.upload_bytes, "the photo")
        name = request.query_params.get("name", "")[:_LONGEST_NAME]
        await run_in_threadpool(look.add, body, name)
        return Response(status_code=204)

    async def _forget(self, request: Request) -> Response:
        self._looks.remove(request.path_params["id"])
        return Response(status_code=204)
