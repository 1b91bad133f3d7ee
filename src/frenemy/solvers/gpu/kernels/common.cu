// What all kernels share: random numbers, the table that sums weights by cluster, and reductions.
//
// All sums are integers, so their order does not matter: the same problem and seed give the same labels on every card.

typedef long long Sum;
typedef unsigned int Word;

#define NO_LABEL (-1)
#define BLOCK 256  // threads
#define WARPS (BLOCK / 32)
#define LANES 8  // threads that share a short row
#define GROUPS (BLOCK / LANES)
#define SHORT_ROW 32      // entries; at most 4 per lane
#define WARP_SLOTS 512    // of the table of a warp, twice the entries of a medium row
#define BLOCK_SLOTS 4096  // of the table of a block, twice the entries of a long row; far rows have theirs in global memory
#define CHUNK 1024        // entries of a far row that a block adds at a time
#define ROW_SLOTS 8192     // of the table of a block in a contraction
#define GUMBELS 4096
#ifndef MIN_BLOCKS
#define MIN_BLOCKS 5
#endif
#define MAX_SWEEPS 128
#define MAX_SMALL_SUM (1 << 28)  // sums of absolute weights in a row stay below, if weights have 32 bits
#define ALL_LANES 0xffffffffu

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

/// Slots of a table for a row: a power of two, so that it is at most half full.
__device__ __forceinline__ int slots_for(long long n_labels) {
    int slots = 16;
    while (slots < 2 * n_labels) slots *= 2;
    return slots;
}

/// The row that has the chunk, or any other share, of that number; `before` are shares of the rows before.
__device__ __forceinline__ int row_of_share(long long share, const long long* before, int n_rows) {
    int low = 0, high = n_rows;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (before[middle] <= share) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
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

/// The sum over a block, in all threads; all must call it.
__device__ __forceinline__ Sum sum_of_block(Sum value) {
    __shared__ Sum sums[WARPS];
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(ALL_LANES, value, step);
    __syncthreads();  // the sums of the call before have been read
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    Sum total = 0;
    for (int warp = 0; warp < WARPS; ++warp) total += sums[warp];
    return total;
}

/// Waits until all blocks of the grid are here and see what the others wrote. The launch must be cooperative.
/// `barrier` is a count of blocks and a count of waits.
__device__ __forceinline__ void wait_for_all(Word* barrier) {
    __syncthreads();
    if (threadIdx.x == 0) {
        volatile Word* waits = barrier + 1;
        const Word before = *waits;
        __threadfence();
        if (atomicAdd(barrier, 1u) == gridDim.x - 1) {
            atomicExch(barrier, 0u);
            __threadfence();
            atomicAdd(barrier + 1, 1u);
        } else {
            while (*waits == before) {
            }
        }
        __threadfence();
    }
    __syncthreads();
}

__device__ __forceinline__ long long thread_of_grid() { return blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x; }
__device__ __forceinline__ long long threads_of_grid() { return gridDim.x * static_cast<long long>(BLOCK); }

/// Writes `before[k]`, the sum of `value(0)` to `value(k - 1)`, for k from 0 to n; returns the sum of all. All threads of
/// the grid must call it; `block_sums` has room for one number per block. The caller waits before it reads `before`.
template <class Number, class Value>
__device__ Sum sums_before(long long n, Value value, Number* before, Sum* block_sums, Word* barrier) {
    __shared__ Sum of_warps[WARPS];
    const long long share = (n + gridDim.x - 1) / gridDim.x;
    const long long begin = min(n, share * blockIdx.x), end = min(n, begin + share);
    Sum own = 0;
    for (long long k = begin + threadIdx.x; k < end; k += BLOCK) own += value(k);
    own = sum_of_block(own);
    if (threadIdx.x == 0) block_sums[blockIdx.x] = own;
    wait_for_all(barrier);
    Sum base = 0, total = 0;
    for (int block = threadIdx.x; block < gridDim.x; block += BLOCK) {
        const Sum sum = block_sums[block];
        total += sum;
        if (block < blockIdx.x) base += sum;
    }
    base = sum_of_block(base);
    total = sum_of_block(total);
    for (long long tile = begin; tile < end; tile += BLOCK) {
        const long long k = tile + threadIdx.x;
        const Sum mine = k < end ? value(k) : 0;
        Sum up_to = mine;
        for (int step = 1; step < 32; step *= 2) {
            const Sum other = __shfl_up_sync(ALL_LANES, up_to, step);
            if (threadIdx.x % 32 >= step) up_to += other;
        }
        __syncthreads();
        if (threadIdx.x % 32 == 31) of_warps[threadIdx.x / 32] = up_to;
        __syncthreads();
        for (int warp = 0; warp < WARPS; ++warp) {
            if (warp < threadIdx.x / 32) up_to += of_warps[warp];
        }
        if (k < end) before[k] = static_cast<Number>(base + up_to - mine);
        for (int warp = 0; warp < WARPS; ++warp) base += of_warps[warp];
    }
    if (thread_of_grid() == 0) before[n] = static_cast<Number>(total);
    wait_for_all(barrier);  // block_sums may be used again
    return total;
}
