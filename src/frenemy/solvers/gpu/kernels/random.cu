// Types of numbers, and random numbers: hashes, so that they do not depend on the order of threads.
//
// All sums are integers, so their order does not matter: the same problem and seed give the same labels on every card.

typedef long long Sum;
typedef unsigned int Word;

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
