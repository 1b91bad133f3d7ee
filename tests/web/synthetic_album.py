"""A made-up album: faces that are colored pictures, with embeddings to match."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from alike_people import alike_people
from PIL import Image, ImageDraw

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.people.face_weights import DLIB
from frenemy.apps.faces.photos.face import Face, Faces, Photo, Skipped
from frenemy.apps.faces.photos.face import Found as FoundFace

WIDTH, HEIGHT = 320, 240


class Line:
    """A weigher of our own, so that what is doubtful stays so: log-odds are a line in the distance, cut off."""

    def prepare(self, features):
        return _LineWeights(np.asarray(features, np.float32))


class _LineWeights:
    account = "a line"

    def __init__(self, coordinates):
        self.coordinates = coordinates

    def weights(self, u, v):
        distance = np.linalg.norm(self.coordinates[u] - self.coordinates[v], axis=1)
        return np.clip(-60.0 * (distance - 0.52), -60.0, 60.0).astype(np.float64)


def embeddings(sizes, *, between=(), lonely=(), spread=0.03, seed=0):
    """Rows and whose they are: people at right angles to each other, 0.85 apart, with rows 0.17 apart from each other.

    After them, a row in the middle of two people for each of ``between``, and for each of ``lonely`` one beside a
    person, a little too far to belong there.
    """
    rng = np.random.default_rng(seed)
    n_features = max(len(sizes) + len(lonely), 16)
    centers = 0.6 * np.eye(n_features)
    who = np.repeat(np.arange(len(sizes)), sizes)
    rows = centers[who] + rng.normal(0, spread, (len(who), n_features))
    more = [(centers[p] + centers[q]) / 2 for p, q in between]
    more += [centers[p] + 0.9 * centers[len(sizes) + k] for k, p in enumerate(lonely)]
    who = np.concatenate([who, [p for p, _ in between], lonely]).astype(int)
    return np.concatenate([rows, np.reshape(more, (-1, n_features))]).astype(np.float32), who


def portrait(who, k, size=120):
    """A face of two eyes and a mouth, in a color for each person."""
    hue = np.array([(who * 67) % 255, (who * 131 + 90) % 255, (who * 29 + 160) % 255])
    image = Image.new("RGB", (size, size), tuple(int(c) for c in (hue * 0.45 + 40)))
    draw = ImageDraw.Draw(image)
    skin = tuple(int(c) for c in 150 + hue * 0.35)
    lean = (k * 7) % 9 - 4
    draw.ellipse((0.18 * size + lean, 0.1 * size, 0.82 * size + lean, 0.95 * size), fill=skin)
    for x in (0.38, 0.62):
        draw.ellipse((x * size - 5 + lean, 0.4 * size, x * size + 5 + lean, 0.4 * size + 9), fill=(30, 30, 40))
    draw.arc((0.35 * size + lean, 0.5 * size, 0.65 * size + lean, 0.76 * size), 20, 160, fill=(90, 30, 40), width=4)
    return image


def jpeg(image):
    file = BytesIO()
    image.save(file, "JPEG", quality=85)
    return file.getvalue()


class SyntheticPhotos:
    """Photos with one face each, or two where ``pairs`` says so; the bytes of all files are kept in ``files``."""

    def __init__(self, sizes, *, pairs=(), between=(), lonely=(), rows=None):
        """``rows`` are embeddings and whose they are, instead of those of ``sizes``."""
        rows, who = embeddings(sizes, between=between, lonely=lonely) if rows is None else rows
        self.who = who
        self.files = {}
        self.photos = {}
        self.by_photo = {}
        partner = dict(pairs)
        taken = set(partner.values())
        for k in range(len(who)):
            if k in taken:
                continue
            self._photo([k, partner[k]] if k in partner else [k], rows)

    def _photo(self, members, rows):
        image = Image.new("RGB", (WIDTH, HEIGHT), (205, 214, 224))
        boxes = []
        for n, k in enumerate(members):
            left = 20 + 150 * n
            image.paste(portrait(int(self.who[k]), k), (left, 60))
            boxes.append((left, 60.0, left + 120.0, 180.0))
        draw = ImageDraw.Draw(image)
        draw.text((8, 8), f"{members}", fill=(60, 70, 80))
        data = jpeg(image)
        id = hashlib.sha256(data).hexdigest()[:20]
        path = f"day {members[0] // 10}/photo_{members[0]:04d}.jpg"
        self.files[path] = data
        self.photos[id] = Photo(id, (path,), (WIDTH, HEIGHT))
        self.by_photo[id] = [
            Face(f"{id}-{n}", id, box, (), 1.0, rows[k], jpeg(portrait(int(self.who[k]), k)))
            for n, (k, box) in enumerate(zip(members, boxes, strict=True))
        ]

    def faces(self, n_photos=None):
        ids = list(self.photos)[:n_photos]
        return Faces(
            tuple(face for id in ids for face in self.by_photo[id]), {id: self.photos[id] for id in ids}, "painted"
        )


def alike_store():
    """An album of people who look alike: one person is two, and two may be the same."""
    return SyntheticStore(SyntheticPhotos((), rows=alike_people()), weights=DLIB)


@dataclass
class Found:
    faces: Faces
    skipped: tuple[Skipped, ...] = ()


class SyntheticStore:
    """An album in memory; ``saved`` is what would be on disk, ``gate`` holds a scan until it is set."""

    title = "painted people"
    python = "print('an album')\n"
    why_no_scan = ""

    def __init__(self, painted, n_photos=None, weights=None):
        self.painted = painted
        self.weights = weights or Line()
        self.n_photos = n_photos
        self.saved = None
        self.gate = threading.Event()
        self.gate.set()
        self.is_full = False

    def open(self):
        return Album(self.painted.faces(self.n_photos), self.saved, weights=self.weights)

    def name_of(self, path):
        return path

    def read_photo(self, photo):
        if photo.paths[0] not in self.painted.files:
            raise FileNotFoundError(photo.paths[0])
        return self.painted.files[photo.paths[0]]

    def save(self, album):
        if self.is_full:
            raise OSError(28, "No space left on device", "corrections.json")
        self.saved = album.corrections

    def scan(self, report, is_cancelled):
        total = len(self.painted.photos)
        for done in range(total + 1):
            report(done, total, "photo")
            while not self.gate.wait(0.01):
                if is_cancelled():
                    return Found(self.painted.faces(self.n_photos))
        self.n_photos = None
        return Found(self.painted.faces(), (Skipped("notes <b>.txt", "not a picture"),))

    def close(self):
        pass


class Center:
    """A describer that takes the middle of every picture for a face, and its color for the person."""

    name = "dlib, or so: center 1"

    def __call__(self, pixels):
        height, width, _ = pixels.shape
        box = (width / 4, height / 4, width * 3 / 4, height * 3 / 4)
        return [FoundFace(box, (pixels.mean(axis=(0, 1)) / 50).astype(np.float32))]
