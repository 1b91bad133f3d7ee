"""Pairs that do not fit into memory."""
