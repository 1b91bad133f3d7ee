"""The last segmentation of each slice, which edits go on from, so that objects keep their ids."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from typing import cast

from frenemy.apps.segmentation import Segmentation

_MAX_READY = 4  # slices with their caches; others are packed, which drops what can be computed again

Index = tuple[int, ...]


class SliceSegmentations:
    """Segmentations by the index of their slice. The slices edited last are ready, the others take little memory."""

    def __init__(self) -> None:
        self._ready: OrderedDict[Index, Segmentation] = OrderedDict()
        self._packed: dict[Index, bytes] = {}

    def get(self, index: Index) -> Segmentation | None:
        """The last segmentation of a slice, or None."""
        if index in self._packed:
            self.put(index, cast(Segmentation, pickle.loads(self._packed[index])))
        return self._ready.get(index)

    def put(self, index: Index, found: Segmentation) -> None:
        """Keep the segmentation of a slice in place of the one before."""
        self._packed.pop(index, None)
        self._ready[index] = found.without_history()
        self._ready.move_to_end(index)
        while len(self._ready) > _MAX_READY:
            old, segmentation = self._ready.popitem(last=False)
            self._packed[old] = pickle.dumps(segmentation)

    def clear(self) -> None:
        """Forget all, as after a change of the picture."""
        self._ready.clear()
        self._packed.clear()
