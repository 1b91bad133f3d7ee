#pragma once

#include <array>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// -log of the midpoints of equal intervals of (0, 1).
extern const std::array<float, 4096> exponential_table;

/// The largest accepted cost in units of temperature: -log of a uniform draw, from its last bits.
inline float exponential_draw(std::uint64_t draw) { return exponential_table[draw & 0xfff]; }

/// A problem laid out for annealing: in every row the attracting pairs come first, so that one draw proposes one of
/// them, and node and weight share eight bytes. Weights are fixed-point numbers, `one` per unit of temperature: exact
/// enough for a random walk, and summed without branches or rounding. The caller computes the energy of the result.
class AnnealingRows {
  public:
    static constexpr double one = 65536.0;
    struct Entry {
        Node node;
        std::int32_t weight;
    };
    struct Row {
        std::span<const Entry> entries;
        Node n_attracting;
    };

    /// If the run expires meanwhile, some rows are invalid and no sweep may follow.
    AnnealingRows(const Graph& graph, double unit, Run& run);

    Row row(Node i) const {
        const auto first = static_cast<std::size_t>(offsets_[i]);
        return {{entries_.data() + first, static_cast<std::size_t>(offsets_[i + 1]) - first}, n_attracting_[i]};
    }
    std::span<const std::int64_t> offsets() const { return offsets_; }
    std::span<const Entry> entries() const { return entries_; }

    /// The neighbour whose cluster is proposed: a random attracting one, or -1 for a new cluster, all equally likely.
    static Node proposal(const Row& row, std::uint64_t draw) {
        const auto n_choices = static_cast<std::uint64_t>(row.n_attracting) + 1;
        const auto a = static_cast<std::size_t>(((draw >> 32) * n_choices) >> 32);
        return a + 1 < n_choices ? row.entries[a].node : -1;
    }

    /// The cost of moving a node from one cluster to another.
    template <class LabelOf>
    static std::int64_t cost(const Row& row, Node from, Node to, LabelOf label) {
        std::int64_t sum = 0;
        for (const Entry& entry : row.entries) {
            const Node c = label(entry.node);
            const std::int64_t w = entry.weight;
            sum += c == from ? w : 0;
            sum -= c == to ? w : 0;
        }
        return sum;
    }

  private:
    std::span<const std::int64_t> offsets_;  // the graph's
    std::vector<Entry> entries_;
    std::vector<Node> n_attracting_;
};

}  // namespace frenemy
