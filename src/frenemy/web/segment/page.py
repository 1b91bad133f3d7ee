"""The routes of the page: pictures come in, documents of strokes follow, labels and files go out."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from frenemy.io.pictures import PictureTooLarge, SeveralFrames, read_picture
from frenemy.web.limits import Limits
from frenemy.web.refusal import Refusal, reply
from frenemy.web.segment.document import Document, read_document
from frenemy.web.segment.exports import EXPORTS, Details, export
from frenemy.web.segment.session import SegmentSession
from frenemy.web.sessions import Sessions
from frenemy.web.told_work import Outcome, ToldWork, while_there
from frenemy.web.uploads import body_within
from frenemy.web.work import Cancelled, Ticket, Workers

_LONGEST_NAME = 255  # of a picture


class SegmentPage:
    """What is behind the page; all below ``/segment``.

    | request | what it does |
    |---|---|
    | ``GET /limits`` | what would be refused |
    | ``POST /sessions`` | the body is a picture file: a new session, ``{"session", "width", "height"}`` |
    | ``POST /sessions/sample`` | the same with the sample picture |
    | ``GET /sessions/ID/picture`` | the picture for the eye, turned upright |
    | ``POST /sessions/ID/solve`` | the body is a document: progress and result (``ToldWork``), labels as runs |
    | ``POST /sessions/ID/export/KIND`` | the body is a document: the file |
    | ``DELETE /sessions/ID`` | forget it |

    The page holds the document and sends it whole. So the server may forget, two tabs cannot mix, and undo needs no
    word from it.
    """

    def __init__(self, workers: Workers, limits: Limits) -> None:
        self._workers = workers
        self._limits = limits
        self._sessions: Sessions[SegmentSession] = Sessions(limits.sessions, limits.session_bytes)

    def routes(self) -> list[Route]:
        """For starlette's router."""
        return [
            Route("/limits", self._tell_limits),
            Route("/sessions", self._upload, methods=["POST"]),
            Route("/sessions/sample", self._sample, methods=["POST"]),
            Route("/sessions/{id}/picture", self._picture),
            Route("/sessions/{id}/solve", self._solve, methods=["POST"]),
            Route("/sessions/{id}/export/{kind}", self._export, methods=["POST"]),
            Route("/sessions/{id}", self._forget, methods=["DELETE"]),
        ]

    def close(self) -> None:
        """Forget everything."""
        self._sessions.close()

    async def _tell_limits(self, _: Request) -> Response:
        return JSONResponse({"bytes": self._limits.upload_bytes, "pixels": self._limits.pixels})

    async def _upload(self, request: Request) -> Response:
        body = await body_within(request, self._limits.upload_bytes, "the file")
        if not body:
            raise Refusal(422, "the file is empty")
        try:
            picture = await run_in_threadpool(read_picture, body, most_pixels=self._limits.pixels)
            session = await run_in_threadpool(SegmentSession, picture)
        except ValueError as error:
            raise Refusal(413 if isinstance(error, PictureTooLarge) else 422, _sentence(error)) from error
        except MemoryError as error:
            raise Refusal(413, "the picture is too large for the memory of this machine") from error
        return self._opened(session)

    async def _sample(self, _: Request) -> Response:
        return self._opened(await run_in_threadpool(SegmentSession.of_sample))

    def _opened(self, session: SegmentSession) -> Response:
        height, width = session.shape
        return JSONResponse({"session": self._sessions.add(session), "width": width, "height": height}, 201)

    async def _picture(self, request: Request) -> Response:
        session = self._sessions[request.path_params["id"]]
        data, kind = await run_in_threadpool(session.shown)
        return Response(data, media_type=kind)

    async def _solve(self, request: Request) -> ToldWork:
        session = self._sessions[request.path_params["id"]]
        document = await self._document(request)

        def work(ticket: Ticket) -> Outcome:
            return session.outcome(document, ticket)

        return ToldWork(self._workers, session.next_ticket(), work)

    async def _export(self, request: Request) -> Response:
        session, kind = self._sessions[request.path_params["id"]], request.path_params["kind"]
        if kind not in EXPORTS:
            raise Refusal(404, f"{kind!r} is none of the exports: {', '.join(EXPORTS)}")
        document = await self._document(request)
        asked = request.query_params
        details = Details(_opacity(asked.get("opacity", "0.5")), asked.get("name", "")[:_LONGEST_NAME])

        def work(ticket: Ticket) -> bytes:
            return export(session.segmentation(document, ticket), kind, details)

        try:
            data = await while_there(request.receive, self._workers, work)
        except Cancelled:
            return reply(503, "called off")  # to nobody: the client has left, or the server is about to end
        except ValueError as error:
            raise Refusal(422, str(error)) from error
        return Response(data, media_type=EXPORTS[kind].media_type)

    async def _document(self, request: Request) -> Document:
        body = await body_within(request, self._limits.document_bytes, "the list of strokes")
        return await run_in_threadpool(read_document, body, self._limits)

    async def _forget(self, request: Request) -> Response:
        self._sessions.remove(request.path_params["id"])
        return Response(status_code=204)


def _sentence(error: ValueError) -> str:
    """What is wrong with a picture, for who has no file name before the colon and no option to choose a frame."""
    if isinstance(error, SeveralFrames):
        return f"the picture has {error.n_frames:,} frames, as an animation or pages; save one as a picture of its own"
    return str(error).replace("the picture: ", "the picture ", 1)


def _opacity(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise Refusal(400, f"the opacity must be from 0 to 1, got {text!r}")
    return value
