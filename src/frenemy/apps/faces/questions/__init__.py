"""Questions about people: one or two, the same or not."""

from frenemy.apps.faces.questions.placed_faces import PlacedFaces, placed_faces
from frenemy.apps.faces.questions.possible_splits import best_cut
from frenemy.apps.faces.questions.questions import Question, find_questions

__all__ = ["PlacedFaces", "Question", "best_cut", "find_questions", "placed_faces"]
