#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"

namespace frenemy::volume {

constexpr int n_face_bins = 32;

/// What lies between two regions. All sums are whole numbers, so that they do not depend on their order.
struct FaceSums {
    std::int64_t count;      ///< pairs of voxels, one in each region
    std::int64_t n_along_z;  ///< those of them that differ in z
    std::uint64_t sum;       ///< of their boundary values in 0..65535
    std::uint64_t sum_of_squares;
};

/// How many values, and their sum, each in 0..65535.
struct ValueSums {
    std::int64_t count = 0;
    std::uint64_t sum = 0;

    ValueSums& operator+=(const ValueSums& other) {
        count += other.count;
        sum += other.sum;
        return *this;
    }
};

/// Pairs of regions u < v, sorted, with sums over their faces; and for each region, its voxels in the box.
struct RegionFaces {
    std::vector<Node> u, v;
    std::vector<FaceSums> sums;
    std::vector<std::uint32_t> histograms;  ///< of the boundary values, `n_face_bins` of each pair
    std::vector<std::int64_t> sizes;
    std::vector<ValueSums> all;     ///< of the voxels of each region, in all channels
    std::vector<ValueSums> inside;  ///< of those that touch no other region, and end in none
};

/// The faces between regions: all pairs of a voxel in the box `owned` and the one `offset` away, if both are in the
/// volume and have different labels. Labels are below `n_regions`; those below 0 belong to no region.
///
/// With one boundary value per voxel (`values` has one channel), a face has the mean of its two ends. With one channel
/// per offset, it has the value of its first voxel in that channel. Without values, faces are only counted. If
/// `is_flat`, regions that touch along z do not count for what is inside of a region. Around `owned`, `labels` must have
/// the direct neighbors and those at the offsets. The same result on any number of threads.
RegionFaces region_faces(const Triple& shape, std::span<const std::int32_t> labels, Node n_regions,
                         std::span<const std::span<const float>> values, bool has_channels,
                         std::span<const Triple> offsets, const Box& owned, bool is_flat, int n_threads,
                         const Poll& poll);

}  // namespace frenemy::volume
