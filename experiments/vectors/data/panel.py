"""All sets of the panel by name: those that settings were chosen on, and two parts that are only reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from experiments.vectors.data.embeddings import (
    LFW,
    ORL,
    ORL_FOLDER,
    TWEET_WORDS,
    TWEETS,
    face_pixels,
    faces,
    missing,
    tweet_words,
    tweets,
)
from experiments.vectors.data.generated import KINDS, Kind, generated
from experiments.vectors.data.labeled_rows import LabeledRows
from experiments.vectors.data.lifelike import LIFELIKE
from experiments.vectors.data.shipped import SHIPPED, UNSEEN_SHIPPED
from experiments.vectors.data.unseen import UNSEEN

PARTS = ("tuning", "reported", "unseen")
SEEDS = (0, 1, 2)
#: Draws of faces: the name, the file, whether the numbers of photographs are uneven, and the seed.
FACES = tuple(
    (f"{name}_{'uneven' if is_uneven else 'even'}_{seed}", file, is_uneven, seed)
    for name, file, even_seeds in (("lfw", LFW, (0, 1)), ("orl", ORL, (0,)))
    for is_uneven, seeds in ((False, even_seeds), (True, (0, 1)))
    for seed in seeds
)
QUICK_KINDS = 2  # of the tuning and the reported part
QUICK_STEP = 4  # every fourth row


@dataclass(frozen=True)
class PanelSet:
    """
    Attributes
    ----------
    part : {"tuning", "reported", "unseen"}
    load : callable
    source : str, optional
        The file or folder of data that it needs.
    is_generated : bool
    """

    part: str
    load: Callable[[], LabeledRows]
    source: str | None = None
    is_generated: bool = False

    @property
    def missing(self) -> str | None:
        """Why it cannot be measured here, or None."""
        return None if self.source is None else missing(self.source)


def panel(*, quick: bool = False) -> dict[str, PanelSet]:
    """Part by part; a few small generated ones if quick."""
    if quick:
        return {name: one for part in (0, 1) for name, one in _quick_part(part)}
    return {name: one for sets in (_part(0), _lifelike(0), _part(1), _lifelike(2), _unseen()) for name, one in sets}


def _part(part: int) -> Iterator[tuple[str, PanelSet]]:
    title = PARTS[part]
    yield from _generated(KINDS[part], title, part)
    for name, load in SHIPPED[part].items():
        yield name, PanelSet(title, load)
    if title == "reported":
        yield "orl_pixels", PanelSet(title, face_pixels, ORL_FOLDER)
    yield f"tweets_{title}", PanelSet(title, partial(tweets, part), TWEETS)
    for name, file, is_uneven, seed in FACES:
        yield f"{name}_{title}", PanelSet(title, partial(faces, file, part, seed, is_uneven=is_uneven), file)


def _lifelike(part: int) -> Iterator[tuple[str, PanelSet]]:
    """Draws of the same kinds; the faces as pixels are of other people."""
    title, half = PARTS[part], min(part, 1)
    # The random numbers of the tuning draws are those that settings were chosen on.
    yield from _generated(LIFELIKE, title, 2 if part == 0 else 3)
    yield f"orl_pixels_{title}", PanelSet(title, partial(face_pixels, half), ORL_FOLDER)


def _unseen() -> Iterator[tuple[str, PanelSet]]:
    title = PARTS[2]
    yield from _generated(UNSEEN, title, 3)
    for name, load in UNSEEN_SHIPPED.items():
        yield name, PanelSet(title, load)
    yield "tweets_few_unseen", PanelSet(title, partial(tweets, 1, n_rows=500), TWEETS)
    yield "tweet_words_unseen", PanelSet(title, partial(tweet_words, 1), TWEET_WORDS)
    for seed in (7, 8):
        for name, file in (("lfw", LFW), ("orl", ORL)):
            for kind, is_uneven in (("even", False), ("uneven", True)):
                yield (
                    f"{name}_{kind}_{seed}_unseen",
                    PanelSet(title, partial(faces, file, 1, seed, is_uneven=is_uneven), file),
                )


def _generated(kinds: Iterable[Kind], title: str, part: int) -> Iterator[tuple[str, PanelSet]]:
    ending = "_unseen" if title == PARTS[2] else ""
    for kind in kinds:
        for seed in SEEDS:
            yield (
                f"{kind.__name__}_{seed}{ending}",
                PanelSet(title, partial(generated, kind, part, seed), is_generated=True),
            )


def _quick_part(part: int) -> Iterator[tuple[str, PanelSet]]:
    for kind in KINDS[part][:QUICK_KINDS]:
        yield kind.__name__, PanelSet(PARTS[part], partial(_thinned, kind, part), is_generated=True)


def _thinned(kind: Kind, part: int) -> LabeledRows:
    return generated(kind, part, 0).every(QUICK_STEP)
