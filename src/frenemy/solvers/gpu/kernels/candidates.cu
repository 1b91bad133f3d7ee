// Clusters that a node may move to, and the noise that makes its choice a draw from the heat bath.

#define GROUPS (BLOCK / LANES)
#define SHORT_ROW 32      // entries; at most 4 per lane
#define CHUNK 1024        // entries of a far row that a block adds at a time
#define GUMBELS 4096
#ifndef MIN_BLOCKS
#define MIN_BLOCKS 5
#endif
#define MAX_SWEEPS 128

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
