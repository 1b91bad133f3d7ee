#include "frenemy/volume/supervoxels.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "frenemy/image/laplacian/polled_workers.hpp"
#include "frenemy/structures/union_find.hpp"
#include "frenemy/volume/distance_transform.hpp"
#include "frenemy/volume/flood.hpp"
#include "frenemy/volume/seeds.hpp"
#include "frenemy/volume/smoothing.hpp"

namespace frenemy::volume {

namespace {

std::vector<float> copy_of(std::span<const float> values, const Triple& shape, const Box& box) {
    std::vector<float> copy;
    copy.reserve(n_voxels(box.shape()));
    for (std::int64_t z = box.begin[0]; z < box.end[0]; ++z) {
        for (std::int64_t y = box.begin[1]; y < box.end[1]; ++y) {
            const float* row = &values[static_cast<std::size_t>(index_of({z, y, box.begin[2]}, shape))];
            copy.insert(copy.end(), row, row + (box.end[2] - box.begin[2]));
        }
    }
    return copy;
}

/// Low inside cells, high on membranes; the distance decides where the boundary values are flat.
std::vector<float> flood_heights(std::vector<float> heights, std::span<const float> distance) {
    constexpr float share_of_distance = 0.1f;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        heights[i] = (1.0f - share_of_distance) * heights[i] + share_of_distance / (1.0f + distance[i]);
    }
    return heights;
}

/// The flooded box around a block. Smoothing comes first, because single noisy voxels would stop the distance.
Flood flooded(const Triple& shape, std::vector<float> raw, const SupervoxelSettings& settings, const Poll& poll) {
    std::vector<float> boundaries = smoothed(shape, std::move(raw), settings.height_sigma, poll);
    std::vector<char> is_inside(boundaries.size());
    for (std::size_t i = 0; i < boundaries.size(); ++i) is_inside[i] = boundaries[i] < settings.threshold ? 1 : 0;
    // Without an inside, all of it is one region.
    if (std::ranges::find(is_inside, 1) == is_inside.end()) std::ranges::fill(is_inside, 1);
    const std::vector<float> distance =
        smoothed(shape, distance_transform(shape, boundaries, settings.threshold, settings.spacing, poll),
                 settings.seed_sigma, poll);
    const std::vector<std::int32_t> seeds = maxima(shape, distance, is_inside, poll);
    Flood flood(shape, flood_heights(std::move(boundaries), distance), seeds);
    flood.fill(poll);
    flood.dissolve_small(settings.min_size, poll);
    return flood;
}

/// Numbers the connected regions of the inner box from 0, by first appearance, into `labels` of the whole volume.
std::int64_t number_regions(const Flood& flood, const Block& block, const Triple& volume,
                            std::span<std::int32_t> labels, const Poll& poll) {
    const Triple shape = block.inner.shape();
    const auto found = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
        return flood.label({z + block.inner.begin[0] - block.outer.begin[0],
                            y + block.inner.begin[1] - block.outer.begin[1],
                            x + block.inner.begin[2] - block.outer.begin[2]});
    };
    UnionFind regions(n_voxels(shape));
    const auto [plane, row, step] = strides(shape);
    Node index = 0;
    for (std::int64_t z = 0; z < shape[0]; ++z) {
        poll();
        for (std::int64_t y = 0; y < shape[1]; ++y) {
            for (std::int64_t x = 0; x < shape[2]; ++x, ++index) {
                const std::int32_t label = found(z, y, x);
                if (x > 0 && found(z, y, x - 1) == label) regions.unite(index, static_cast<Node>(index - step));
                if (y > 0 && found(z, y - 1, x) == label) regions.unite(index, static_cast<Node>(index - row));
                if (z > 0 && found(z - 1, y, x) == label) regions.unite(index, static_cast<Node>(index - plane));
            }
        }
    }
    std::vector<std::int32_t> numbers(n_voxels(shape), -1);
    std::int32_t count = 0;
    index = 0;
    for (std::int64_t z = 0; z < shape[0]; ++z) {
        poll();
        for (std::int64_t y = 0; y < shape[1]; ++y) {
            const Triple place = {z + block.inner.begin[0], y + block.inner.begin[1], block.inner.begin[2]};
            std::int32_t* out = &labels[static_cast<std::size_t>(index_of(place, volume))];
            for (std::int64_t x = 0; x < shape[2]; ++x, ++index, ++out) {
                std::int32_t& number = numbers[static_cast<std::size_t>(regions.find(index))];
                if (number < 0) number = count++;
                *out = number;
            }
        }
    }
    return count;
}

void add_to(std::span<std::int32_t> labels, const Triple& shape, const Box& box, std::int32_t number) {
    for (std::int64_t z = box.begin[0]; z < box.end[0]; ++z) {
        for (std::int64_t y = box.begin[1]; y < box.end[1]; ++y) {
            std::int32_t* row = &labels[static_cast<std::size_t>(index_of({z, y, box.begin[2]}, shape))];
            for (std::int64_t x = 0; x < box.end[2] - box.begin[2]; ++x) row[x] += number;
        }
    }
}

}  // namespace

Supervoxels supervoxels(const Triple& shape, std::span<const float> boundaries, std::span<const Block> blocks,
                        const SupervoxelSettings& settings, std::int64_t first, int n_threads, const Poll& poll) {
    std::vector<std::int32_t> labels(n_voxels(shape), -1);
    std::vector<std::int64_t> counts(blocks.size());
    PolledWorkers workers(n_threads, poll);
    workers.parallel_for(blocks.size(), [&](std::size_t at, std::size_t, const Poll& poll_here) {
        const Block& block = blocks[at];
        const Flood flood = flooded(block.outer.shape(), copy_of(boundaries, shape, block.outer), settings, poll_here);
        counts[at] = number_regions(flood, block, shape, labels, poll_here);
    });
    std::vector<std::int64_t> begins;
    std::int64_t end = first;
    for (const std::int64_t count : counts) {
        begins.push_back(end);
        end += count;
    }
    if (end > std::numeric_limits<std::int32_t>::max()) {
        throw std::invalid_argument("there are more than 2147483647 supervoxels; raise min_size");
    }
    workers.parallel_for(blocks.size(), [&](std::size_t at, std::size_t, const Poll&) {
        add_to(labels, shape, blocks[at].inner, static_cast<std::int32_t>(begins[at]));
    });
    return {std::move(labels), end - first};
}

}  // namespace frenemy::volume
