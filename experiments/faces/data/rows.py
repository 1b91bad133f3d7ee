"""Rows of features with known classes: faces of people, tweets on topics, digits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from experiments.faces.data.person_folders import PersonFolders, described

Features = npt.NDArray[np.float64]
Classes = npt.NDArray[np.intp]
Labels = npt.NDArray[Any]

SHARED = Path("../shared/data")
LFW, ORL, TWEETS, DIGITS, GENERATED = "LFW", "ORL", "tweets", "digits", "generated"
FILES = {
    LFW: "faces_lfw_dev_dlib128.npz",
    ORL: "faces_orl_dlib128.npz",
    TWEETS: "text/tweet_minilm384.npz",
}


@dataclass(frozen=True, eq=False)
class Rows:
    """Features and classes ``0..n_classes-1``; duplicate rows are kept."""

    features: Features
    classes: Classes

    @property
    def n_classes(self) -> int:
        return int(self.classes.max(initial=-1)) + 1

    def of(self, chosen: Classes) -> Rows:
        """The rows of these classes, renumbered."""
        kept = np.isin(self.classes, chosen)
        return numbered(self.features[kept], self.classes[kept])


def together(one: Rows, other: Rows) -> Rows:
    """The rows of both, with separate classes."""
    classes = np.concatenate((one.classes, other.classes + one.n_classes))
    return Rows(np.concatenate((one.features, other.features)), classes)


def numbered(features: npt.ArrayLike, names: npt.ArrayLike) -> Rows:
    return Rows(np.asarray(features, np.float64), np.unique(np.asarray(names), return_inverse=True)[1])


#: A set by its name, or photographs to describe.
Data = str | PersonFolders


def missing(name: Data) -> str | None:
    """Why the set cannot be measured here, or None."""
    if isinstance(name, PersonFolders):
        return name.missing
    if name == DIGITS and find_spec("sklearn") is None:
        return "scikit-learn is not installed"
    if name in FILES and not (SHARED / FILES[name]).exists():
        return f"{FILES[name]} is not beside the repository"
    return None


@cache
def rows(name: Data) -> Rows:
    if isinstance(name, PersonFolders):
        return numbered(*described(name))
    if name == GENERATED:
        return generated()
    if name == DIGITS:
        from sklearn.datasets import load_digits

        pictures, digits = load_digits(return_X_y=True)
        return numbered(pictures[::2], digits[::2])  # half of them: more take minutes and give the same
    with np.load(SHARED / FILES[name]) as file:
        return numbered(file["embeddings"], file["labels"])


def generated(n_classes: int = 24, n_each: int = 6, n_features: int = 16, seed: int = 0) -> Rows:
    """Generated people: points, with noisy copies as photographs; for tests and where no data is available."""
    rng = np.random.default_rng(seed)
    centers = rng.normal(size=(n_classes, n_features))
    classes = np.repeat(np.arange(n_classes), n_each)
    return Rows(centers[classes] + 0.45 * rng.normal(size=(len(classes), n_features)), classes)
