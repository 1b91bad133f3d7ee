// Pairs as they are given.

/// How often each node is the end of a pair, and whether pairs are good: the lowest bad one is kept.
extern "C" __global__ void __launch_bounds__(BLOCK) check_pairs(long long n_pairs, const int* u, const int* v,
                                                              const double* weights, int n_nodes, long long* degrees,
                                                              unsigned long long* first_bad) {
    const long long pair = thread_of_grid();
    if (pair >= n_pairs) return;
    const int i = u[pair], j = v[pair];
    if (i < 0 || j < 0 || i >= n_nodes || j >= n_nodes || !isfinite(weights[pair])) {
        atomicMin(first_bad, static_cast<unsigned long long>(pair));
        return;
    }
    if (i == j) return;
    add_to(&degrees[i], 1);
    add_to(&degrees[j], 1);
}
