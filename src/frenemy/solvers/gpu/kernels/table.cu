// The table that sums weights by cluster, in shared or global memory.

#define NO_LABEL (-1)
#define WARP_SLOTS 512    // of the table of a warp, twice the entries of a medium row
#define BLOCK_SLOTS 4096  // of the table of a block, twice the entries of a long row; far rows have theirs in global memory
#define ROW_SLOTS 8192     // of the table of a block in a contraction
#define FAR_ENTRIES 16384  // of the nodes of a cluster, that a block sums alone
#define MAX_SMALL_SUM (1 << 28)  // sums of absolute weights in a row stay below, if weights have 32 bits

/// Slots of a table for a row: a power of two, so that it is at most half full.
__device__ __forceinline__ int slots_for(long long n_labels) {
    int slots = 16;
    while (slots < 2 * n_labels) slots *= 2;
    return slots;
}

/// Adds to the sum of a label in an open hash table of `slots` (a power of two), in shared or global memory.
template <class Value>
__device__ __forceinline__ void add_to_table(int* labels, Value* sums, int slots, int label, Value weight) {
    for (int slot = mixed(label) & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
        int found = labels[slot];
        if (found == NO_LABEL) found = atomicCAS(&labels[slot], NO_LABEL, label);
        if (found != NO_LABEL && found != label) continue;
        if constexpr (sizeof(Value) == 8) {
            atomicAdd(reinterpret_cast<unsigned long long*>(&sums[slot]), static_cast<unsigned long long>(weight));
        } else {
            atomicAdd(&sums[slot], weight);
        }
        return;
    }
}

template <class Value>
__device__ __forceinline__ Value sum_in_table(const int* labels, const Value* sums, int slots, int label) {
    for (int slot = mixed(label) & (slots - 1);; slot = (slot + 1) & (slots - 1)) {
        if (labels[slot] == label) return sums[slot];
        if (labels[slot] == NO_LABEL) return 0;
    }
}
