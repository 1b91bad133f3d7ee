"""What changed between two lists: the fewest elements to take out and to put in."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class ListChange(NamedTuple):
    """Places in the old list to take out, and places in the new list with what stands there; both ascending."""

    removed: list[int]
    added: list[tuple[int, object]]


def list_change(before: Sequence[T], after: Sequence[T]) -> ListChange:
    """The way from one list to another; elements that stay keep their order. Time ``n log n``.

    Examples
    --------
    >>> from frenemy.apps.faces.corrections.list_changes import list_change
    >>> list_change("abcd", "bcda")
    ListChange(removed=[0], added=[(3, 'a')])
    """
    place = {value: at for at, value in enumerate(after)}
    common = [(at, place[value]) for at, value in enumerate(before) if value in place]
    kept = {common[k] for k in _longest_increasing([new for _, new in common])}
    old, new = {at for at, _ in kept}, {at for _, at in kept}
    return ListChange(
        [at for at in range(len(before)) if at not in old],
        [(at, value) for at, value in enumerate(after) if at not in new],
    )


def changed_list(before: Sequence[T], removed: Iterable[int], added: Iterable[tuple[int, T]]) -> list[T]:
    """The list after a :class:`ListChange`; a ValueError if the places are not in it.

    Examples
    --------
    >>> from frenemy.apps.faces.corrections.list_changes import changed_list
    >>> "".join(changed_list("abcd", [0], [(3, "a")]))
    'bcda'
    """
    gone = set(removed)
    if not gone <= set(range(len(before))):
        raise ValueError(f"there is no place {max(gone)} among {len(before)}")
    kept = [value for at, value in enumerate(before) if at not in gone]
    new = dict(added)
    n = len(kept) + len(new)
    if not set(new) <= set(range(n)):
        raise ValueError(f"there is no place {max(new)} among {n}")
    staying = iter(kept)
    return [new[at] if at in new else next(staying) for at in range(n)]


def _longest_increasing(values: Sequence[int]) -> list[int]:
    """Places of a longest strictly increasing subsequence (Fredman 1975)."""
    ends: list[int] = []  # the smallest last value of such a subsequence of each length
    at_end: list[int] = []
    before: list[int] = []
    for at, value in enumerate(values):
        length = bisect_left(ends, value)
        before.append(at_end[length - 1] if length else -1)
        ends[length : length + 1] = [value]
        at_end[length : length + 1] = [at]
    found = []
    at = at_end[-1] if at_end else -1
    while at >= 0:
        found.append(at)
        at = before[at]
    return found[::-1]
