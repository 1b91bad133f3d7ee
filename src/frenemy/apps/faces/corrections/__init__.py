"""Corrections by a user: same person, different people, names, not a face."""

from frenemy.apps.faces.corrections.corrections import Corrections, Dropped, Name

__all__ = ["Corrections", "Dropped", "Name"]
