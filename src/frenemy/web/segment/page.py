"""The routes of the segmentation page: pictures and strokes in, labels and files out."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.web.jobs import Job, JobCancelled, WorkerPool
from frenemy.web.limits import Limits
from frenemy.web.progress_stream import JobOutput, ProgressStream, run_until_disconnect
from frenemy.web.request_error import RequestError, error_response
from frenemy.web.segment.document import Document, read_document
from frenemy.web.segment.exports import EXPORTS, Details, export
from frenemy.web.segment.folder.page import FolderPage
from frenemy.web.segment.folder.picture_folder import PictureFolder
from frenemy.web.segment.open_picture import opened_session
from frenemy.web.segment.session import SegmentSession
from frenemy.web.sessions import Sessions
from frenemy.web.upload_queue import UploadQueue
from frenemy.web.uploads import read_body

_MAX_NAME_LENGTH = 255  # of a picture


class SegmentPage:
    """The routes of the page, all below ``/segment``.

    | request | effect |
    |---|---|
    | ``GET /limits`` | the size limits |
    | ``POST /sessions`` | the body is a picture file: a new session, ``{"session", "width", "height"}`` |
    | ``POST /sessions/sample`` | the same with the sample picture |
    | ``GET /sessions/ID/picture`` | the picture to display, upright |
    | ``POST /sessions/ID/solve`` | the body is a document: progress and result (``ProgressStream``), labels as runs |
    | ``POST /sessions/ID/preview`` | the same for a stroke that is not finished: neither cached, nor cancels a solve |
    | ``POST /sessions/ID/export/KIND`` | the body is a document: the file |
    | ``DELETE /sessions/ID`` | delete the session |
    | ``/folder...`` | the folder of the command line: :class:`FolderPage` |

    The page owns the document and sends all of it. So the server may delete sessions, tabs do not share state, and undo
    needs no request.
    """

    def __init__(
        self, pool: WorkerPool, limits: Limits, uploads: UploadQueue, folder: PictureFolder | None = None
    ) -> None:
        self._pool = pool
        self._uploads = uploads
        self._limits = limits
        self._sessions: Sessions[SegmentSession] = Sessions(limits.sessions, limits.session_bytes)
        self._folder = FolderPage(folder, self._sessions, limits, uploads)

    def routes(self) -> list[Route]:
        """For starlette's router."""
        return [
            Route("/limits", self._get_limits),
            Route("/sessions", self._upload, methods=["POST"]),
            Route("/sessions/sample", self._sample, methods=["POST"]),
            Route("/sessions/{id}/picture", self._picture),
            Route("/sessions/{id}/solve", self._solve, methods=["POST"]),
            Route("/sessions/{id}/preview", self._preview, methods=["POST"]),
            Route("/sessions/{id}/export/{kind}", self._export, methods=["POST"]),
            Route("/sessions/{id}", self._delete, methods=["DELETE"]),
            *self._folder.routes(),
        ]

    def close(self) -> None:
        """Close all sessions."""
        self._sessions.close()

    async def _get_limits(self, _: Request) -> Response:
        return JSONResponse({"bytes": self._limits.upload_bytes, "pixels": self._limits.pixels})

    async def _upload(self, request: Request) -> Response:
        async with self._uploads.place():
            return self._opened(await self._read_picture(request))

    async def _read_picture(self, request: Request) -> SegmentSession:
        limits = self._limits
        body = await read_body(request, limits.upload_bytes, "the file", stalled_seconds=limits.stalled_seconds)
        return await run_in_threadpool(opened_session, body, limits)

    async def _sample(self, _: Request) -> Response:
        return self._opened(await run_in_threadpool(SegmentSession.of_sample))

    def _opened(self, session: SegmentSession) -> Response:
        height, width = session.shape
        return JSONResponse({"session": self._sessions.add(session), "width": width, "height": height}, 201)

    async def _picture(self, request: Request) -> Response:
        session = self._sessions[request.path_params["id"]]
        data, kind = await run_in_threadpool(session.display_image)
        return Response(data, media_type=kind)

    async def _solve(self, request: Request) -> ProgressStream:
        session = self._sessions[request.path_params["id"]]
        document = await self._document(request)

        def work(job: Job) -> JobOutput:
            return session.output(document, job)

        return ProgressStream(self._pool, session.next_job(), work)

    async def _preview(self, request: Request) -> ProgressStream:
        session = self._sessions[request.path_params["id"]]
        document = await self._document(request)

        def work(job: Job) -> JobOutput:
            return session.preview(document, job)

        return ProgressStream(self._pool, session.next_preview_job(), work)

    async def _export(self, request: Request) -> Response:
        session, kind = self._sessions[request.path_params["id"]], request.path_params["kind"]
        if kind not in EXPORTS:
            raise RequestError(404, f"unknown export {kind!r}; known are {', '.join(EXPORTS)}")
        document = await self._document(request)
        query = request.query_params
        details = Details(
            _opacity(query.get("opacity", "0.5")),
            _color_by(query.get("colors", "object")),
            query.get("name", "")[:_MAX_NAME_LENGTH],
        )

        def work(job: Job) -> bytes:
            return export(session.named_segmentation(document, job), kind, details)

        try:
            data = await run_until_disconnect(request.receive, self._pool, work)
        except JobCancelled:
            return error_response(503, "cancelled")  # the client has disconnected, or the server is shutting down
        except ValueError as error:
            raise RequestError(422, str(error)) from error
        return Response(data, media_type=EXPORTS[kind].media_type)

    async def _document(self, request: Request) -> Document:
        body = await read_body(request, self._limits.document_bytes, "the list of strokes")
        return await run_in_threadpool(read_document, body, self._limits)

    async def _delete(self, request: Request) -> Response:
        self._sessions.remove(request.path_params["id"])
        return Response(status_code=204)


def _opacity(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise RequestError(400, f"the opacity must be from 0 to 1, got {text!r}")
    return value


def _color_by(text: str) -> str:
    if text not in ("object", "class"):
        raise RequestError(400, f"the colors must be those of each object or class, got {text!r}")
    return text
