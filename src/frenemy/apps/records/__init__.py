"""From scored pairs of records to entities."""
