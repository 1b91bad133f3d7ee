"""One pass with default settings: energy and CPU time of frenemy and its peers."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.options import Options
from benchmarks.solvers.contest import KILL_AFTER, LONG, OURS, compete
from benchmarks.solvers.known_problems import QUICK, Known, known_problems, left_out
from benchmarks.solvers.problem_folder import ProblemFolder
from benchmarks.solvers.stages import stages
from harness.measure.fresh_process import fresh
from harness.measure.matrix_product import product_seconds
from harness.peers.clustering import PEERS
from harness.tables import Column, Row, Table

ON_LARGE = " On pp1e6: Leiden with 2 iterations, and the aims are an energy of at most -3093000, 40 bytes and 700 MB."
KILL_LARGE = 900.0
PRODUCTS = 80  # the aim for the short pass, in products of the matrix with a vector


def tables(options: Options) -> Iterator[Table]:
    problems = QUICK if options.quick else known_problems()
    chosen = {name: problems[name] for name in options.chosen(problems)}
    yield from one_pass_tables(
        chosen, options, options.chosen_peers(PEERS), note=(ON_LARGE if "pp1e6" in chosen else "") + left_out()
    )


def one_pass_tables(
    problems: dict[str, Known], options: Options, peers: list[str], *, set_name: str = "", note: str = ""
) -> Iterator[Table]:
    """Ours against its reference, then all methods; ``set_name`` is part of the titles."""
    against: list[Row] = []
    everyone: list[Row] = []
    with ProblemFolder() as folder:
        for name, known in problems.items():
            recipe = folder.stored(known.recipe)
            methods = (OURS, known.reference) if known.is_large else (OURS, *peers)
            kill_after = KILL_LARGE if known.is_large else KILL_AFTER
            rows = {
                method: compete(name, recipe, method, seeds=range(options.repeats), kill_after=kill_after)
                for method in methods
            }
            product = fresh(product_seconds, recipe=recipe, repeats=options.repeats)["seconds"]
            everyone += [_with_gap(row, known) for row in rows.values()]
            ours = rows[OURS]
            if "energy" in ours:
                ours = ours | stages(recipe, options.repeats, ours["seconds"])
            against.append(_against(ours, rows.get(known.reference, {}), known, product))
            folder.drop(known.recipe)
    if problems:
        yield _against_table(against, set_name, note)
        yield _everyone_table(everyone, set_name)


def at_most(energy: float, limit: float) -> bool:
    """Less or equal, up to rounding."""
    return energy <= limit + 1e-9 * abs(limit)


def said(is_met: bool) -> str:
    return "yes" if is_met else "no"


def _with_gap(row: Row, known: Known) -> Row:
    if known.best is None or "energy" not in row:
        return row
    return row | {"gap": (row["energy"] - known.best) / abs(known.best)}


def _against(ours: Row, reference: Row, known: Known, product: float) -> Row:
    row: Row = {"method": OURS, "reference": known.reference, "product_seconds": product, "share_allowed": known.share}
    for key in ("problem", "nodes", "pairs", "energy", "worst", "seconds", "build_seconds", "peak_mb", "outcome"):
        row[key] = ours.get(key)
    for key in ("energy", "seconds"):
        row[f"reference_{key}"] = reference.get(key)
    if row["energy"] is None:
        return row
    row["products"] = row["seconds"] / product
    row["short_energy"] = ours["short_energy"]
    for stage in ("short", "extra", "bound"):
        row[f"{stage}_products"] = ours[f"{stage}_seconds"] / product
    row["products_met"] = said(row["short_products"] < PRODUCTS)
    if ours.get("solve_peak_mb") is not None and ours.get("before_mb") is not None:
        row["bytes_per_pair"] = 1e6 * (ours["solve_peak_mb"] - ours["before_mb"]) / max(ours["pairs"], 1)
    limit = row["reference_energy"] if known.energy is None else known.energy
    if limit is not None:
        row["energy_met"] = said(at_most(row["energy"], limit))
    if row["reference_seconds"]:
        row["share"] = row["seconds"] / row["reference_seconds"]
        row["share_met"] = said(row["share"] <= known.share)
    return row


def _against_table(rows: list[Row], set_name: str, note: str) -> Table:
    return Table(
        title=f"One pass against Leiden{set_name}",
        aim=(
            "`fr.solve(problem)` beside igraph's Leiden with 10 iterations: medians over the seeds. Aims: at most its "
            "energy in the given share of its CPU time, building not counted; the short pass, which problems of any "
            f"size get, under {PRODUCTS} products of the same matrix with a vector. Small problems get extra work of "
            "up to about a quarter of a second, and every result a bound: these are counted apart. Memory: what the "
            "solve needs at its peak beyond the built problem, per pair, and the peak of the whole process." + note
        ),
        columns=(
            Column("problem", "problem"),
            Column("nodes", "nodes", ",.0f"),
            Column("pairs", "pairs", ",.0f"),
            Column("energy", "energy", ".2f"),
            Column("worst", "worst seed", ".2f"),
            Column("reference_energy", "Leiden's energy", ".2f"),
            Column("energy_met", "energy met"),
            Column("seconds", "CPU s", ".3g"),
            Column("reference_seconds", "Leiden's CPU s", ".3g"),
            Column("share", "share of its time", ".1%"),
            Column("share_allowed", "allowed", ".0%"),
            Column("share_met", "time met"),
            Column("products", "products", ",.0f"),
            Column("short_products", "of them the short pass", ",.0f"),
            Column("extra_products", "extra work", ",.0f"),
            Column("bound_products", "bound", ",.0f"),
            Column("products_met", "short pass met"),
            Column("short_energy", "energy of the short pass", ".2f"),
            Column("bytes_per_pair", "solve bytes / pair", ".0f"),
            Column("peak_mb", "peak MB", ",.0f"),
        ),
        rows=rows,
    )


def _everyone_table(rows: list[Row], set_name: str) -> Table:
    return Table(
        title=f"One pass, everyone{set_name}",
        aim=(
            "Medians over the seeds; gap: above the lowest energy on record, as a share of it. A process is killed "
            f"after {KILL_AFTER:g} s, and what takes more than {LONG:g} s is measured once."
        ),
        columns=(
            Column("problem", "problem"),
            Column("method", "method"),
            Column("energy", "energy", ".2f"),
            Column("best", "best seed", ".2f"),
            Column("gap", "gap", ".3%"),
            Column("clusters", "clusters", ",.0f"),
            Column("build_seconds", "build CPU s", ".2g"),
            Column("seconds", "solve CPU s", ".3g"),
            Column("peak_mb", "peak MB", ",.0f"),
            Column("outcome", "ended"),
        ),
        rows=rows,
    )
