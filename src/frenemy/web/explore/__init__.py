"""The page to explore a clustering."""
