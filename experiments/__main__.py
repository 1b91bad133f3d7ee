"""``python -m experiments NAME [--quick] [--out DIR] [--fresh]``, from the root of the repository."""

from __future__ import annotations

import argparse
import importlib
import os
from pathlib import Path

NAMES = {
    "prior": "-log Pr(k) for several n (figure 1)",
    "synthetic": "750 nodes from sparse to dense, all methods (figure 3)",
    "coclustering": "energies beside those of the linear relaxation (table 1)",
    "segmentation": "interactive segmentation by how much is drawn, beside what one has today (section 7.1)",
    "segmentation_weights": "learns what segment() weighs evidence with, from pictures that people had cut",
    "faces": "unseen people found among faces, beside what people use today (section 7.2, figure 7)",
    "records": "entities found from the scored pairs of record linkage, beside what people do with them today",
    "comparators": "thresholds and normalized cuts beside ours",
    "claims": "every claim of sections 2 to 6, and whether it holds",
}
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"), "1")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m experiments",
        description="Repeat the experiments of Bagon & Galun. Writes NAME.csv, NAME.md and a figure (PNG and SVG). "
        "A run that was cut short goes on where it stopped.",
        epilog="\n".join(f"  {name:<22}{what}" for name, what in NAMES.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=NAMES, help="which experiment; see below")
    parser.add_argument("--quick", action="store_true", help="small and under a minute: does everything still run?")
    parser.add_argument(
        "--out", type=Path, help="folder for results (experiments/results, or quick/ in it for quick ones)"
    )
    parser.add_argument("--fresh", action="store_true", help="start anew instead of going on with the rows there are")
    parser.add_argument(
        "--folder",
        "--data",
        type=Path,
        action="append",
        default=[],
        help="coclustering: measure the matrices in here instead of the stand-ins; faces: measure the people in here, "
        "who have a folder of photographs each; repeatable",
    )
    group = parser.add_argument_group("segmentation, faces and records; a name stands for all that begin with it")
    group.add_argument("--methods", action="append", default=[], help="measure these only; repeatable")
    group.add_argument("--sets", action="append", default=[], help="measure these sets only; repeatable")
    group.add_argument("--anew", action="append", default=[], help="measure this method again; repeatable")
    group.add_argument("--pictures", type=int, help="segmentation: so many of each set only")
    group.add_argument(
        "--scale",
        type=float,
        help="segmentation: width and height for methods on all pixels, which take minutes at 1 (0.5)",
    )
    asked = parser.parse_args()
    if asked.name not in ("segmentation", "faces", "records") and (asked.methods or asked.sets or asked.anew):
        parser.error(f"--methods, --sets and --anew are for segmentation, faces and records, not for {asked.name}")
    if asked.name != "segmentation" and (asked.pictures is not None or asked.scale is not None):
        parser.error(f"--pictures and --scale are for segmentation, not for {asked.name}")
    if asked.pictures is not None and asked.pictures < 1:
        parser.error(f"--pictures must be at least 1, got {asked.pictures}")
    if asked.scale is not None and not 0 < asked.scale <= 1:
        parser.error(f"--scale must be above 0 and at most 1, got {asked.scale:g}")
    if asked.folder and asked.name not in ("coclustering", "faces"):
        parser.error(f"--folder is for coclustering and faces, not for {asked.name}")
    for folder in asked.folder:
        if not folder.is_dir():
            parser.error(f"--folder must be a folder, got {folder}")
    os.environ.update(ONE_THREAD)  # before numpy is loaded: CPU times are those of one thread

    from experiments.settings import Settings

    results = Path("experiments/results")
    settings = Settings(
        name=asked.name,
        out=asked.out or (results / "quick" if asked.quick else results),
        quick=asked.quick,
        fresh=asked.fresh,
        folders=tuple(asked.folder),
        methods=tuple(asked.methods),
        sets=tuple(asked.sets),
        anew=tuple(asked.anew),
        n_pictures=asked.pictures,
        scale=asked.scale,
    )
    importlib.import_module(f"experiments.{asked.name}").run(settings)


if __name__ == "__main__":
    main()
