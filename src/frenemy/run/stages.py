"""Progress through the stages of long work."""

from __future__ import annotations

from collections.abc import Callable

#: Called with the name of a stage and the share of it that is done, from 0 to 1: once when the stage starts, and again
#: as it proceeds.
OnStage = Callable[[str, float], object]
