#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/hashing/flat_table.hpp"
#include "frenemy/volume/region_faces.hpp"

namespace frenemy::volume {

/// The faces that one thread has seen.
class FaceTable {
  public:
    using Histogram = std::array<std::uint32_t, n_face_bins>;

    FaceTable() : numbers_(1 << 10), recent_(n_recent, {~std::uint64_t{0}, 0}) {}

    /// The place of a pair in the arrays below.
    std::uint32_t at(Node a, Node b) {
        const std::uint64_t key = pair_key(a, b);
        Recent& recent = recent_[(key ^ key >> 27) * 0x9e3779b97f4a7c15ULL >> (64 - n_recent_bits)];
        if (recent.key != key) recent = {key, find(key)};
        return recent.number;
    }

    std::vector<std::uint64_t> keys;
    std::vector<FaceSums> sums;
    std::vector<Histogram> histograms;

  private:
    struct Recent {
        std::uint64_t key;
        std::uint32_t number;
    };
    static constexpr int n_recent_bits = 10;
    static constexpr std::size_t n_recent = std::size_t{1} << n_recent_bits;

    std::uint32_t find(std::uint64_t key) {
        numbers_.reserve(keys.size() + 1);
        const auto [number, is_new] = numbers_.insert(key);
        if (is_new) {
            number = static_cast<std::uint32_t>(keys.size());
            keys.push_back(key);
            sums.emplace_back();
            histograms.emplace_back();
        }
        return number;
    }

    FlatTable<std::uint32_t> numbers_;
    std::vector<Recent> recent_;  ///< a small cache: the next rows have mostly the same pairs
};

/// The pairs of all tables in order, with the sums of their faces.
RegionFaces merged(std::span<const FaceTable> tables, const Poll& poll);

}  // namespace frenemy::volume
