"""The clock, limits, random numbers and log of one solve."""

from frenemy._core import Status
from frenemy.run.cancelled import Cancelled, cancel_on_interrupt, raise_if_cancelled
from frenemy.run.progress import BoundRound, OnBound, OnKernel, OnRound, Progress, Round
from frenemy.run.run import Run
from frenemy.run.stages import OnStage
from frenemy.run.stop import Stop, as_stop

__all__ = [
    "BoundRound",
    "Cancelled",
    "OnBound",
    "OnKernel",
    "OnRound",
    "OnStage",
    "Progress",
    "Round",
    "Run",
    "Status",
    "Stop",
    "as_stop",
    "cancel_on_interrupt",
    "raise_if_cancelled",
]
