"""``python -m experiments NAME [--quick] [--out DIR] [--fresh]``, from the root of the repository."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from pathlib import Path

from harness.runner import ONE_THREAD, check_taken, command_line

NAMES = {
    "prior": "-log Pr(k) for several n (figure 1)",
    "synthetic": "750 nodes from sparse to dense, all methods (figure 3)",
    "coclustering": "energies compared with the linear relaxation (table 1)",
    "segmentation": "interactive segmentation by the share of boundaries drawn, with other methods (section 7.1)",
    "strokes_by_need": "strokes by a person who corrects a segmentation, with other methods",
    "segmentation_weights": "learn the weights of segment() from pictures that people segmented",
    "faces": "clusters of faces of unseen people, with other methods (section 7.2, figure 7)",
    "records": "entities from scored pairs of record linkage, with other methods",
    "vectors": "groups in vectors without any options, on a panel of 142 small sets, with other methods",
    "vector_limits": "vectors without structure, with overlapping groups, and with up to a million rows",
    "volumes": "cells of image stacks and volumes from their membranes, beside bioimage-cpp",
    "comparators": "thresholds and normalized cuts, compared with frenemy",
    "claims": "every claim of sections 2 to 6, and whether it holds",
}
WITH_METHODS = ("segmentation", "strokes_by_need", "faces", "records", "vectors")


def main(argv: Sequence[str] | None = None) -> None:
    results = Path("experiments/results")
    parser = command_line(
        "experiments",
        NAMES,
        description="Repeat the experiments of Bagon & Galun. Writes NAME.csv, NAME.md and a figure (PNG and SVG). "
        "An interrupted run continues where it stopped.",
        out=None,
        out_help="folder for results (experiments/results, or quick/ in it with --quick)",
    )
    parser.add_argument("--fresh", action="store_true", help="measure everything again instead of continuing")
    parser.add_argument(
        "--folder",
        "--data",
        type=Path,
        action="append",
        default=[],
        help="coclustering: measure the matrices of this folder; faces: measure the people of this folder, which has a "
        "folder of photographs for each; repeatable",
    )
    group = parser.add_argument_group(
        "segmentation, strokes_by_need, faces, records, vectors and (sets only) vector_limits; a name stands for all "
        "names that begin with it"
    )
    group.add_argument("--methods", action="append", default=[], help="measure this method only; repeatable")
    group.add_argument("--sets", action="append", default=[], help="measure this data set only; repeatable")
    group.add_argument("--again", action="append", default=[], help="measure this method again; repeatable")
    group.add_argument(
        "--pictures", type=int, help="segmentation, strokes_by_need: number of pictures of each set (all)"
    )
    group.add_argument(
        "--scale",
        type=float,
        help="segmentation: scale of the pictures for methods on all pixels, which take minutes at 1 (0.5)",
    )
    arguments = parser.parse_args(argv)
    check_taken(parser, arguments, ("methods", "again"), WITH_METHODS)
    check_taken(parser, arguments, ("sets",), (*WITH_METHODS, "vector_limits"))
    check_taken(parser, arguments, ("pictures",), ("segmentation", "strokes_by_need"))
    check_taken(parser, arguments, ("scale",), ("segmentation",))
    check_taken(parser, arguments, ("folder",), ("coclustering", "faces"))
    if arguments.pictures is not None and arguments.pictures < 1:
        parser.error(f"--pictures must be at least 1, got {arguments.pictures}")
    if arguments.scale is not None and not 0 < arguments.scale <= 1:
        parser.error(f"--scale must be above 0 and at most 1, got {arguments.scale:g}")
    for folder in arguments.folder:
        if not folder.is_dir():
            parser.error(f"--folder must be a folder, got {folder}")
    os.environ.update(ONE_THREAD)  # before numpy is loaded: CPU times are those of one thread

    from experiments.settings import Settings

    settings = Settings(
        name=arguments.name,
        out=arguments.out or (results / "quick" if arguments.quick else results),
        quick=arguments.quick,
        fresh=arguments.fresh,
        folders=tuple(arguments.folder),
        methods=tuple(arguments.methods),
        sets=tuple(arguments.sets),
        again=tuple(arguments.again),
        n_pictures=arguments.pictures,
        scale=arguments.scale,
    )
    importlib.import_module(f"experiments.{arguments.name}").run(settings)


if __name__ == "__main__":
    main()
