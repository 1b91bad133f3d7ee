#pragma once

#include <cstdint>
#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"
#include "frenemy/volume/region_faces.hpp"

namespace frenemy::volume {

/// What `region_faces` finds without values: faces and voxels are only counted. A row is read once and kept as runs of
/// one label, so most of the work is per run, not per voxel.
RegionFaces face_counts(const Triple& shape, std::span<const std::int32_t> labels, Node n_regions,
                        std::span<const Triple> offsets, const Box& owned, int n_threads, const Poll& poll);

}  // namespace frenemy::volume
