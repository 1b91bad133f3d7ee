#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/reductions/merge.hpp"
#include "frenemy/reductions/rules.hpp"
#include "frenemy/reductions/small_parts.hpp"
#include "frenemy/reductions/split.hpp"

namespace frenemy {

/// Data reduction (kernelization): a smaller problem, the kernel, that preserves at least one optimal clustering, and
/// the maps between labels of both.
///
/// Splits (`Split`) and merges (`Merge`) alternate: a split reduces the sums of weights at nodes, so that more nodes
/// can be merged, and a merge creates new cut nodes. The reduction ends when a step removes less than a hundredth of
/// the problem; so all steps together take O(n + m) time. At last small
/// parts are solved (`SmallParts`).
class Reduction {
  public:
    /// Labels of the problem. If `is_exact`, their energy is that of the kernel's labels plus the offset; otherwise it
    /// may be lower, never higher.
    struct Lifted {
        Labels labels;
        bool is_exact;
    };

    /// Lifts labels of the kernel (in 0..n_kernel-1) to labels 0..k-1 of the problem.
    Lifted lift(std::span<const Node> labels) const;
    /// Projects labels of the problem (in 0..n-1) to the kernel. Merged nodes take their most frequent label.
    Labels project(std::span<const Node> labels) const;

    /// Empty if no rule applied: the problem is its own kernel.
    const std::optional<Graph>& kernel() const { return kernel_; }
    double offset() const { return offset_; }
    const RuleCounts& counts() const { return counts_; }

  private:
    friend Reduction reduce(const Graph& graph, const Rules& rules, const Poll& poll);

    std::vector<std::variant<Split, Merge, SmallParts>> steps_;
    std::optional<Graph> kernel_;
    double offset_ = 0.0;
    RuleCounts counts_{};
};

Reduction reduce(const Graph& graph, const Rules& rules, const Poll& poll);

/// A quick estimate, from a sample of nodes, of the share of stored pairs that `reduce` will remove: those of nodes
/// without attracting pairs, dominated by a single pair or in small components. Ignores unlisted pairs.
double dominated_share(const Graph& graph);

}  // namespace frenemy
