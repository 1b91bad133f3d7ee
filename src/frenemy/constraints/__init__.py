"""What you know for certain, or nearly so: must-links, cannot-links, one per group. A problem in, a problem out."""

from frenemy.constraints.links import Contradiction, at_most_one_per_group, cannot_link, must_link

__all__ = ["Contradiction", "at_most_one_per_group", "cannot_link", "must_link"]
