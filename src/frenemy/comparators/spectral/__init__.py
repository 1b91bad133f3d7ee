"""Clustering by the leading vectors of a matrix."""
