"""Files of pairs, matrices, constraints and labels."""
