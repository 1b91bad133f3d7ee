"""Pairs that are worth a review."""

from frenemy.apps.records.review.useful_pairs import most_useful_pairs

__all__ = ["most_useful_pairs"]
