"""An album as JSON for the page: faces once, people after every change."""

from __future__ import annotations

from typing import Any

import numpy as np

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.batch import Batch
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.photos.face import Faces
from frenemy.web.faces.changes import batch_key

_BOX_DIGITS = 1
_BATCH_FACES = 3  # of a batch to show


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

    ``doubtful``: number of the face, and of the person it could be or null. ``questions``: see
    :class:`frenemy.apps.faces.questions.Question`.
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
        "questions": [
            {"kind": one.kind, "people": list(one.people), "faces": list(one.faces)} for one in people.questions
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
    batches = [_batch_view(batch) for batch in corrections.batches]
    in_batches = {pair for batch in corrections.batches for pair in (*batch.same, *batch.apart)}
    apart = [
        {"kind": "apart", "faces": list(pair), "label": "not the same"}
        for pair in corrections.apart
        if pair not in in_batches
    ]
    same = [
        {"kind": "same", "faces": list(pair), "label": "the same"}
        for pair in corrections.same
        if pair not in in_batches
    ]
    not_faces = [{"kind": "not_face", "faces": [id], "label": "not a face"} for id in corrections.not_faces]
    return [*reversed(names), *reversed(batches), *reversed(apart), *reversed(same), *reversed(not_faces)]


def _batch_view(batch: Batch) -> dict[str, Any]:
    """``faces``: a few that were moved, and one of those they belong to now or do not."""
    n = len(batch.faces)
    faces = f"{n:,} face{'' if n == 1 else 's'}"
    people = f"{n + 1:,} people" if n else "people"
    words = {
        "move": f"{faces} moved to" if batch.others else f"{faces} moved to a new person",
        "merge": f"{people} merged",
        "split": f"{faces} split from",
        "one person": f"{faces} are one person",
    }
    return {
        "kind": "batch",
        "faces": list(batch.faces[:_BATCH_FACES]),
        "others": list(batch.others[:1]),
        "text": batch_key(batch),
        "label": words[batch.kind],
    }


def person_of_each_face(album: Album) -> dict[str, str | None]:
    """The id of each face's person; None for what is marked as not a face."""
    ids = album.person_ids
    return {
        face.id: ids[label] if label >= 0 else None
        for face, label in zip(album.faces.faces, album.people.labels.tolist(), strict=True)
    }
