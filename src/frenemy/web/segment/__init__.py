"""The page for interactive segmentation: draw where objects meet, get all of them."""
