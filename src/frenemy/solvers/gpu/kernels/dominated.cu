// Nodes that one neighbor attracts at least as strongly as all their other pairs count together.
// Included once for each type of weights, after level.cu.

#define MAX_DOMINATED_ROW 1024  // entries; a node with more is hardly ever dominated

/// The neighbor that a node is together with in some best clustering, or the node itself. Of equal neighbors, the smallest.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(find_dominating)(NAMED(Level) level, int* dominating) {
    const long long i = thread_of_grid() / LANES;
    if (i >= level.n_nodes) return;
    const int lane = threadIdx.x % LANES;
    const Word lanes = ((1u << LANES) - 1) << (threadIdx.x % 32 - lane);
    const long long begin = level.offsets[i], end = level.offsets[i + 1];
    Sum total = 0, best = 0;
    int neighbor = static_cast<int>(i);
    if (end - begin <= MAX_DOMINATED_ROW) {
        for (long long entry = begin + lane; entry < end; entry += LANES) {
            const Sum weight = level.weights[entry];
            const int other = level.neighbors[entry];
            total += weight < 0 ? -weight : weight;
            if (weight > best || (weight > 0 && weight == best && other < neighbor)) {
                best = weight;
                neighbor = other;
            }
        }
    }
    for (int step = LANES / 2; step > 0; step /= 2) {
        total += __shfl_xor_sync(lanes, total, step);
        const Sum other_best = __shfl_xor_sync(lanes, best, step);
        const int other = __shfl_xor_sync(lanes, neighbor, step);
        if (other_best > best || (other_best == best && other < neighbor)) {
            best = other_best;
            neighbor = other;
        }
    }
    if (lane == 0) dominating[i] = best > 0 && 2 * best >= total ? neighbor : static_cast<int>(i);
}
