"""Superpixels, and evidence for object boundaries between them."""
