"""Tables of records with their true entities; nothing here uses the truth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from experiments.records.data.scored_pairs import Labels

if TYPE_CHECKING:
    import pandas as pd

SHARED = Path("../shared/data/er")
FEBRL = ("febrl1", "febrl2", "febrl3")
FAKE, CORA, MUSIC_TRAIN, MUSIC_VALID, DBLP_ACM = (
    "fake_1000",
    "cora",
    "musicbrainz_train",
    "musicbrainz_valid",
    "dblp_acm",
)
NAMES = (*FEBRL, FAKE, CORA, MUSIC_TRAIN, MUSIC_VALID, DBLP_ACM)
FILES = {
    "febrl1": ("febrl_dataset1.csv",),
    "febrl2": ("febrl_dataset2.csv",),
    "febrl3": ("febrl_dataset3.csv",),
    FAKE: ("splink_fake_1000.csv",),
    CORA: ("cora.csv", "cora_gt.csv"),
    MUSIC_TRAIN: ("musicbrainz_train.csv",),
    MUSIC_VALID: ("musicbrainz_valid.csv",),
    DBLP_ACM: ("dblp_acm/dblp.csv", "dblp_acm/acm.csv", "dblp_acm/gt.csv"),
}


@dataclass(frozen=True, eq=False)
class Records:
    """Columns of text, None where nothing is known, one line a record; ``truth`` is no column of them."""

    table: pd.DataFrame
    truth: Labels


def missing(name: str, folder: Path = SHARED) -> str | None:
    """Why a set cannot be read here, or None."""
    absent = [file for file in FILES[name] if not (folder / file).exists()]
    return f"{' and '.join(absent)} not in {folder}" if absent else None


def records(name: str, folder: Path = SHARED) -> Records:
    paths = [folder / file for file in FILES[name]]
    if name in FEBRL:
        return _febrl(paths[0])
    if name == CORA:
        return _cora(*paths)
    if name == DBLP_ACM:
        return _dblp_acm(*paths)
    table = _read(paths[0])
    return Records(table.drop(columns="cluster"), table["cluster"].to_numpy())


def _read(path: Path, separator: str = ",") -> pd.DataFrame:
    import pandas as pd

    table = pd.read_csv(path, sep=separator, dtype=str, keep_default_na=False, skipinitialspace=True)
    table = table.apply(lambda column: column.str.strip())
    return table.astype(object).mask(table == "", None)


def _febrl(path: Path) -> Records:
    """``rec-12-org`` and ``rec-12-dup-0`` are one person."""
    table = _read(path)
    return Records(table.drop(columns="rec_id"), table["rec_id"].str.split("-").str[1].to_numpy())


def _cora(path: Path, pairs_path: Path) -> Records:
    """The truth is a list of pairs, from 0; what is joined by them is one paper."""
    import pandas as pd

    table = _read(path, "|")
    pairs = pd.read_csv(pairs_path, sep="|", header=None).to_numpy()
    return Records(table.drop(columns=["Entity Id", "Unnamed: 13"]), _joined(pairs, len(table)))


def _dblp_acm(dblp_path: Path, acm_path: Path, pairs_path: Path) -> Records:
    """Both sources, DBLP first; the truth pairs a line of one with a line of the other."""
    import pandas as pd

    dblp, acm = _read(dblp_path, "%"), _read(acm_path, "%")
    pairs = np.add(pd.read_csv(pairs_path, sep="%").to_numpy(), (0, len(dblp)))
    table = pd.concat([dblp.assign(source="dblp"), acm.assign(source="acm")], ignore_index=True)
    return Records(table.drop(columns="id"), _joined(pairs, len(table)))


def _joined(pairs: Labels, n: int) -> Labels:
    return np.asarray(connected_components(coo_array((np.ones(len(pairs)), pairs.T), shape=(n, n)), directed=False)[1])
