"""Faces in photos: find them, describe them, and say who is who."""

from frenemy.apps.faces.embedded_faces import faces_from_embeddings
from frenemy.apps.faces.face import Describer, Face, Faces, Found, Photo, Skipped

__all__ = ["Describer", "Face", "Faces", "Found", "Photo", "Skipped", "faces_from_embeddings"]
