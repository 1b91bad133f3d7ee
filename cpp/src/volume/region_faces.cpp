#include "frenemy/volume/region_faces.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "frenemy/image/laplacian/polled_workers.hpp"
#include "frenemy/volume/face_counts.hpp"
#include "frenemy/volume/face_table.hpp"

namespace frenemy::volume {

namespace {

struct Row {
    const std::int32_t *from, *to;
    const float *value, *other;  ///< `other` is null if the face has the value of its first voxel
    std::int64_t size;
    bool is_along_z;
};

std::uint32_t whole_value(float value) {
    return static_cast<std::uint32_t>(std::clamp(value, 0.0f, 1.0f) * 65535.0f + 0.5f);
}

void add_face(const Row& row, std::int64_t x, FaceTable& table) {
    const std::int32_t a = row.from[x], b = row.to[x];
    if (a == b || a < 0 || b < 0) return;
    const std::uint32_t at = table.at(a, b);
    FaceSums& sums = table.sums[at];
    ++sums.count;
    sums.n_along_z += row.is_along_z ? 1 : 0;
    const float value = row.other == nullptr ? row.value[x] : 0.5f * (row.value[x] + row.other[x]);
    const std::uint32_t whole = whole_value(value);
    sums.sum += whole;
    sums.sum_of_squares += std::uint64_t{whole} * whole;
    ++table.histograms[at][whole * n_face_bins >> 16];
}

/// Voxels that are compared at once, without a branch: most have the label of their neighbour.
constexpr std::int64_t at_once = 16;

void add_row(const Row& row, FaceTable& table) {
    std::int64_t x = 0;
    for (; x + at_once <= row.size; x += at_once) {
        std::array<std::uint8_t, at_once> differs;
        for (std::int64_t k = 0; k < at_once; ++k) differs[k] = row.from[x + k] != row.to[x + k] ? 1 : 0;
        for (std::int64_t half = 0; half < at_once; half += 8) {
            std::uint64_t bits = 0;
            for (int k = 0; k < 8; ++k) bits |= std::uint64_t{differs[half + k]} << (8 * k);
            for (; bits != 0; bits &= bits - 1) add_face(row, x + half + std::countr_zero(bits) / 8, table);
        }
    }
    for (; x < row.size; ++x) add_face(row, x, table);
}

/// The voxels of each region that one thread has seen, and the number and sum of their values: of all voxels, and of
/// those inside.
struct RegionSums {
    explicit RegionSums(std::size_t n) : sizes(n), all(n), inside(n) {}

    std::vector<std::int64_t> sizes;
    std::vector<ValueSums> all, inside;
};

/// A row of a channel, and where it has values: an affinity needs a second voxel.
struct RowValues {
    const float* values;
    const std::int32_t* to;  ///< the labels of the row of the second voxels; null without
    std::int64_t shift;      ///< of these
    std::int64_t begin, end;
};

/// Which voxels of a row have the labels of all others beside them; `beside` are the rows above, below, before and
/// behind, as far as there are any.
void mark_inside(const std::int32_t* row, std::int64_t begin, std::int64_t end, std::int64_t n_x,
                 std::span<const std::int32_t* const> beside, std::vector<std::uint8_t>& is_inside) {
    const std::int64_t size = end - begin;
    is_inside.assign(static_cast<std::size_t>(size), 1);
    const std::int32_t* here = row + begin;
    const auto compare = [&](const std::int32_t* there, std::int64_t first, std::int64_t last) {
        for (std::int64_t x = first; x < last; ++x) {
            is_inside[static_cast<std::size_t>(x)] &= here[x] == there[x] ? 1 : 0;
        }
    };
    compare(here - 1, begin == 0 ? 1 : 0, size);
    compare(here + 1, 0, end == n_x ? size - 1 : size);
    for (const std::int32_t* other : beside) compare(other + begin, 0, size);
}

/// Adds the voxels of a row to their regions, run by run.
void add_voxels(const std::int32_t* labels, std::int64_t size, std::span<const RowValues> channels,
                std::span<const std::uint8_t> is_inside, RegionSums& regions) {
    std::vector<std::int64_t>& sizes = regions.sizes;
    const auto is_run = [&](std::int64_t x, std::int32_t label) {
        std::int32_t difference = 0;
        for (std::int64_t k = 0; k < at_once; ++k) difference |= labels[x + k] ^ label;
        return difference == 0;
    };
    for (std::int64_t begin = 0, x = 0; begin < size; begin = x) {
        const std::int32_t label = labels[begin];
        if (label >= static_cast<std::int64_t>(sizes.size())) {
            throw std::invalid_argument("labels must be below " + std::to_string(sizes.size()) + ", got " +
                                        std::to_string(label));
        }
        while (x + at_once <= size && is_run(x, label)) x += at_once;
        while (x < size && labels[x] == label) ++x;
        if (label < 0) continue;
        const auto at = static_cast<std::size_t>(label);
        sizes[at] += x - begin;
        for (const RowValues& row : channels) {
            ValueSums all, inside;
            const std::int64_t last = std::min(x, row.end);
            for (std::int64_t k = std::max(begin, row.begin); k < last; ++k) {
                const std::uint32_t whole = whole_value(row.values[k]);
                std::uint32_t counts = is_inside[static_cast<std::size_t>(k)];
                if (row.to != nullptr) counts &= row.to[k + row.shift] == label ? 1U : 0U;
                all += {1, whole};
                inside += {counts, counts * whole};
            }
            regions.all[at] += all;
            regions.inside[at] += inside;
        }
    }
}

}  // namespace

RegionFaces region_faces(const Triple& shape, std::span<const std::int32_t> labels, Node n_regions,
                         std::span<const std::span<const float>> values, bool has_channels,
                         std::span<const Triple> offsets, const Box& owned, bool is_flat, int n_threads,
                         const Poll& poll) {
    if (values.empty()) return face_counts(shape, labels, n_regions, offsets, owned, n_threads, poll);
    const auto is_in = [&](std::int64_t p, int axis) { return p >= 0 && p < shape[axis]; };
    const auto add_rows_at = [&](std::int64_t z, std::int64_t y, FaceTable& table) {
        for (std::size_t k = 0; k < offsets.size(); ++k) {
            const Triple& by = offsets[k];
            if (!is_in(z + by[0], 0) || !is_in(y + by[1], 1)) continue;
            const std::int64_t begin = std::max(owned.begin[2], -by[2]), end = std::min(owned.end[2], shape[2] - by[2]);
            if (begin >= end) continue;
            const std::int64_t from = index_of({z, y, begin}, shape);
            const std::int64_t to = index_of({z + by[0], y + by[1], begin + by[2]}, shape);
            const float* channel = values[has_channels ? k : 0].data();
            add_row({.from = labels.data() + from,
                     .to = labels.data() + to,
                     .value = channel + from,
                     .other = has_channels ? nullptr : channel + to,
                     .size = end - begin,
                     .is_along_z = by[0] != 0},
                    table);
        }
    };
    const auto rows_of_values = [&](std::int64_t z, std::int64_t y, std::vector<RowValues>& rows) {
        rows.clear();
        const auto at = static_cast<std::size_t>(index_of({z, y, owned.begin[2]}, shape));
        for (std::size_t k = 0; k < values.size(); ++k) {
            const Triple by = has_channels ? offsets[k] : Triple{0, 0, 0};
            if (!is_in(z + by[0], 0) || !is_in(y + by[1], 1)) continue;
            const std::int64_t begin = std::max<std::int64_t>(0, -by[2] - owned.begin[2]);
            const std::int32_t* to =
                has_channels ? labels.data() + index_of({z + by[0], y + by[1], 0}, shape) : nullptr;
            rows.push_back({.values = &values[k][at],
                            .to = to,
                            .shift = owned.begin[2] + by[2],
                            .begin = begin,
                            .end = shape[2] - by[2] - owned.begin[2]});
        }
    };
    const auto rows_beside = [&](std::int64_t z, std::int64_t y, std::vector<const std::int32_t*>& rows) {
        rows.clear();
        for (const std::int64_t step : {-1, 1}) {
            if (is_in(y + step, 1)) rows.push_back(labels.data() + index_of({z, y + step, 0}, shape));
            if (!is_flat && is_in(z + step, 0)) rows.push_back(labels.data() + index_of({z + step, y, 0}, shape));
        }
    };
    PolledWorkers workers(n_threads, poll);
    std::vector<FaceTable> tables(workers.n_workers());
    const auto n = static_cast<std::size_t>(n_regions);
    std::vector<RegionSums> regions(workers.n_workers(), RegionSums(n));
    const Triple size = owned.shape();
    const auto n_rows = static_cast<std::size_t>(size[0] * size[1]);
    constexpr std::size_t rows_at_once = 64;
    workers.parallel_for((n_rows + rows_at_once - 1) / rows_at_once,
                         [&](std::size_t chunk, std::size_t worker, const Poll& poll_here) {
                             poll_here();
                             const std::size_t end = std::min(n_rows, (chunk + 1) * rows_at_once);
                             std::vector<RowValues> row_values;
                             std::vector<const std::int32_t*> beside;
                             std::vector<std::uint8_t> is_inside;
                             for (std::size_t row = chunk * rows_at_once; row < end; ++row) {
                                 const std::int64_t z = owned.begin[0] + static_cast<std::int64_t>(row) / size[1];
                                 const std::int64_t y = owned.begin[1] + static_cast<std::int64_t>(row) % size[1];
                                 add_rows_at(z, y, tables[worker]);
                                 const auto at = static_cast<std::size_t>(index_of({z, y, owned.begin[2]}, shape));
                                 rows_of_values(z, y, row_values);
                                 rows_beside(z, y, beside);
                                 mark_inside(labels.data() + index_of({z, y, 0}, shape), owned.begin[2], owned.end[2],
                                             shape[2], beside, is_inside);
                                 add_voxels(&labels[at], size[2], row_values, is_inside, regions[worker]);
                             }
                         });
    RegionFaces result = merged(tables, poll);
    result.sizes.resize(n);
    result.all.resize(n);
    result.inside.resize(n);
    for (const RegionSums& found : regions) {
        for (std::size_t i = 0; i < n; ++i) {
            result.sizes[i] += found.sizes[i];
            result.all[i] += found.all[i];
            result.inside[i] += found.inside[i];
        }
    }
    return result;
}

}  // namespace frenemy::volume
