#include "frenemy/annealing/parallel_annealing.hpp"

#include <algorithm>
#include <bit>

#include "frenemy/core/parallel_nodes.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr std::size_t entries_ahead = 128;
constexpr std::int64_t edges_between_checks = 1 << 16;
constexpr std::size_t labels_in_cache = std::size_t{1} << 18;
constexpr std::size_t chunks_per_batch = 8, max_spare = 256;

}  // namespace

ParallelAnnealing::ParallelAnnealing(const Graph& graph, Labels& labels, double unit, Rng& rng, Run& run)
    : rows_(graph, unit, run), labels_(labels), rng_(rng) {}

template <class IsOver>
void ParallelAnnealing::visit_all(Chunk& chunk, double temperature, Rng rng, IsOver is_over) const {
    const auto offsets = rows_.offsets();
    const auto entries = rows_.entries();
    const auto n_nodes = static_cast<std::uint32_t>(chunk.end - chunk.begin);
    chunk.labels.assign(labels_.begin() + chunk.begin, labels_.begin() + chunk.end);
    const Node* const inside = chunk.labels.data();
    const Node* const outside = labels_.data();
    const auto label = [&](Node j) {
        const auto k = static_cast<std::uint32_t>(j - chunk.begin);
        return *(k < n_nodes ? inside + k : outside + j);
    };
    std::int64_t until_check = edges_between_checks;
    const bool is_large = labels_.size() > labels_in_cache;
    const double limit = AnnealingRows::one * temperature;
    const auto chunk_end = static_cast<std::size_t>(offsets[chunk.end]);
    for (Node i = chunk.begin; i < chunk.end; ++i) {
        const auto row = rows_.row(i);
        until_check -= static_cast<std::int64_t>(row.entries.size()) + 1;
        if (until_check < 0) {
            until_check = edges_between_checks;
            if (is_over()) return;
        }
        if (row.entries.empty()) continue;
        // Rows are read in order but the labels of neighbours are not: these are prefetched some nodes ahead.
        if (is_large) {
            const std::size_t ahead = static_cast<std::size_t>(offsets[i]) + entries_ahead;
            for (std::size_t a = ahead; a < std::min(ahead + row.entries.size(), chunk_end); ++a) {
                prefetch(outside + entries[a].node);
            }
        }
        const Node home = chunk.labels[i - chunk.begin];
        const std::uint64_t draw = rng.next();
        const Node neighbor = AnnealingRows::proposal(row, draw);
        Node to = neighbor < 0 ? -1 : label(neighbor);
        if (to == home || (to < 0 && chunk.spare.empty())) continue;
        if (static_cast<double>(AnnealingRows::cost(row, home, to, label)) > limit * exponential_draw(draw)) continue;
        if (to < 0) {
            to = chunk.spare.back();
            chunk.spare.pop_back();
        }
        chunk.labels[i - chunk.begin] = to;
    }
}

bool ParallelAnnealing::sweep(double temperature, Run& run) {
    const std::uint64_t seed = rng_.next();
    const auto n = static_cast<Node>(labels_.size());
    if (!find_used(run)) return false;
    std::vector<Chunk> chunks(chunks_per_batch);
    for (Node begin = 0; begin < n;) {
        std::size_t n_chunks = 0;
        for (; n_chunks < chunks.size() && begin < n; ++n_chunks) {
            Chunk& chunk = chunks[n_chunks];
            chunk.begin = begin;
            chunk.end = std::min(n - begin, nodes_per_chunk) + begin;
            begin = chunk.end;
            take_empty(chunk);
        }
        const bool is_whole = run.parallel_for(n_chunks, [&](std::size_t k, std::size_t worker) {
            visit_all(chunks[k], temperature, Rng(seed + static_cast<std::uint64_t>(chunks[k].begin)),
                      [&] { return run.expired_for(worker); });
        });
        if (!is_whole) return false;
        for (std::size_t k = 0; k < n_chunks; ++k) {
            std::ranges::copy(chunks[k].labels, labels_.begin() + chunks[k].begin);
            empty_.insert(empty_.end(), chunks[k].spare.begin(), chunks[k].spare.end());
        }
    }
    return true;
}

/// Cluster sizes are not tracked during a sweep: marking all labels before each sweep is faster. Each worker marks those
/// of a stretch of nodes. False if the run expired.
bool ParallelAnnealing::find_used(Run& run) {
    const std::size_t n = labels_.size(), n_stretches = run.n_workers();
    used_by_.resize(n_stretches);
    const bool is_whole = run.parallel_for(n_stretches, [&](std::size_t k, std::size_t) {
        auto& used = used_by_[k];
        used.assign(n / 64 + 1, 0);
        std::uint64_t* const words = used.data();
        const std::size_t begin = n * k / n_stretches, end = n * (k + 1) / n_stretches;
        for (const Node c : std::span(labels_).subspan(begin, end - begin)) {
            words[static_cast<std::size_t>(c) / 64] |= std::uint64_t{1} << (c % 64);
        }
    });
    if (!is_whole) return false;
    auto& used = used_by_.front();
    for (std::size_t k = 1; k < n_stretches; ++k) {
        for (std::size_t word = 0; word < used.size(); ++word) used[word] |= used_by_[k][word];
    }
    empty_.clear();
    n_searched_ = 0;
    return true;
}

/// Adds the next empty ids below those there are, which are smaller and taken first. Most are never needed.
void ParallelAnnealing::find_empty() {
    std::vector<Node> found;
    const auto& used = used_by_.front();
    for (; n_searched_ < used.size() && found.size() < max_spare; ++n_searched_) {
        for (std::uint64_t left = ~used[n_searched_]; left != 0; left &= left - 1) {
            const std::size_t c = 64 * n_searched_ + static_cast<std::size_t>(std::countr_zero(left));
            if (c < labels_.size()) found.push_back(static_cast<Node>(c));
        }
    }
    empty_.insert(empty_.begin(), found.rbegin(), found.rend());
}

/// Ids for new clusters. If they run out, proposals of new clusters are skipped until the next sweep.
void ParallelAnnealing::take_empty(Chunk& chunk) {
    if (empty_.size() < max_spare) find_empty();
    const std::size_t n_taken = std::min(max_spare, empty_.size());
    chunk.spare.assign(empty_.end() - static_cast<std::ptrdiff_t>(n_taken), empty_.end());
    empty_.resize(empty_.size() - n_taken);
}

}  // namespace frenemy
