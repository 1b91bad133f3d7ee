"""From scored pairs to entities."""
