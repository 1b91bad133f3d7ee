#include "frenemy/annealing/dense_rows.hpp"

#include <bit>

#if defined(__GNUC__) && defined(__x86_64__)
#define FRENEMY_X86 1
#include <immintrin.h>
#endif

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
template <class Weight>
using Shift = DenseRows::Shift<Weight>;

/// One bit for each node of a block: whether it is willing to move.
FRENEMY_INLINE std::uint32_t willing_plain(const Proposal& proposal, std::size_t begin) {
    const auto [own, there, draws, width, limit] = proposal;
    std::int32_t any = 0;  // this loop takes vector registers, the next one is needed seldom
    for (std::size_t j = begin; j < begin + DenseRows::block; ++j)
        any |= static_cast<float>(own[j] - there[j]) < limit * draws[j] ? -1 : 0;
    if (any == 0) return 0;
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < DenseRows::block; ++j) {
        const std::size_t i = begin + j;
        bits |= static_cast<std::uint32_t>(static_cast<float>(own[i] - there[i]) < limit * draws[i]) << j;
    }
    return bits;
}

#if FRENEMY_X86
__attribute__((target("avx2"))) inline std::uint32_t willing_avx2(const Proposal& proposal, std::size_t begin) {
    const __m256 limit = _mm256_set1_ps(proposal.limit);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < DenseRows::block; j += 8) {
        const std::size_t i = begin + j;
        const __m256i own = _mm256_load_si256(reinterpret_cast<const __m256i*>(proposal.own + i));
        const __m256i there = _mm256_load_si256(reinterpret_cast<const __m256i*>(proposal.there + i));
        const __m256 cost = _mm256_cvtepi32_ps(_mm256_sub_epi32(own, there));
        const __m256 most = _mm256_mul_ps(limit, _mm256_loadu_ps(proposal.draws + i));
        bits |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(cost, most, _CMP_LT_OQ))) << j;
    }
    return bits;
}

__attribute__((target("avx512f"))) inline std::uint32_t willing_avx512(const Proposal& proposal, std::size_t begin) {
    const __m512 limit = _mm512_set1_ps(proposal.limit);
    std::uint32_t bits = 0;
    for (std::size_t j = 0; j < DenseRows::block; j += 16) {
        const std::size_t i = begin + j;
        const __m512i cost =
            _mm512_sub_epi32(_mm512_load_si512(proposal.own + i), _mm512_load_si512(proposal.there + i));
        const __m512 most = _mm512_mul_ps(limit, _mm512_loadu_ps(proposal.draws + i));
        bits |= static_cast<std::uint32_t>(_mm512_cmp_ps_mask(_mm512_cvtepi32_ps(cost), most, _CMP_LT_OQ)) << j;
    }
    return bits;
}
#endif

template <auto willing>
FRENEMY_INLINE std::size_t find_willing(const Proposal& proposal, std::size_t from) {
    const std::size_t width = proposal.width;
    if (from >= width) return width;
    std::size_t begin = from / DenseRows::block * DenseRows::block;
    std::uint32_t bits = willing(proposal, begin) & (~std::uint32_t{0} << (from - begin));
    while (bits == 0) {
        begin += DenseRows::block;
        if (begin >= width) return width;
        bits = willing(proposal, begin);
    }
    return begin + static_cast<std::size_t>(std::countr_zero(bits));
}

template <class Weight>
FRENEMY_INLINE void shift_rows(const Shift<Weight>& shift) {
    const Weight* const FRENEMY_RESTRICT weights = shift.weights;
    const Node* const FRENEMY_RESTRICT labels = shift.labels;
    std::int32_t* const FRENEMY_RESTRICT left = shift.left;
    std::int32_t* const FRENEMY_RESTRICT joined = shift.joined;
    std::int32_t* const FRENEMY_RESTRICT own = shift.own;
    const Node home = shift.home, to = shift.to;
    for (std::size_t j = 0, width = shift.width; j < width; ++j) {
        const std::int32_t w = weights[j];
        left[j] -= w;
        joined[j] += w;
        own[j] += (labels[j] == to ? w : 0) - (labels[j] == home ? w : 0);
    }
}

// The same code for several kinds of registers.
std::size_t first_plain(const Proposal& proposal, std::size_t from) {
    return find_willing<willing_plain>(proposal, from);
}
void shift_plain(const Shift<std::int32_t>& shift) { shift_rows(shift); }
void shift_short_plain(const Shift<std::int16_t>& shift) { shift_rows(shift); }
constexpr DenseRows plain_rows{first_plain, shift_plain, shift_short_plain};

#if FRENEMY_X86
#define FRENEMY_AVX2 __attribute__((target("avx2")))
FRENEMY_AVX2 std::size_t first_avx2(const Proposal& proposal, std::size_t from) {
    return find_willing<willing_avx2>(proposal, from);
}
FRENEMY_AVX2 void shift_avx2(const Shift<std::int32_t>& shift) { shift_rows(shift); }
FRENEMY_AVX2 void shift_short_avx2(const Shift<std::int16_t>& shift) { shift_rows(shift); }
constexpr DenseRows avx2_rows{first_avx2, shift_avx2, shift_short_avx2};

#define FRENEMY_AVX512 __attribute__((target("avx512f")))
FRENEMY_AVX512 inline __m512i sixteen(const std::int32_t* from) { return _mm512_load_si512(from); }
FRENEMY_AVX512 inline __m512i sixteen(const std::int16_t* from) {
    return _mm512_cvtepi16_epi32(_mm256_load_si256(reinterpret_cast<const __m256i*>(from)));
}
// What compilers make of `shift_rows` for 2-byte weights takes registers of half the width.
template <class Weight>
FRENEMY_AVX512 inline void shift_rows_avx512(const Shift<Weight>& shift) {
    const Weight* const weights = shift.weights;
    const Node* const labels = shift.labels;
    std::int32_t *const left = shift.left, *const joined = shift.joined, *const own = shift.own;
    const __m512i home = _mm512_set1_epi32(shift.home), to = _mm512_set1_epi32(shift.to);
    for (std::size_t j = 0, width = shift.width; j < width; j += 16) {
        const __m512i w = sixteen(weights + j), label = sixteen(labels + j), before = sixteen(own + j);
        const __m512i less = _mm512_sub_epi32(sixteen(left + j), w), more = _mm512_add_epi32(sixteen(joined + j), w);
        const __m512i gained = _mm512_mask_add_epi32(before, _mm512_cmpeq_epi32_mask(label, to), before, w);
        _mm512_store_si512(left + j, less);
        _mm512_store_si512(joined + j, more);
        _mm512_store_si512(own + j, _mm512_mask_sub_epi32(gained, _mm512_cmpeq_epi32_mask(label, home), gained, w));
    }
}
FRENEMY_AVX512 std::size_t first_avx512(const Proposal& proposal, std::size_t from) {
    return find_willing<willing_avx512>(proposal, from);
}
FRENEMY_AVX512 void shift_avx512(const Shift<std::int32_t>& shift) { shift_rows_avx512(shift); }
FRENEMY_AVX512 void shift_short_avx512(const Shift<std::int16_t>& shift) { shift_rows_avx512(shift); }
constexpr DenseRows avx512_rows{first_avx512, shift_avx512, shift_short_avx512};

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
