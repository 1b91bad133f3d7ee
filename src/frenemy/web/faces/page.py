"""The routes of the faces page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.apps.faces.photos.face import Describer
from frenemy.web.faces.changes import read_change
from frenemy.web.faces.exports import EXPORTS
from frenemy.web.faces.session import AlbumSession
from frenemy.web.faces.temporary_album import TemporaryAlbum, why_no_upload
from frenemy.web.jobs import Job, JobCancelled, WorkerPool
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError
from frenemy.web.sessions import Sessions
from frenemy.web.upload_queue import UploadQueue
from frenemy.web.uploads import read_body

#: The id of the album from the command line; others have unguessable ids.
OWN = "album"
_MAX_CHANGE_BYTES = 2_000_000
_MAX_NAME_LENGTH = 255  # of a photo
# A URL with a face or photo id never changes its content.
_CACHED = {"Cache-Control": "private, max-age=31536000, immutable"}


class FacesPage:
    """The routes of the page, all below ``/faces``.

    | request | effect |
    |---|---|
    | ``GET /home`` | the id of the album, and whether photos may be uploaded |
    | ``POST /albums`` | a new temporary album, ``{"album": ID}`` |
    | ``POST /albums/ID/photos?name=`` | add a photo to a temporary album; the name is never used as a path |
    | ``DELETE /albums/ID`` | delete a temporary album and its photos |
    | ``GET /albums/ID/faces`` | all faces and photos |
    | ``GET /albums/ID/state`` | people, doubtful faces, corrections |
    | ``GET /albums/ID/pulse`` | the revision, and the progress of the scan |
    | ``POST /albums/ID/change`` | apply the change in the body: the new state, and which faces moved |
    | ``POST``, ``DELETE /albums/ID/scan`` | start or stop a scan for new photos |
    | ``GET /albums/ID/cuts/PERSON`` | the faces on the smaller side of the best cut of a person in two |
    | ``GET /albums/ID/thumbs/FACE`` | the thumbnail of a face |
    | ``GET /albums/ID/photos/PHOTO`` | a photo, upright, at most as large as a screen |
    | ``GET /albums/ID/export/KIND`` | a file to download |
    """

    def __init__(
        self,
        pool: WorkerPool,
        limits: Limits,
        uploads: UploadQueue,
        own: AlbumSession | None = None,
        *,
        describer: Describer | None = None,
    ) -> None:
        self._describer = describer
        self._pool = pool
        self._limits = limits
        self._uploads = uploads
        self._own = own
        self._temporary: Sessions[TemporaryAlbum] = Sessions(limits.sessions, limits.session_bytes)
        self._scans: set[asyncio.Task[Any]] = set()

    @property
    def has_album(self) -> bool:
        """Whether the command line named an album."""
        return self._own is not None

    def routes(self) -> list[Route]:
        """For starlette's router."""
        album = "/albums/{id}"
        return [
            Route("/home", self._home),
            Route("/albums", self._new_album, methods=["POST"]),
            Route(album, self._delete, methods=["DELETE"]),
            Route(f"{album}/photos", self._add_photo, methods=["POST"]),
            Route(f"{album}/faces", self._get(AlbumSession.table)),
            Route(f"{album}/state", self._get(AlbumSession.state)),
            Route(f"{album}/pulse", self._get(AlbumSession.pulse)),
            Route(f"{album}/change", self._change, methods=["POST"]),
            Route(f"{album}/scan", self._begin_scan, methods=["POST"]),
            Route(f"{album}/scan", self._cancel_scan, methods=["DELETE"]),
            Route(f"{album}/cuts/{{person}}", self._cut),
            Route(f"{album}/thumbs/{{face}}", self._thumbnail),
            Route(f"{album}/photos/{{photo}}", self._photo),
            Route(f"{album}/export/{{kind}}", self._export),
        ]

    def close(self) -> None:
        """Close all albums."""
        self._temporary.close()
        if self._own is not None:
            self._own.close()

    def _album(self, request: Request) -> AlbumSession:
        id = request.path_params["id"]
        if id != OWN:
            return self._temporary[id].session
        if self._own is None:
            raise RequestError(404, "no album is open: start the server with frenemy serve --faces people/")
        return self._own

    # ------------------------------------------------------------------------------------------------------- reading

    async def _home(self, _: Request) -> Response:
        why = await run_in_threadpool(why_no_upload, self._describer)
        return JSONResponse({"album": OWN if self.has_album else None, "canLook": why is None, "why": why})

    def _get(self, view: Callable[[AlbumSession], dict[str, Any]]) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            session = self._album(request)
            return await run_in_threadpool(lambda: JSONResponse(view(session)))

        return answer

    async def _cut(self, request: Request) -> Response:
        session, person = self._album(request), request.path_params["person"]
        return JSONResponse({"faces": await run_in_threadpool(session.cut, person)})

    async def _thumbnail(self, request: Request) -> Response:
        picture = self._album(request).thumbnail(request.path_params["face"])
        return Response(picture, media_type="image/jpeg", headers=_CACHED)

    async def _photo(self, request: Request) -> Response:
        session = self._album(request)
        picture = await run_in_threadpool(session.photo, request.path_params["photo"])
        return Response(picture, media_type="image/jpeg", headers=_CACHED)

    async def _export(self, request: Request) -> Response:
        session, kind = self._album(request), request.path_params["kind"]
        if kind not in EXPORTS:
            raise RequestError(404, f"unknown export {kind!r}; known are {', '.join(EXPORTS)}")
        one = EXPORTS[kind]
        content = await run_in_threadpool(one.write, session.album)
        headers = {"Content-Disposition": f'attachment; filename="{kind}"'}
        return Response(content, media_type=one.media_type, headers=headers)

    # ------------------------------------------------------------------------------------------------------ changing

    async def _change(self, request: Request) -> Response:
        session = self._album(request)
        change = read_change(await read_body(request, _MAX_CHANGE_BYTES, "the change"))

        # Not cancelled when the client disconnects: no change is lost.
        def work(_: Job) -> Response:
            return JSONResponse(session.change(change))

        try:
            answer: Response = await self._pool.run(work, Job())
        except JobCancelled as error:
            raise RequestError(503, "the server is shutting down") from error
        return answer

    async def _begin_scan(self, request: Request) -> Response:
        session = self._album(request)
        work = session.begin_scan()
        if work is not None:
            task = asyncio.create_task(self._scan(session, work))
            self._scans.add(task)
            task.add_done_callback(self._scans.discard)
        return JSONResponse(session.pulse()["scan"], 202)

    async def _scan(self, session: AlbumSession, work: Callable[[Job], None]) -> None:
        try:
            await self._pool.run(work, session.job)
        except JobCancelled:
            session.scan_cancelled()

    async def _cancel_scan(self, request: Request) -> Response:
        session = self._album(request)
        session.cancel_scan()
        return JSONResponse(session.pulse()["scan"])

    # ---------------------------------------------------------------------------------------------- temporary albums

    async def _new_album(self, _: Request) -> Response:
        why = await run_in_threadpool(why_no_upload, self._describer)
        if why is not None:
            raise RequestError(409, why)
        return JSONResponse(
            {"album": self._temporary.add(await run_in_threadpool(TemporaryAlbum, self._limits, self._describer))}, 201
        )

    async def _add_photo(self, request: Request) -> Response:
        album = self._temporary[request.path_params["id"]]
        limits = self._limits
        async with self._uploads.place():
            body = await read_body(request, limits.upload_bytes, "the photo", stalled_seconds=limits.stalled_seconds)
            name = request.query_params.get("name", "")[:_MAX_NAME_LENGTH]
            await run_in_threadpool(album.add, body, name)
        return Response(status_code=204)

    async def _delete(self, request: Request) -> Response:
        self._temporary.remove(request.path_params["id"])
        return Response(status_code=204)
