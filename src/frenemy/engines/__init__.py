"""Pairs that do not fit in memory: from disk, on one machine or many."""
