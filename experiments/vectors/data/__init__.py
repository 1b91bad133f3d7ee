"""The panel: vectors with known classes, one part of the sets for tuning."""
