#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"

namespace frenemy::volume {

/// How boundary values in 0..1 become seeds and heights.
struct SupervoxelSettings {
    float threshold;                     ///< from this smoothed value on, a voxel is membrane
    std::array<double, 3> spacing;       ///< the size of a voxel
    std::array<double, 3> seed_sigma;    ///< smoothing of the distance to membranes, in voxels
    std::array<double, 3> height_sigma;  ///< smoothing of the boundary values, in voxels
    std::int64_t min_size;               ///< smaller supervoxels are dissolved
};

/// A block, and the larger box around it that decides about it.
struct Block {
    Box inner;
    Box outer;
};

struct Supervoxels {
    std::vector<std::int32_t> labels;  ///< from `first` on; -1 outside of all blocks
    std::int64_t count;
};

/// Connected supervoxels of each block by itself: a watershed of the boundary values from the places that are farthest
/// from membranes. The blocks must not overlap. The same labels on any number of threads.
///
/// Beier et al., "Multicut brings automated neurite segmentation closer to human performance" (2017).
Supervoxels supervoxels(const Triple& shape, std::span<const float> boundaries, std::span<const Block> blocks,
                        const SupervoxelSettings& settings, std::int64_t first, int n_threads, const Poll& poll);

}  // namespace frenemy::volume
