"""Features with known classes, and how they are drawn."""
