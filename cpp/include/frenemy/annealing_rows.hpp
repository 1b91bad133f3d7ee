#pragma once

#include <array>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// -log of the midpoints of equal intervals of (0, 1).
extern const std::array<float, 4096> patience_table;

/// How many temperatures a change may cost: -log of a uniform draw, from its last bits.
inline float patience(std::uint64_t draw) { return patience_table[draw & 0xfff]; }

/// A problem laid out for annealing: in every row the attracting pairs come first, so that one draw proposes one of
/// them, and node and weight share eight bytes. Weights are whole numbers, `one` for the unit of temperature: exact enough
/// for a walk at random, and summed without branches or rounding. What the walk comes to is for the caller to sum up.
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

    /// If the run expires meanwhile, some rows are of no use: so is any sweep from then on.
    AnnealingRows(const Graph& graph, double unit, Run& run);

    Row row(Node i) const {
        const auto first = static_cast<std::size_t>(offsets_[i]);
        return {{entries_.data() + first, static_cast<std::size_t>(offsets_[i + 1]) - first}, n_attracting_[i]};
    }
    std::span<const std::int64_t> offsets() const { return offsets_; }
    std::span<const Entry> entries() const { return entries_; }

    /// The neighbour whose cluster is proposed: a random attracting one; -1, to stand alone, counts as one of them.
    static Node proposal(const Row& row, std::uint64_t draw) {
        const auto n_choices = static_cast<std::uint64_t>(row.n_attracting) + 1;
        const auto a = static_cast<std::size_t>(((draw >> 32) * n_choices) >> 32);
        return a + 1 < n_choices ? row.entries[a].node : -1;
    }

    /// What it costs a node to go from one cluster to another.
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
