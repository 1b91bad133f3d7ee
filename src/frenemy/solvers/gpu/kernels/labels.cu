// Labels and lists of nodes: no weights in here.

/// Lists nodes by the length of their rows: short, medium, long. Each list has room for all nodes.
extern "C" __global__ void __launch_bounds__(BLOCK) list_by_length(int n_nodes, const long long* offsets, int short_row,
                                                                 int medium_row, int* lists, int* counts) {
    __shared__ int in_block[3], begin[3];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x < 3) in_block[threadIdx.x] = 0;
    __syncthreads();
    int list = 0, place = 0;
    if (i < n_nodes) {
        const long long length = offsets[i + 1] - offsets[i];
        list = length <= short_row ? 0 : length <= medium_row ? 1 : 2;
        place = atomicAdd(&in_block[list], 1);
    }
    __syncthreads();
    if (threadIdx.x < 3 && in_block[threadIdx.x] > 0) {
        begin[threadIdx.x] = atomicAdd(&counts[threadIdx.x], in_block[threadIdx.x]);
    }
    __syncthreads();
    if (i < n_nodes) lists[static_cast<long long>(list) * n_nodes + begin[list] + place] = i;
}

/// Slots in global memory that the table of each long row needs.
extern "C" __global__ void __launch_bounds__(BLOCK) far_slots(int n_listed, const int* nodes, const long long* offsets,
                                                            long long* slots) {
    const int at = blockIdx.x * BLOCK + threadIdx.x;
    if (at >= n_listed) return;
    const int needed = slots_for(offsets[nodes[at] + 1] - offsets[nodes[at]]);
    slots[at] = needed > BLOCK_SLOTS ? needed : 0;
}

/// Members, and sizes if there are any, by label.
extern "C" __global__ void __launch_bounds__(BLOCK) count_members(int n_nodes, const int* labels, const Sum* sizes,
                                                                int* members, Sum* cluster_sizes) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n_nodes) return;
    atomicAdd(&members[labels[i]], 1);
    if (sizes != nullptr) add_to(&cluster_sizes[labels[i]], sizes[i]);
}

/// Nodes by cluster, in any order within one; `cursors` are the first places.
extern "C" __global__ void __launch_bounds__(BLOCK) order_by_label(int n_nodes, const int* labels, long long* cursors,
                                                                 int* order) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n_nodes) return;
    order[atomicAdd(reinterpret_cast<unsigned long long*>(&cursors[labels[i]]), 1ull)] = i;
}

extern "C" __global__ void __launch_bounds__(BLOCK) count_entries(int n_nodes, const int* labels,
                                                                const long long* offsets, long long* entries,
                                                                long long* nodes) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n_nodes) return;
    add_to(&entries[labels[i]], offsets[i + 1] - offsets[i]);
    add_to(&nodes[labels[i]], 1);
}

/// Clusters of two clusterings at once: the first node that meets a pair of labels names it. The name of a pair is the
/// smallest of its nodes, so it does not depend on the order of the threads.
extern "C" __global__ void __launch_bounds__(BLOCK) overlay_names(int n_nodes, const int* a, const int* b, int slots,
                                                                long long* keys, int* names, int* places) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n_nodes) return;
    const long long key = static_cast<long long>(a[i]) << 32 | static_cast<unsigned int>(b[i]);
    for (int slot = drawn(0x77u, a[i], b[i]) & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
        const long long found = static_cast<long long>(
            atomicCAS(reinterpret_cast<unsigned long long*>(&keys[slot]), ~0ull, static_cast<unsigned long long>(key)));
        if (found != -1 && found != key) continue;
        atomicMin(&names[slot], i);
        places[i] = slot;
        return;
    }
}

/// How often each end of a pair appears, and whether pairs are good: the lowest bad one is kept.
extern "C" __global__ void __launch_bounds__(BLOCK) check_pairs(long long n_pairs, const int* u, const int* v,
                                                              const double* weights, int n_nodes, long long* degrees,
                                                              unsigned long long* first_bad) {
    const long long pair = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x;
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
