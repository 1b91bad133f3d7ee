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

}  // namespace frenemy
