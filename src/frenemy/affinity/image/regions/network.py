"""Small neural networks from features to log-odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Floats32

_MAX_VALUES = 4_000_000  # per layer; longer inputs are evaluated in batches


@dataclass(frozen=True, eq=False)
class Network:
    """A multilayer perceptron: tanh layers, then a linear output of log-odds.

    Attributes
    ----------
    mean, scale : (n_features,) float32
        Features are normalized to ``(features - mean) / scale``.
    layers : tuple of ((n_in, n_out) float32, (n_out,) float32)
        Weights and bias of each layer.
    """

    mean: Floats32
    scale: Floats32
    layers: tuple[tuple[Floats32, Floats32], ...]

    def log_odds(self, features: Floats32) -> Floats32:
        """The log-odds of each row of features.

        Parameters
        ----------
        features : (n, n_features) float32

        Returns
        -------
        (n,) float32
        """
        widest = max(len(offset) for _, offset in self.layers)
        n_rows = max(1, _MAX_VALUES // widest)
        if len(features) > n_rows:
            parts = [self.log_odds(features[i : i + n_rows]) for i in range(0, len(features), n_rows)]
            return np.concatenate(parts)
        values = (features - self.mean) / self.scale
        # BLAS kernels may compute on padding and discard it: that sets floating-point flags but changes no result.
        with np.errstate(invalid="ignore"):
            for matrix, offset in self.layers[:-1]:
                values = np.tanh(values @ matrix + offset)
            matrix, offset = self.layers[-1]
            values = values @ matrix + offset
        return np.asarray(values[:, 0], np.float32)

    def as_plain(self) -> dict[str, Any]:
        """As JSON-serializable values, rounded to five digits."""
        return {
            "mean": _rounded(self.mean),
            "scale": _rounded(self.scale),
            "layers": [[[_rounded(row) for row in matrix], _rounded(offset)] for matrix, offset in self.layers],
        }

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Network:
        """The inverse of :meth:`as_plain`."""
        layers = tuple((np.array(m, np.float32), np.array(o, np.float32)) for m, o in plain["layers"])
        return cls(np.array(plain["mean"], np.float32), np.array(plain["scale"], np.float32), layers)


def _rounded(values: Floats32) -> list[float]:
    return [float(f"{value:.5g}") for value in values.tolist()]
