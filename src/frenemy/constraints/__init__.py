"""Add what you know to a problem: must-links, cannot-links, at most one node per group."""

from frenemy.constraints.links import Contradiction, at_most_one_per_group, cannot_link, must_link

__all__ = ["Contradiction", "at_most_one_per_group", "cannot_link", "must_link"]
