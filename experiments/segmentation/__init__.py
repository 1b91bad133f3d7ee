"""Interactive segmentation beside what one has today, by how much of the boundaries is drawn (section 7.1)."""

from experiments.segmentation.run import COLUMNS, run

__all__ = ["COLUMNS", "run"]
