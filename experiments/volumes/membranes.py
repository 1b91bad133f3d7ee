"""Membrane maps of the sections of ISBI 2012, from a classifier of pixels that has not seen the section."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import ndimage

from frenemy.io import read_picture
from harness.folders import DATA

FOLDER = DATA / "isbi2012"
LEARN = (0, 6, 12, 18, 24)
REPORT = (3, 9, 15, 21, 27)
_N_PIXELS = 40_000  # to learn from


class Section(NamedTuple):
    """A section, its membrane map, and its true cells; 0 is membrane."""

    number: int
    boundaries: np.ndarray
    truth: np.ndarray


def sections() -> tuple[list[Section], list[Section]]:
    """The sections to learn from, each with a map learned from the other four, and those to report."""
    features = {number: _features(grey("image", number)) for number in (*LEARN, *REPORT)}
    is_membrane = {number: grey("label", number) < 0.5 for number in (*LEARN, *REPORT)}

    def section(number: int, learn_from: tuple[int, ...]) -> Section:
        shape = is_membrane[number].shape
        classifier = _classifier([features[n] for n in learn_from], [is_membrane[n].ravel() for n in learn_from])
        seen = classifier.predict_proba(features[number])[:, 1].reshape(shape).astype(np.float32)
        return Section(number, seen, ndimage.label(~is_membrane[number])[0])

    learn = [section(number, tuple(n for n in LEARN if n != number)) for number in LEARN]
    return learn, [section(number, LEARN) for number in REPORT]


def grey(kind: str, number: int) -> np.ndarray:
    pixels = read_picture(str(FOLDER / kind / f"{number}.png")).astype(np.float32) / 255.0
    return pixels if pixels.ndim == 2 else pixels[..., 0]


def _features(image: np.ndarray) -> np.ndarray:
    """Brightness, slopes and curvatures at four scales, (n_pixels, 17)."""
    found = [image]
    for sigma in (1, 2, 4, 8):
        along = {
            order: ndimage.gaussian_filter(image, sigma, order=order) for order in ((0, 0), (2, 0), (0, 2), (1, 1))
        }
        mean = (along[2, 0] + along[0, 2]) / 2
        spread = np.hypot((along[2, 0] - along[0, 2]) / 2, along[1, 1])
        found += [along[0, 0], mean + spread, mean - spread, ndimage.gaussian_gradient_magnitude(image, sigma)]
    return np.stack([values.ravel() for values in found], axis=1)


def _classifier(features: list[np.ndarray], is_membrane: list[np.ndarray]):
    from sklearn.ensemble import HistGradientBoostingClassifier

    chosen = np.random.default_rng(0).choice(sum(map(len, features)), _N_PIXELS, replace=False)
    model = HistGradientBoostingClassifier(max_iter=100, random_state=0)
    return model.fit(np.concatenate(features)[chosen], np.concatenate(is_membrane)[chosen])
