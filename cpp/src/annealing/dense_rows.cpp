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

using Proposal = DenseRows::Proposal;
using Shift = DenseRows::Shift;

FRENEMY_INLINE std::size_t find_willing(const Proposal& proposal, std::size_t from) {
    const auto [own, there, labels, draws, width, cluster, limit] = proposal;
    for (; from % DenseRows::block != 0; ++from) {
        if (labels[from] != cluster && static_cast<float>(own[from] - there[from]) < limit * draws[from]) return from;
    }
    for (; from < width; from += DenseRows::block) {
        std::int32_t any = 0;
        for (std::size_t j = from; j < from + DenseRows::block; ++j) {
            const std::int32_t is_low = static_cast<float>(own[j] - there[j]) < limit * draws[j] ? -1 : 0;
            const std::int32_t is_other = labels[j] != cluster ? -1 : 0;
            any |= is_low & is_other;
        }
        if (any == 0) continue;
        while (labels[from] == cluster || !(static_cast<float>(own[from] - there[from]) < limit * draws[from])) ++from;
        return from;
    }
    return width;
}

FRENEMY_INLINE void shift_rows(const Shift& shift) {
    const std::int32_t* const FRENEMY_RESTRICT w = shift.weights;
    const Node* const FRENEMY_RESTRICT labels = shift.labels;
    std::int32_t* const FRENEMY_RESTRICT left = shift.left;
    std::int32_t* const FRENEMY_RESTRICT joined = shift.joined;
    std::int32_t* const FRENEMY_RESTRICT own = shift.own;
    const Node home = shift.home, to = shift.to;
    for (std::size_t j = 0, width = shift.width; j < width; ++j) {
        left[j] -= w[j];
        joined[j] += w[j];
        own[j] += (labels[j] == to ? w[j] : 0) - (labels[j] == home ? w[j] : 0);
    }
}

// The same code for several kinds of registers.
std::size_t first_willing_plain(const Proposal& proposal, std::size_t from) { return find_willing(proposal, from); }
void shift_plain(const Shift& shift) { shift_rows(shift); }
constexpr DenseRows plain_rows{first_willing_plain, shift_plain};

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) std::size_t first_willing_avx2(const Proposal& proposal, std::size_t from) {
    return find_willing(proposal, from);
}
__attribute__((target("avx2"))) void shift_avx2(const Shift& shift) { shift_rows(shift); }
constexpr DenseRows avx2_rows{first_willing_avx2, shift_avx2};

__attribute__((target("avx512f"))) std::size_t first_willing_avx512(const Proposal& proposal, std::size_t from) {
    return find_willing(proposal, from);
}
__attribute__((target("avx512f"))) void shift_avx512(const Shift& shift) { shift_rows(shift); }
constexpr DenseRows avx512_rows{first_willing_avx512, shift_avx512};

const DenseRows& fastest() {
    if (__builtin_cpu_supports("avx512f")) return avx512_rows;
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
