"""Strokes, and the pixels on their two sides."""
