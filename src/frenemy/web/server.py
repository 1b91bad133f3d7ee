"""The server: the ASGI application of all pages, and how it starts."""

from __future__ import annotations

import errno
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import RedirectResponse, Response
    from starlette.routing import Mount, Route
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f'the page needs {error.name}: pip install "frenemy[web]"', name=error.name) from error

from frenemy.apps.faces.photos.face import Describer
from frenemy.web.explore.page import ExplorePage
from frenemy.web.explore.session import ExploreSession
from frenemy.web.faces.page import FacesPage
from frenemy.web.faces.session import AlbumSession
from frenemy.web.jobs import WorkerPool
from frenemy.web.limits import Limits
from frenemy.web.request_error import HANDLERS
from frenemy.web.security import SecurityMiddleware, is_loopback
from frenemy.web.segment.folder.picture_folder import PictureFolder
from frenemy.web.segment.page import SegmentPage
from frenemy.web.server_end import ServerEndMiddleware
from frenemy.web.static_files import StaticFiles
from frenemy.web.upload_queue import UploadQueue

_OPEN_TO_THE_NETWORK = (
    "open to the network: with --host {host}, everyone who reaches this machine can use the pages, and see and change "
    "an open album or folder of pictures; there is no password. Without --host, only this machine can."
)


def application(
    *,
    host: str = "127.0.0.1",
    limits: Limits | None = None,
    folder: PictureFolder | None = None,
    album: AlbumSession | None = None,
    clustering: ExploreSession | None = None,
    describer: Describer | None = None,
) -> Starlette:
    """All pages as one ASGI application.

    Each page has its own routes and sessions below its own path; files, threads and security checks are shared.

    Parameters
    ----------
    host : str
        The address it will be bound to, which decides the host names it accepts.
    limits : Limits, optional
    folder : PictureFolder, optional
        The pictures that the segmentation page works through.
    album : AlbumSession, optional
        The album of the faces page.
    clustering : ExploreSession, optional
        The clustering of the explore page.
    describer : callable with a name, optional
        Finds the faces in dropped photos; by default with dlib.
    """
    static = StaticFiles()
    pool = WorkerPool()
    limits = limits or Limits()
    uploads = UploadQueue(limits.uploads, limits.upload_wait_seconds)
    segment = SegmentPage(pool, limits, uploads, folder)
    faces = FacesPage(pool, limits, uploads, album, describer=describer)
    explore = ExplorePage(pool, limits, uploads, clustering)

    async def file(request: Request) -> Response:
        return static.serve(request, request.path_params["path"])

    def page(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            return static.serve(request, f"{name}/index.html")

        return serve

    async def start(_: Request) -> Response:
        if folder is not None:
            return RedirectResponse("/segment/")
        if explore.has_clustering:
            return RedirectResponse("/explore/")
        return RedirectResponse("/faces/" if faces.has_album else "/segment/")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        segment.close()
        faces.close()
        explore.close()
        pool.close()

    return Starlette(
        routes=[
            Route("/", start),
            Route("/static/{path:path}", file),
            Route("/segment/", page("segment")),
            Mount("/segment", routes=segment.routes()),
            Route("/faces/", page("faces")),
            Mount("/faces", routes=faces.routes()),
            Route("/explore/", page("explore")),
            Mount("/explore", routes=explore.routes()),
        ],
        middleware=[Middleware(SecurityMiddleware, host), Middleware(ServerEndMiddleware)],
        exception_handlers=HANDLERS,
        lifespan=lifespan,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises a ``ValueError`` that says what to do if that fails."""
    try:
        info = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror as error:
        raise ValueError(f"{host!r} is not an address of this machine: {error.strerror}") from error
    opened = socket.socket(info[0], info[1])
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(info[4])
        opened.listen(128)
    except OSError as error:
        opened.close()
        if error.errno == errno.EADDRINUSE:
            raise ValueError(
                f"port {port} is in use: choose another with --port, or any free one with --port 0"
            ) from error
        if error.errno == errno.EACCES:
            raise ValueError(f"port {port} needs special rights: choose one above 1023") from error
        if error.errno == errno.EADDRNOTAVAIL:
            raise ValueError(f"{host!r} is not an address of this machine") from error
        raise
    return opened


def run(
    opened: socket.socket,
    *,
    host: str = "127.0.0.1",
    limits: Limits | None = None,
    folder: PictureFolder | None = None,
    album: AlbumSession | None = None,
    clustering: ExploreSession | None = None,
    browser: bool = True,
) -> None:
    """Serve until Ctrl-C.

    Parameters
    ----------
    opened : socket
        From :func:`listen`.
    host : str
        The address it is bound to.
    limits : Limits, optional
    folder : PictureFolder, optional
        The pictures that the segmentation page works through.
    album : AlbumSession, optional
        The album of the faces page.
    clustering : ExploreSession, optional
        The clustering of the explore page.
    browser : bool
        Open the page.
    """
    address = address_of(opened)
    server = server_of(application(host=host, limits=limits, folder=folder, album=album, clustering=clustering))
    print(f"frenemy is at {address}  (Ctrl-C ends it)", flush=True)
    if not is_loopback(host):
        print(_OPEN_TO_THE_NETWORK.format(host=host), file=sys.stderr, flush=True)
    if browser:
        webbrowser.open(address)  # the socket listens already, so the browser waits for the answer
    with suppress(KeyboardInterrupt):
        server.run(sockets=[opened])


def server_of(pages: Starlette) -> uvicorn.Server:
    """A server of the pages, which is not started yet."""
    return uvicorn.Server(uvicorn.Config(pages, log_level="warning", timeout_graceful_shutdown=1, ws="none"))


def address_of(opened: socket.socket) -> str:
    """The URL of the server."""
    name, port = opened.getsockname()[:2]
    if name in ("0.0.0.0", "::"):
        name = "127.0.0.1"
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
