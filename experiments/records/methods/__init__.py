"""Ways from scored pairs to entities: other projects' and ours."""
