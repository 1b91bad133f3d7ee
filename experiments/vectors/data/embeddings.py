"""Embeddings of faces and tweets, and faces as pixels, from the data beside the repository.

The classes of embeddings are halved by chance: no person and no topic is in both halves of the panel.
"""

from __future__ import annotations

import numpy as np

from experiments.vectors.data.labeled_rows import Features, LabeledRows, Labels, labeled
from harness.folders import DATA

LFW, ORL, TWEETS, TWEET_WORDS, ORL_FOLDER = (
    "faces_lfw_dev_dlib128.npz",
    "faces_orl_dlib128.npz",
    "text/tweet_minilm384.npz",
    "text/Tweet.txt",
    "faces_orl",
)
N_PEOPLE = 30  # fewer where a half has fewer
N_PHOTOS, MAX_PHOTOS = 8, 15
PICTURE_SIZE = (23, 28)


def missing(name: str) -> str | None:
    """Why a file or folder cannot be read, or None."""
    return None if (DATA / name).exists() else f"{name} is not in {DATA.parent.name}/{DATA.name}"


def faces(name: str, half: int, seed: int, *, is_uneven: bool) -> LabeledRows:
    """Some people of one half, each with as many photographs as the others, or with 1 to 15."""
    with np.load(DATA / name) as file:
        features, people = file["embeddings"], file["labels"]
    rng = np.random.default_rng(100 * half + seed)
    kept = []
    for person in rng.permutation(_half(people, half))[:N_PEOPLE]:
        n_photos = int(rng.integers(1, MAX_PHOTOS + 1)) if is_uneven else N_PHOTOS
        kept.append(rng.permutation(np.flatnonzero(people == person))[:n_photos])
    rows = np.concatenate(kept)
    return labeled(features[rows], _numbered(people[rows]))


def tweets(half: int, *, n_rows: int | None = None) -> LabeledRows:
    """The tweets on the topics of one half, or some of them by chance."""
    features, topics = _tweets()
    kept = np.flatnonzero(np.isin(topics, _half(topics, half)))
    if n_rows is not None:
        kept = np.sort(np.random.default_rng(7).permutation(kept)[:n_rows])
    return labeled(features[kept], _numbered(topics[kept]))


def tweet_words(half: int) -> LabeledRows:
    """The words of the same tweets in place of their embeddings, as tf-idf; in at most 50 dimensions of them."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    _, topics = _tweets()
    kept = np.flatnonzero(np.isin(topics, _half(topics, half)))
    texts = (DATA / TWEET_WORDS).read_text(encoding="utf-8").splitlines()
    words = TfidfVectorizer(min_df=2).fit_transform([texts[row] for row in kept])
    return labeled(TruncatedSVD(50, random_state=0).fit_transform(words), _numbered(topics[kept]))


def _tweets() -> tuple[Features, Labels]:
    with np.load(DATA / TWEETS) as file:
        return file["embeddings"], file["labels"].astype(int)


def face_pixels(half: int | None = None) -> LabeledRows:
    """ORL: 40 people, or half of them, 10 photographs each."""
    from PIL import Image

    people = np.arange(40) if half is None else np.sort(_half(np.arange(40), half))
    pixels, truth = [], []
    for person in people:
        for number in range(1, 11):
            with Image.open(DATA / ORL_FOLDER / f"s{person + 1}" / f"{number}.pgm") as photo:
                pixels.append(np.asarray(photo.resize(PICTURE_SIZE), float).ravel() / 255)
            truth.append(person)
    return labeled(pixels, _numbered(np.array(truth)))


def _half(classes: Labels, half: int) -> Labels:
    return np.random.default_rng(1).permutation(np.unique(classes))[half::2]


def _numbered(classes: Labels) -> Labels:
    return np.unique(classes, return_inverse=True)[1]
