"""Applications: from data to a problem, from labels to an answer."""
