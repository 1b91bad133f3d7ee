#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

using Key = std::uint64_t;

/// A key for each text of an Arrow column: `offsets` into `bytes`, one more than there are texts. Equal texts have equal
/// keys, and different ones hardly ever. Made of multiplications and shifts over eight bytes at a time, each followed by
/// the finalizer of splitmix64 (Steele, Lea & Flood 2014), and the same on all machines.
std::vector<Key> text_keys(std::span<const std::int64_t> offsets, std::span<const std::uint8_t> bytes, Key salt);

/// The position of each wanted key among sorted ones, -1 where it is not there. Keys are spread evenly, so those with
/// the same highest bits are few. Takes one pass over the sorted ones, and two looks into memory a key.
std::vector<Node> positions(std::span<const Key> sorted, std::span<const Key> wanted);

/// Keys, each once and sorted; a row that has each, the first; and the least place where each was seen.
struct DistinctKeys {
    std::vector<Key> keys;
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> seen;
};

/// Of keys that are spread evenly, as often as they are there: those with the same highest bits are put together, where
/// a small table finds each once, and only these are sorted.
DistinctKeys distinct_keys(std::span<const Key> keys, std::span<const std::int64_t> seen);

}  // namespace frenemy
