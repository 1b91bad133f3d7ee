"""
See how many clusters to expect
===============================

How many clusters to expect before any pair is seen: what "all partitions are equally probable" says about k.
"""

from scipy.stats import norm

import frenemy as fr
from frenemy.affinity import PairModel, approximate_mode, paper_mode, prior_on_clusters, uniform_partition

# Minus the logarithm of Pr(k), at some shares of n: the lower, the more probable.
shares = [0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0]
print("-log Pr(k) at k = share of n")
print("     n  " + "".join(f"{share:>9.0%}" for share in shares))
for n in (100, 300, 1000, 3000):
    minus_log = -prior_on_clusters(n).log_probability
    print(f"{n:6}  " + "".join(f"{minus_log[max(1, round(share * n)) - 1]:9.1f}" for share in shares))

# The mode, and two formulas for it.
print("\n     n   mode     mean   std   exp(W(n))-1   n/log(n)")
for n in (10, 100, 750, 1000, 10_000):
    prior = prior_on_clusters(n)
    formulas = f"{approximate_mode(n):13.1f} {paper_mode(n):10.1f}"
    print(f"{n:6} {prior.mode:6} {prior.mean:8.1f} {prior.std:5.1f} {formulas}")

# Uniformly drawn partitions have that many clusters, nearly all of them small.
labels = uniform_partition(1000, seed=0)
print(f"\none of all partitions of 1000 nodes, drawn: {labels.max() + 1} clusters")

# A uniform prior does not change the most probable partition. It matters for the posterior: with weak evidence k
# follows the prior, with strong evidence it does not.
truth = [i % 4 for i in range(80)]
print(f"\n80 nodes in 4 clusters, all pairs seen (before they are: {prior_on_clusters(80).mean:.0f} clusters)")
print("f+ and f- apart by   clusters in the best partition   mean over the posterior")
for distance in (0.1, 0.3, 0.6, 1.0, 1.5):
    seen = PairModel(norm(distance, 1.0), norm(0.0, 1.0)).sample(80, labels=truth, seed=0)
    problem = seen.problem()
    best, all_of_them = fr.solve(problem), fr.posterior(problem, n_samples=1000)
    print(f"{distance:18} {best.n_clusters:32} {all_of_them.mean_n_clusters:25.1f}")
