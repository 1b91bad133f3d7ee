#include "frenemy/streamed/streamed_refinement.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/rng.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr std::size_t entries_ahead = 48;

int turn_of(Node i, std::uint64_t seed) {
    return static_cast<int>(Rng(seed ^ static_cast<std::uint64_t>(i) << 32).next() >> 63);
}

}  // namespace

StreamedRefinement::StreamedRefinement(Labels labels, std::vector<double> sizes, double missing)
    : labels_(std::move(labels)),
      sizes_(std::move(sizes)),
      missing_(missing),
      part_(labels_.size()),
      n_members_(labels_.size(), 1),
      attraction_(labels_.size(), 0.0) {
    if (!sizes_.empty() && sizes_.size() != labels_.size()) throw std::invalid_argument("every node needs a size");
    std::iota(part_.begin(), part_.end(), 0);
    if (missing_ != 0.0) part_sizes_ = sizes_.empty() ? std::vector<double>(labels_.size(), 1.0) : sizes_;
}

void StreamedRefinement::join(const RowChunk& chunk, std::uint64_t seed, int turn) {
    check(chunk, labels_.size());
    for (Node k = 0; k < chunk.n_nodes(); ++k) {
        const std::size_t ahead = static_cast<std::size_t>(chunk.offsets[k]) + entries_ahead;
        const std::size_t end = static_cast<std::size_t>(chunk.offsets[k + 1]) + entries_ahead;
        for (std::size_t a = ahead; a < std::min(end, chunk.neighbors.size()); ++a) {
            prefetch(&labels_[chunk.neighbors[a]]);
            prefetch(&part_[chunk.neighbors[a]]);
        }
        const Node i = chunk.first + k;
        if (n_members_[i] != 1 || turn_of(i, seed) != turn) continue;
        const auto row = chunk.row(k);
        const Node home = labels_[i];
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (labels_[j] == home) attraction_[part_[j]] += row.weights[a];
        }
        double best = 0.0;
        Node to = -1;
        for (const Node j : row.nodes) {
            if (labels_[j] != home) continue;
            const Node p = part_[j];
            double x = attraction_[p];
            attraction_[p] = 0.0;
            if (!part_sizes_.empty() && x != 0.0) x += missing_ * (sizes_.empty() ? 1.0 : sizes_[i]) * part_sizes_[p];
            if (x > best) {
                best = x;
                to = p;
            }
        }
        if (to < 0) continue;
        n_members_[i] = 0;
        ++n_members_[to];
        if (!part_sizes_.empty()) part_sizes_[to] += sizes_.empty() ? 1.0 : sizes_[i];
        part_[i] = to;
    }
}

Labels StreamedRefinement::parts() const { return contiguous(part_); }

}  // namespace frenemy
