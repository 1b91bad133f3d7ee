// Sweeps: every node proposes its best cluster, then all proposals are applied but those that would hurt each other.
// All blocks of these kernels must run at once. Included once for each type of weights, after level.cu.

/// What sweeps read and write. Labels are in 0..2n-1: a node that leaves its cluster to be alone takes its own number or
/// that plus n, whichever has no members.
struct NAMED(Moves) {
    const int* start;  // or null: single nodes
    const int* walls;  // or null: only neighbors with the same number count
    const int* gumbel;
    int* labels;
    int* numbered;  // the result: labels as 0..k-1
    int* members;   // number of nodes by label
    int* numbers;   // 2n + 1
    Sum* cluster_sizes;  // by label; this and the next three if missing is not 0
    Sum* gains;
    Sum* arriving;  // size of all that want to enter a label
    Sum* leaving;
    unsigned char* active;  // nodes that a descent visits
    int2* states;           // label and target of each node
    Word* ranks;            // the higher one goes first
    Sum* n_moved;           // by sweep
    Sum* block_sums;
    Sum* facts;  // number of clusters and of sweeps done
    Word* barrier;
    Word key;
    int n_hot, n_sweeps;  // the sweeps after the hot ones descend
    Sum temperatures[MAX_SWEEPS];
};

/// One sweep.
struct NAMED(Sweep) {
    Sum temperature;
    Sum least_noise, most_noise;
    Word key;
    bool is_descent;
};

/// Whether the noise may lift a cluster above the one that a node is in.
__device__ __forceinline__ bool NAMED(has_a_chance)(const NAMED(Level)& level, const NAMED(Sweep)& sweep,
                                                    Sum attraction, Sum at_home) {
    return level.missing != 0.0 || attraction + sweep.most_noise >= at_home + sweep.least_noise;
}

/// Writes the proposal of a node, given the best other cluster it has a neighbor in.
__device__ void NAMED(propose)(const NAMED(Level)& level, const NAMED(Moves)& m, const NAMED(Sweep)& sweep, int i, int own,
                               Sum attraction, Candidate best) {
    if (sweep.is_descent) m.active[i] = 0;
    const bool may_be_alone = NAMED(has_a_chance)(level, sweep, 0, attraction);
    if (best.label == NO_LABEL && !may_be_alone) {
        m.states[i] = make_int2(own, own);
        return;
    }
    if (level.missing != 0.0) {
        attraction += unlisted(level.missing, level.sizes[i], m.cluster_sizes[own] - level.sizes[i]);
    }
    if (may_be_alone && m.members[own] > 1) {
        const int free = m.members[i] == 0 ? i : m.members[level.n_nodes + i] == 0 ? level.n_nodes + i : NO_LABEL;
        if (free != NO_LABEL) {
            const Candidate alone{noise(m.gumbel, sweep.temperature, sweep.key, i, free), 0, free};
            if (is_better(alone, best)) best = alone;
        }
    }
    const Sum stay = attraction + noise(m.gumbel, sweep.temperature, sweep.key, i, own);
    const bool is_moving = best.label != NO_LABEL && best.score > stay;
    m.states[i] = make_int2(own, is_moving ? best.label : own);
    if (!is_moving) return;
    const Sum gain = best.attraction - attraction;
    m.ranks[i] = sweep.temperature == 0 ? __float_as_uint(__ll2float_rn(gain)) : drawn(sweep.key, i, 0x51u);
    if (level.missing == 0.0) return;
    m.gains[i] = gain;
    add_to(&m.arriving[best.label], level.sizes[i]);
    add_to(&m.leaving[own], level.sizes[i]);
}

__device__ __forceinline__ Candidate NAMED(candidate)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                      const NAMED(Sweep)& sweep, int i, int label, Sum attraction) {
    if (level.missing != 0.0) attraction += unlisted(level.missing, level.sizes[i], m.cluster_sizes[label]);
    return {attraction + noise(m.gumbel, sweep.temperature, sweep.key, i, label), attraction, label};
}

/// Whether this sweep visits a node; if not, the node stays.
__device__ __forceinline__ bool NAMED(is_visited)(const NAMED(Moves)& m, const NAMED(Sweep)& sweep, int i, int own,
                                                  int thread) {
    if (!sweep.is_descent || m.active[i]) return true;
    if (thread == 0) m.states[i] = make_int2(own, own);
    return false;
}

/// Rows of at most SHORT_ROW entries, in registers: each lane sums the labels of its own entries over all entries.
__device__ __forceinline__ void NAMED(propose_short)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                     const NAMED(Sweep)& sweep, int i, int lane, Word lanes) {
    const int own = m.labels[i];
    if (!NAMED(is_visited)(m, sweep, i, own, lane)) return;
    const long long begin = level.offsets[i];
    const int n_entries = static_cast<int>(level.offsets[i + 1] - begin);
    const int wall = m.walls == nullptr ? 0 : m.walls[i];
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
        if (m.walls != nullptr && m.walls[j] != wall) continue;
        labels[k] = m.labels[j];
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
            for (int other = 0; other < per_lane; ++other) sums[other] += labels[other] == label ? weight : 0;
            at_home += label == own ? weight : 0;
        }
    }
    Candidate best{0, 0, NO_LABEL};
#pragma unroll
    for (int k = 0; k < per_lane; ++k) {
        if (labels[k] == NO_LABEL || labels[k] == own) continue;
        if (!NAMED(has_a_chance)(level, sweep, sums[k], at_home)) continue;
        const Candidate other = NAMED(candidate)(level, m, sweep, i, labels[k], sums[k]);
        if (is_better(other, best)) best = other;
    }
    if (__any_sync(lanes, best.label != NO_LABEL)) best = best_of_lanes(best, LANES, lanes);
    if (lane == 0) NAMED(propose)(level, m, sweep, i, own, at_home, best);
}

/// Adds some entries of a node's row to a table.
__device__ __forceinline__ void NAMED(fill_table)(const NAMED(Level)& level, const NAMED(Moves)& m, int i,
                                                  long long first, long long end, int step, int* labels, Weight* sums,
                                                  int slots) {
    const int wall = m.walls == nullptr ? 0 : m.walls[i];
    for (long long entry = first; entry < end; entry += step) {
        const int j = level.neighbors[entry];
        if (m.walls != nullptr && m.walls[j] != wall) continue;
        add_to_table(labels, sums, slots, m.labels[j], level.weights[entry]);
    }
}

__device__ __forceinline__ Candidate NAMED(best_in_table)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                          const NAMED(Sweep)& sweep, int i, int own, int thread,
                                                          int n_threads, const int* labels, const Weight* sums,
                                                          int slots, Sum at_home) {
    Candidate best{0, 0, NO_LABEL};
    for (int slot = thread; slot < slots; slot += n_threads) {
        if (labels[slot] == NO_LABEL || labels[slot] == own) continue;
        if (!NAMED(has_a_chance)(level, sweep, sums[slot], at_home)) continue;
        const Candidate other = NAMED(candidate)(level, m, sweep, i, labels[slot], sums[slot]);
        if (is_better(other, best)) best = other;
    }
    return best_of_lanes(best, 32, ALL_LANES);
}

__device__ __forceinline__ void NAMED(clear_table)(int thread, int n_threads, int* labels, Weight* sums, int slots) {
    for (int slot = thread; slot < slots; slot += n_threads) {
        labels[slot] = NO_LABEL;
        sums[slot] = 0;
    }
}

/// Rows of at most WARP_SLOTS / 2 entries.
__device__ __forceinline__ void NAMED(propose_medium)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                      const NAMED(Sweep)& sweep, int i, int lane, int* labels,
                                                      Weight* sums) {
    const int own = m.labels[i];
    if (!NAMED(is_visited)(m, sweep, i, own, lane)) return;
    const long long begin = level.offsets[i], end = level.offsets[i + 1];
    const int slots = slots_for(end - begin);
    __syncwarp();  // the row before has been read
    NAMED(clear_table)(lane, 32, labels, sums, slots);
    __syncwarp();
    NAMED(fill_table)(level, m, i, begin + lane, end, 32, labels, sums, slots);
    __syncwarp();
    const Sum at_home = sum_in_table(labels, sums, slots, own);
    const Candidate best = NAMED(best_in_table)(level, m, sweep, i, own, lane, 32, labels, sums, slots, at_home);
    if (lane == 0) NAMED(propose)(level, m, sweep, i, own, at_home, best);
}

/// The proposal of a node from a table that the threads of a block share.
__device__ __forceinline__ void NAMED(propose_from_table)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                          const NAMED(Sweep)& sweep, int i, int own, const int* labels,
                                                          const Weight* sums, int slots) {
    __shared__ Candidate bests[WARPS];
    const Sum at_home = sum_in_table(labels, sums, slots, own);
    const Candidate mine =
        NAMED(best_in_table)(level, m, sweep, i, own, threadIdx.x, BLOCK, labels, sums, slots, at_home);
    if (threadIdx.x % 32 == 0) bests[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        Candidate best = mine;
        for (int warp = 1; warp < WARPS; ++warp) {
            if (is_better(bests[warp], best)) best = bests[warp];
        }
        NAMED(propose)(level, m, sweep, i, own, at_home, best);
    }
    __syncthreads();
}

/// Rows of at most BLOCK_SLOTS / 2 entries.
__device__ __forceinline__ void NAMED(propose_long)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                    const NAMED(Sweep)& sweep, int i, int* labels, Weight* sums) {
    const int own = m.labels[i];
    const bool is_visited = NAMED(is_visited)(m, sweep, i, own, threadIdx.x);
    __syncthreads();  // all have read whether; the node may be set to rest below
    if (!is_visited) return;
    const long long begin = level.offsets[i], end = level.offsets[i + 1];
    const int slots = slots_for(end - begin);
    NAMED(clear_table)(threadIdx.x, BLOCK, labels, sums, slots);
    __syncthreads();
    NAMED(fill_table)(level, m, i, begin + threadIdx.x, end, BLOCK, labels, sums, slots);
    __syncthreads();
    NAMED(propose_from_table)(level, m, sweep, i, own, labels, sums, slots);
}

/// Far rows: all blocks fill the tables, a chunk of a row at a time.
__device__ void NAMED(fill_far_tables)(const NAMED(Level)& level, const NAMED(Moves)& m, const NAMED(Sweep)& sweep) {
    const int* nodes = level.lists + 3ll * level.n_nodes;
    for (long long chunk = blockIdx.x; chunk < level.chunks_before[level.n_far]; chunk += gridDim.x) {
        const int row = row_of_share(chunk, level.chunks_before, level.n_far), i = nodes[row];
        if (sweep.is_descent && !m.active[i]) continue;
        const long long first = level.offsets[i] + (chunk - level.chunks_before[row]) * CHUNK;
        const long long end = min(level.offsets[i + 1], first + CHUNK), place = level.slots_before[row];
        NAMED(fill_table)(level, m, i, first + threadIdx.x, end, BLOCK, level.far_labels + place,
                          reinterpret_cast<Weight*>(level.far_sums + place),
                          static_cast<int>(level.slots_before[row + 1] - place));
    }
}

/// Then a block per row proposes, and leaves the table empty.
__device__ void NAMED(propose_far)(const NAMED(Level)& level, const NAMED(Moves)& m, const NAMED(Sweep)& sweep) {
    const int* nodes = level.lists + 3ll * level.n_nodes;
    for (int row = blockIdx.x; row < level.n_far; row += gridDim.x) {
        const int i = nodes[row], own = m.labels[i];
        const bool is_visited = NAMED(is_visited)(m, sweep, i, own, threadIdx.x);
        __syncthreads();
        if (!is_visited) continue;
        const long long place = level.slots_before[row];
        const int slots = static_cast<int>(level.slots_before[row + 1] - place);
        int* labels = level.far_labels + place;
        Weight* sums = reinterpret_cast<Weight*>(level.far_sums + place);
        NAMED(propose_from_table)(level, m, sweep, i, own, labels, sums, slots);
        NAMED(clear_table)(threadIdx.x, BLOCK, labels, sums, slots);
    }
}

__device__ void NAMED(propose_all)(const NAMED(Level)& level, const NAMED(Moves)& m, const NAMED(Sweep)& sweep) {
    extern __shared__ Sum shared[];
    const Word lanes = 0xffu << (threadIdx.x & 24);
    for (int at = thread_of_grid() / LANES; at < level.n_short; at += gridDim.x * GROUPS) {
        NAMED(propose_short)(level, m, sweep, level.lists[at], threadIdx.x % LANES, lanes);
    }
    const int warp = threadIdx.x / 32;
    Weight* sums = reinterpret_cast<Weight*>(shared);
    int* labels = reinterpret_cast<int*>(sums + BLOCK_SLOTS);
    for (int at = thread_of_grid() / 32; at < level.n_medium; at += gridDim.x * WARPS) {
        NAMED(propose_medium)(level, m, sweep, level.lists[level.n_nodes + at], threadIdx.x % 32,
                              labels + warp * WARP_SLOTS, sums + warp * WARP_SLOTS);
    }
    __syncthreads();
    for (int at = blockIdx.x; at < level.n_long; at += gridDim.x) {
        NAMED(propose_long)(level, m, sweep, level.lists[2ll * level.n_nodes + at], labels, sums);
    }
    if (level.n_far == 0) return;
    NAMED(fill_far_tables)(level, m, sweep);
    wait_for_all(m.barrier);
    NAMED(propose_far)(level, m, sweep);
}

// ---------------------------------------------------------------------------------------------------------------------

/// Whether j moves before i, if both cannot move at once.
__device__ __forceinline__ bool NAMED(is_before)(const NAMED(Moves)& m, Word key, int j, int i) {
    const Word a = m.ranks[j], b = m.ranks[i];
    if (a != b) return a > b;
    const Word x = drawn(key, j, 0x52u), y = drawn(key, i, 0x52u);
    return x != y ? x > y : j < i;
}

/// Whether a thread's share of the row has a neighbor that must move first. For neighbors i and j that both move, the
/// energy changes by what each gains alone and by weight * (together after both - after the move of i alone - after that
/// of j alone + before); only where that is negative must one wait.
__device__ __forceinline__ bool NAMED(must_wait)(const NAMED(Level)& level, const NAMED(Moves)& m, Word key, int i,
                                                 int2 own, int thread, int n_threads) {
    for (long long entry = level.offsets[i] + thread; entry < level.offsets[i + 1]; entry += n_threads) {
        const int j = level.neighbors[entry];
        const int2 other = m.states[j];
        if (other.x == other.y) continue;
        if (m.walls != nullptr && m.walls[j] != m.walls[i]) continue;
        const int change = (own.y == other.y) - (own.y == other.x) - (own.x == other.y) + (own.x == other.x);
        if (change == 0) continue;
        const Weight weight = level.weights[entry];
        if ((change > 0) == (weight > 0) || weight == 0) continue;
        if (NAMED(is_before)(m, key, j, i)) return true;
    }
    return false;
}

/// Unlisted pairs: whether too many others move at once between the same clusters. Those that gain enough to pay for
/// their half of it move, and others by lot.
__device__ bool NAMED(is_crowded)(const NAMED(Level)& level, const NAMED(Moves)& m, const NAMED(Sweep)& sweep, int i,
                                  int2 own) {
    if (level.missing == 0.0) return false;
    const Sum size = level.sizes[i];
    const Sum others = level.missing < 0.0 ? m.arriving[own.y] + m.leaving[own.x] - 2 * size
                                           : m.leaving[own.y] + m.arriving[own.x];
    const double cost = (level.missing < 0.0 ? -level.missing : level.missing) * double(size) * double(others);
    const double gain = 2.0 * double(m.gains[i] + sweep.temperature);
    return cost > gain && double(drawn(sweep.key, i, 0x53u) >> 8) * cost >= 16777216.0 * gain;
}

/// Moves a node unless it must wait; nodes around it are visited by the next descent. Returns whether it moved.
__device__ __forceinline__ bool NAMED(move_node)(const NAMED(Level)& level, const NAMED(Moves)& m,
                                                 const NAMED(Sweep)& sweep, int i, int2 own, bool waits, int thread,
                                                 int n_threads) {
    const bool has_moved = !waits && !NAMED(is_crowded)(level, m, sweep, i, own);
    if (has_moved && thread == 0) {
        m.labels[i] = own.y;
        atomicSub(&m.members[own.x], 1);
        atomicAdd(&m.members[own.y], 1);
        if (level.missing != 0.0) {
            add_to(&m.cluster_sizes[own.x], -level.sizes[i]);
            add_to(&m.cluster_sizes[own.y], level.sizes[i]);
        }
    }
    if (!sweep.is_descent) return has_moved;
    if (thread == 0) m.active[i] = 1;
    if (!has_moved) return false;
    for (long long entry = level.offsets[i] + thread; entry < level.offsets[i + 1]; entry += n_threads) {
        m.active[level.neighbors[entry]] = 1;
    }
    return true;
}

__device__ void NAMED(move_all)(const NAMED(Level)& level, const NAMED(Moves)& m, const NAMED(Sweep)& sweep,
                                Sum* n_moved) {
    const Word lanes = 0xffu << (threadIdx.x & 24);
    int n_own = 0;
    for (int at = thread_of_grid() / LANES; at < level.n_short; at += gridDim.x * GROUPS) {
        const int i = level.lists[at], lane = threadIdx.x % LANES;
        const int2 own = m.states[i];
        if (own.x == own.y) continue;
        const bool waits = __any_sync(lanes, NAMED(must_wait)(level, m, sweep.key, i, own, lane, LANES));
        n_own += NAMED(move_node)(level, m, sweep, i, own, waits, lane, LANES) && lane == 0;
    }
    for (int at = thread_of_grid() / 32; at < level.n_medium; at += gridDim.x * WARPS) {
        const int i = level.lists[level.n_nodes + at], lane = threadIdx.x % 32;
        const int2 own = m.states[i];
        if (own.x == own.y) continue;
        const bool waits = __any_sync(ALL_LANES, NAMED(must_wait)(level, m, sweep.key, i, own, lane, 32));
        n_own += NAMED(move_node)(level, m, sweep, i, own, waits, lane, 32) && lane == 0;
    }
    for (int at = blockIdx.x; at < level.n_long + level.n_far; at += gridDim.x) {
        const int i = at < level.n_long ? level.lists[2ll * level.n_nodes + at]
                                        : level.lists[3ll * level.n_nodes + at - level.n_long];
        const int2 own = m.states[i];
        if (own.x == own.y) continue;
        const bool waits = __syncthreads_or(NAMED(must_wait)(level, m, sweep.key, i, own, threadIdx.x, BLOCK));
        n_own += NAMED(move_node)(level, m, sweep, i, own, waits, threadIdx.x, BLOCK) && threadIdx.x == 0;
    }
    if (!sweep.is_descent) return;
    __syncthreads();
    const Sum n_of_block = sum_of_block(n_own);
    if (threadIdx.x == 0 && n_of_block > 0) add_to(n_moved, n_of_block);
}

// ---------------------------------------------------------------------------------------------------------------------

__device__ void NAMED(begin_moves)(const NAMED(Level)& level, const NAMED(Moves)& m) {
    const bool has_sizes = level.missing != 0.0;
    for (long long label = thread_of_grid(); label < 2ll * level.n_nodes; label += threads_of_grid()) {
        m.members[label] = 0;
        if (has_sizes) m.cluster_sizes[label] = m.arriving[label] = m.leaving[label] = 0;
    }
    for (long long sweep = thread_of_grid(); sweep < m.n_sweeps; sweep += threads_of_grid()) m.n_moved[sweep] = 0;
    wait_for_all(m.barrier);
    for (long long i = thread_of_grid(); i < level.n_nodes; i += threads_of_grid()) {
        // What has no pairs would stay where it is: contraction leaves out pairs that are cut in any case.
        const bool is_alone = level.missing <= 0.0 && level.offsets[i] == level.offsets[i + 1];
        const int label = m.start == nullptr ? static_cast<int>(i)
                          : is_alone         ? static_cast<int>(level.n_nodes + i)
                                             : m.start[i];
        m.labels[i] = label;
        m.active[i] = 1;
        atomicAdd(&m.members[label], 1);
        if (has_sizes) add_to(&m.cluster_sizes[label], level.sizes[i]);
    }
    wait_for_all(m.barrier);
}

/// Sweeps from `start` or from single nodes, hot ones and then a descent that ends early if no node moves; then labels
/// are numbered 0..k-1. All blocks must run at once.
extern "C" __global__ void __launch_bounds__(BLOCK, MIN_BLOCKS) NAMED(move_nodes)(NAMED(Level) level, NAMED(Moves) m) {
    NAMED(begin_moves)(level, m);
    int n_done = 0;
    while (n_done < m.n_sweeps) {
        const bool is_descent = n_done >= m.n_hot;
        const Sum temperature = is_descent ? 0 : m.temperatures[n_done];
        const NAMED(Sweep) sweep{temperature, (m.gumbel[0] * temperature) >> 12, (m.gumbel[GUMBELS - 1] * temperature) >> 12,
                                 drawn(m.key, n_done, 0x50u), is_descent};
        NAMED(propose_all)(level, m, sweep);
        wait_for_all(m.barrier);
        NAMED(move_all)(level, m, sweep, &m.n_moved[n_done]);
        wait_for_all(m.barrier);
        if (level.missing != 0.0) {
            for (long long label = thread_of_grid(); label < 2ll * level.n_nodes; label += threads_of_grid()) {
                m.arriving[label] = m.leaving[label] = 0;
            }
            wait_for_all(m.barrier);
        }
        ++n_done;
        if (is_descent && m.n_moved[n_done - 1] == 0) break;
    }
    const int* members = m.members;
    const Sum n_clusters = sums_before(
        2ll * level.n_nodes, [members](long long label) { return Sum(members[label] > 0); }, m.numbers, m.block_sums,
        m.barrier);
    for (long long i = thread_of_grid(); i < level.n_nodes; i += threads_of_grid()) {
        m.numbered[i] = m.numbers[m.labels[i]];
    }
    if (thread_of_grid() == 0) {
        m.facts[0] = n_clusters;
        m.facts[1] = n_done;
    }
}
