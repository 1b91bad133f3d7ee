#include "frenemy/annealing/dense_rows.hpp"

namespace frenemy {

namespace {

#if defined(__GNUC__)
#define FRENEMY_INLINE __attribute__((always_inline)) inline
#define FRENEMY_RESTRICT __restrict
#else
#define FRENEMY_INLINE inline
#define FRENEMY_RESTRICT
#endif

FRENEMY_INLINE std::size_t find_willing(const std::int32_t* own, const std::int32_t* there, const Node* labels,
                                        const float* draws, std::size_t from, std::size_t width, Node cluster,
                                        float limit) {
    const auto is_willing = [&](std::size_t j) {
        return labels[j] != cluster && static_cast<float>(own[j] - there[j]) < limit * draws[j];
    };
    for (; from % DenseRows::block != 0; ++from) {
        if (is_willing(from)) return from;
    }
    for (; from < width; from += DenseRows::block) {
        std::int32_t any = 0;
        for (std::size_t j = from; j < from + DenseRows::block; ++j) {
            const std::int32_t is_low = static_cast<float>(own[j] - there[j]) < limit * draws[j] ? -1 : 0;
            const std::int32_t is_other = labels[j] != cluster ? -1 : 0;
            any |= is_low & is_other;
        }
        if (any == 0) continue;
        while (!is_willing(from)) ++from;
        return from;
    }
    return width;
}

FRENEMY_INLINE void shift_rows(std::int32_t* FRENEMY_RESTRICT left, std::int32_t* FRENEMY_RESTRICT joined,
                               std::int32_t* FRENEMY_RESTRICT own, const Node* FRENEMY_RESTRICT labels,
                               const std::int32_t* FRENEMY_RESTRICT w, std::size_t width, Node home, Node to) {
    for (std::size_t j = 0; j < width; ++j) {
        left[j] -= w[j];
        joined[j] += w[j];
        own[j] += (labels[j] == to ? w[j] : 0) - (labels[j] == home ? w[j] : 0);
    }
}

// The same code for several kinds of registers.
#define FRENEMY_DENSE_ROWS(name, target)                                                                               \
    target std::size_t first_willing_##name(const std::int32_t* own, const std::int32_t* there, const Node* labels,    \
                                            const float* draws, std::size_t from, std::size_t width, Node cluster,     \
                                            float limit) {                                                             \
        return find_willing(own, there, labels, draws, from, width, cluster, limit);                                   \
    }                                                                                                                  \
    target void shift_##name(std::int32_t* left, std::int32_t* joined, std::int32_t* own, const Node* labels,          \
                             const std::int32_t* w, std::size_t width, Node home, Node to) {                           \
        shift_rows(left, joined, own, labels, w, width, home, to);                                                     \
    }                                                                                                                  \
    constexpr DenseRows name##_rows{first_willing_##name, shift_##name};

FRENEMY_DENSE_ROWS(plain, )

#if defined(__GNUC__) && defined(__x86_64__)
FRENEMY_DENSE_ROWS(avx2, __attribute__((target("avx2"))))
FRENEMY_DENSE_ROWS(avx512, __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512"))))

const DenseRows& fastest() {
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) return avx512_rows;
    return __builtin_cpu_supports("avx2") ? avx2_rows : plain_rows;
}
#else
const DenseRows& fastest() { return plain_rows; }
#endif

}  // namespace

const DenseRows& dense_rows() {
    static const DenseRows& rows = fastest();
    return rows;
}

}  // namespace frenemy
