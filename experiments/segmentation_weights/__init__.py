"""Learn the networks with which ``frenemy.segment`` weighs evidence, from pictures that people segmented."""

from experiments.segmentation_weights.run import run

__all__ = ["run"]
