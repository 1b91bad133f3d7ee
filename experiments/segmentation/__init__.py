"""Interactive segmentation compared with today's methods, by the share of boundaries drawn (section 7.1)."""

from experiments.segmentation.run import COLUMNS, run

__all__ = ["COLUMNS", "run"]
