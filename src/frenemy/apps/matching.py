"""Greedy matching of old and new groups by overlap, so that ids stay when groups change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def match_by_overlap(overlaps: Iterable[tuple[int, int, int, int]], *, known: Mapping[int, int]) -> dict[int, int]:
    """The old group that each new group continues, largest overlap first; each old group is used once.

    Parameters
    ----------
    overlaps : iterable of (old, new, overlap, rank)
        Of equal overlaps, the lower rank comes first, then the lower new group.
    known : mapping of int to int
        Matches that are given, from new to old.

    Examples
    --------
    >>> match_by_overlap([(0, 0, 5, 0), (0, 1, 9, 0), (1, 0, 2, 1)], known={})
    {1: 0, 0: 1}
    """
    matched = dict(known)
    used = set(matched.values())
    for old, new, _, _ in sorted(overlaps, key=lambda one: (-one[2], one[3], one[1])):
        if new not in matched and old not in used:
            matched[new] = old
            used.add(old)
    return matched
