"""The routes of a folder of pictures."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError
from frenemy.web.segment.document import read_document
from frenemy.web.segment.folder.picture_folder import PictureFolder
from frenemy.web.segment.folder.thumbnails import Thumbnails
from frenemy.web.segment.folder.work_files import WorkFiles
from frenemy.web.segment.open_picture import opened_session
from frenemy.web.segment.session import SegmentSession
from frenemy.web.sessions import Sessions
from frenemy.web.upload_queue import UploadQueue
from frenemy.web.uploads import read_body
from frenemy.web.valid_text import valid_text

_FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}  # the address holds the stamp of the file
_MAX_TAB = 64  # characters
_MAX_DECODED = 2  # thumbnails at the same time


class FolderPage:
    """The routes, below ``/segment``, of the folder that was named on the command line, or of none.

    | request | effect |
    |---|---|
    | ``GET /folder`` | its name and its pictures with their states; ``{"folder": null}`` without one |
    | ``POST /folder/ID/open`` | a new session with the picture, as ``POST /sessions`` |
    | ``GET /folder/ID/thumbnail?stamp=S`` | a small JPEG |
    | ``GET /folder/ID/work`` | the saved work: ``{"name", "version", "text", "problem"}`` |
    | ``POST /folder/ID/work?base=V&tab=T`` | save the document of the body; status 409 if version V is not the newest |
    """

    def __init__(
        self, folder: PictureFolder | None, sessions: Sessions[SegmentSession], limits: Limits, uploads: UploadQueue
    ) -> None:
        self._folder = folder
        self._sessions = sessions
        self._limits = limits
        self._uploads = uploads
        self._decoding = asyncio.Semaphore(_MAX_DECODED)
        if folder is not None:
            self._work = WorkFiles(folder, 4 * limits.document_bytes)  # more than what is taken becomes when written
            self._thumbnails = Thumbnails(folder, limits)

    def routes(self) -> list[Route]:
        """For starlette's router."""
        if self._folder is None:
            return [Route("/folder", self._none)]
        return [
            Route("/folder", self._list),
            Route("/folder/{id}/open", self._open, methods=["POST"]),
            Route("/folder/{id}/thumbnail", self._thumbnail),
            Route("/folder/{id}/work", self._get_work),
            Route("/folder/{id}/work", self._save_work, methods=["POST"]),
        ]

    async def _none(self, _: Request) -> Response:
        return JSONResponse({"folder": None})

    async def _list(self, _: Request) -> Response:
        return await run_in_threadpool(self._listed)

    def _listed(self) -> Response:
        assert self._folder is not None
        pictures = [
            {
                "id": picture.id,
                "name": valid_text(picture.name),
                "stamp": picture.stamp,
                "state": work.state,
                "problem": valid_text(picture.problem),
                "workProblem": valid_text(work.problem),
            }
            for picture, work in self._work.list()
        ]
        return JSONResponse({"folder": {"name": valid_text(self._folder.title), "pictures": pictures}})

    async def _open(self, request: Request) -> Response:
        async with self._uploads.place():
            session = await run_in_threadpool(self._session, request.path_params["id"])
        height, width = session.shape
        return JSONResponse({"session": self._sessions.add(session), "width": width, "height": height}, 201)

    def _session(self, id: str) -> SegmentSession:
        assert self._folder is not None
        return opened_session(self._folder.read(self._folder[id], self._limits.upload_bytes), self._limits)

    async def _thumbnail(self, request: Request) -> Response:
        stamp = request.query_params.get("stamp", "")
        async with self._decoding:
            content = await run_in_threadpool(self._small, request.path_params["id"], stamp)
        return Response(content, media_type="image/jpeg", headers=_FOREVER if stamp else None)

    def _small(self, id: str, stamp: str) -> bytes:
        assert self._folder is not None
        picture = self._folder[id]
        if stamp != picture.stamp:  # of an older file, or made up: the answer must not be kept under it
            raise RequestError(404, f"the file {picture.name} has changed: list the folder again")
        return self._thumbnails.of(picture, stamp)

    async def _get_work(self, request: Request) -> Response:
        return await run_in_threadpool(self._read, request.path_params["id"])

    def _read(self, id: str) -> Response:
        assert self._folder is not None
        work = self._work.read(self._folder[id])
        shown = {"name": valid_text(work.name), "problem": valid_text(work.problem)}
        return JSONResponse({**shown, "version": work.version, "text": work.text})

    async def _save_work(self, request: Request) -> Response:
        body = await read_body(request, self._limits.document_bytes, "the work")
        query = request.query_params
        # Not cancelled when the client disconnects: nothing is lost.
        return await run_in_threadpool(
            self._save, request.path_params["id"], body, query.get("base", ""), query.get("tab", "")[:_MAX_TAB]
        )

    def _save(self, id: str, body: bytes, base: str, tab: str) -> Response:
        assert self._folder is not None
        picture = self._folder[id]
        read_document(body, self._limits)  # nothing is written that could not be opened again
        work: dict[str, Any] = json.loads(body)
        if not isinstance(work.get("done", False), bool):
            raise RequestError(400, '"done" must be true or false')
        return JSONResponse({"version": self._work.write(picture, work, base=base, tab=tab)})
