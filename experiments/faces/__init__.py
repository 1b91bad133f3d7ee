"""Clusters of faces of unseen people, compared with methods in use today (section 7.2)."""

from experiments.faces.run import run

__all__ = ["run"]
