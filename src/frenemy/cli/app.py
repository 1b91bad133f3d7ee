"""All commands under one name."""

from __future__ import annotations

from typing import Annotated

import typer

import frenemy
from frenemy.cli.clustering.cluster import cluster
from frenemy.cli.demo import demo
from frenemy.cli.faces import faces
from frenemy.cli.segment import segment
from frenemy.cli.serve import serve
from frenemy.cli.solvers import solvers
from frenemy.cli.volume import volume

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown"
)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        print(f"frenemy {frenemy.__version__}")
        raise typer.Exit


@app.callback()
def frenemy_command(
    version: Annotated[  # typer acts on it through the callback
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Correlation clustering: from pairs that attract and pairs that repel to groups, and how many there are.

    Start here:

    ```
    frenemy demo                              # see it work
    frenemy cluster pairs.csv -o groups.csv   # rows: id, id, weight
    frenemy cluster pairs.parquet -o clusters.parquet   # scored by splink
    frenemy cluster big/*.parquet -o labels/ --memory 4GB   # more than fits in memory
    frenemy cluster --help                    # all formats and options
    frenemy segment photo.jpg strokes.json -o labels.png   # a picture into its objects
    frenemy volume membranes.tif -o labels.zarr   # a stack into its cells
    frenemy faces photos/ -o people/          # the people in photos
    frenemy serve                             # the same in the browser
    ```
    """


app.command()(cluster)
app.command()(segment)
app.command()(volume)
app.command()(faces)
app.command()(solvers)
app.command()(demo)
app.command()(serve)
