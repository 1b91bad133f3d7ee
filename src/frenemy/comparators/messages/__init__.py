"""Clustering as labelling, by messages between nodes."""
