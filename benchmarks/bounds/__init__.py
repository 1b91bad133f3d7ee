"""Lower bounds, exact solutions and reductions."""
