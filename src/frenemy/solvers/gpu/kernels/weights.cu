// Weights in fixed point, and sums over them. Included once for each type of weights, after level.cu.

/// The sum of squared attracting weights of some nodes, after a shift that keeps it below 2^63.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(squared_pulls)(NAMED(Level) level, int n_sampled, int shift,
                                                                       Sum* squares) {
    const int at = thread_of_grid() / 32;
    if (at >= n_sampled) return;
    const long long i = static_cast<long long>(at) * level.n_nodes / n_sampled;
    Sum sum = 0;
    for (long long entry = level.offsets[i] + threadIdx.x % 32; entry < level.offsets[i + 1]; entry += 32) {
        const Sum weight = Sum(level.weights[entry]) >> shift;
        if (weight > 0) sum += weight * weight;
    }
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(ALL_LANES, sum, step);
    if (threadIdx.x % 32 == 0) squares[at] = sum;
}

/// Fixed-point weights.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(round_weights)(long long n_entries, const double* weights,
                                                                       double scale, Weight* rounded) {
    const long long entry = thread_of_grid();
    if (entry < n_entries) rounded[entry] = static_cast<Weight>(__double2ll_rn(weights[entry] * scale));
}

/// Both ends of each pair, in any order within a row; `cursors` are the offsets before, and the ends of rows afterwards.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(place_pairs)(long long n_pairs, const int* u, const int* v,
                                                                     const double* weights, double scale,
                                                                     long long* cursors, int* neighbors,
                                                                     Weight* rounded) {
    const long long pair = thread_of_grid();
    if (pair >= n_pairs || u[pair] == v[pair]) return;
    const Weight weight = static_cast<Weight>(__double2ll_rn(weights[pair] * scale));
    const int ends[2] = {u[pair], v[pair]};
    for (int side = 0; side < 2; ++side) {
        const long long to = static_cast<long long>(
            atomicAdd(reinterpret_cast<unsigned long long*>(&cursors[ends[side]]), 1ull));
        neighbors[to] = ends[1 - side];
        rounded[to] = weight;
    }
}
