"""Rows of pairs on disk: ids numbered, scores weighed, pairs grouped and summed."""
