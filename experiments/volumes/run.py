"""Measure both sets and write the tables."""

from __future__ import annotations

import time
from statistics import mean

import frenemy as fr
from experiments import page
from experiments.settings import Settings
from experiments.volumes import affinities, kinds, made_up, membranes
from experiments.volumes.methods import methods
from harness.progress import print_note, with_progress
from harness.results_file import ResultsFile
from harness.tables import Column, Row, Table

COLUMNS = ("method", "section", "rand_error", "split", "merge", "cells", "energy", "cpu_s")
SIDES = (64, 128, 256, 512)


def run(settings: Settings) -> None:
    began = time.perf_counter()
    volumes = ResultsFile(settings.out / "volumes_made_up.csv", made_up.COLUMNS, n_keys=1, fresh=settings.fresh)
    sides = SIDES[:1] if settings.quick else SIDES
    for (side,) in with_progress(volumes.left([(side,) for side in sides]), "made-up volumes"):
        volumes.add(made_up.measure(side))
    results, tables = [volumes], [_volume_table(volumes), _speed_table(volumes)]
    if not settings.quick:
        maps = ResultsFile(settings.out / "volumes_kinds.csv", kinds.COLUMNS, n_keys=3, fresh=settings.fresh)
        kinds.measured(maps)
        pairs = ResultsFile(settings.out / "volumes_affinities.csv", affinities.COLUMNS, n_keys=2, fresh=settings.fresh)
        affinities.measured(pairs)
        results = [maps, pairs, *results]
        tables = [*kinds.tables(maps.rows), affinities.table(pairs.rows), *tables]
    if membranes.FOLDER.is_dir() and not settings.quick:
        isbi = ResultsFile(settings.out / "volumes.csv", COLUMNS, n_keys=2, fresh=settings.fresh)
        if not isbi.rows:
            _measure_sections(isbi)
        results, tables = [isbi, *results], [_section_table(isbi), *tables]
    elif not settings.quick:
        print_note(f"no sections of ISBI 2012 in {membranes.FOLDER}: that table is left out")
    page.write(settings, tables, results=results, seconds=time.perf_counter() - began)


def _measure_sections(results: ResultsFile) -> None:
    learn, report = membranes.sections()
    for name, method in with_progress(list(methods(learn).items()), "sections"):
        for section in report:
            found = method(section.boundaries)
            halves = fr.metrics.split_and_merge(found.labels, section.truth)
            results.add(
                {
                    "method": name,
                    "section": section.number,
                    "rand_error": fr.metrics.adapted_rand_error(found.labels, section.truth),
                    "split": halves.split,
                    "merge": halves.merge,
                    "cells": len(set(found.labels.ravel().tolist())),
                    "energy": found.energy,
                    "cpu_s": found.cpu_seconds,
                }
            )


def _section_table(results: ResultsFile) -> Table:
    rows: list[Row] = []
    for name in dict.fromkeys(row["method"] for row in results.rows):
        own = [row for row in results.rows if row["method"] == name]
        means = {key: mean(row[key] for row in own) for key in ("rand_error", "split", "merge", "cells")}
        has_energy = own[0]["energy"] is not None
        solve = {key: mean(row[key] for row in own) for key in ("energy", "cpu_s")} if has_energy else {}
        rows.append({"method": name, **means, "vi": means["split"] + means["merge"], **solve})
    return Table(
        title="Sections of ISBI 2012",
        aim=(
            "Means over 5 sections. From the other 5, a classifier of pixels was learned, which makes the membrane "
            "maps, and the settings. Adapted Rand error and variation of information in bits; true membranes do not "
            "count; lower is better."
        ),
        columns=(
            Column("method", "method"),
            Column("rand_error", "adapted Rand error", ".4f"),
            Column("vi", "VI", ".3f"),
            Column("split", "VI split", ".3f"),
            Column("merge", "VI merge", ".3f"),
            Column("cells", "cells", ".0f"),
            Column("energy", "energy", ".2f"),
            Column("cpu_s", "solve, CPU s", ".3f"),
        ),
        rows=rows,
    )


def _volume_table(results: ResultsFile) -> Table:
    return Table(
        title="Made-up volumes",
        aim=(
            "Voronoi cells with blurred membranes, 20 % of them faint, and noise; weights learned (logistic) from "
            "another volume of 112 voxels along each axis. Energies are of the same problem, solved by frenemy and by "
            "GAEC of bioimage-cpp. The last volume is made of mirror images, so it has no truth."
        ),
        columns=(
            Column("side", "voxels along each axis", "d"),
            Column("regions", "regions", ",d"),
            Column("cells", "cells, learned", ",d"),
            *(
                column
                for of, name in (("_watershed", "watershed alone"), ("_default", "default weights"), ("", "learned"))
                for column in (
                    Column(f"rand_error{of}", f"{name}: Rand error", ".4f"),
                    Column(f"split{of}", "VI split", ".3f"),
                    Column(f"merge{of}", "VI merge", ".3f"),
                )
            ),
            Column("energy", "energy", ",.1f"),
            Column("their_energy", "energy, GAEC", ",.1f"),
            Column("solve_s", "solve, CPU s", ".3f"),
            Column("their_solve_s", "GAEC, CPU s", ".3f"),
        ),
        rows=sorted(results.rows, key=lambda row: row["side"]),
    )


def _speed_table(results: ResultsFile) -> Table:
    rows = sorted(results.rows, key=lambda row: row["side"])
    if rows[0]["their_graph_s"] is not None:
        rows = [row | {"their_both_s": row["their_graph_s"] + row["their_features_s"]} for row in rows]
    return Table(
        title="Speed",
        aim=(
            "CPU seconds on one thread: our watershed; the region graph with mean, spread and quantiles of the values "
            "on its faces, which takes us one pass and bioimage-cpp two; and the graph without values. Then wall-clock "
            "seconds of all of segment_volume on 2 threads, and the largest memory of the process so far, with the "
            "volume."
        ),
        columns=(
            Column("side", "voxels along each axis", "d"),
            Column("pairs", "pairs", ",d"),
            Column("supervoxels_s", "watershed", ".2f"),
            Column("graph_s", "graph and features", ".3f"),
            Column("their_both_s", "the same, bioimage-cpp", ".3f"),
            Column("graph_alone_s", "graph alone", ".3f"),
            Column("their_graph_s", "the same, bioimage-cpp", ".3f"),
            Column("all_wall_s", "all, wall s", ".1f"),
            Column("peak_gb", "peak GB", ".2f"),
        ),
        rows=rows,
    )
