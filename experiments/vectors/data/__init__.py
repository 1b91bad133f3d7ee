"""The panel: vectors with known classes, half of the sets for tuning."""
