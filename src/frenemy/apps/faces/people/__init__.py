"""Who is who: from faces to people."""

from frenemy.apps.faces.people.people import People, Uncorrected, corrected, doubtful_below, find_people, uncorrected

__all__ = ["People", "Uncorrected", "corrected", "doubtful_below", "find_people", "uncorrected"]
