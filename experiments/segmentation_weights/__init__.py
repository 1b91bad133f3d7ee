"""Learns the networks that ``frenemy.segment`` weighs evidence with, from pictures that people had cut."""

from experiments.segmentation_weights.run import run

__all__ = ["run"]
