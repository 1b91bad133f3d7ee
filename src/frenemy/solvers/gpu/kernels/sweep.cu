// A sweep: every node proposes its best cluster, then all proposals are applied but those that would hurt each other.
// Included once for each type of weights: `Weight` is the type, NAMED(x) the name of a kernel.

/// What proposals read and write. Labels are in 0..2n-1: a node that leaves its cluster to be alone takes its own number
/// or that plus n, whichever has no members.
struct NAMED(Level) {
    const long long* offsets;
    const int* neighbors;
    const Weight* weights;
    const Sum* sizes;  // of nodes, if missing is not 0
    double missing;
    int n_nodes;
};

struct NAMED(Proposals) {
    const int* labels;
    const int* members;        // number of nodes by label
    const Sum* cluster_sizes;  // by label, if missing is not 0
    const int* walls;          // or null: only neighbors with the same number count
    unsigned char* active;     // or null: only nodes that are set are visited
    const int* gumbel;
    Sum temperature;
    Word key;
    int2* states;   // label and target of each node
    Word* ranks;    // the higher one goes first
    Sum* gains;     // if missing is not 0
    Sum* arriving;  // size of all that want to enter a label, if missing is not 0
    Sum* leaving;
};

/// Writes the proposal of a node, given the best other cluster it has a neighbor in.
__device__ void NAMED(propose)(const NAMED(Level)& level, const NAMED(Proposals)& p, int i, int own, Sum attraction,
                               Candidate best) {
    if (level.missing != 0.0) {
        attraction += unlisted(level.missing, level.sizes[i], p.cluster_sizes[own] - level.sizes[i]);
    }
    if (p.members[own] > 1) {
        const int free = p.members[i] == 0 ? i : p.members[level.n_nodes + i] == 0 ? level.n_nodes + i : NO_LABEL;
        if (free != NO_LABEL) {
            const Candidate alone{noise(p.gumbel, p.temperature, p.key, i, free), 0, free};
            if (is_better(alone, best)) best = alone;
        }
    }
    const Sum stay = attraction + noise(p.gumbel, p.temperature, p.key, i, own);
    const bool is_moving = best.label != NO_LABEL && best.score > stay;
    p.states[i] = make_int2(own, is_moving ? best.label : own);
    if (!is_moving) return;
    const Sum gain = best.attraction - attraction;
    p.ranks[i] = p.temperature == 0 ? __float_as_uint(__ll2float_rn(gain)) : drawn(p.key, i, 0x51u);
    if (level.missing == 0.0) return;
    p.gains[i] = gain;
    add_to(&p.arriving[best.label], level.sizes[i]);
    add_to(&p.leaving[own], level.sizes[i]);
}

__device__ __forceinline__ Candidate NAMED(candidate)(const NAMED(Level)& level, const NAMED(Proposals)& p, int i,
                                                      int label, Sum attraction) {
    if (level.missing != 0.0) attraction += unlisted(level.missing, level.sizes[i], p.cluster_sizes[label]);
    return {attraction + noise(p.gumbel, p.temperature, p.key, i, label), attraction, label};
}

__device__ __forceinline__ bool NAMED(is_visited)(const NAMED(Proposals)& p, int i) {
    return p.active == nullptr || p.active[i];
}

/// Rows of at most SHORT_ROW entries, in registers: each lane sums the labels of its own entries over all entries.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(propose_short)(NAMED(Level) level, NAMED(Proposals) p,
                                                                       const int* nodes, int n_listed) {
    const int at = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (at >= n_listed) return;
    const int i = nodes[at], own = p.labels[i];
    const Word lanes = lanes_of_group();
    if (!NAMED(is_visited)(p, i)) {
        if (lane == 0) p.states[i] = make_int2(own, own);
        return;
    }
    const long long begin = level.offsets[i];
    const int n_entries = static_cast<int>(level.offsets[i + 1] - begin);
    const int wall = p.walls == nullptr ? 0 : p.walls[i];
    constexpr int per_lane = SHORT_ROW / LANES;
    int labels[per_lane];
    Weight weights[per_lane], sums[per_lane];
#pragma unroll
    for (int k = 0; k < per_lane; ++k) {
        const int entry = k * LANES + lane;
        labels[k] = NO_LABEL;
        weights[k] = sums[k] = 0;
        if (entry >= n_entries) continue;
        const int j = level.neighbors[begin + entry];
        if (p.walls != nullptr && p.walls[j] != wall) continue;
        labels[k] = p.labels[j];
        weights[k] = level.weights[begin + entry];
    }
    Weight at_home = 0;
#pragma unroll
    for (int k = 0; k < per_lane; ++k) {
        if (k * LANES >= n_entries) break;
#pragma unroll
        for (int from = 0; from < LANES; ++from) {
            const int label = __shfl_sync(lanes, labels[k], from, LANES);
            const Weight weight = __shfl_sync(lanes, weights[k], from, LANES);
#pragma unroll
            for (int m = 0; m < per_lane; ++m) sums[m] += labels[m] == label ? weight : 0;
            at_home += label == own ? weight : 0;
        }
    }
    Candidate best{0, 0, NO_LABEL};
#pragma unroll
    for (int k = 0; k < per_lane; ++k) {
        if (labels[k] == NO_LABEL || labels[k] == own) continue;
        const Candidate other = NAMED(candidate)(level, p, i, labels[k], sums[k]);
        if (is_better(other, best)) best = other;
    }
    best = best_of_lanes(best, LANES, lanes);
    if (lane != 0) return;
    if (p.active != nullptr) p.active[i] = 0;
    NAMED(propose)(level, p, i, own, at_home, best);
}

/// Sums the row of a node by label into a table that `n_threads` threads share.
__device__ __forceinline__ void NAMED(fill_table)(const NAMED(Level)& level, const NAMED(Proposals)& p, int i,
                                                  int thread, int n_threads, int* labels, Weight* sums, int slots) {
    const int wall = p.walls == nullptr ? 0 : p.walls[i];
    for (long long entry = level.offsets[i] + thread; entry < level.offsets[i + 1]; entry += n_threads) {
        const int j = level.neighbors[entry];
        if (p.walls != nullptr && p.walls[j] != wall) continue;
        add_to_table(labels, sums, slots, p.labels[j], level.weights[entry]);
    }
}

__device__ __forceinline__ Candidate NAMED(best_in_table)(const NAMED(Level)& level, const NAMED(Proposals)& p, int i,
                                                          int own, int thread, int n_threads, const int* labels,
                                                          const Weight* sums, int slots) {
    Candidate best{0, 0, NO_LABEL};
    for (int slot = thread; slot < slots; slot += n_threads) {
        if (labels[slot] == NO_LABEL || labels[slot] == own) continue;
        const Candidate other = NAMED(candidate)(level, p, i, labels[slot], sums[slot]);
        if (is_better(other, best)) best = other;
    }
    return best_of_lanes(best, 32, 0xffffffffu);
}

/// Rows of at most WARP_SLOTS / 2 entries, a warp each.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(propose_medium)(NAMED(Level) level, NAMED(Proposals) p,
                                                                        const int* nodes, int n_listed) {
    extern __shared__ Sum shared[];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, at = blockIdx.x * WARPS_PER_BLOCK + warp;
    if (at >= n_listed) return;
    const int i = nodes[at], own = p.labels[i];
    if (!NAMED(is_visited)(p, i)) {
        if (lane == 0) p.states[i] = make_int2(own, own);
        return;
    }
    Weight* sums = reinterpret_cast<Weight*>(shared) + warp * WARP_SLOTS;
    int* labels = reinterpret_cast<int*>(reinterpret_cast<Weight*>(shared) + WARPS_PER_BLOCK * WARP_SLOTS) +
                  warp * WARP_SLOTS;
    const int slots = slots_for(level.offsets[i + 1] - level.offsets[i]);
    for (int slot = lane; slot < slots; slot += 32) {
        labels[slot] = NO_LABEL;
        sums[slot] = 0;
    }
    __syncwarp();
    NAMED(fill_table)(level, p, i, lane, 32, labels, sums, slots);
    __syncwarp();
    const Candidate best = NAMED(best_in_table)(level, p, i, own, lane, 32, labels, sums, slots);
    if (lane != 0) return;
    if (p.active != nullptr) p.active[i] = 0;
    NAMED(propose)(level, p, i, own, sum_in_table(labels, sums, slots, own), best);
}

/// Longer rows, a block each. Tables that do not fit into shared memory begin at `places[at]` in global memory.
extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(propose_long)(NAMED(Level) level, NAMED(Proposals) p,
                                                                      const int* nodes, int n_listed,
                                                                      const long long* places, int* far_labels,
                                                                      Sum* far_sums) {
    extern __shared__ Sum shared[];
    __shared__ Candidate bests[BLOCK / 32];
    const int i = nodes[blockIdx.x], own = p.labels[i], thread = threadIdx.x;
    if (!NAMED(is_visited)(p, i)) {
        if (thread == 0) p.states[i] = make_int2(own, own);
        return;
    }
    const int slots = slots_for(level.offsets[i + 1] - level.offsets[i]);
    Weight* sums = reinterpret_cast<Weight*>(shared);
    int* labels = reinterpret_cast<int*>(sums + BLOCK_SLOTS);
    if (slots > BLOCK_SLOTS) {
        sums = reinterpret_cast<Weight*>(far_sums + places[blockIdx.x]);
        labels = far_labels + places[blockIdx.x];
    }
    for (int slot = thread; slot < slots; slot += BLOCK) {
        labels[slot] = NO_LABEL;
        sums[slot] = 0;
    }
    __syncthreads();
    NAMED(fill_table)(level, p, i, thread, BLOCK, labels, sums, slots);
    __syncthreads();
    const Candidate mine = NAMED(best_in_table)(level, p, i, own, thread, BLOCK, labels, sums, slots);
    if (thread % 32 == 0) bests[thread / 32] = mine;
    __syncthreads();
    if (thread != 0) return;
    Candidate best = mine;
    for (int warp = 1; warp < BLOCK / 32; ++warp) {
        if (is_better(bests[warp], best)) best = bests[warp];
    }
    if (p.active != nullptr) p.active[i] = 0;
    NAMED(propose)(level, p, i, own, sum_in_table(labels, sums, slots, own), best);
}

// ---------------------------------------------------------------------------------------------------------------------

struct NAMED(Moves) {
    const int2* states;
    const Word* ranks;
    const Sum* gains;
    const Sum* arriving;
    const Sum* leaving;
    const int* walls;
    Sum temperature;
    Word key;
    int* labels;
    int* members;
    Sum* cluster_sizes;
    unsigned char* active;  // or null
    Sum* n_moved;           // or null
};

/// Whether j moves before i, if both cannot move at once.
__device__ __forceinline__ bool NAMED(is_before)(const NAMED(Moves)& m, int j, int i) {
    const Word a = m.ranks[j], b = m.ranks[i];
    if (a != b) return a > b;
    const Word x = drawn(m.key, j, 0x52u), y = drawn(m.key, i, 0x52u);
    return x != y ? x > y : j < i;
}

/// Whether some lane of this one's share of the row sees a neighbor that must move first. For neighbors i and j that
/// both move, the energy changes by what each gains alone and by weight * (together after both - after the move of i
/// alone - after that of j alone + before); only where that is negative must one wait.
__device__ __forceinline__ bool NAMED(must_wait)(const NAMED(Level)& level, const NAMED(Moves)& m, int i, int2 own,
                                                 int thread, int n_threads) {
    for (long long entry = level.offsets[i] + thread; entry < level.offsets[i + 1]; entry += n_threads) {
        const int j = level.neighbors[entry];
        const int2 other = m.states[j];
        if (other.x == other.y) continue;
        if (m.walls != nullptr && m.walls[j] != m.walls[i]) continue;
        const int change = (own.y == other.y) - (own.y == other.x) - (own.x == other.y) + (own.x == other.x);
        if (change == 0) continue;
        const Weight weight = level.weights[entry];
        if ((change > 0) == (weight > 0) || weight == 0) continue;
        if (NAMED(is_before)(m, j, i)) return true;
    }
    return false;
}

/// Unlisted pairs: whether too many others move at once between the same clusters. Those that gain enough to pay for
/// their half of it move, and others by lot.
__device__ bool NAMED(is_crowded)(const NAMED(Level)& level, const NAMED(Moves)& m, int i, int2 own) {
    if (level.missing == 0.0) return false;
    const Sum size = level.sizes[i];
    const Sum others = level.missing < 0.0 ? m.arriving[own.y] + m.leaving[own.x] - 2 * size
                                           : m.leaving[own.y] + m.arriving[own.x];
    const double cost = (level.missing < 0.0 ? -level.missing : level.missing) * double(size) * double(others);
    const double gain = 2.0 * double(m.gains[i] + m.temperature);
    return double(drawn(m.key, i, 0x53u) >> 8) * cost >= 16777216.0 * gain && cost > gain;
}

__device__ __forceinline__ void NAMED(move)(const NAMED(Level)& level, const NAMED(Moves)& m, int i, int2 own) {
    m.labels[i] = own.y;
    atomicSub(&m.members[own.x], 1);
    atomicAdd(&m.members[own.y], 1);
    if (level.missing == 0.0) return;
    add_to(&m.cluster_sizes[own.x], -level.sizes[i]);
    add_to(&m.cluster_sizes[own.y], level.sizes[i]);
}

__device__ __forceinline__ void NAMED(wake)(const NAMED(Level)& level, const NAMED(Moves)& m, int i, bool has_moved,
                                            int thread, int n_threads) {
    if (m.active == nullptr) return;
    if (thread == 0) m.active[i] = 1;
    if (!has_moved) return;
    for (long long entry = level.offsets[i] + thread; entry < level.offsets[i + 1]; entry += n_threads) {
        m.active[level.neighbors[entry]] = 1;
    }
}

extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(move_short)(NAMED(Level) level, NAMED(Moves) m,
                                                                    const int* nodes, int n_listed) {
    const int at = (blockIdx.x * BLOCK + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    bool has_moved = false;
    if (at < n_listed) {
        const int i = nodes[at];
        const int2 own = m.states[i];
        if (own.x != own.y) {
            const bool waits = __any_sync(lanes_of_group(), NAMED(must_wait)(level, m, i, own, lane, LANES));
            has_moved = !waits && !NAMED(is_crowded)(level, m, i, own);
            if (has_moved && lane == 0) NAMED(move)(level, m, i, own);
            NAMED(wake)(level, m, i, has_moved, lane, LANES);
        }
    }
    if (m.n_moved == nullptr) return;
    const int n_moved = __syncthreads_count(has_moved && lane == 0);
    if (threadIdx.x == 0 && n_moved > 0) add_to(m.n_moved, n_moved);
}

extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(move_medium)(NAMED(Level) level, NAMED(Moves) m,
                                                                     const int* nodes, int n_listed) {
    const int at = blockIdx.x * WARPS_PER_BLOCK + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (at >= n_listed) return;
    const int i = nodes[at];
    const int2 own = m.states[i];
    if (own.x == own.y) return;
    const bool waits = __any_sync(0xffffffffu, NAMED(must_wait)(level, m, i, own, lane, 32));
    const bool has_moved = !waits && !NAMED(is_crowded)(level, m, i, own);
    if (has_moved && lane == 0) {
        NAMED(move)(level, m, i, own);
        if (m.n_moved != nullptr) add_to(m.n_moved, 1);
    }
    NAMED(wake)(level, m, i, has_moved, lane, 32);
}

extern "C" __global__ void __launch_bounds__(BLOCK) NAMED(move_long)(NAMED(Level) level, NAMED(Moves) m,
                                                                   const int* nodes, int) {
    const int i = nodes[blockIdx.x];
    const int2 own = m.states[i];
    if (own.x == own.y) return;
    const bool waits = __syncthreads_or(NAMED(must_wait)(level, m, i, own, threadIdx.x, BLOCK));
    const bool has_moved = !waits && !NAMED(is_crowded)(level, m, i, own);
    if (has_moved && threadIdx.x == 0) {
        NAMED(move)(level, m, i, own);
        if (m.n_moved != nullptr) add_to(m.n_moved, 1);
    }
    NAMED(wake)(level, m, i, has_moved, threadIdx.x, BLOCK);
}
