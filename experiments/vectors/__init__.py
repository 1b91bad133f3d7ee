"""Groups in vectors without any options, compared with what people use today, on a panel of small data sets."""

from experiments.vectors.run import COLUMNS, run

__all__ = ["COLUMNS", "run"]
