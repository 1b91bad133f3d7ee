"""An album as JSON for the page: faces once, people after every change."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.photos.face import Faces

_BOX_DIGITS = 1


def faces_table(faces: Faces) -> dict[str, Any]:
    """Photos and faces, which change with new photos only; other messages name faces by their index here.

    ``photos``: id, first path, width, height, number of files; ``faces``: id, number of the photo, box.
    """
    number = {id: k for k, id in enumerate(faces.photos)}
    return {
        "photos": [[one.id, one.paths[0], *one.size, len(one.paths)] for one in faces.photos.values()],
        "faces": [
            [face.id, number[face.photo], [round(float(end), _BOX_DIGITS) for end in face.box]] for face in faces.faces
        ],
    }


def people_view(album: Album) -> dict[str, Any]:
    """People by size with the numbers of their faces, most typical first, and the doubtful faces, least sure first.

    ``doubtful``: number of the face, and of the person it could be or null.
    """
    people = album.people
    ids, numbers = album.person_ids, album.person_numbers
    return {
        "people": [
            {"id": ids[p], "number": numbers[p], "name": people.names[p], "faces": people.members(p).tolist()}
            for p in range(people.n_people)
        ],
        "doubtful": [
            [int(face), None if people.runner_up[face] < 0 else int(people.runner_up[face])]
            for face in people.doubtful_faces()
        ],
        "nFaces": int(np.count_nonzero(people.labels >= 0)),
        "nPhotos": len(album.faces.photos),
        "corrections": corrections_view(album.corrections),
    }


def corrections_view(corrections: Corrections) -> list[dict[str, Any]]:
    """The corrections, by kind, newest first; ``label`` is for screen readers."""
    names = [
        {"kind": "name", "faces": list(one.faces[:1]), "text": one.text, "label": f"the name {one.text}"}
        for one in corrections.names
    ]
    apart = [{"kind": "apart", "faces": list(pair), "label": "not the same"} for pair in corrections.apart]
    same = [{"kind": "same", "faces": list(pair), "label": "the same"} for pair in corrections.same]
    not_faces = [{"kind": "not_face", "faces": [id], "label": "not a face"} for id in corrections.not_faces]
    return [*reversed(names), *reversed(apart), *reversed(same), *reversed(not_faces)]


def person_of_each_face(album: Album) -> dict[str, str | None]:
    """The id of each face's person; None for what is marked as not a face."""
    ids = album.person_ids
    return {
        face.id: ids[label] if label >= 0 else None
        for face, label in zip(album.faces.faces, album.people.labels.tolist(), strict=True)
    }
