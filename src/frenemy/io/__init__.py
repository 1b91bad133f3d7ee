"""Signed problems from files, and labels to files."""

from frenemy.io.constraints import read_groups, read_node_pairs
from frenemy.io.labels import LABEL_FORMATS, write_labels
from frenemy.io.pairs_file import PairsFile
from frenemy.io.read import FORMATS, read

__all__ = ["FORMATS", "LABEL_FORMATS", "PairsFile", "read", "read_groups", "read_node_pairs", "write_labels"]
