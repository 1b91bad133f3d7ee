"""From photos to faces: detect, align, embed, cache."""
