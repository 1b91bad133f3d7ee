"""The problems of the co-clustering experiment: matrices of a folder, or stand-ins for those of the paper."""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import frenemy as fr
from experiments.coclustering.claimed_size import claimed_nodes
from experiments.coclustering.cosegmentation import PICTURES, Plan, plans
from experiments.settings import Settings
from harness.data import real_data
from harness.progress import print_note

if TYPE_CHECKING:
    from scipy.sparse import csr_array

PAIRS_OF_PICTURES = "pairs of pictures"
SMALL_PAIRS = "small pairs of pictures"  # other problems than those above, so never taken for them
SMALL = "small_opt_json"
CLIQUES = "cp-lib"
GENERATED = "generated"
LARGEST_CLIQUES = 300
_PICTURES_ABOUT = (
    "Every two of ten photographs of cows (MSRC), cut into superpixels (SLIC) that are the nodes. Listed are the pairs "
    "that are nearest by place, across the two photographs with one laid on the other. Weights are log-odds with fixed "
    "constants, from histograms of color and, within a photograph, the strongest contour between two superpixels; the "
    "median is taken off, so that half of the pairs attract, as in the data of the paper. "
)
#: What each set is.
ABOUT = {
    PAIRS_OF_PICTURES: _PICTURES_ABOUT + "The matrices are in `matrices/`.",
    SMALL_PAIRS: _PICTURES_ABOUT + "Here three of these, in fewer pieces; the matrices are in `small_matrices/`.",
    SMALL: "Sub-problems of real ones, from images, neurons and a network, with their optima.",
    CLIQUES: (
        f"CP-Lib: clique partitioning, on graphs of at most {LARGEST_CLIQUES} nodes of which many are complete. Where "
        "weights are random the relaxation says little and what is rounded from it is poor: look at the median."
    ),
    f"{GENERATED}/": "Planted clusters with wrong signs, made for this run and read back from files.",
}
MAX_PAIRS = fr.comparators.LPRelaxation().max_pairs
MAX_NODES = 2 * MAX_PAIRS  # more, and some are in no pair


@dataclass(frozen=True)
class Loaded:
    """A problem, and its optimal energy if known."""

    problem: fr.Problem
    optimum: float | None = None


@dataclass(frozen=True)
class Instance:
    """A problem by its set and its name; ``load`` raises OSError, ValueError or MemoryError if it cannot be read."""

    group: str
    name: str
    load: Callable[[], Loaded]
    digest: str = ""  # of what is in the file, where anyone may replace it

    @property
    def key(self) -> tuple[str, str]:
        """Identifies its rows, and separates them from those of a replaced file."""
        return self.group, f"{self.name} ({self.digest})" if self.digest else self.name

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"


def instances(settings: Settings) -> list[Instance]:
    """The matrices of the given folders, or else all available stand-ins.

    A folder is a set by its whole path: others may have the same name.
    """
    if settings.folders:
        folders = dict.fromkeys(folder.resolve() for folder in settings.folders)
        return [one for folder in folders for one in _of_folder(folder, f"{folder.as_posix().rstrip('/')}/")]
    found = [*_picture_pairs(settings), *_small(settings.quick), *_cliques(settings.quick)]
    if not found:
        print_note("no stand-in is there: generated matrices are measured instead")
    if settings.quick or not found:
        found += _of_folder(_generated(settings.out / GENERATED), f"{GENERATED}/")
    return found


def _is_there(what: str, folder: Path) -> bool:
    if folder.is_dir():
        return True
    print_note(f"{what} left out: there is no folder ../{folder.relative_to(real_data.DATA.parents[1])}")
    return False


# ------------------------------------------------------------------------------------------------------------- folders


def _of_folder(folder: Path, group: str) -> list[Instance]:
    """Every file of a folder, without hidden ones."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("."))
    return [
        Instance(
            group,
            f"{folder.name}/{file.relative_to(folder).as_posix()}",
            partial(read_matrix, file),
            _digest(file),
        )
        for file in files
    ]


def _digest(file: Path) -> str:
    """Nothing for unreadable files, which are reported when they are loaded."""
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()[:12]
    except OSError:
        return ""


def read_matrix(file: Path) -> Loaded:
    """A problem from a file of any supported format, with all its pairs listed, as peers require."""
    _check_nodes(claimed_nodes(file))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # affinity matrices have a diagonal
        try:
            problem = fr.io.read(file).problem
        except ValueError as error:
            raise ValueError(str(error).removeprefix(str(file)).lstrip(":, ")) from error  # the name is printed anyway
    n = problem.n_nodes
    _check_nodes(n)
    n_pairs = problem.n_edges if problem.missing == 0.0 else n * (n - 1) // 2
    if n_pairs == 0:
        raise ValueError("no pair weighs anything")
    if n_pairs > MAX_PAIRS:
        raise ValueError(f"{n_pairs} pairs are too many for the linear relaxation, which takes {MAX_PAIRS}")
    return Loaded(problem if problem.missing == 0.0 else _listed(problem))


def _check_nodes(n_nodes: int) -> None:
    if n_nodes > MAX_NODES:
        raise ValueError(
            f"{n_nodes} nodes are too many: {MAX_PAIRS} pairs, which the linear relaxation takes at most, "
            f"have {MAX_NODES}"
        )


def _listed(problem: fr.Problem) -> fr.Problem:
    n = problem.n_nodes
    weights = problem.missing * np.outer(problem.sizes, problem.sizes)
    u, v, w = problem.edges()
    weights[u, v] = w
    u, v = np.triu_indices(n, 1)
    return fr.Problem.from_edges(u, v, weights[u, v], n_nodes=n)


def _generated(folder: Path) -> Path:
    """Four planted problems, each in a different format."""
    from scipy.io import mmwrite
    from scipy.sparse import save_npz

    folder.mkdir(parents=True, exist_ok=True)
    for seed, suffix in enumerate((".npz", ".npy", ".mtx", ".csv")):
        problem, _ = fr.affinity.planted(60, sizes=[1, 2, 3, 4], degree=12, balance=0.4, noise=0.15, seed=seed)
        matrix = _matrix(problem)
        file = folder / f"planted{seed}{suffix}"
        if suffix == ".npz":
            save_npz(file, matrix)
        elif suffix == ".npy":
            np.save(file, matrix.toarray())
        elif suffix == ".mtx":
            mmwrite(file, matrix)
        else:
            rows = [f"{u},{v},{w!r}" for u, v, w in zip(*(column.tolist() for column in problem.edges()), strict=True)]
            file.write_text("u,v,weight\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return folder


def _matrix(problem: fr.Problem) -> csr_array:
    """Both triangles, as a SciPy sparse matrix."""
    from scipy.sparse import coo_array

    u, v, w = problem.edges()
    upper = coo_array((w, (u, v)), shape=(problem.n_nodes, problem.n_nodes)).tocsr()
    return (upper + upper.T).tocsr()


# --------------------------------------------------------------------------------------------------- pairs of pictures


def picture_plans(quick: bool) -> list[Plan]:
    if not PICTURES.is_dir():
        return []
    return plans(min_nodes=87, max_nodes=110)[:2] if quick else plans()


def _picture_pairs(settings: Settings) -> list[Instance]:
    if not _is_there(PAIRS_OF_PICTURES, PICTURES):
        return []
    found = []
    for plan in picture_plans(settings.quick):
        file = settings.out / ("small_matrices" if settings.quick else "matrices") / f"{plan.name}.npz"
        if settings.fresh:
            file.unlink(missing_ok=True)
        found.append(
            Instance(SMALL_PAIRS if settings.quick else PAIRS_OF_PICTURES, plan.name, partial(picture_pair, plan, file))
        )
    return found


def picture_pair(plan: Plan, file: Path) -> Loaded:
    """Read from the stored matrix, or computed and stored."""
    from scipy.sparse import save_npz

    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part.npz")
        save_npz(part, _matrix(plan.make().problem))
        os.replace(part, file)
    return read_matrix(file)


# ------------------------------------------------------------------------------------------------------- real problems


def _small(quick: bool) -> list[Instance]:
    """Sub-problems of real ones with known optima, of 25 to 50 nodes."""
    folder = real_data.DATA / SMALL
    if not _is_there(SMALL, folder):
        return []
    found = []
    for file in sorted(folder.glob("*.json")):
        entries = json.loads(file.read_text(encoding="utf-8"))
        for number, entry in enumerate(entries[:1] if quick else entries):
            found.append(Instance(SMALL, f"{file.stem}/{number:02}", partial(_small_problem, entry)))
    return found


def _small_problem(entry: dict[str, Any]) -> Loaded:
    u, v, w = zip(*entry["edges"], strict=True)
    problem = fr.Problem.from_edges(np.array(u, int), np.array(v, int), w, n_nodes=entry["n"])
    return Loaded(problem, float(entry["cplex"]))


def _cliques(quick: bool) -> list[Instance]:
    """Clique partitioning: complete graphs, most of them with proven optima."""
    if quick or not _is_there(CLIQUES, real_data.DATA / CLIQUES):
        return []
    return [
        Instance(CLIQUES, one.name, partial(_clique_problem, one))
        for one in real_data.clique_partitioning_index()
        if one.n_nodes <= LARGEST_CLIQUES
    ]


def _clique_problem(one: real_data.CliquePartitioning) -> Loaded:
    problem = real_data.clique_partitioning(one.group, one.file).problem()
    is_known = one.is_proven and one.best is not None
    return Loaded(problem, problem.total_weight - one.best if is_known else None)
