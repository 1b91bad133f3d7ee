"""Match corrected faces with newly detected ones."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace

from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.photos.face import Box, Face, Faces

MIN_OVERLAP = 0.5  # intersection over union of two boxes of one face
_NO_BOX = (0.0, 0.0, 0.0, 0.0)


def with_boxes(corrections: Corrections, faces: Faces) -> Corrections:
    """The corrections with the boxes of their faces, as far as these exist."""
    corrected = corrections.face_ids
    boxes = {id: box for id, box in corrections.boxes.items() if id in corrected}
    for id in corrected & faces.index.keys():
        face = faces.faces[faces.index[id]]
        if _area(face.box):
            boxes[id] = face.box
    return replace(corrections, boxes=boxes)


def matched(corrections: Corrections, faces: Faces) -> Corrections:
    """The same corrections with the ids that their faces have now.

    The index in an id counts the faces of a photo, so another detector, or another setting of it, gives the same face
    another id. Boxes of one photo that overlap by more than half are the same face, the best match first. A face that
    is not detected now is kept under an id of its own and matched again when it reappears.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.corrections.corrections import Corrections
    >>> from frenemy.apps.faces.photos.face import Face, Faces, Photo
    >>> from frenemy.apps.faces.corrections.face_matching import matched
    >>> def face(index, box):
    ...     return Face(f"beach-{index}", "beach", box, (), 1.0, np.zeros(2, np.float32), b"")
    >>> now = Faces((face(0, (0, 0, 9, 9)), face(1, (20, 0, 40, 20))), {"beach": Photo("beach", ("b.jpg",), (50, 50))})
    >>> said = Corrections(not_faces=("beach-0",), boxes={"beach-0": (21, 0, 40, 20)})
    >>> matched(said, now).not_faces
    ('beach-1',)
    """
    corrected: dict[str, list[str]] = {}
    for id in sorted(corrections.face_ids):
        corrected.setdefault(id.rpartition("-")[0], []).append(id)
    here: dict[str, list[Face]] = {}
    for face in faces.faces:
        if face.photo in corrected:
            here.setdefault(face.photo, []).append(face)
    new: dict[str, str] = {}
    for photo, found in here.items():
        new |= _renamed(photo, corrected[photo], corrections.boxes, found)
    if not new:
        return corrections
    boxes = {new.get(id, id): box for id, box in corrections.boxes.items()}
    return corrections.renumbered(lambda id: new.get(id, id), boxes)


def _renamed(photo: str, ids: list[str], boxes: Mapping[str, Box], found: list[Face]) -> dict[str, str]:
    """New ids for those of a photo that must change theirs."""
    of_id = {face.id: face for face in found}
    # Without a box, the id decides.
    kept = {id for id in ids if id in of_id and not (_area(boxes.get(id, _NO_BOX)) and _area(of_id[id].box))}
    pairs = [(_overlap(boxes[id], face.box), id, face.id) for id in ids if id in boxes for face in found]
    match: dict[str, str] = {id: id for id in kept}
    taken = set(kept)
    for overlap, id, face_id in sorted(pairs, key=lambda pair: (-pair[0], pair[1] != pair[2], pair[1], pair[2])):
        if overlap > MIN_OVERLAP and id not in match and face_id not in taken:
            match[id] = face_id
            taken.add(face_id)
    lost = (f"{photo}-lost{number}" for number in itertools.count())
    for id in ids:
        if id not in match:
            # Its id may be that of another face now.
            match[id] = next(it for it in lost if it not in ids) if id in of_id else id
    return {id: other for id, other in match.items() if id != other}


def _overlap(a: Box, b: Box) -> float:
    common = _area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))
    return common / (_area(a) + _area(b) - common) if common else 0.0


def _area(box: Box) -> float:
    left, top, right, bottom = box
    return max(0.0, right - left) * max(0.0, bottom - top)
