"""Small networks that turn measured features into log-odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_MOST_VALUES = 4_000_000  # of a layer at once


@dataclass(frozen=True, eq=False)
class Network:
    """Layers of tanh, the last one linear: log-odds from features.

    Attributes
    ----------
    mean, scale : (n_features,) float32
        What features are centered and divided by.
    layers : tuple of ((n_in, n_out) float32, (n_out,) float32)
        Matrix and offset of each layer.
    """

    mean: Floats
    scale: Floats
    layers: tuple[tuple[Floats, Floats], ...]

    def log_odds(self, features: Floats) -> Floats:
        """Of each row.

        Parameters
        ----------
        features : (n, n_features) float32

        Returns
        -------
        (n,) float32
        """
        widest = max(len(offset) for _, offset in self.layers)
        n_rows = max(1, _MOST_VALUES // widest)
        if len(features) > n_rows:
            parts = [self.log_odds(features[i : i + n_rows]) for i in range(0, len(features), n_rows)]
            return np.concatenate(parts)
        values = (features - self.mean) / self.scale
        # Kernels of BLAS may calculate with what lies behind a row and drop it: that raises flags, and changes nothing.
        with np.errstate(invalid="ignore"):
            for matrix, offset in self.layers[:-1]:
                values = np.tanh(values @ matrix + offset)
            matrix, offset = self.layers[-1]
            values = values @ matrix + offset
        return np.asarray(values[:, 0], np.float32)

    def as_plain(self) -> dict[str, Any]:
        """For JSON, rounded to what is of use."""
        return {
            "mean": _rounded(self.mean),
            "scale": _rounded(self.scale),
            "layers": [[[_rounded(row) for row in matrix], _rounded(offset)] for matrix, offset in self.layers],
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Network:
        """What :meth:`as_plain` gave."""
        layers = tuple((np.array(m, np.float32), np.array(o, np.float32)) for m, o in plain["layers"])
        return cls(np.array(plain["mean"], np.float32), np.array(plain["scale"], np.float32), layers)


def _rounded(values: Floats) -> list[float]:
    return [float(f"{value:.5g}") for value in values.tolist()]
