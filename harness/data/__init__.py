"""Problems to measure on: generated from a seed, or read from the data beside the repository."""
