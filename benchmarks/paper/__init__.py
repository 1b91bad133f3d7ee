"""The solvers of the paper and their binary subproblems."""
