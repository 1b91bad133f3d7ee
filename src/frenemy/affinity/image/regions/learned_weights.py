"""Four networks trained on human segmentations.

``python -m experiments segmentation_weights`` trains them again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from frenemy.affinity.image.regions.network import Network


@dataclass(frozen=True, eq=False)
class LearnedWeights:
    """Networks that map features to log-odds.

    Attributes
    ----------
    edge : Network
        From the cues at a pixel: is there an object boundary?
    wire : Network
        From a live wire that continues a stroke: does it follow the object boundary?
    border : Network
        From the evidence between two adjacent superpixels: do they belong to different objects?
    region : Network
        The same for two adjacent regions made of superpixels.
    """

    edge: Network
    wire: Network
    border: Network
    region: Network

    def as_plain(self) -> dict[str, Any]:
        """As JSON-serializable values: each network by name."""
        return {name: getattr(self, name).as_plain() for name in ("edge", "wire", "border", "region")}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> LearnedWeights:
        """The inverse of :meth:`as_plain`."""
        return cls(*(Network.from_plain(plain[name]) for name in ("edge", "wire", "border", "region")))


@lru_cache(maxsize=1)
def learned_weights() -> LearnedWeights:
    """The networks shipped with the package."""
    text = resources.files(__package__).joinpath("learned_weights.json").read_text(encoding="utf-8")
    return LearnedWeights.from_plain(json.loads(text))
