#include "frenemy/volume/face_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>
#include <vector>

#include "frenemy/image/laplacian/polled_workers.hpp"
#include "frenemy/volume/face_table.hpp"

namespace frenemy::volume {

namespace {

/// Voxels of one label that follow each other in a row.
struct LabelRun {
    std::int64_t end;
    std::int32_t label;
};

/// Voxels that are compared at once, without a branch: most have the label of the next.
constexpr std::int64_t at_once = 16;

void find_runs(const std::int32_t* labels, std::int64_t size, std::vector<LabelRun>& runs) {
    runs.clear();
    std::int64_t x = 0;
    for (; x + at_once < size; x += at_once) {
        std::array<std::uint8_t, at_once> ends;
        for (std::int64_t k = 0; k < at_once; ++k) ends[k] = labels[x + k] != labels[x + k + 1] ? 1 : 0;
        for (std::int64_t half = 0; half < at_once; half += 8) {
            std::uint64_t bits = 0;
            for (int k = 0; k < 8; ++k) bits |= std::uint64_t{ends[half + k]} << (8 * k);
            for (; bits != 0; bits &= bits - 1) {
                const std::int64_t last = x + half + std::countr_zero(bits) / 8;
                runs.push_back({last + 1, labels[last]});
            }
        }
    }
    for (; x < size; ++x) {
        if (x + 1 == size || labels[x] != labels[x + 1]) runs.push_back({x + 1, labels[x]});
    }
}

/// The runs of the rows that one thread has read last.
class RunsOfRows {
  public:
    RunsOfRows(const Triple& shape, std::span<const std::int32_t> labels) : shape_(shape), labels_(labels) {}

    /// Valid until rows far away are asked for.
    const std::vector<LabelRun>& at(std::int64_t z, std::int64_t y) {
        const std::int64_t row = z * shape_[1] + y;
        Kept& kept = kept_[static_cast<std::size_t>(z % n_z * n_y + y % n_y)];
        if (kept.row != row) {
            find_runs(labels_.data() + row * shape_[2], shape_[2], kept.runs);
            kept.row = row;
        }
        return kept.runs;
    }

  private:
    struct Kept {
        std::int64_t row = -1;
        std::vector<LabelRun> runs;
    };
    static constexpr std::int64_t n_z = 2, n_y = 32;

    Triple shape_;
    std::span<const std::int32_t> labels_;
    std::array<Kept, n_z * n_y> kept_;
};

/// Counts the faces between two rows, from `begin` to `end` in the first; the second is shifted.
void add_faces(std::span<const LabelRun> from, std::span<const LabelRun> to, std::int64_t begin, std::int64_t end,
               std::int64_t shift, bool is_along_z, FaceTable& table) {
    const auto first_run = [](std::span<const LabelRun> runs, std::int64_t x) {
        return std::ranges::upper_bound(runs, x, {}, &LabelRun::end).base();
    };
    auto a = first_run(from, begin), b = first_run(to, begin + shift);
    for (std::int64_t x = begin; x < end;) {
        const std::int64_t next = std::min({a->end, b->end - shift, end});
        if (a->label != b->label && a->label >= 0 && b->label >= 0) {
            FaceSums& sums = table.sums[table.at(a->label, b->label)];
            sums.count += next - x;
            if (is_along_z) sums.n_along_z += next - x;
        }
        x = next;
        a += a->end == x ? 1 : 0;
        b += b->end - shift == x ? 1 : 0;
    }
}

void add_voxels(std::span<const LabelRun> runs, std::int64_t begin, std::int64_t end,
                std::vector<std::int64_t>& sizes) {
    std::int64_t first = 0;
    for (const LabelRun& run : runs) {
        const std::int64_t count = std::min(run.end, end) - std::max(first, begin);
        first = run.end;
        if (count <= 0 || run.label < 0) continue;
        if (run.label >= static_cast<std::int64_t>(sizes.size())) {
            throw std::invalid_argument("labels must be below " + std::to_string(sizes.size()) + ", got " +
                                        std::to_string(run.label));
        }
        sizes[static_cast<std::size_t>(run.label)] += count;
    }
}

}  // namespace

RegionFaces face_counts(const Triple& shape, std::span<const std::int32_t> labels, Node n_regions,
                        std::span<const Triple> offsets, const Box& owned, int n_threads, const Poll& poll) {
    const auto is_in = [&](std::int64_t p, int axis) { return p >= 0 && p < shape[axis]; };
    PolledWorkers workers(n_threads, poll);
    std::vector<FaceTable> tables(workers.n_workers());
    const auto n = static_cast<std::size_t>(n_regions);
    std::vector<std::vector<std::int64_t>> sizes(workers.n_workers(), std::vector<std::int64_t>(n));
    // Square columns of rows, so that most rows beside one are kept from before.
    constexpr std::int64_t side = 24;
    const Triple size = owned.shape();
    const std::int64_t n_across = (size[1] + side - 1) / side, n_deep = (size[0] + side - 1) / side;
    workers.parallel_for(
        static_cast<std::size_t>(n_across * n_deep), [&](std::size_t chunk, std::size_t worker, const Poll& poll_here) {
            RunsOfRows rows(shape, labels);
            std::vector<LabelRun> own;
            const std::int64_t first_z = owned.begin[0] + static_cast<std::int64_t>(chunk) / n_across * side;
            const std::int64_t first_y = owned.begin[1] + static_cast<std::int64_t>(chunk) % n_across * side;
            for (std::int64_t z = first_z; z < std::min(first_z + side, owned.end[0]); ++z) {
                poll_here();
                for (std::int64_t y = first_y; y < std::min(first_y + side, owned.end[1]); ++y) {
                    own = rows.at(z, y);
                    add_voxels(own, owned.begin[2], owned.end[2], sizes[worker]);
                    for (const Triple& by : offsets) {
                        if (!is_in(z + by[0], 0) || !is_in(y + by[1], 1)) continue;
                        const std::int64_t begin = std::max(owned.begin[2], -by[2]);
                        const std::int64_t end = std::min(owned.end[2], shape[2] - by[2]);
                        if (begin >= end) continue;
                        const std::vector<LabelRun>& other = rows.at(z + by[0], y + by[1]);
                        add_faces(own, other, begin, end, by[2], by[0] != 0, tables[worker]);
                    }
                }
            }
        });
    RegionFaces result = merged(tables, poll);
    result.sizes.resize(n);
    result.all.resize(n);
    result.inside.resize(n);
    for (const std::vector<std::int64_t>& found : sizes) {
        for (std::size_t i = 0; i < n; ++i) result.sizes[i] += found[i];
    }
    return result;
}

}  // namespace frenemy::volume
