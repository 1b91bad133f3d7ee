"""Detect faces with dlib, align them by five landmarks, and embed them with its residual network."""

from __future__ import annotations

import importlib.util
import os
import threading
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np

from frenemy.apps.faces.photos.face import Found, NotSearched
from frenemy.apps.faces.photos.photo import Pixels, reduced

_DETECTORS = ("hog", "cnn")
_CHIP, _PADDING = 150, 0.25  # pixels and relative margin of the training crops
_MIN_SIDE = 20  # pixels: smaller pictures are too small for the filters and show no face
_CLOSE_UP_SIDE = 400  # pixels: longer side to which a picture is reduced to detect a face that fills it
_EXTRA = 'pip install "frenemy[faces]"'

_LANDMARKS = "shape_predictor_5_face_landmarks.dat"
_NETWORK = "dlib_face_recognition_resnet_model_v1.dat"
_MMOD = "mmod_human_face_detector.dat"


@dataclass(frozen=True)
class DlibFaces:
    """The default describer: 128 numbers per face; faces of one person are less than about 0.6 apart.

    Faces are detected in a reduced picture and cut from the full one. Models are loaded at the first picture, once in
    every thread, and nothing is downloaded. Needs the extra ``faces``.

    Parameters
    ----------
    detector : "hog" or "cnn"
        "hog" detects frontal faces, in about two seconds for a photo of 12 megapixels on one processor. "cnn" also
        detects many that are turned, tilted or partly hidden, in about twelve seconds.
    upsample : int, optional
        How often the picture is doubled in size to detect smaller faces. Without doubling, the smallest face is about
        80 pixels; each doubling halves that and takes four times as long. By default 1 for "hog" and 0 for "cnn".
    search_side : int, optional
        Longer side of the picture for detection; larger pictures are reduced to it. By default 1600 for "hog" and 1000
        for "cnn".
    threshold : float
        Detection threshold: above 0 gives fewer false detections, below 0 fewer missed faces.
    jitter : int
        If positive, average the embeddings of this number of crops, of slightly different sizes and every other one
        mirrored.
    models : path, optional
        Folder with the weights; by default that of the installed package ``face_recognition_models``.

    Notes
    -----
    With ``scan(..., threads=...)``, "hog" processes several pictures at a time; the rest of dlib holds Python's global
    lock, so "cnn" gains little.

    References
    ----------
    D. E. King. Dlib-ml: a machine learning toolkit. JMLR 10, 2009. D. E. King. Max-margin object detection.
    arXiv:1502.00046. V. Kazemi and J. Sullivan. One millisecond face alignment with an ensemble of regression trees.
    CVPR 2014. K. He et al. Deep residual learning for image recognition. CVPR 2016.

    Examples
    --------
    >>> from frenemy.apps.faces import DlibFaces
    >>> DlibFaces(detector="cnn").name
    'dlib resnet 1, cnn 1000 x1, threshold 0, jitter 0'
    """

    detector: Literal["hog", "cnn"] = "hog"
    upsample: int | None = None
    search_side: int | None = None
    threshold: float = 0.0
    jitter: int = 0
    models: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        if self.detector not in _DETECTORS:
            raise ValueError(f"detector must be hog or cnn, got {self.detector!r}")
        for field, least in (("upsample", 0), ("search_side", 16), ("jitter", 0)):
            value = getattr(self, field)
            if value is not None and (int(value) != value or value < least):
                raise ValueError(f"{field} must be a whole number of at least {least}, got {value!r}")
        if not np.isfinite(self.threshold):
            raise ValueError(f"threshold must be finite, got {self.threshold!r}")

    @property
    def name(self) -> str:
        """Identifies the embeddings. It omits the version of dlib, as the weights do not depend on it."""
        doubled, side = self._search
        return (
            f"dlib resnet 1, {self.detector} {side} x{2**doubled}, threshold {self.threshold:g}, jitter {self.jitter}"
        )

    @property
    def _search(self) -> tuple[int, int]:
        upsample, side = (1, 1600) if self.detector == "hog" else (0, 1000)
        return upsample if self.upsample is None else self.upsample, self.search_side or side

    def load(self) -> None:
        """Load the models now rather than at the first picture; an ImportError names what is missing."""
        self._loaded()

    def __call__(self, pixels: Pixels, /) -> list[Found]:
        """The faces in a (height, width, 3) uint8 RGB picture, from left to right."""
        if min(pixels.shape[:2]) < _MIN_SIDE:
            return []
        models = self._loaded()
        try:
            boxes = self._boxes(models, pixels)
            return sorted((_described(models, pixels, *box, self.jitter) for box in boxes), key=lambda face: face.box)
        except RuntimeError as error:
            raise NotSearched(f"dlib cannot process it: {' '.join(str(error).split())}") from error

    def _boxes(self, models: _Models, pixels: Pixels) -> list[tuple[Any, float]]:
        """dlib's rectangles in the picture, and their scores."""
        upsample, side = self._search
        small = reduced(np.ascontiguousarray(pixels), side)
        scale = max(pixels.shape[:2]) / max(small.shape[:2])
        if self.detector == "cnn":
            detections = models.detector(small, upsample)
            found = [(face.rect, face.confidence) for face in detections if face.confidence > self.threshold]
            return [(_scaled(models.dlib, rectangle, scale), score) for rectangle, score in found]
        rectangles, scores, _ = models.detector.run(small, upsample, self.threshold)
        margin = 0
        if not rectangles:  # a face may fill the picture, but "hog" needs a margin around it
            small = reduced(small, _CLOSE_UP_SIDE)
            scale = max(pixels.shape[:2]) / max(small.shape[:2])
            margin = _CLOSE_UP_SIDE // 4
            around = np.pad(small, ((margin, margin), (margin, margin), (0, 0)), mode="edge")
            rectangles, scores, _ = models.detector.run(around, 0, self.threshold)
        found = list(zip(rectangles, scores, strict=True))
        return [(_scaled(models.dlib, rectangle, scale, margin), score) for rectangle, score in found]

    def _loaded(self) -> _Models:
        """The models of this thread: dlib's models are not thread-safe."""
        key = (self.detector, None if self.models is None else os.fspath(self.models))
        models: dict[Any, _Models] = _THREAD_LOCAL.__dict__.setdefault("models", {})
        if key not in models:
            models[key] = _load(*key)
        return models[key]


class _Models(NamedTuple):
    dlib: ModuleType
    detector: Any
    landmarks: Any
    network: Any


_THREAD_LOCAL = threading.local()


def _load(detector: str, folder: str | None) -> _Models:
    try:
        import dlib
    except ImportError as error:
        raise ImportError(f"face detection needs dlib: {_EXTRA}") from error
    folder = _installed_folder() if folder is None else folder
    landmarks, network = (
        _weights(folder, _LANDMARKS),
        _weights(folder, _NETWORK),
    )  # before the slow loading
    return _Models(
        dlib,
        dlib.get_frontal_face_detector()
        if detector == "hog"
        else dlib.cnn_face_detection_model_v1(_weights(folder, _MMOD)),
        dlib.shape_predictor(landmarks),
        dlib.face_recognition_model_v1(network),
    )


def _installed_folder() -> str:
    """The folder of the package's data, without importing it: its import needs setuptools."""
    spec = importlib.util.find_spec("face_recognition_models")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"face detection needs the weights of face_recognition_models: {_EXTRA}")
    return os.path.join(spec.submodule_search_locations[0], "models")


def _weights(folder: str, name: str) -> str:
    path = os.path.join(folder, name)
    if not os.path.isfile(path):
        raise ImportError(f"face detection needs the weights {name}, which are not in {folder}: {_EXTRA}")
    return path


def _scaled(dlib: ModuleType, rectangle: Any, scale: float, margin: int = 0) -> Any:
    corners = (rectangle.left(), rectangle.top(), rectangle.right(), rectangle.bottom())
    return dlib.rectangle(*(round((corner - margin) * scale) for corner in corners))


def _described(models: _Models, pixels: Pixels, rectangle: Any, score: float, jitter: int) -> Found:
    shape = models.landmarks(pixels, rectangle)
    paddings = np.linspace(0.8 * _PADDING, 1.2 * _PADDING, jitter).tolist() if jitter > 1 else [_PADDING]
    chips = [models.dlib.get_face_chip(pixels, shape, size=_CHIP, padding=padding) for padding in paddings]
    chips[1::2] = [np.ascontiguousarray(chip[:, ::-1]) for chip in chips[1::2]]
    rows = np.array(models.network.compute_face_descriptor(chips))
    return Found(
        box=(
            float(rectangle.left()),
            float(rectangle.top()),
            float(rectangle.right() + 1),
            float(rectangle.bottom() + 1),
        ),
        embedding=rows.mean(axis=0).astype(np.float32),
        landmarks=tuple((float(point.x), float(point.y)) for point in shape.parts()),
        confidence=score,
    )
