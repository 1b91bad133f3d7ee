#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/reductions_merge.hpp"
#include "frenemy/reductions_rules.hpp"
#include "frenemy/reductions_split.hpp"

namespace frenemy {

/// A smaller problem, the kernel, that keeps at least one best clustering of a problem, and the way back.
///
/// Splits (`Split`) and merges (`Merge`) take turns, each on what the one before it left: a split makes sums of weights
/// at a node smaller, so that more can be merged, and a merge makes new cut nodes. It ends when a turn takes away less
/// than a hundredth of what there is, so that all turns together cost O(n + m) times a constant.
class Reduction {
  public:
    /// Labels of the problem. `is_exact`: their energy is that of the kernel's labels plus the offset; else it may be
    /// lower, never higher.
    struct Lifted {
        Labels labels;
        bool is_exact;
    };

    /// Any labels of the kernel, in 0..n_kernel-1, as labels 0..k-1 of the problem.
    Lifted lift(std::span<const Node> labels) const;
    /// Labels of the problem, in 0..n-1, as labels of the kernel. Merged nodes take the label that most of them have.
    Labels project(std::span<const Node> labels) const;

    /// Nothing if no rule fired: then the problem is its own kernel.
    const std::optional<Graph>& kernel() const { return kernel_; }
    double offset() const { return offset_; }
    const RuleCounts& counts() const { return counts_; }

  private:
    friend Reduction reduce(const Graph& graph, const Rules& rules, const Poll& poll);

    std::vector<std::variant<Split, Merge>> steps_;
    std::optional<Graph> kernel_;
    double offset_ = 0.0;
    RuleCounts counts_{};
};

Reduction reduce(const Graph& graph, const Rules& rules, const Poll& poll);

/// A quick guess of what share of the stored pairs `reduce` will take away: those of nodes that nobody attracts, or that
/// their best friend binds at once. From a sample of nodes; unlisted pairs are not looked at.
double dominated_share(const Graph& graph);

}  // namespace frenemy
