"""Soft segmentations by closed-form matting, and the paper's affinities."""
