// Lists of rows by length, and nodes in the order of their clusters. All blocks of these kernels must run at once.

/// Lists of rows by length, and where the tables of far rows are.
struct RowLists {
    int* lists;               // n_rows each for short, medium, long and far rows
    long long* slots_before;  // n_rows + 1; for far rows
    long long* chunks_before;
    Sum* facts;  // the lengths of the four lists, and the slots of all far rows; 0 before
    Sum* block_sums;
    Word* barrier;
    int n_rows;
};

/// All threads of the grid must call it.
__device__ void list_rows_of(const RowLists& rows, const long long* offsets) {
    const int lane = threadIdx.x % 32;
    const long long n_rounded = (rows.n_rows + 31ll) / 32 * 32;  // whole warps
    for (long long row = thread_of_grid(); row < n_rounded; row += threads_of_grid()) {
        int list = -1;
        if (row < rows.n_rows) {
            const long long length = offsets[row + 1] - offsets[row];
            list = length <= SHORT_ROW ? 0 : length <= WARP_SLOTS / 2 ? 1 : length <= BLOCK_SLOTS / 2 ? 2 : 3;
        }
        for (int k = 0; k < 4; ++k) {
            const Word same = __ballot_sync(ALL_LANES, list == k);
            if (same == 0) continue;
            Sum begin = 0;
            if (lane == 0) {
                begin = atomicAdd(reinterpret_cast<unsigned long long*>(&rows.facts[k]),
                                  static_cast<unsigned long long>(__popc(same)));
            }
            begin = __shfl_sync(ALL_LANES, begin, 0);
            if (list == k) {
                rows.lists[static_cast<long long>(k) * rows.n_rows + begin + __popc(same & ((1u << lane) - 1))] =
                    static_cast<int>(row);
            }
        }
    }
    wait_for_all(rows.barrier);
    const long long n_far = rows.facts[3];
    if (n_far == 0) return;
    const int* far_rows = rows.lists + 3ll * rows.n_rows;
    const auto length = [=](long long k) { return offsets[far_rows[k] + 1] - offsets[far_rows[k]]; };
    const Sum n_slots = sums_before(
        n_far, [=](long long k) { return Sum(slots_for(length(k))); }, rows.slots_before, rows.block_sums, rows.barrier);
    sums_before(
        n_far, [=](long long k) { return (length(k) + CHUNK - 1) / CHUNK; }, rows.chunks_before, rows.block_sums,
        rows.barrier);
    if (thread_of_grid() == 0) rows.facts[4] = n_slots;
}

extern "C" __global__ void __launch_bounds__(BLOCK) list_rows(RowLists rows, const long long* offsets) {
    list_rows_of(rows, offsets);
}

/// Nodes in the order of their clusters.
struct Order {
    const long long* offsets;
    const int* labels;  // clusters, 0..n_clusters-1
    const Sum* sizes;   // of nodes, or null
    long long* n_entries;  // of each cluster's nodes; this and the next two 0 before
    long long* n_members;
    Sum* cluster_sizes;
    long long* begins;  // entries of the clusters before, n_clusters + 1
    long long* firsts;  // nodes of the clusters before, n_clusters + 1
    long long* slots_before;  // of the tables of far clusters, n_clusters + 1
    int* order;
    Sum* facts;  // the first: slots of all far clusters
    Sum* block_sums;
    Word* barrier;
    int n_nodes, n_clusters;
};

/// Slots in global memory for the row of a cluster; 0 if one block sums it in shared memory: there must be room for its
/// table, and few entries, as the others would wait for it.
__device__ __forceinline__ Sum far_slots(long long n_entries, int n_clusters) {
    const long long n_labels = min(n_entries, static_cast<long long>(n_clusters));
    return n_labels > ROW_SLOTS / 2 || n_entries > FAR_ENTRIES ? slots_for(n_labels) : 0;
}

extern "C" __global__ void __launch_bounds__(BLOCK) order_nodes(Order o) {
    for (long long i = thread_of_grid(); i < o.n_nodes; i += threads_of_grid()) {
        const int label = o.labels[i];
        add_to(&o.n_entries[label], o.offsets[i + 1] - o.offsets[i]);
        add_to(&o.n_members[label], 1);
        if (o.sizes != nullptr) add_to(&o.cluster_sizes[label], o.sizes[i]);
    }
    wait_for_all(o.barrier);
    const long long *n_entries = o.n_entries, *n_members = o.n_members;
    const int n_clusters = o.n_clusters;
    sums_before(
        n_clusters, [=](long long c) { return n_entries[c]; }, o.begins, o.block_sums, o.barrier);
    sums_before(
        n_clusters, [=](long long c) { return n_members[c]; }, o.firsts, o.block_sums, o.barrier);
    const Sum n_slots = sums_before(
        n_clusters, [=](long long c) { return far_slots(n_entries[c], n_clusters); }, o.slots_before, o.block_sums,
        o.barrier);
    if (thread_of_grid() == 0) o.facts[0] = n_slots;
    for (long long i = thread_of_grid(); i < o.n_nodes; i += threads_of_grid()) {
        const int label = o.labels[i];  // the counts run down to 0
        const long long left = static_cast<long long>(
            atomicAdd(reinterpret_cast<unsigned long long*>(&o.n_members[label]), ~0ull));
        o.order[o.firsts[label] + left - 1] = static_cast<int>(i);
    }
}

/// The clusters that two clusterings agree on: the name of a pair of labels is the smallest of its nodes.
struct Overlay {
    const int* a;
    const int* b;
    long long* keys;  // -1 before
    int* names;       // n_nodes before
    int* places;
    int* numbers;  // n_nodes + 1
    int* numbered;
    Sum* facts;  // the first: the number of clusters
    Sum* block_sums;
    Word* barrier;
    int n_nodes, slots;
};

extern "C" __global__ void __launch_bounds__(BLOCK) overlay(Overlay o) {
    for (long long i = thread_of_grid(); i < o.n_nodes; i += threads_of_grid()) {
        const unsigned long long key = static_cast<unsigned long long>(o.a[i]) << 32 | static_cast<Word>(o.b[i]);
        for (int slot = drawn(0x77u, o.a[i], o.b[i]) & (o.slots - 1);; slot = (slot + 1) & (o.slots - 1)) {
            const unsigned long long found =
                atomicCAS(reinterpret_cast<unsigned long long*>(&o.keys[slot]), ~0ull, key);
            if (found != ~0ull && found != key) continue;
            atomicMin(&o.names[slot], static_cast<int>(i));
            o.places[i] = slot;
            break;
        }
    }
    wait_for_all(o.barrier);
    const int *names = o.names, *places = o.places;
    const Sum n_clusters = sums_before(
        o.n_nodes, [=](long long i) { return Sum(names[places[i]] == i); }, o.numbers, o.block_sums, o.barrier);
    for (long long i = thread_of_grid(); i < o.n_nodes; i += threads_of_grid()) {
        o.numbered[i] = o.numbers[names[places[i]]];
    }
    if (thread_of_grid() == 0) o.facts[0] = n_clusters;
}
