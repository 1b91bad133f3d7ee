"""
Measure how good a clustering is
================================

How good is this clustering, and which parts of it are certain?
"""

import frenemy as fr

problem, truth = fr.affinity.planted(400, sizes=[1] * 20, degree=5, balance=0.6, noise=0.15, seed=3)

# Every result has a lower bound, computed in a tenth of its time; more time gives a better one.
result = fr.solve(problem, stop=fr.Stop(seconds=1))
print(f"energy {result.energy:.2f}, at most {result.gap:.1%} from the best possible")
better = result.bounded(stop=fr.Stop(seconds=2))
print(f"energy {better.energy:.2f}, at most {better.gap:.1%} from the best possible: {better.status.name}")

# Some pairs are certain even if a gap remains.
certificate = fr.certify(problem, stop=fr.Stop(seconds=2))
n_together, n_apart = int(certificate.is_together.sum()), int(certificate.is_apart.sum())
print(f"{n_together} pairs are surely together, {n_apart} surely apart: {certificate.share_of_pairs:.0%} of all")

# The rest is a smaller problem with the same optimal energy.
rest = problem.contract(certificate.together).problem
print(f"{problem.n_nodes} nodes and {problem.n_edges} pairs became {rest.n_nodes} and {rest.n_edges}")
