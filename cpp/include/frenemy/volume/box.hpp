#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace frenemy::volume {

/// A place or a size along z, y and x. Arrays over a volume are in raster order: x is the fastest.
using Triple = std::array<std::int64_t, 3>;

inline std::size_t n_voxels(const Triple& shape) {
    return static_cast<std::size_t>(shape[0]) * static_cast<std::size_t>(shape[1]) * static_cast<std::size_t>(shape[2]);
}

/// The voxels from `begin` to before `end` along each axis.
struct Box {
    Triple begin;
    Triple end;

    Triple shape() const { return {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]}; }
};

/// How far apart two neighbours along each axis are in memory.
inline Triple strides(const Triple& shape) { return {shape[1] * shape[2], shape[2], 1}; }

inline std::int64_t index_of(const Triple& place, const Triple& shape) {
    return (place[0] * shape[1] + place[1]) * shape[2] + place[2];
}

}  // namespace frenemy::volume
