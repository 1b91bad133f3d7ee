"""Counts of the rows of a table of pairs: how many became pairs, and why the others did not."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RowCounts:
    """Counts of rows that were dropped, merged or changed; ``str`` describes them.

    Each row is a pair, or is counted exactly once below:
    ``n_rows = n_pairs + self_pairs + repeated_rows + null_ids + null_scores``.

    Attributes
    ----------
    n_rows, n_pairs, n_records : int
        Rows of the table, the pairs they became, and their records.
    self_pairs : int
        Rows whose two ids are the same. The record stays.
    repeated_rows : int
        Rows that repeat a pair, in either direction. The pair has the mean of the scores, or the sum.
    differing_pairs : int
        Pairs with several rows and different scores.
    null_ids, null_scores : int
        Rows without one of their ids, and rows with both ids but no score (null or NaN); only with ``nulls="drop"``.
    null_records : int
        Rows of the table of records without an id; only with ``nulls="drop"``.
    added_records : int
        Records that only the pairs have; only with ``unknown="add"``.
    clipped_scores : int
        Pairs whose score was clipped, such as a probability of 1.
    are_summed : bool
        Whether rows of one pair add up, as weights do.

    Examples
    --------
    >>> from frenemy.tables.row_counts import RowCounts
    >>> print(RowCounts(n_rows=1000, n_pairs=990, n_records=400, self_pairs=1, repeated_rows=9, differing_pairs=2))
    1,000 rows are 990 pairs of 400 records
    left out: 1 row that pairs a record with itself
    left out: 9 rows that repeat a pair (for 2 pairs the scores differ, and the mean counts)
    """

    n_rows: int = 0
    n_pairs: int = 0
    n_records: int = 0
    self_pairs: int = 0
    repeated_rows: int = 0
    differing_pairs: int = 0
    null_ids: int = 0
    null_scores: int = 0
    null_records: int = 0
    added_records: int = 0
    clipped_scores: int = 0
    are_summed: bool = False

    def __str__(self) -> str:
        lines = [
            f"{_count(self.n_rows, 'row is', 'rows are')} {_count(self.n_pairs, 'pair', 'pairs')} "
            f"of {_count(self.n_records, 'record', 'records')}"
        ]
        how = "added up" if self.are_summed else "left out"
        repeats = f"{how}: {_count(self.repeated_rows, 'row that repeats', 'rows that repeat')} a pair"
        if self.differing_pairs and not self.are_summed:
            repeats += f" (for {_count(self.differing_pairs, 'pair', 'pairs')} the scores differ, and the mean counts)"
        lines_by_count = {
            f"left out: {_count(self.self_pairs, 'row that pairs', 'rows that pair')} a record with itself": (
                self.self_pairs
            ),
            repeats: self.repeated_rows,
            f"left out: {_count(self.null_ids, 'row', 'rows')} without an id": self.null_ids,
            f"left out: {_count(self.null_scores, 'row', 'rows')} without a score": self.null_scores,
            f"left out: {_count(self.null_records, 'record', 'records')} without an id": self.null_records,
            f"added: {_count(self.added_records, 'record', 'records')} that only the pairs have": self.added_records,
            f"clipped: {_count(self.clipped_scores, 'score', 'scores')} close to certainty": (self.clipped_scores),
        }
        return "\n".join(lines + [line for line, count in lines_by_count.items() if count])


def _count(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
