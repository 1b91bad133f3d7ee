"""Pairs from what users have: matrices, graphs, tables, lists and dicts."""
