"""From scored pairs to entities: record linkage, compared with what people do with its scores today."""

from experiments.records.run import COLUMNS, run

__all__ = ["COLUMNS", "run"]
