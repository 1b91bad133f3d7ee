// The nearest rows of each query, from a block of a matrix product. A block of threads works on one query.
//
// As in block_search.py: the product ranks rows up to rounding; all that may be among the nearest, given the error bounds,
// are measured by their differences in double precision. So the order of threads does not matter, and ties go to the
// smaller row.

#define THREADS 256
// Minima of groups of rows give the limit: one group per thread, or eight where more neighbors are asked for.
#define CLOSE 2048   // rows that are measured exactly; if more are close, the product decides

/// Sorts pairs of a key and a number, `n` of them, a power of two, in shared memory.
template <class Key>
__device__ void sort_pairs(Key* keys, int* numbers, int n) {
    for (int size = 2; size <= n; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            for (int at = threadIdx.x; at < n / 2; at += THREADS) {
                const int a = 2 * at - (at & (stride - 1)), b = a + stride;
                const bool is_up = (a & size) == 0;
                const bool is_after = keys[a] != keys[b] ? keys[a] > keys[b] : numbers[a] > numbers[b];
                if (is_after != is_up) continue;
                const Key key = keys[a];
                keys[a] = keys[b];
                keys[b] = key;
                const int number = numbers[a];
                numbers[a] = numbers[b];
                numbers[b] = number;
            }
        }
    }
    __syncthreads();
}

/// `products` are the products of queries and rows; half a row's squared norm less its product ranks it by distance.
extern "C" __global__ void __launch_bounds__(THREADS)
    nearest_of_products(int n_rows, int n_columns, int n_neighbors, int per_thread, int first_query,
const float* rows,
                        const float* half_norms, const float* products, float rounding, int* found, float* squares) {
    __shared__ double keys[CLOSE];
    __shared__ int numbers[CLOSE];
    __shared__ int n_close;
    const int own = first_query + blockIdx.x;
    const float* product = products + static_cast<long long>(blockIdx.x) * n_rows;
    const float own_error = 2.0f * rounding * half_norms[own];

    // The limit: the n-th smallest of the minima of groups, of upper bounds.
    const int n_groups = THREADS * per_thread;
    for (int group = threadIdx.x; group < n_groups; group += THREADS) {
        float least = __int_as_float(0x7f800000);
        for (int row = group; row < n_rows; row += n_groups) {
            if (row != own) least = fminf(least, half_norms[row] - product[row] + 2.0f * rounding * half_norms[row]);
        }
        keys[group] = least;
        numbers[group] = 0;
    }
    sort_pairs(keys, numbers, n_groups);
    const double limit = fmin(keys[n_neighbors - 1] + 2.0 * own_error, 3e38);
    __syncthreads();

    // All that may be among the nearest: first those in the order of the product that fit.
    if (threadIdx.x == 0) n_close = 0;
    __syncthreads();
    for (int row = threadIdx.x; row < n_rows; row += THREADS) {
        const float below = half_norms[row] - product[row] - 2.0f * rounding * half_norms[row];
        if (row == own || below > limit) continue;
        const int at = atomicAdd(&n_close, 1);
        if (at < CLOSE) numbers[at] = row;
    }
    __syncthreads();
    const int n_found = n_close;
    if (n_found > CLOSE) {  // the caller ranks this one
        if (threadIdx.x == 0) found[static_cast<long long>(blockIdx.x) * n_neighbors] = -1;
        return;
    }
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int at = warp; at < n_found; at += THREADS / 32) {
        const float* a = rows + static_cast<long long>(own) * n_columns;
        const float* b = rows + static_cast<long long>(numbers[at]) * n_columns;
        double square = 0.0;
        for (int column = lane; column < n_columns; column += 32) {
            const double difference = static_cast<double>(a[column]) - b[column];
            square += difference * difference;
        }
        for (int step = 16; step > 0; step /= 2) square += __shfl_xor_sync(0xffffffffu, square, step);
        if (lane == 0) keys[at] = static_cast<float>(square);
    }
    int n_sorted = 1;
    while (n_sorted < n_found) n_sorted *= 2;
    for (int at = n_found + threadIdx.x; at < n_sorted; at += THREADS) {
        keys[at] = __int_as_float(0x7f800000);
        numbers[at] = 0x7fffffff;
    }
    sort_pairs(keys, numbers, n_sorted);
    for (int k = threadIdx.x; k < n_neighbors; k += THREADS) {
        const long long to = static_cast<long long>(blockIdx.x) * n_neighbors + k;
        found[to] = numbers[k];
        squares[to] = static_cast<float>(keys[k]);
    }
}
