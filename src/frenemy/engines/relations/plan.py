"""The plan for pairs beyond memory: every step that is a relation, in SQL that DuckDB and Spark have in common.

An id is first a key, then a node: a number that rises with the place where the id is first seen, so that nodes are in
the order that a table in memory gives them, whatever the engine and however the rows are split.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from frenemy.engines.relations.engine import Engine


class RowFacts(NamedTuple):
    """Counts of the given rows, and the range of their scores.

    Attributes
    ----------
    n_rows : int
    null_ids, null_scores : int
        Rows without an id, and other rows without a score.
    low, high : float or None
        None if no row has a score.
    """

    n_rows: int
    null_ids: int
    null_scores: int
    low: float | None
    high: float | None


class Numbered(NamedTuple):
    """What is known once ids and pairs have numbers: facts of the rows, the number of ids, and of rows of two ids."""

    facts: RowFacts
    n_nodes: int
    n_pairs: int


@dataclass(frozen=True)
class PairPlan:
    """The relations of a dataset.

    Attributes
    ----------
    engine : Engine
    n_ids : int
        The number of columns of an id.
    is_number : bool
        Whether an id is one whole number, which is its own key.
    """

    engine: Engine
    n_ids: int
    is_number: bool

    def facts(self) -> RowFacts:
        """Look at all rows once."""
        found = self.engine.table(
            f"""
            SELECT count(*) AS n_rows,
                count(CASE WHEN NOT ({self.has_ids}) THEN 1 END) AS null_ids,
                count(CASE WHEN ({self.has_ids}) AND score IS NULL THEN 1 END) AS null_scores,
                min(CASE WHEN {self.has_ids} THEN score END) AS low,
                max(CASE WHEN {self.has_ids} THEN score END) AS high
            FROM given
            """
        )
        return RowFacts(**found.to_pylist()[0])

    def number_ids(self, n_rows: int) -> int:
        """Store ``ids``: the columns ``id1, id2 ...``, ``key`` and ``node`` of each; the number of ids."""
        ids = self._columns("id")
        sides = " UNION ALL ".join(
            f"SELECT {', '.join(f'{own} AS {name}' for own, name in zip(self._columns(side), ids, strict=True))}, "
            f"2 * place + {at} AS seen FROM given WHERE {self.has_ids}"
            for at, side in enumerate("lr")
        )
        hashed = self.engine.key(ids)
        n_parts = self.engine.n_parts(2 * n_rows)
        if n_parts > 1:
            about = self._stored("ids_about", f"SELECT approx_count_distinct({hashed}) AS n FROM ({sides}) AS ends")
            n_parts = self.engine.n_parts(about)

        def firsts(where: str) -> str:
            columns = ", ".join(ids)
            return f"SELECT {columns}, min(seen) AS seen FROM ({sides}) AS ends WHERE {where} GROUP BY {columns}"

        parts = [f"ids_first_{at}" for at in range(n_parts)] if n_parts > 1 else []
        for at, part in enumerate(parts):
            self.engine.store(part, firsts(f"{hashed} % {n_parts} = {at}"))
        found = " UNION ALL ".join(f"SELECT * FROM {part}" for part in parts) or firsts("TRUE")
        n_ids = self.engine.store(
            "ids",
            f"""
            SELECT {", ".join(ids)}, {self._key("id")} AS key, {self.engine.node("seen")} AS node
            FROM ({found}) AS firsts
            """,
        )
        for part in parts:
            self.engine.drop(part)
        return n_ids

    def number_pairs(self, n_ids: int) -> int:
        """Store ``pairs``: the nodes ``u < v``, the score and the place of each row that has both; their number."""
        by_key = self.is_number or not self._has_repeated_keys(n_ids)
        left, right = (self._same_id(side, table, by_key=by_key) for side, table in (("l", "a"), ("r", "b")))
        n_pairs = self.engine.store(
            "pairs",
            f"""
            SELECT least(a.node, b.node) AS u, greatest(a.node, b.node) AS v, given.score, given.place
            FROM given JOIN ids AS a ON {left} JOIN ids AS b ON {right}
            WHERE given.score IS NOT NULL AND a.node <> b.node
            """,
        )
        self.engine.drop("given")
        return n_pairs

    def _has_repeated_keys(self, n_ids: int) -> bool:
        n_parts = self.engine.n_parts(n_ids)
        repeated = "SELECT count(*) - count(DISTINCT key) AS n FROM ids"
        parts = (f"{repeated} WHERE key % {n_parts} = {at}" for at in range(n_parts))
        return any(self._stored(f"ids_repeated_{at}", part) for at, part in enumerate(parts))

    def _stored(self, name: str, sql: str) -> int:
        """A count, made once even if the run is interrupted."""
        self.engine.store(name, sql)
        n: int = self.engine.table(f"SELECT n FROM {name}").column(0)[0].as_py()
        return n

    def positions(self, *, are_all: bool) -> str:
        """The pairs with their ``position`` in the order of the rows, which is the place if ``are_all`` rows pairs."""
        if are_all and self.engine.counts_rows:
            return "SELECT place AS position, u, v FROM pairs"
        return ranked("SELECT u, v, place FROM pairs", "place")

    @staticmethod
    def attracting(above: float) -> str:
        """The nodes of the rows that attract, and of the links: one such row is enough to connect a pair."""
        return f"SELECT u, v FROM pairs WHERE score > {as_sql(above)} UNION ALL SELECT u, v FROM links"

    #: The rows, and the links as rows without a score, so that the nodes of a link are in one task.
    rows = "SELECT u, v, score, place FROM pairs UNION ALL SELECT u, v, score, place FROM links"

    def routed(self, n_tasks: int, n_between: int) -> str:
        """All rows with their ``task``: that of the component which holds both ends, or one of ``n_between`` from
        ``n_tasks`` on, the same for all rows of a pair. The engine looks up nodes in ``parts`` by joins."""
        between = f"{n_tasks} + u % {n_between}"
        return f"""
            SELECT CASE WHEN a.part = b.part THEN a.task ELSE {between} END AS task, a.part, u, v, score, place
            FROM ({self.rows}) AS listed
            LEFT JOIN parts AS a ON u = a.node LEFT JOIN parts AS b ON v = b.node
            """

    @property
    def has_ids(self) -> str:
        """Whether a row has all columns of both ids."""
        return " AND ".join(f"{name} IS NOT NULL" for name in (*self._columns("l"), *self._columns("r")))

    def _columns(self, side: str) -> list[str]:
        return [f"{side}{at + 1}" for at in range(self.n_ids)]

    def _key(self, side: str) -> str:
        return f"{side}1" if self.is_number else self.engine.key(self._columns(side))

    def _same_id(self, side: str, table: str, *, by_key: bool) -> str:
        """The condition that an id of a row is that of a table; by all columns if two ids have the same key."""
        if by_key:
            return f"{self._key(side)} = {table}.key"
        both = zip(self._columns(side), self._columns("id"), strict=True)
        return " AND ".join(f"{own} = {table}.{name}" for own, name in both)


def ranked(relation: str, order: str) -> str:
    """A relation with the ``position`` of each row by a column of distinct whole numbers.

    Blocks of these numbers are sorted on their own, so that no step of one process sees all rows.
    """
    blocks = f"SELECT *, {order} - {order} % 4294967296 AS block FROM ({relation}) AS ordered"
    return f"""
        SELECT inside.*, place_in_block + coalesce(n_before, 0) - 1 AS position
        FROM (
            SELECT *, row_number() OVER (PARTITION BY block ORDER BY {order}) AS place_in_block
            FROM ({blocks}) AS cut
        ) AS inside
        JOIN (
            SELECT block, sum(n) OVER (ORDER BY block ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS n_before
            FROM (SELECT block, count(*) AS n FROM ({blocks}) AS cut GROUP BY block) AS counted
        ) AS earlier ON inside.block = earlier.block
        """


def as_sql(number: float) -> str:
    """A number as SQL that is exactly this number."""
    return f"CAST('{number!r}' AS DOUBLE)"
