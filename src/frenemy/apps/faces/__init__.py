"""Faces in photos: detect and embed them, and cluster them into people."""

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.album.album_folder import AlbumFolder, open_album
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.export.person_folders import FoldersWritten, write_person_folders
from frenemy.apps.faces.people import People, find_people
from frenemy.apps.faces.photos.dlib_faces import DlibFaces
from frenemy.apps.faces.photos.embedded_faces import faces_from_embeddings
from frenemy.apps.faces.photos.face import Describer, Face, Faces, Found, NotSearched, Photo, Skipped
from frenemy.apps.faces.photos.scan import Scan, scan
from frenemy.apps.faces.photos.scan_cache import KeptScan, ScanCache

__all__ = [
    "Album",
    "AlbumFolder",
    "Corrections",
    "Describer",
    "DlibFaces",
    "Face",
    "Faces",
    "FoldersWritten",
    "Found",
    "KeptScan",
    "NotSearched",
    "People",
    "Photo",
    "Scan",
    "ScanCache",
    "Skipped",
    "faces_from_embeddings",
    "find_people",
    "open_album",
    "scan",
    "write_person_folders",
]
