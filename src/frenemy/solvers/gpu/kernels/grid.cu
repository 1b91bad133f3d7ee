// Threads, blocks and the whole grid: sums over them, and waits.

#define BLOCK 256  // threads
#define WARPS (BLOCK / 32)
#define LANES 8  // threads that share a short row
#define ALL_LANES 0xffffffffu

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
