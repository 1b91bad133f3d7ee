"""Components whose pairs do not fit in memory: multilevel moves over rows that are streamed from disk."""
