"""Faces in photos: find them, describe them, and say who is who."""
