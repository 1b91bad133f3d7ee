"""Ways to cluster vectors: other projects' and ours."""
