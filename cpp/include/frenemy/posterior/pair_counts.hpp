#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// How often each of some pairs was in the same cluster, in batches of consecutive samples. There are at most
/// `max_batches` batches: when they are full, neighbouring batches are merged.
class PairCounts {
  public:
    static constexpr std::size_t max_batches = 32;

    PairCounts(std::span<const Node> u, std::span<const Node> v) : u_(u), v_(v), counts_(max_batches * u.size(), 0) {}

    void add(std::span<const Node> labels) {
        if (lengths_.size() == max_batches && lengths_.back() == length_) halve();
        if (lengths_.empty() || lengths_.back() == length_) lengths_.push_back(0);
        ++lengths_.back();
        std::uint32_t* counts = counts_.data() + (lengths_.size() - 1) * u_.size();
        for (std::size_t p = 0; p < u_.size(); ++p) counts[p] += labels[u_[p]] == labels[v_[p]] ? 1 : 0;
    }

    /// Samples in each batch; all equal except the last, which may have fewer.
    const std::vector<std::int64_t>& lengths() const { return lengths_; }
    /// One row per batch, one column per pair.
    std::vector<std::uint32_t> take_counts() {
        counts_.resize(lengths_.size() * u_.size());
        return std::move(counts_);
    }

  private:
    void halve() {
        const std::size_t n_pairs = u_.size(), n_left = max_batches / 2;
        for (std::size_t b = 0; b < n_left; ++b) {
            for (std::size_t p = 0; p < n_pairs; ++p) {
                counts_[b * n_pairs + p] = counts_[2 * b * n_pairs + p] + counts_[(2 * b + 1) * n_pairs + p];
            }
        }
        std::fill(counts_.begin() + static_cast<std::ptrdiff_t>(n_left * n_pairs), counts_.end(), 0);
        length_ *= 2;
        lengths_.assign(n_left, length_);
    }

    std::span<const Node> u_, v_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::int64_t> lengths_;
    std::int64_t length_ = 1;  // of a full batch
};

}  // namespace frenemy
