// What all kernels share: random numbers, the table that sums weights by cluster, and reductions.
//
// All sums are integers, so their order does not matter: the same problem and seed give the same labels on every card.

typedef long long Sum;
typedef unsigned int Word;

#define NO_LABEL (-1)
#define LANES 8           // threads that share a short row
#define SHORT_ROW 32      // entries; at most 4 per lane
#define WARP_SLOTS 1024   // of the table of a warp, twice the entries of a medium row
#define BLOCK_SLOTS 8192  // of the table of a block; longer rows have theirs in global memory
#define WARPS_PER_BLOCK 8
#define BLOCK 256

__device__ __forceinline__ Word mixed(Word x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

/// A random word of a sweep (its key), a node and a label.
__device__ __forceinline__ Word drawn(Word key, Word node, Word label) {
    return mixed(key ^ mixed(node * 0x9E3779B1u + label));
}

/// Gumbel noise of a label for a node: the label with the highest sum of attraction and noise is a draw from the heat bath.
__device__ __forceinline__ Sum noise(const int* gumbel, Sum temperature, Word key, int node, int label) {
    if (temperature == 0) return 0;
    return (Sum(gumbel[drawn(key, node, label) >> 20]) * temperature) >> 12;
}

/// What unlisted pairs add to the attraction between a node and a cluster of that size.
__device__ __forceinline__ Sum unlisted(double missing, Sum node_size, Sum cluster_size) {
    return __double2ll_rn(missing * double(node_size) * double(cluster_size));
}

/// A cluster that a node may move to. Higher scores are better; of equal ones, the smaller label.
struct Candidate {
    Sum score;  // attraction and noise
    Sum attraction;
    int label;
};

__device__ __forceinline__ bool is_better(const Candidate& a, const Candidate& b) {
    if (a.label == NO_LABEL || b.label == NO_LABEL) return b.label == NO_LABEL && a.label != NO_LABEL;
    return a.score != b.score ? a.score > b.score : a.label < b.label;
}

/// The best candidate of `width` neighbouring lanes, in all of them.
__device__ __forceinline__ Candidate best_of_lanes(Candidate mine, int width, Word lanes) {
    for (int step = width / 2; step > 0; step /= 2) {
        Candidate other;
        other.score = __shfl_xor_sync(lanes, mine.score, step);
        other.attraction = __shfl_xor_sync(lanes, mine.attraction, step);
        other.label = __shfl_xor_sync(lanes, mine.label, step);
        if (is_better(other, mine)) mine = other;
    }
    return mine;
}

__device__ __forceinline__ Word lanes_of_group() { return 0xffu << (threadIdx.x & 24); }

__device__ __forceinline__ int slots_for(long long n_entries) {
    int slots = 16;
    while (slots < 2 * n_entries) slots *= 2;
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

__device__ __forceinline__ void add_to(Sum* total, Sum value) {
    atomicAdd(reinterpret_cast<unsigned long long*>(total), static_cast<unsigned long long>(value));
}

/// The sum over a block, in thread 0; all threads must call it.
__device__ __forceinline__ Sum sum_of_block(Sum value) {
    __shared__ Sum sums[BLOCK / 32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < BLOCK / 32; ++warp) value += sums[warp];
    }
    return value;
}
