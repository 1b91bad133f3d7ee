"""``frenemy serve``: the web page."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from frenemy.cli.clustering import explore_options as options
from frenemy.cli.clustering.open_clustering import open_clustering
from frenemy.cli.failure import errors_as_one_line
from frenemy.io.images.picture_names import is_picture_name

_OF_CLUSTERINGS = (
    *("nodes", "id", "unknown", "pictures", "before", "decisions", "values", "missing", "format", "header", "vectors"),
    *("id_left", "id_right", "weight", "variable", "symmetrize", "seconds"),
)


def serve(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE|FOLDER",
            help="A clustering to explore: a file of pairs, a matrix, a graph or vectors. Or a folder of pictures to "
            "work through; the work on `cat.jpg` is saved beside it, in `cat.strokes.json`.",
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
    nodes: options.Nodes = None,
    id: options.Id = None,
    unknown: options.UnknownIds = None,
    pictures: options.Pictures = None,
    before: options.Before = None,
    decisions: options.Decisions = None,
    values: options.ValuesAre = None,
    missing: options.Missing = None,
    format: options.Format = None,
    header: options.Header = None,
    vectors: options.Vectors = False,
    id_left: options.IdLeft = None,
    id_right: options.IdRight = None,
    weight: options.Weight = None,
    variable: options.Variable = None,
    symmetrize: options.SymmetrizeHow = None,
    seconds: options.Seconds = None,
) -> None:
    """Open the web pages: explore a clustering, cut pictures into objects, and find the people in your photos.

    **A clustering.** FILE holds scored or signed pairs, a matrix, a graph or vectors; what it holds is seen as
    `frenemy cluster` does. The page shows the groups, how sure they are and why, and takes corrections.

    ```
    frenemy serve pairs.csv
    frenemy serve pairs.parquet --nodes people.parquet
    frenemy serve pairs.parquet --nodes people.csv --pictures portraits/
    frenemy serve affinity.npz
    frenemy serve graph.graphml --weight trust
    frenemy serve embeddings.npy --nodes titles.csv --id title
    frenemy serve pairs.csv --before last_week.csv
    ```

    Each correction is saved at once, in pairs.decisions.csv beside pairs.csv, and holds for later runs:

    ```
    frenemy cluster pairs.csv --decisions pairs.decisions.csv -o groups.csv
    ```

    **Pictures and people.**

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

    All data and corrections stay on this machine. Ctrl-C ends the server.
    """
    named = locals()
    given = {
        name: value.value if isinstance(value, Enum) else value
        for name in _OF_CLUSTERINGS
        if (value := named[name]) is not None and (value is not False or name != "vectors")
    }
    is_file = path is not None and path.is_file() and not is_picture_name(path.name)
    if recursive and (path is None or is_file):
        raise typer.BadParameter("give a folder, as in frenemy serve photos/ --recursive", param_hint="--recursive")
    if given and not is_file:
        option = f"--{next(iter(given)).replace('_', '-')}"
        raise typer.BadParameter(
            "this is for a clustering: give its file, as in frenemy serve pairs.csv", param_hint=option
        )
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
            if path is not None and not path.exists():
                raise ValueError(f"there is no folder or file {path}")
            folder = None if path is None or is_file else PictureFolder(path, recursive=recursive)
            album = None if faces is None else open_folder(faces)
            clustering = open_clustering(path, given) if path is not None and is_file else None
            run(opened, host=host, limits=limits, folder=folder, album=album, clustering=clustering, browser=browser)
