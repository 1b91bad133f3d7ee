"""``frenemy serve``: the web page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from frenemy.cli.failure import errors_as_one_line


def serve(
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="FOLDER",
            help="Pictures to work through; the work on `cat.jpg` is saved beside it, in `cat.strokes.json`.",
            show_default=False,
        ),
    ] = None,
    recursive: Annotated[
        bool, typer.Option("--recursive", help="Include the pictures in all subfolders of FOLDER.")
    ] = False,
    faces: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="An album written by `frenemy faces`, to review and correct."),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 127.0.0.1 accepts this machine only.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="Port; 0 for any free one.")] = 8765,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    megapixels: Annotated[float, typer.Option(min=0.001, metavar="N", help="Largest picture accepted.")] = 40.0,
    megabytes: Annotated[float, typer.Option(min=0.001, metavar="N", help="Largest file accepted.")] = 64.0,
) -> None:
    """Open the web pages: cut pictures into objects, and find the people in your photos.

    ```
    frenemy serve
    frenemy serve photos/
    frenemy serve photos/ --recursive
    frenemy serve --faces people/
    frenemy serve --port 0 --no-browser
    ```

    With FOLDER, the page shows its pictures as a queue, and which of them are done, begun or new. Every stroke is saved
    at once, in files that `frenemy segment` reads. Pictures are never changed; a picture that cannot be read is shown
    with the reason.

    Pictures and corrections stay on this machine. Ctrl-C ends the server.
    """
    if recursive and folder is None:
        raise typer.BadParameter("give a folder, as in frenemy serve photos/ --recursive", param_hint="--recursive")
    with errors_as_one_line():
        try:
            from frenemy.web.faces.folder_store import open_folder
            from frenemy.web.limits import Limits
            from frenemy.web.segment.folder.picture_folder import PictureFolder
            from frenemy.web.server import listen, run
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "PIL"):
                raise
            raise ValueError(f'the page needs {error.name}: pip install "frenemy[web]"') from error

        limits = Limits(upload_bytes=round(megabytes * 1e6), pixels=round(megapixels * 1e6))
        with listen(host, port) as opened:
            pictures = None if folder is None else PictureFolder(folder, recursive=recursive)
            album = None if faces is None else open_folder(faces)
            run(opened, host=host, limits=limits, folder=pictures, album=album, browser=browser)
