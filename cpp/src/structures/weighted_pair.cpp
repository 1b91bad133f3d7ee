#include "frenemy/structures/weighted_pair.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace frenemy {

namespace {

constexpr int bits_a_pass = 11, n_passes = 6;
constexpr std::size_t n_buckets = std::size_t{1} << bits_a_pass;
constexpr std::size_t worth_counting = std::size_t{1} << 12;

/// Positive doubles are ordered like their bits.
std::size_t bucket(double weight, int pass) {
    return static_cast<std::size_t>(~std::bit_cast<std::uint64_t>(weight) >> (pass * bits_a_pass)) & (n_buckets - 1);
}

}  // namespace

std::vector<WeightedPair> heaviest_first(std::vector<WeightedPair> pairs) {
    const auto is_heavier = [](const WeightedPair& a, const WeightedPair& b) { return a.weight > b.weight; };
    if (pairs.size() < worth_counting) {
        std::stable_sort(pairs.begin(), pairs.end(), is_heavier);
        return pairs;
    }
    // LSD radix sort: by the lowest digits first, stable within a bucket.
    std::vector<std::array<std::size_t, n_buckets>> counts(n_passes);
    for (const auto& pair : pairs) {
        for (int pass = 0; pass < n_passes; ++pass) ++counts[pass][bucket(pair.weight, pass)];
    }
    std::vector<WeightedPair> sorted(pairs.size());
    for (int pass = 0; pass < n_passes; ++pass) {
        auto& next = counts[pass];
        if (next[bucket(pairs.front().weight, pass)] == pairs.size()) continue;  // all in one bucket
        std::size_t begin = 0;
        for (auto& at : next) begin += std::exchange(at, begin);
        for (const auto& pair : pairs) sorted[next[bucket(pair.weight, pass)]++] = pair;
        pairs.swap(sorted);
    }
    return pairs;
}

}  // namespace frenemy
