"""The page for interactive segmentation: draw where objects meet, get all objects."""
