"""Records: from scored pairs in tables to entities."""
