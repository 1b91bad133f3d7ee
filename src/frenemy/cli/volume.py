"""``frenemy volume``: a stack with its boundaries in, its cells out."""

from __future__ import annotations

import json
import os
import sys
import time
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import typer

from frenemy.affinity.volume import ContrastWeights, Watershed
from frenemy.apps.volumes import VolumeSegmentation
from frenemy.apps.volumes import segment_volume as segment_volume_
from frenemy.cli.failure import errors_as_one_line, warnings_as_lines
from frenemy.cli.output_files import check_all_places, given_paths
from frenemy.cli.progress.stage_progress import live_stages
from frenemy.io.volumes import check_volume_name, open_volume
from frenemy.metrics import adapted_rand_error, split_and_merge
from frenemy.run import Stop


class SectionsChoice(StrEnum):
    """How sections along z belong together."""

    volume = "volume"
    joined = "joined"
    separate = "separate"


def volume(
    boundaries: Annotated[
        str, typer.Argument(metavar="STACK", help="Boundary map: .tif, .h5, .zarr, .npy, or a folder of pictures.")
    ],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Labels: .zarr, .tif, .h5, .npy or a new folder.")
    ],
    key: Annotated[
        str | None, typer.Option(metavar="NAME", help="The array inside an HDF5 or Zarr file.", show_default=False)
    ] = None,
    inverted: Annotated[bool, typer.Option("--inverted", help="Values are low on a boundary, high in a cell.")] = False,
    offsets: Annotated[
        str | None,
        typer.Option(
            metavar="JSON", help="STACK holds affinities of voxels at these offsets (z, y, x), as in the example."
        ),
    ] = None,
    voxel_size: Annotated[
        str | None, typer.Option("--voxel-size", metavar="Z,Y,X", help="Replaces that of the file.")
    ] = None,
    sections: Annotated[
        SectionsChoice,
        typer.Option(metavar="volume|joined|separate", help="joined: regions of each section, joined along z."),
    ] = SectionsChoice.volume,
    threshold: Annotated[
        float | None,
        typer.Option(
            metavar="VALUE",
            help="From this value on (0..1), a voxel is a boundary. [default: from the map]",
            show_default=False,
        ),
    ] = Watershed.threshold,
    smoothing: Annotated[
        float, typer.Option(metavar="SIGMA", help="Smoothing of the distance to boundaries; larger: fewer regions.")
    ] = Watershed.seed_smoothing,
    min_size: Annotated[
        int, typer.Option("--min-size", metavar="N", help="Smallest region, in voxels.")
    ] = Watershed.min_size,
    prior: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Share of neighboring regions expected together (0..1); larger: fewer cells. [default: from the map]",
            show_default=False,
        ),
    ] = ContrastWeights.prior,
    truth: Annotated[
        str | None, typer.Option(metavar="FILE", help="True labels, to score the result; 0 does not count.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0, metavar="SECONDS", help="Time limit of the solver.")] = None,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="The same input and seed give the same cells.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Number of threads. [default: all processors]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a summary as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no summary, only warnings and errors.")] = False,
) -> None:
    """Find the cells in a map of their boundaries: a picture, a stack or a volume.

    STACK holds boundary values, high on a boundary and low inside a cell, in 0..1, 0..255 or 0..65535, as a trained
    network, ilastik or a filter makes them. Volumes larger than memory are read and written in pieces.

    ```
    frenemy volume membranes.tif -o labels.zarr
    frenemy volume membranes.h5 --key volumes/boundaries -o labels.h5 --voxel-size 40,4,4
    frenemy volume sections/ -o labels.tif --sections separate
    frenemy volume affinities.zarr --offsets "[[-1,0,0],[0,-1,0],[0,0,-1],[0,-9,0]]" -o labels.zarr
    ```

    Labels count from 1. The output appears when it is complete; input files are never overwritten.

    Exit codes: 0 success, 1 failure (a bad file, bad data), 2 wrong usage.
    """
    steps, sides = _offsets(offsets), _voxel_size(voxel_size)
    watershed, weights, stop = _settings(threshold, smoothing, min_size, prior, seconds)
    with errors_as_one_line():
        check_all_places({"-o": output}, given_paths({"STACK": boundaries, "--truth": truth}))
        began = time.perf_counter()
        try:
            check_volume_name(output)
            with warnings_as_lines(), live_stages(is_wanted=not quiet, first="supervoxels") as on_stage:
                found = segment_volume_(
                    boundaries,
                    key=key,
                    output=output,
                    inverted=inverted,
                    offsets=steps,
                    voxel_size=sides,
                    sections=sections.value,
                    watershed=watershed,
                    weights=weights,
                    stop=stop,
                    seed=seed,
                    threads=threads,
                    on_stage=on_stage,
                )
            scores = None if truth is None else _scores(found, truth)
        except ImportError as error:
            raise ValueError(str(error)) from None
        summary = _summary(found, time.perf_counter() - began, boundaries, scores)
        if not quiet:
            for line in _lines(summary, output):
                print(line, file=sys.stderr)
        if as_json:
            print(json.dumps(summary))


def _offsets(text: str | None) -> list[list[int]] | None:
    if text is None:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list) or not all(isinstance(offset, list) for offset in found):
        raise typer.BadParameter(
            f"expected a list as in [[-1,0,0],[0,-1,0],[0,0,-1]], got {text}", param_hint="--offsets"
        )
    return found


def _voxel_size(text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(side) for side in text.split(",")]
    except ValueError:
        raise typer.BadParameter(
            f"expected three lengths as in 40,4,4, got {text}", param_hint="--voxel-size"
        ) from None


def _settings(
    threshold: float | None, smoothing: float, min_size: int, prior: float | None, seconds: float | None
) -> tuple[Watershed, ContrastWeights, Stop | None]:
    try:
        return (
            Watershed(threshold=threshold, seed_smoothing=smoothing, min_size=min_size),
            ContrastWeights(prior=prior),
            None if seconds is None else Stop(seconds=seconds),
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _scores(found: VolumeSegmentation, truth: str) -> dict[str, float]:
    with open_volume(truth) as file:
        true, labels = np.asarray(file.data[:]), np.asarray(found.labels[:])
    if true.shape != labels.shape:
        raise ValueError(f"the truth must have the shape of the stack, got {true.shape} and {labels.shape}")
    halves = split_and_merge(labels, true)
    return {"adapted_rand_error": adapted_rand_error(labels, true), "split": halves.split, "merge": halves.merge}


def _summary(
    found: VolumeSegmentation, spent: float, boundaries: str, scores: dict[str, float] | None
) -> dict[str, Any]:
    return {
        "stack": boundaries,
        "shape": list(map(int, found.labels.shape)),
        "voxel_size": list(found.voxel_size),
        "n_regions": found.graph.n_nodes,
        "n_pairs": found.problem.n_edges,
        "n_cells": found.n_cells,
        "energy": found.energy,
        "status": found.status.name,
        "seed": found.result.seed,
        "seconds": spent,
        "stages": found.seconds,
        "scores": scores,
        "output": found.output,
    }


def _lines(summary: dict[str, Any], output: str) -> list[str]:
    voxels = " x ".join(f"{n:,}" for n in summary["shape"])
    stages = ", ".join(f"{stage} {spent:.1f} s" for stage, spent in summary["stages"].items())
    lines = [
        f"{os.path.basename(summary['stack'].rstrip('/'))}: {voxels} voxels, {summary['n_regions']:,} regions, "
        f"{summary['n_pairs']:,} pairs",
        f"{summary['n_cells']:,} cells, {summary['seconds']:.1f} s in all ({stages})",
    ]
    scores = summary["scores"]
    if scores is not None:
        lines.append(
            f"adapted Rand error {scores['adapted_rand_error']:.4f}, variation of information: split "
            f"{scores['split']:.3f}, merge {scores['merge']:.3f} bits"
        )
    return [*lines, f"labels written to {output}"]
