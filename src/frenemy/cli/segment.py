"""``frenemy segment``: a picture and strokes in, its objects out."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
import time
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import typer

from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation import Segmentation
from frenemy.apps.segmentation import segment as segment_picture
from frenemy.cli.failure import errors_as_one_line, warnings_as_lines
from frenemy.cli.output_files import check_all_places, given_paths
from frenemy.cli.progress.stage_progress import live_stages
from frenemy.io import Marks, read_marks, read_picture
from frenemy.io.images.label_maps import label_map_bytes, label_map_format, object_table_bytes
from frenemy.io.images.png import png_bytes
from frenemy.io.whole_files import write_all_whole
from frenemy.run import Status, Stop


class ColorBy(StrEnum):
    """The colors of the overlay."""

    object = "object"
    class_ = "class"


class Recipe(StrEnum):
    """The recipe for the weights."""

    default = "default"
    paper = "paper"


def segment(
    picture: Annotated[
        str, typer.Argument(metavar="PICTURE", help="PNG, JPEG, TIFF, WebP, ...; - reads standard input.")
    ],
    strokes: Annotated[
        str | None,
        typer.Argument(
            metavar="STROKES",
            help="JSON, or a PNG of the same size with lines on a plain or transparent background.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Label map: .png (16 bits), .npz, .json (COCO) or .geojson."
        ),
    ] = None,
    overlay: Annotated[
        str | None, typer.Option(metavar="FILE.png", help="The picture with objects in color and strokes on top.")
    ] = None,
    coco: Annotated[
        str | None, typer.Option(metavar="FILE.json", help="Objects as COCO annotations: area, box, polygons.")
    ] = None,
    geojson: Annotated[
        str | None, typer.Option(metavar="FILE.geojson", help="Objects as polygons with holes, along pixel edges.")
    ] = None,
    npz: Annotated[
        str | None, typer.Option(metavar="FILE.npz", help="NumPy arrays labels, ids, areas and names.")
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(metavar="FILE.json", help="Label, id, name, class, area and color of each object, to go with -o."),
    ] = None,
    color_by: Annotated[
        ColorBy, typer.Option("--color-by", metavar="object|class", help="The colors of --overlay.")
    ] = ColorBy.object,
    width: Annotated[
        float | None, typer.Option(metavar="PIXELS", help="Width of all strokes; replaces the widths in the file.")
    ] = None,
    merge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="X,Y:X,Y", help="Merge the objects at these two points; may be repeated.", show_default=False
        ),
    ] = None,
    recipe: Annotated[
        Recipe, typer.Option(metavar="default|paper", help="paper: the method of Bagon & Galun, section 7.1.")
    ] = Recipe.default,
    seconds: Annotated[float | None, typer.Option(min=0, metavar="SECONDS", help="Time limit of the solver.")] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="The same input and seed give the same objects.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Number of threads. [default: all processors]")
    ] = None,
    frame: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Frame of an animation or page of a file, from 0.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")] = False,
) -> None:
    """Cut a picture into its objects along rough, partial boundaries.

    Mark some of the places where objects meet; the number of objects is found automatically. A stroke need not be
    exact, and need not follow the whole boundary. Without STROKES, the edges of the picture alone decide. A join does
    the opposite: draw it across a false border, and everything under it becomes one object.

    ```
    frenemy segment photo.jpg strokes.json -o labels.png
    frenemy segment photo.jpg strokes.png -o labels.png --overlay overlay.png
    frenemy segment photo.jpg strokes.json --coco objects.json --geojson objects.geojson
    frenemy segment photo.jpg strokes.json --merge 120,80:300,95 -o labels.npz
    frenemy segment photo.jpg --overlay overlay.png
    ```

    STROKES is a JSON file. `[x, y]` count pixels to the right and down, from the center of the first pixel:

    ```
    {"strokes": [{"points": [[12, 30.5], [40, 33]], "width": 3}]}
    ```

    The file may also hold joins, merges, painted masks, names and classes. The page of `frenemy serve` exports such
    files:

    ```
    "joins": [[[60, 20], [75, 24], [90, 22]]], "merges": [[[100, 20], [130, 25]]],
    "masks": [{"kind": "brush", "at": [100, 20], "size": [480, 640], "counts": [9620, 12, 468, 14]}],
    "names": [{"at": [100, 20], "name": "Tom", "class": "cat"}], "classes": [{"name": "cat", "color": "#3078cc"}]
    ```

    STROKES can also be a drawing from any paint program: add an empty layer over the photo, draw lines where objects
    meet, and save that layer alone as PNG.

    In `labels.png`, the value of a pixel is the number of its object, from 0. The picture looks black, because few of
    the 65,536 grey levels are used. Use `--overlay` to see the objects.

    Input files are never overwritten, and output files appear only when all of them are complete.

    Exit codes: 0 success, 1 failure (a bad file, bad data), 2 wrong usage.
    """
    outputs = {"-o": output, "--overlay": overlay, "--coco": coco, "--geojson": geojson, "--npz": npz, "--names": names}
    named = {option: path for option, path in outputs.items() if path is not None}
    _check_usage(named, as_json=as_json, width=width)
    merges = [_merge(text) for text in merge or []]
    stop = _stop(seconds)
    with errors_as_one_line():
        _check_places(named, given_paths({"PICTURE": picture, "STROKES": strokes}))
        _check_inputs(picture, strokes)
        began = time.perf_counter()
        with warnings_as_lines():
            pixels = _read_picture(picture, frame)
        marks = Marks() if strokes is None else read_marks(strokes, shape=pixels.shape)
        marks = dataclasses.replace(marks, strokes=_with_width(marks.strokes, width), merges=(*marks.merges, *merges))
        show = _ignore if quiet else _show
        show(f"{_named(picture)}: {pixels.shape[1]:,} x {pixels.shape[0]:,} pixels, {marks.summary()}")
        with live_stages(is_wanted=not quiet) as on_stage:
            found = segment_picture(
                pixels,
                marks,
                recipe=recipe.value,
                stop=stop,
                seed=seed,
                threads=threads,
                on_stage=on_stage,
            )
            on_stage("files", 0.0)
            write_all_whole(_contents(found, named, picture, color_by.value))
        spent = time.perf_counter() - began
        for line in _summary_lines(found, spent, named):
            show(line)
        if as_json:
            print(json.dumps(_summary(found, spent, picture, strokes, named)))


def _contents(found: Segmentation, named: dict[str, str], picture: str, color_by: str) -> dict[str, bytes]:
    """The content of each output file."""
    name = "" if picture == "-" else os.path.basename(picture)
    formats = {"--coco": "coco", "--geojson": "geojson", "--npz": "npz"}
    contents = {}
    for option, path in named.items():
        if option == "--overlay":
            contents[path] = png_bytes(found.overlay(color_by=color_by))
        elif option == "--names":
            contents[path] = object_table_bytes(found)
        else:
            contents[path] = label_map_bytes(found, formats.get(option) or label_map_format(path, None), picture=name)
    return contents


def _check_usage(named: dict[str, str], *, as_json: bool, width: float | None) -> None:
    if not named and not as_json:
        raise typer.BadParameter("no output: give a file, as in -o labels.png", param_hint="--output")
    for option, suffixes in _SUFFIXES.items():
        path = named.get(option)
        if path is not None and os.path.splitext(path)[1].lower() not in suffixes:
            raise typer.BadParameter(f"the extension must be {' or '.join(suffixes)}, got {path}", param_hint=option)
    if "-o" in named:
        try:
            label_map_format(named["-o"], None)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--output") from None
        if named["-o"] == "-":
            raise typer.BadParameter("give a file: a label map is not written to a terminal", param_hint="--output")
    if width is not None and not 0 < width < np.inf:
        raise typer.BadParameter(f"must be above 0, got {width}", param_hint="--width")


_SUFFIXES = {
    "--overlay": (".png",),
    "--coco": (".json",),
    "--geojson": (".geojson", ".json"),
    "--npz": (".npz",),
    "--names": (".json",),
}


def _check_places(named: dict[str, str], inputs: dict[str, list[str]]) -> None:
    """Check the output paths before the work begins."""
    check_all_places(named, inputs)
    for path in named.values():
        folder = os.path.dirname(path) or "."
        if not os.access(folder, os.W_OK):  # even an existing file is replaced, not written to
            raise ValueError(f"cannot write to {path}: the folder {folder} is read-only")


def _check_inputs(picture: str, strokes: str | None) -> None:
    if picture == strokes == "-":
        raise ValueError("standard input holds one file: give the picture or the strokes by name")


def _read_picture(picture: str, frame: int | None) -> Any:
    try:
        return read_picture(picture, frame=frame)
    except ImportError as error:
        raise ValueError(str(error)) from None


def _stop(seconds: float | None) -> Stop | None:
    try:
        return None if seconds is None else Stop(seconds=seconds)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--seconds") from None


def _merge(text: str) -> tuple[tuple[float, float], tuple[float, float]]:
    number = r"\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*"
    found = re.fullmatch(f"{number},{number}:{number},{number}", text)
    if found is None:
        raise typer.BadParameter(f"expected two points as in 120,80:300,95, got {text!r}", param_hint="--merge")
    x1, y1, x2, y2 = map(float, found.groups())
    return (x1, y1), (x2, y2)


def _with_width(strokes: tuple[Stroke, ...], width: float | None) -> tuple[Stroke, ...]:
    return strokes if width is None else tuple(dataclasses.replace(stroke, width=width) for stroke in strokes)


def _show(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _ignore(line: str) -> None:
    pass


def _named(path: str) -> str:
    return "standard input" if path == "-" else path


def _counted(n: int, thing: str) -> str:
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


_MAX_SHOWN = 5


def _summary_lines(found: Segmentation, spent: float, named: dict[str, str]) -> list[str]:
    areas = np.sort(np.bincount(found.labels.ravel()))[::-1]
    shown = ", ".join(f"{area:,}" for area in areas[:_MAX_SHOWN].tolist())
    more = f", ... {areas[-1]:,}" if len(areas) > _MAX_SHOWN else ""
    unused = {"stroke": len(found.ignored), "join": len(found.ignored_joins)}
    ignored = "".join(f"; {_counted(n, thing)} had no effect" for thing, n in unused.items() if n)
    how = {
        Status.CANCELLED: "interrupted, best so far",
        Status.TIME_LIMIT: "out of time, best so far",
    }.get(found.status, found.status.name.lower().replace("_", " "))
    slowest = sorted(found.seconds.items(), key=lambda item: -item[1])[:3]
    stages = ", ".join(f"{stage} {seconds:.2f} s" for stage, seconds in slowest)
    is_dark = named.get("-o", "").lower().endswith(".png") and "--overlay" not in named
    return [
        f"{_counted(found.n_objects, 'object')} of {shown}{more} pixels{ignored}",
        f"{how}, {spent:.2f} s in all ({stages})",
        *(f"{_FILE_KINDS[option]} written to {path}" for option, path in named.items()),
        *(["a label map looks black, as its greys are numbers of objects; --overlay draws them"] if is_dark else []),
    ]


_FILE_KINDS = {
    "-o": "label map",
    "--overlay": "overlay",
    "--coco": "COCO",
    "--geojson": "GeoJSON",
    "--npz": "arrays",
    "--names": "names",
}


def _summary(
    found: Segmentation, spent: float, picture: str, strokes: str | None, named: dict[str, str]
) -> dict[str, Any]:
    height, width = found.shape
    return {
        "picture": picture,
        "strokes": strokes,
        "width": width,
        "height": height,
        "n_strokes": len(found.strokes),
        "n_strokes_ignored": len(found.ignored),
        "n_joins": len(found.joins),
        "n_joins_ignored": len(found.ignored_joins),
        "n_masks": len(found.masks),
        "n_objects": found.n_objects,
        "objects": [
            {
                "id": one.id,
                "label": one.label,
                "area": one.area,
                "box": list(one.box),
                "center": list(one.center),
                "name": one.name,
                "class": one.class_name,
            }
            for one in found.objects
        ],
        "recipe": found.recipe,
        "status": found.status.name,
        "seed": found.seed,
        "seconds": spent,
        "stages": found.seconds,
        "output": named.get("-o"),
        **{option.removeprefix("--"): named.get(option) for option in _SUFFIXES},
    }
