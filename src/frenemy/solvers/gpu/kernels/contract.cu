// Contraction: the rows of a cluster's nodes, summed by the clusters of their neighbors, become one row.
// All blocks of these kernels must run at once. Included once for each type of weights, after level.cu and rows.cu.

struct NAMED(Sums) {
    const int* labels;  // clusters
    const int* order;
    const long long* firsts;
    const long long* begins;
    const long long* slots_before;  // of the tables of far clusters
    int* far_labels;                // room for all slots
    Sum* far_sums;
    int* wide_neighbors;  // rows with room for all entries of their nodes
    Sum* wide_sums;
    long long* n_distinct;  // of each row; 0 before
    unsigned char* attracts;  // whether the cluster attracts any other; 0 before
    long long* n_kept;      // of these, the pairs that matter
    long long* offsets;     // the result, n_clusters + 1
    int* neighbors;
    Sum* weights;  // of 32 bits if all sums of a row fit
    RowLists rows;  // of the result; facts[5] is the largest sum of absolute weights in a row, facts[6] all entries
};

__device__ __forceinline__ void NAMED(fill_row)(const NAMED(Level)& level, const NAMED(Sums)& s, int cluster, int thread,
                                                int n_threads, int* labels, Sum* sums, int slots) {
    for (long long at = s.firsts[cluster] + thread / LANES; at < s.firsts[cluster + 1]; at += n_threads / LANES) {
        const int i = s.order[at];
        for (long long entry = level.offsets[i] + thread % LANES; entry < level.offsets[i + 1]; entry += LANES) {
            const int label = s.labels[level.neighbors[entry]];
            if (label != cluster) add_to_table(labels, sums, slots, label, Sum(level.weights[entry]));
        }
    }
}

/// Writes the sums that are not 0, in any order; returns this thread's share of their absolute sum. `n_written` is shared
/// by the threads and 0.
__device__ __forceinline__ Sum NAMED(write_row)(const NAMED(Sums)& s, int cluster, int thread, int n_threads,
                                                const int* labels, const Sum* sums, int slots, int* n_written) {
    Sum total = 0;
    for (int slot = thread; slot < slots; slot += n_threads) {
        if (labels[slot] == NO_LABEL || sums[slot] == 0) continue;
        const long long to = s.begins[cluster] + atomicAdd(n_written, 1);
        s.wide_neighbors[to] = labels[slot];
        s.wide_sums[to] = sums[slot];
        if (sums[slot] > 0) s.attracts[cluster] = 1;
        total += sums[slot] < 0 ? -sums[slot] : sums[slot];
    }
    return total;
}

__device__ __forceinline__ void NAMED(clear_sums)(int thread, int n_threads, int* labels, Sum* sums, int slots) {
    for (int slot = thread; slot < slots; slot += n_threads) {
        labels[slot] = NO_LABEL;
        sums[slot] = 0;
    }
}

/// A row that a block writes from a table that is filled.
__device__ __forceinline__ void NAMED(write_block_row)(const NAMED(Sums)& s, int cluster, const int* labels,
                                                       const Sum* sums, int slots) {
    __shared__ int n_written;
    if (threadIdx.x == 0) n_written = 0;
    __syncthreads();
    const Sum total =
        sum_of_block(NAMED(write_row)(s, cluster, threadIdx.x, BLOCK, labels, sums, slots, &n_written));
    if (threadIdx.x == 0) {
        s.n_distinct[cluster] = n_written;
        atomicMax(&s.rows.facts[5], total);
    }
    __syncthreads();
}

__device__ void NAMED(sum_near_rows)(const NAMED(Level)& level, const NAMED(Sums)& s) {
    extern __shared__ Sum shared[];
    __shared__ int n_written[WARPS];
    Sum* sums = shared;
    int* labels = reinterpret_cast<int*>(shared + ROW_SLOTS);
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int c = thread_of_grid() / 32; c < s.rows.n_rows; c += gridDim.x * WARPS) {
        const long long n_entries = s.begins[c + 1] - s.begins[c];
        if (n_entries == 0 || n_entries > WARP_SLOTS / 2) continue;
        const int slots = slots_for(n_entries);
        int* own_labels = labels + warp * WARP_SLOTS;
        Sum* own_sums = sums + warp * WARP_SLOTS;
        __syncwarp();
        NAMED(clear_sums)(lane, 32, own_labels, own_sums, slots);
        if (lane == 0) n_written[warp] = 0;
        __syncwarp();
        NAMED(fill_row)(level, s, c, lane, 32, own_labels, own_sums, slots);
        __syncwarp();
        Sum total = NAMED(write_row)(s, c, lane, 32, own_labels, own_sums, slots, &n_written[warp]);
        for (int step = 16; step > 0; step /= 2) total += __shfl_xor_sync(ALL_LANES, total, step);
        if (lane == 0) {
            s.n_distinct[c] = n_written[warp];
            atomicMax(&s.rows.facts[5], total);
        }
    }
    __syncthreads();
    for (int c = blockIdx.x; c < s.rows.n_rows; c += gridDim.x) {
        const long long n_entries = s.begins[c + 1] - s.begins[c];
        if (n_entries <= WARP_SLOTS / 2 || s.slots_before[c + 1] > s.slots_before[c]) continue;
        const int slots = slots_for(min(n_entries, static_cast<long long>(s.rows.n_rows)));
        NAMED(clear_sums)(threadIdx.x, BLOCK, labels, sums, slots);
        __syncthreads();
        NAMED(fill_row)(level, s, c, threadIdx.x, BLOCK, labels, sums, slots);
        __syncthreads();
        NAMED(write_block_row)(s, c, labels, sums, slots);
    }
}

/// Clusters with many entries: all nodes of all of them at once, in tables in global memory.
__device__ void NAMED(sum_far_rows)(const NAMED(Level)& level, const NAMED(Sums)& s) {
    for (long long slot = thread_of_grid(); slot < s.slots_before[s.rows.n_rows]; slot += threads_of_grid()) {
        s.far_labels[slot] = NO_LABEL;
        s.far_sums[slot] = 0;
    }
    wait_for_all(s.rows.barrier);
    const int warp_of_grid = thread_of_grid() / 32, lane = threadIdx.x % 32;
    for (int i = warp_of_grid; i < level.n_nodes; i += gridDim.x * WARPS) {
        const int c = s.labels[i];
        const long long place = s.slots_before[c];
        const int slots = static_cast<int>(s.slots_before[c + 1] - place);
        if (slots == 0) continue;
        for (long long entry = level.offsets[i] + lane; entry < level.offsets[i + 1]; entry += 32) {
            const int label = s.labels[level.neighbors[entry]];
            if (label != c) {
                add_to_table(s.far_labels + place, s.far_sums + place, slots, label, Sum(level.weights[entry]));
            }
        }
    }
    wait_for_all(s.rows.barrier);
    for (int c = blockIdx.x; c < s.rows.n_rows; c += gridDim.x) {
        const long long place = s.slots_before[c];
        const int slots = static_cast<int>(s.slots_before[c + 1] - place);
        if (slots > 0) NAMED(write_block_row)(s, c, s.far_labels + place, s.far_sums + place, slots);
    }
}

/// Whether a pair of two clusters matters. What nothing attracts stays alone, so its pairs are cut in any case: hubs of
/// social networks lose most of theirs. Unlisted pairs that attract could still join it.
__device__ __forceinline__ bool NAMED(matters)(const NAMED(Level)& level, const NAMED(Sums)& s, int a, int b) {
    return level.missing > 0.0 || (s.attracts[a] && s.attracts[b]);
}

/// Counts the pairs that matter, of each row.
__device__ void NAMED(count_pairs)(const NAMED(Level)& level, const NAMED(Sums)& s) {
    const int lane = threadIdx.x % 32;
    for (int c = thread_of_grid() / 32; c < s.rows.n_rows; c += gridDim.x * WARPS) {
        const long long from = s.begins[c], n_written = s.n_distinct[c];
        int n_kept = 0;
        for (long long entry = lane; entry < n_written; entry += 32) {
            n_kept += NAMED(matters)(level, s, c, s.wide_neighbors[from + entry]);
        }
        for (int step = 16; step > 0; step /= 2) n_kept += __shfl_xor_sync(ALL_LANES, n_kept, step);
        if (lane == 0) s.n_kept[c] = n_kept;
    }
}

/// Moves rows together and gives weights their type.
__device__ void NAMED(pack_rows)(const NAMED(Level)& level, const NAMED(Sums)& s, bool is_small) {
    int* small_weights = reinterpret_cast<int*>(s.weights);
    const int lane = threadIdx.x % 32;
    for (int c = thread_of_grid() / 32; c < s.rows.n_rows; c += gridDim.x * WARPS) {
        const long long from = s.begins[c], n_written = s.n_distinct[c];
        long long to = s.offsets[c];
        if (s.offsets[c + 1] == to) continue;
        for (long long first = 0; first < n_written; first += 32) {
            const long long entry = first + lane;
            const int neighbor = entry < n_written ? s.wide_neighbors[from + entry] : 0;
            const bool is_kept = entry < n_written && NAMED(matters)(level, s, c, neighbor);
            const Word kept = __ballot_sync(ALL_LANES, is_kept);
            const long long place = to + __popc(kept & ((1u << lane) - 1));
            to += __popc(kept);
            if (!is_kept) continue;
            s.neighbors[place] = neighbor;
            if (is_small) {
                small_weights[place] = static_cast<int>(s.wide_sums[from + entry]);
            } else {
                s.weights[place] = s.wide_sums[from + entry];
            }
        }
    }
}

extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(sum_rows)(NAMED(Level) level, NAMED(Sums) s) {
    NAMED(sum_near_rows)(level, s);
    if (s.slots_before[s.rows.n_rows] > 0) NAMED(sum_far_rows)(level, s);
    wait_for_all(s.rows.barrier);
    NAMED(count_pairs)(level, s);
    wait_for_all(s.rows.barrier);
    const long long* n_kept = s.n_kept;
    const Sum n_entries = sums_before(
        s.rows.n_rows, [=](long long c) { return n_kept[c]; }, s.offsets, s.rows.block_sums, s.rows.barrier);
    NAMED(pack_rows)(level, s, s.rows.facts[5] < MAX_SMALL_SUM);
    if (thread_of_grid() == 0) s.rows.facts[6] = n_entries;
    list_rows_of(s.rows, s.offsets);
}
