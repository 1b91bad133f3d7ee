// Weights as they are given.

__device__ __forceinline__ void write_block_sum(double value, double* sums) {
    __shared__ double of_warps[WARPS];
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(ALL_LANES, value, step);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x != 0) return;
    double total = 0.0;
    for (int warp = 0; warp < WARPS; ++warp) total += of_warps[warp];
    sums[blockIdx.y * gridDim.x + blockIdx.x] = total;
}

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

/// The weight of cut pairs, one sum per block: added up in the same order on every card, since the number of blocks is
/// fixed. Blocks in y are clusterings, whose labels follow each other.
extern "C" __global__ void __launch_bounds__(BLOCK) cut_of_pairs(long long n_pairs, const int* u, const int* v,
                                                               const double* weights, int n_nodes, const int* labels,
                                                               double* sums) {
    labels += static_cast<long long>(blockIdx.y) * n_nodes;
    double cut = 0.0;
    for (long long pair = thread_of_grid(); pair < n_pairs; pair += threads_of_grid()) {
        if (labels[u[pair]] != labels[v[pair]]) cut += weights[pair];
    }
    write_block_sum(cut, sums);
}

/// The same for rows, which have each pair twice.
extern "C" __global__ void __launch_bounds__(BLOCK) cut_of_rows(int n_nodes, const long long* offsets,
                                                              const int* neighbors, const double* weights,
                                                              const int* labels, double* sums) {
    labels += static_cast<long long>(blockIdx.y) * n_nodes;
    double cut = 0.0;
    for (long long i = thread_of_grid() / LANES; i < n_nodes; i += threads_of_grid() / LANES) {
        const int own = labels[i];
        for (long long entry = offsets[i] + threadIdx.x % LANES; entry < offsets[i + 1]; entry += LANES) {
            if (labels[neighbors[entry]] != own) cut += weights[entry];
        }
    }
    write_block_sum(cut, sums);
}
