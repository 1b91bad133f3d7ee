// Contraction: the rows of a cluster's nodes, summed by the clusters of their neighbors, become one row.
// Included once for each type of weights, after sweep.cu.

/// What is written about one contracted row.
struct NAMED(Rows) {
    const int* labels;         // cluster of each node
    const int* order;          // nodes by cluster
    const long long* firsts;   // first node of each cluster in `order`
    const long long* begins;   // first entry of each cluster in the output, with room for all entries of its nodes
    int* neighbors;
    Sum* sums;
    long long* counts;  // entries of each cluster
    Sum* largest;       // largest sum of absolute weights in a row
};

__device__ __forceinline__ void NAMED(fill_row)(const NAMED(Level)& level, const NAMED(Rows)& rows, int cluster,
                                                int thread, int n_threads, int* labels, Sum* sums, int slots) {
    for (long long at = rows.firsts[cluster] + thread / LANES; at < rows.firsts[cluster + 1]; at += n_threads / LANES) {
        const int i = rows.order[at];
        for (long long entry = level.offsets[i] + thread % LANES; entry < level.offsets[i + 1]; entry += LANES) {
            const int label = rows.labels[level.neighbors[entry]];
            if (label != cluster) add_to_table(labels, sums, slots, label, Sum(level.weights[entry]));
        }
    }
}

/// Writes the sums that are not 0, in any order. `n_written` is shared by the threads and 0.
__device__ __forceinline__ Sum NAMED(write_row)(const NAMED(Rows)& rows, int cluster, int thread, int n_threads,
                                                const int* labels, const Sum* sums, int slots, int* n_written) {
    Sum total = 0;
    for (int slot = thread; slot < slots; slot += n_threads) {
        if (labels[slot] == NO_LABEL || sums[slot] == 0) continue;
        const long long to = rows.begins[cluster] + atomicAdd(n_written, 1);
        rows.neighbors[to] = labels[slot];
        rows.sums[to] = sums[slot];
        total += sums[slot] < 0 ? -sums[slot] : sums[slot];
    }
    return total;
}

extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(contract_medium)(NAMED(Level) level, NAMED(Rows) rows,
                                                                         const int* clusters, int n_listed) {
    extern __shared__ Sum shared[];
    __shared__ int n_written[WARPS_PER_BLOCK];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, at = blockIdx.x * WARPS_PER_BLOCK + warp;
    if (at >= n_listed) return;
    const int cluster = clusters[at];
    Sum* sums = shared + warp * WARP_SLOTS;
    int* labels = reinterpret_cast<int*>(shared + WARPS_PER_BLOCK * WARP_SLOTS) + warp * WARP_SLOTS;
    const int slots = slots_for(rows.begins[cluster + 1] - rows.begins[cluster]);
    for (int slot = lane; slot < slots; slot += 32) {
        labels[slot] = NO_LABEL;
        sums[slot] = 0;
    }
    if (lane == 0) n_written[warp] = 0;
    __syncwarp();
    NAMED(fill_row)(level, rows, cluster, lane, 32, labels, sums, slots);
    __syncwarp();
    Sum total = NAMED(write_row)(rows, cluster, lane, 32, labels, sums, slots, &n_written[warp]);
    for (int step = 16; step > 0; step /= 2) total += __shfl_down_sync(0xffffffffu, total, step);
    if (lane != 0) return;
    rows.counts[cluster] = n_written[warp];
    atomicMax(rows.largest, total);
}

/// Clusters with more entries, a block each. Tables that do not fit into shared memory begin at `places[at]`.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(contract_long)(NAMED(Level) level, NAMED(Rows) rows,
                                                                       const int* clusters, int,
                                                                       const long long* places, int* far_labels,
                                                                       Sum* far_sums) {
    extern __shared__ Sum shared[];
    __shared__ int n_written;
    const int cluster = clusters[blockIdx.x];
    Sum* sums = shared;
    int* labels = reinterpret_cast<int*>(shared + BLOCK_SLOTS);
    const int slots = slots_for(rows.begins[cluster + 1] - rows.begins[cluster]);
    if (slots > BLOCK_SLOTS) {
        sums = far_sums + places[blockIdx.x];
        labels = far_labels + places[blockIdx.x];
    }
    for (int slot = threadIdx.x; slot < slots; slot += BLOCK) {
        labels[slot] = NO_LABEL;
        sums[slot] = 0;
    }
    if (threadIdx.x == 0) n_written = 0;
    __syncthreads();
    NAMED(fill_row)(level, rows, cluster, threadIdx.x, BLOCK, labels, sums, slots);
    __syncthreads();
    const Sum total =
        sum_of_block(NAMED(write_row)(rows, cluster, threadIdx.x, BLOCK, labels, sums, slots, &n_written));
    if (threadIdx.x != 0) return;
    rows.counts[cluster] = n_written;
    atomicMax(rows.largest, total);
}

/// Moves rows together and gives weights their type.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(pack_rows)(int n_rows, const long long* begins,
                                                                   const int* neighbors, const Sum* sums,
                                                                   const long long* offsets, int* packed_neighbors,
                                                                   Weight* packed_weights) {
    const int row = (blockIdx.x * BLOCK + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= n_rows) return;
    const long long n_entries = offsets[row + 1] - offsets[row];
    for (long long entry = lane; entry < n_entries; entry += 32) {
        packed_neighbors[offsets[row] + entry] = neighbors[begins[row] + entry];
        packed_weights[offsets[row] + entry] = static_cast<Weight>(sums[begins[row] + entry]);
    }
}

/// Adds the weights of cut entries, each pair twice.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(cut_weight)(NAMED(Level) level, const int* labels,
                                                                    Sum* total) {
    Sum cut = 0;
    const int first = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    for (int i = first; i < level.n_nodes; i += gridDim.x * (BLOCK / LANES)) {
        const int own = labels[i];
        for (long long entry = level.offsets[i] + lane; entry < level.offsets[i + 1]; entry += LANES) {
            if (labels[level.neighbors[entry]] != own) cut += level.weights[entry];
        }
    }
    cut = sum_of_block(cut);
    if (threadIdx.x == 0) add_to(total, cut);
}

/// The sum of squared attracting weights of some nodes, after a shift that keeps it below 2^63.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(squared_pulls)(NAMED(Level) level, int n_sampled, int shift,
                                                                       Sum* squares) {
    const int at = blockIdx.x * BLOCK + threadIdx.x;
    if (at >= n_sampled) return;
    const long long i = static_cast<long long>(at) * level.n_nodes / n_sampled;
    Sum sum = 0;
    for (long long entry = level.offsets[i]; entry < level.offsets[i + 1]; ++entry) {
        const Sum weight = Sum(level.weights[entry]) >> shift;
        if (weight > 0) sum += weight * weight;
    }
    squares[at] = sum;
}

/// Fixed-point weights.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(round_weights)(long long n_entries, const double* weights,
                                                                       double scale, Weight* rounded) {
    const long long entry = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x;
    if (entry < n_entries) rounded[entry] = static_cast<Weight>(__double2ll_rn(weights[entry] * scale));
}

/// The row of each pair's end, in any order within a row; `cursors` are the offsets, and the ends of rows afterwards.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(place_pairs)(long long n_pairs, const int* u, const int* v,
                                                                     const double* weights, double scale,
                                                                     long long* cursors, int* neighbors,
                                                                     Weight* rounded) {
    const long long pair = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x;
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
