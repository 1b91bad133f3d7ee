#include "frenemy/volume/flood.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frenemy::volume {

namespace {

constexpr std::int32_t unlabelled = 0, outside = -1;
constexpr int n_levels = 1024;

}  // namespace

Flood::Flood(const Triple& shape, std::span<const float> heights, std::span<const std::int32_t> labels)
    : shape_(shape),
      frame_{shape[0] + 2, shape[1] + 2, shape[2] + 2},
      labels_(n_voxels(frame_), outside),
      levels_(n_voxels(frame_)),
      queues_(n_levels) {
    std::size_t index = 0;
    for (std::int64_t z = 0; z < shape[0]; ++z) {
        for (std::int64_t y = 0; y < shape[1]; ++y) {
            std::size_t here = framed({z, y, 0});
            for (std::int64_t x = 0; x < shape[2]; ++x, ++index, ++here) {
                labels_[here] = labels[index];
                const float height = std::clamp(heights[index], 0.0f, 1.0f);
                levels_[here] = static_cast<std::uint16_t>(height * (n_levels - 1) + 0.5f);
            }
        }
    }
}

/// Queues the labelled voxels that have a neighbour without a label.
void Flood::open_borders(const Poll& poll) {
    const auto [plane, row, step] = strides(frame_);
    for (std::int64_t z = 0; z < shape_[0]; ++z) {
        poll();
        for (std::int64_t y = 0; y < shape_[1]; ++y) {
            std::size_t here = framed({z, y, 0});
            for (std::int64_t x = 0; x < shape_[2]; ++x, ++here) {
                const std::int32_t* at = &labels_[here];
                if (*at <= 0) continue;
                const bool is_border = at[-step] == unlabelled || at[step] == unlabelled || at[-row] == unlabelled ||
                                       at[row] == unlabelled || at[-plane] == unlabelled || at[plane] == unlabelled;
                if (is_border) queues_[levels_[here]].push_back(static_cast<std::uint32_t>(here));
            }
        }
    }
}

void Flood::fill(const Poll& poll) {
    open_borders(poll);
    const auto [plane, row, step] = strides(frame_);
    const std::array<std::int64_t, 6> steps = {-plane, -row, -step, step, row, plane};
    for (int level = 0; level < n_levels; ++level) {
        std::vector<std::uint32_t>& queue = queues_[level];
        for (std::size_t k = 0; k < queue.size(); ++k) {
            if (k % (1 << 18) == 0) poll();
            const std::uint32_t here = queue[k];
            const std::int32_t label = labels_[here];
            for (const std::int64_t by : steps) {
                const auto there = static_cast<std::uint32_t>(here + by);
                if (labels_[there] != unlabelled) continue;
                labels_[there] = label;
                queues_[std::max<int>(level, levels_[there])].push_back(there);
            }
        }
        std::vector<std::uint32_t>().swap(queue);
    }
}

void Flood::dissolve_small(std::int64_t min_size, const Poll& poll) {
    poll();
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(*std::ranges::max_element(labels_)) + 1);
    for (const std::int32_t label : labels_) {
        if (label > 0) ++sizes[static_cast<std::size_t>(label)];
    }
    const std::int64_t kept = std::min(min_size, *std::ranges::max_element(sizes));
    bool has_small = false;
    poll();
    for (std::int32_t& label : labels_) {
        if (label > 0 && sizes[static_cast<std::size_t>(label)] < kept) {
            label = unlabelled;
            has_small = true;
        }
    }
    if (has_small) fill(poll);
}

}  // namespace frenemy::volume
