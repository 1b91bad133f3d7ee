"""Problems with energies on record, and the energies that frenemy has to reach."""

from __future__ import annotations

from dataclasses import dataclass

from harness.data import real_data
from harness.data.problems import SHARED_GENERATOR
from harness.data.recipes import Recipe
from harness.peers.clustering import LEIDEN_2, LEIDEN_10


@dataclass(frozen=True)
class Known:
    """
    Attributes
    ----------
    recipe : Recipe
    best : float, optional
        The lowest energy on record, by whatever means.
    required, aim : float, optional
        What the worst of three seeds must reach in 10 s, and what it should.
    share : float
        One pass: at most this share of the reference's time, for at most its energy.
    reference : str
    energy : float, optional
        One pass: at most this energy, instead of the reference's.
    is_large : bool
        Too large for most peers: only the reference is measured, once, and nothing with time.
    """

    recipe: Recipe
    best: float | None = None
    required: float | None = None
    aim: float | None = None
    share: float = 0.1
    reference: str = LEIDEN_10
    energy: float | None = None
    is_large: bool = False


def _shared(name: str) -> Recipe:
    return {"name": "shared", "problem": name}


def _network(name: str) -> Recipe:
    return {"name": "signed_network", "network": name}


_GENERATED = {
    "syn750_s01": Known(_shared("syn750_s01"), best=-1643.80, aim=-1643.8, share=0.2),
    "syn750_s02": Known(_shared("syn750_s02"), best=-2795.2, aim=-2795.2, share=0.2),
    "syn750_s05": Known(_shared("syn750_s05"), best=-6325.47, required=-6325.36, share=0.2),
    "syn750_s10": Known(_shared("syn750_s10"), best=-12068.3209, share=0.2),
    "syn750_s20": Known(_shared("syn750_s20"), best=-23350.7087, share=0.2),
    "syn750_s50": Known(_shared("syn750_s50"), best=-52203.2798, share=0.2),
    "pp1e4": Known(_shared("pp1e4"), best=-30665.45, required=-30662.0, aim=-30665.0),
    "pp1e4_hard": Known(_shared("pp1e4_hard"), best=-47125.5, required=-47050.0, aim=-47125.0),
    "pp1e5": Known(_shared("pp1e5"), best=-310019.0, required=-309990.0, aim=-310050.0),
    "grid512": Known(_shared("grid512"), best=-94739.5, required=-94600.0, aim=-94740.0),
    "pp1e6": Known(
        _shared("pp1e6"),
        best=-3093479.0,
        reference=LEIDEN_2,
        energy=-3093000.0,
        is_large=True,
    ),
}
_SIGNED = {
    "bitcoinotc": Known(_network("bitcoinotc"), best=-20441.0, required=-20441.0, aim=-20441.0),
    "wikielections": Known(_network("wikielections"), best=-7784.0, required=-7784.0, aim=-7784.0),
    "epinions": Known(_network("epinions")),
}
_REGIONS = {name: Known({"name": "region_graph", "volume": name}) for name in real_data.REGION_GRAPHS}

#: For a quick look, made here and always there.
QUICK = {"planted": Known({"name": "planted_chunks", "n_nodes": 500, "n_clusters": 10, "degree": 12})}


def known_problems() -> dict[str, Known]:
    """All problems that can be generated or read here."""
    found: dict[str, Known] = {}
    if SHARED_GENERATOR.exists():
        found |= _GENERATED
    if real_data.is_there("em_multicut"):
        found |= _REGIONS
    if real_data.is_there("signed"):
        found |= _SIGNED
    return found


def left_out() -> str:
    """A sentence on missing data, or nothing."""
    missing = [
        what
        for what, is_there in (
            ("the shared generator", SHARED_GENERATOR.exists()),
            ("em_multicut", real_data.is_there("em_multicut")),
            ("the signed networks", real_data.is_there("signed")),
        )
        if not is_there
    ]
    return f" Not found here, and left out: {', '.join(missing)}." if missing else ""
