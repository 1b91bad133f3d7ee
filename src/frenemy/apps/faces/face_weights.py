"""What two face embeddings say about being the same person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_ZERO, _SLOPE, _MOST = 0.52, -14.0, 6.0


@dataclass(frozen=True, eq=False)
class FaceWeights:
    """Faces ready to be weighed; :meth:`FaceWeigher.prepare` makes it."""

    coordinates: npt.NDArray[np.float32]
    account: str
    zero: float
    slope: float
    most: float

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        difference = self.coordinates[u] - self.coordinates[v]
        distance = np.sqrt(np.einsum("ij,ij->i", difference, difference, dtype=np.float64))
        weights: npt.NDArray[np.float64] = np.clip(self.slope * (distance - self.zero), -self.most, self.most)
        return weights


@dataclass(frozen=True)
class FaceWeigher:
    """Log-odds from the distance of two embeddings: a line, held at both ends.

    Parameters
    ----------
    zero : float
        The distance that says nothing either way; dlib's ResNet is used with about this one.
    slope : float
        Log-odds per unit of distance, below 0.
    most : float
        What one pair can weigh at most, either way: a pair alone is never certain.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.face_weights import FaceWeigher
    >>> rows = FaceWeigher().prepare(np.array([[0.0, 0.0], [0.3, 0.0], [0.9, 0.0]], np.float32))
    >>> rows.weights(np.array([0, 0]), np.array([1, 2])).round(2)
    array([ 3.08, -5.32])
    """

    zero: float = _ZERO
    slope: float = _SLOPE
    most: float = _MOST

    def prepare(self, features: npt.NDArray[Any], /) -> FaceWeights:
        """The faces, (n, d), ready to be weighed."""
        account = f"a line through distance {self.zero:g} with slope {self.slope:g}, held at {self.most:g}"
        return FaceWeights(np.asarray(features, np.float32), account, self.zero, self.slope, self.most)
