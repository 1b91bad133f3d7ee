"""All sets of the panel by name. Settings were chosen on one half; the other is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from experiments.vectors.data.embeddings import LFW, ORL, ORL_FOLDER, TWEETS, face_pixels, faces, missing, tweets
from experiments.vectors.data.generated import KINDS, generated
from experiments.vectors.data.labeled_rows import LabeledRows
from experiments.vectors.data.shipped import SHIPPED

HALVES = ("tuning", "reported")
SEEDS = (0, 1, 2)
#: Draws of faces: the name, the file, whether the numbers of photographs are uneven, and the seed.
FACES = tuple(
    (f"{name}_{'uneven' if is_uneven else 'even'}_{seed}", file, is_uneven, seed)
    for name, file, even_seeds in (("lfw", LFW, (0, 1)), ("orl", ORL, (0,)))
    for is_uneven, seeds in ((False, even_seeds), (True, (0, 1)))
    for seed in seeds
)
QUICK_KINDS = 2  # of each half
QUICK_STEP = 4  # every fourth row


@dataclass(frozen=True)
class PanelSet:
    """
    Attributes
    ----------
    half : {"tuning", "reported"}
    load : callable
    source : str, optional
        The file or folder of data that it needs.
    is_generated : bool
    """

    half: str
    load: Callable[[], LabeledRows]
    source: str | None = None
    is_generated: bool = False

    @property
    def missing(self) -> str | None:
        """Why it cannot be measured here, or None."""
        return None if self.source is None else missing(self.source)


def panel(*, quick: bool = False) -> dict[str, PanelSet]:
    """80 sets, the tuning half first; a few small generated ones if quick."""
    return {name: one for half in range(len(HALVES)) for name, one in (_quick_half(half) if quick else _half(half))}


def _half(half: int) -> Iterator[tuple[str, PanelSet]]:
    title = HALVES[half]
    for kind in KINDS[half]:
        for seed in SEEDS:
            yield f"{kind.__name__}_{seed}", PanelSet(title, partial(generated, kind, half, seed), is_generated=True)
    for name, load in SHIPPED[half].items():
        yield name, PanelSet(title, load)
    if title == "reported":
        yield "orl_pixels", PanelSet(title, face_pixels, ORL_FOLDER)
    yield f"tweets_{title}", PanelSet(title, partial(tweets, half), TWEETS)
    for name, file, is_uneven, seed in FACES:
        yield f"{name}_{title}", PanelSet(title, partial(faces, file, half, seed, is_uneven=is_uneven), file)


def _quick_half(half: int) -> Iterator[tuple[str, PanelSet]]:
    for kind in KINDS[half][:QUICK_KINDS]:
        yield kind.__name__, PanelSet(HALVES[half], partial(_thinned, kind, half), is_generated=True)


def _thinned(kind: Callable[..., LabeledRows], half: int) -> LabeledRows:
    return generated(kind, half, 0).every(QUICK_STEP)
