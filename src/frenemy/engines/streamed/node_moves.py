"""Tasks that move single nodes: annealing, and moves to the best cluster. They stream the rows once per sweep."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.engines.scratch.stored_arrays import save_array
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.row_files import row_chunks

_MAX_ROUNDS = 16
_MIN_SHARE = 5e-3  # of the nodes move in a round that is followed by another


@dataclass(frozen=True)
class AnnealSweeps:
    """Some sweeps of annealing.

    Attributes
    ----------
    labels : Path, optional
        Where to begin, by default every node alone.
    temperatures : tuple of float
        Of the sweeps, in units of the problem.
    seed : int
        Of the first sweep; those of the others follow.
    """

    level: Level
    labels: Path | None
    temperatures: tuple[float, ...]
    seed: int
    out: Path

    def __call__(self) -> None:
        moves = self.level.moves(self.level.labels(self.labels))
        for sweep, temperature in enumerate(self.temperatures):
            moves.begin_sweep(self.seed + sweep)
            for chunk in row_chunks(self.level.rows):
                moves.anneal(*chunk, temperature * self.level.rows.unit)
        save_array(self.out, moves.labels())


@dataclass(frozen=True)
class MoveNodes:
    """Rounds of moves of single nodes to the cluster that attracts them most, until few nodes move."""

    level: Level
    labels: Path | None
    out: Path

    def __call__(self) -> dict[str, Any]:
        moves = self.level.moves(self.level.labels(self.labels))
        moved: list[int] = []
        while len(moved) < _MAX_ROUNDS and (not moved or moved[-1] > _MIN_SHARE * self.level.rows.n_nodes):
            chunks = row_chunks(self.level.rows, is_needed=moves.is_any_marked)
            moved.append(sum(moves.move_marked(*chunk) for chunk in chunks))
        save_array(self.out, moves.labels())
        return {"moved": moved}
