"""Record linkage: entities from scored pairs, updates and review."""
