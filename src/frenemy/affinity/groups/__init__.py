"""Groups in rows of features that nobody labelled: similarities of neighbors, their tree, and what persists in it."""
