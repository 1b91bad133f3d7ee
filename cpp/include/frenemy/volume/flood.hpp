#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"

namespace frenemy::volume {

/// Seeded watershed without watershed lines: labels spread over faces, lower heights first, first come, first served
/// among equals. Heights are in 0..1 and count in 1024 steps.
///
/// Meyer, "Un algorithme optimal pour la ligne de partage des eaux" (1991): one queue per height.
class Flood {
  public:
    /// `labels` above 0 are seeds.
    Flood(const Triple& shape, std::span<const float> heights, std::span<const std::int32_t> labels);

    /// Gives every voxel a label, if there is any.
    void fill(const Poll& poll);
    /// Gives the voxels of labels with fewer than `min_size` voxels to their neighbours; the largest stays in any case.
    void dissolve_small(std::int64_t min_size, const Poll& poll);
    std::int32_t label(const Triple& place) const { return labels_[framed(place)]; }

  private:
    std::size_t framed(const Triple& place) const {
        return static_cast<std::size_t>(((place[0] + 1) * frame_[1] + place[1] + 1) * frame_[2] + place[2] + 1);
    }
    void open_borders(const Poll& poll);

    Triple shape_, frame_;  ///< a frame of one voxel spares tests for the border
    std::vector<std::int32_t> labels_;
    std::vector<std::uint16_t> levels_;
    std::vector<std::vector<std::uint32_t>> queues_;
};

}  // namespace frenemy::volume
