"""Faces in photos: find them, describe them, and say who is who."""

from frenemy.apps.faces.dlib_faces import DlibFaces
from frenemy.apps.faces.embedded_faces import faces_from_embeddings
from frenemy.apps.faces.face import Describer, Face, Faces, Found, NotSearched, Photo, Skipped
from frenemy.apps.faces.scan import Scan, scan
from frenemy.apps.faces.scan_cache import KeptScan, ScanCache

__all__ = [
    "Describer",
    "DlibFaces",
    "Face",
    "Faces",
    "Found",
    "KeptScan",
    "NotSearched",
    "Photo",
    "Scan",
    "ScanCache",
    "Skipped",
    "faces_from_embeddings",
    "scan",
]
