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

}  // namespace frenemy
