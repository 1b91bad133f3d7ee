#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

using Key = std::uint64_t;

/// A 64-bit hash of each text of an Arrow column, given as `offsets` into `bytes`, one more than there are texts.
/// Hashes eight bytes at a time with the finalizer of splitmix64 (Steele, Lea & Flood 2014); the same on all machines.
std::vector<Key> text_keys(std::span<const std::int64_t> offsets, std::span<const std::uint8_t> bytes, Key salt);

/// The position of each wanted key among sorted keys, or -1. Expects hashes: few keys share their highest bits. Takes
/// one pass over the sorted keys and two memory accesses per wanted key.
std::vector<Node> positions(std::span<const Key> sorted, std::span<const Key> wanted);

/// Distinct keys, sorted; the first row of each; and the smallest `seen` of each.
struct DistinctKeys {
    std::vector<Key> keys;
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> seen;
};

/// Expects hashes. Buckets them by their highest bits, removes duplicates with a hash table per bucket, and sorts only
/// the distinct keys.
DistinctKeys distinct_keys(std::span<const Key> keys, std::span<const std::int64_t> seen);

}  // namespace frenemy
