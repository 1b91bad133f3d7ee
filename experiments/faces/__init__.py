"""Who is who: unseen people found among faces, beside what people use today (section 7.2)."""

from experiments.faces.run import run

__all__ = ["run"]
