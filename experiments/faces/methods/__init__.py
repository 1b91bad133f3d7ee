"""Ways to cluster features: other projects' and ours."""
