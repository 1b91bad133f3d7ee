"""Pictures with a reference, and strokes on a share of its boundaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from experiments.segmentation.data import generated
from experiments.segmentation.data.edges import LabelMap, Picture, Strokes
from experiments.segmentation.data.protocol import FILE, is_there, protocol
from harness.data import real_data
from harness.progress import print_note

TUNED, REPORTED, MASKS, GENERATED = "tuned half", "reported half", "object masks", "generated"
WITH_OTHERS = (TUNED, REPORTED)  # several people segmented the same picture
SHARES = (0.2, 0.4, 0.6, 0.8)
QUICK_SHARES = (0.4, 0.8)
ABOUT = {
    REPORTED: (
        "BSDS500, every second picture of 30: nothing was tuned or learned on these. Reference: the annotator with the "
        "median number of regions, those under 2 % of the picture merged."
    ),
    TUNED: "BSDS500, the other 15 pictures: settings were chosen and weights learned on these, so read them with care.",
    MASKS: "The connected parts of an object's mask and of what is around it, in ten photographs (scribbles20).",
    GENERATED: "A disk and a box before a meadow under the sky: does everything still run?",
}


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and its reference.

    Attributes
    ----------
    group, name : str
        The set, and its name therein.
    picture : (height, width, 3) uint8
    reference : (height, width) int
    others : tuple of (height, width) int
        What other people saw in it, small regions merged as in the reference.
    strokes : callable
        A share of the boundary to strokes on it.
    """

    group: str
    name: str
    picture: Picture
    reference: LabelMap
    strokes: Callable[[float], Strokes]
    others: tuple[LabelMap, ...] = ()


@dataclass(frozen=True)
class Plan:
    """A scene that is not yet read."""

    group: str
    name: str
    load: Callable[[], Scene]


def plans(quick: bool) -> list[Plan]:
    """All available scenes, those to report first."""
    if quick:
        return [Plan(GENERATED, "0", partial(_generated, 0))]
    if not is_there():
        print_note(f"photographs left out: there is no ../{FILE.relative_to(FILE.parents[2])}")
        return []
    return [*_photographs(REPORTED), *_photographs(TUNED), *_masks()]


def training_scenes(quick: bool) -> list[Scene]:
    """Scenes to learn from: none of them is reported."""
    if quick:
        return [_generated(1)]
    return [plan.load() for plan in _photographs(TUNED)]


def _generated(seed: int) -> Scene:
    picture, truth = generated.picture(seed)
    return Scene(GENERATED, str(seed), picture, truth, partial(generated.strokes, seed=seed))


# --------------------------------------------------------------------------------------------------------- photographs


def _photographs(group: str) -> list[Plan]:
    """By sorted name, the first, third, ... to tune on and the others to report."""
    folder = real_data.DATA / "bsds500"
    if not folder.is_dir():
        print_note(f"{group} left out: there is no folder ../{folder.relative_to(real_data.DATA.parents[1])}")
        return []
    names = protocol().names(str(folder))[0 if group == TUNED else 1 :: 2]
    return [Plan(group, name, partial(_photograph, group, name)) for name in names]


def _photograph(group: str, name: str) -> Scene:
    rules, folder = protocol(), real_data.DATA / "bsds500"
    file = str(folder / f"{name}.mat")
    reference, annotator = rules.reference(file)
    least = rules.MIN_AREA * reference.size
    others = tuple(
        rules.merge_small(seen, least) for number, seen in enumerate(rules.annotations(file)) if number != annotator
    )
    return Scene(group, name, rules.image(str(folder), name), reference, partial(_strokes, reference, name), others)


def _masks() -> list[Plan]:
    folder = real_data.DATA / "scribbles20"
    if not folder.is_dir():
        print_note(f"{MASKS} left out: there is no folder ../{folder.relative_to(real_data.DATA.parents[1])}")
        return []
    names = sorted(file.stem for file in folder.glob("*.jpg"))
    return [Plan(MASKS, name, partial(_mask, name)) for name in names]


def _mask(name: str) -> Scene:
    """Parts under 0.5 % are merged: objects are smaller here than regions there."""
    from PIL import Image  # comes with scikit-image

    rules, folder = protocol(), real_data.DATA / "scribbles20"
    with Image.open(folder / f"{name}-gt.png") as opened:
        mask = np.asarray(opened.convert("L")) > 127
    reference = rules.merge_small(mask.astype(int), 0.005 * mask.size)
    return Scene(MASKS, name, rules.image(str(folder), name), reference, partial(_strokes, reference, f"mask{name}"))


def _strokes(reference: LabelMap, name: str, share: float) -> Strokes:
    found: Strokes = protocol().strokes(reference, name, share)[0]
    return found
