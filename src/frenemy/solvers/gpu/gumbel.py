"""Noise for draws from a heat bath, as a table of whole numbers: the same on every machine."""

from __future__ import annotations

import numpy as np

_N_VALUES = 4096
_ONE = 4096

_shares = (np.arange(_N_VALUES) + 0.5) / _N_VALUES

#: Quantiles of the Gumbel distribution, in units of 1 / 4096.
GUMBEL = np.rint(-np.log(-np.log(_shares)) * _ONE).astype(np.int32)
