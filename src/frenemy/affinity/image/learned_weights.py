"""What was learned from pictures that people had cut: four networks.

``python -m experiments segmentation_weights`` learns them anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from frenemy.affinity.image.network import Network


@dataclass(frozen=True, eq=False)
class LearnedWeights:
    """From what is measured to log-odds, one network for each question.

    Attributes
    ----------
    edge : Network
        From the cues at a pixel: is a border of an object here?
    wire : Network
        From a way that leads on from the end of a stroke: does the border go on there?
    border : Network
        From the evidence between two superpixels that touch: are they of different objects?
    region : Network
        The same of two regions made of superpixels.
    """

    edge: Network
    wire: Network
    border: Network
    region: Network

    def as_plain(self) -> dict[str, Any]:
        """For JSON: each network by its name."""
        return {name: getattr(self, name).as_plain() for name in ("edge", "wire", "border", "region")}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> LearnedWeights:
        """What :meth:`as_plain` gave."""
        return cls(*(Network.from_plain(plain[name]) for name in ("edge", "wire", "border", "region")))


@lru_cache(maxsize=1)
def learned_weights() -> LearnedWeights:
    """Those that come with the package."""
    text = resources.files(__package__).joinpath("learned_weights.json").read_text(encoding="utf-8")
    return LearnedWeights.from_plain(json.loads(text))
