#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/shortest_paths.hpp"

namespace frenemy {

/// The pairs of a problem, seen as what they can pay for conflicts.
///
/// A *conflict* is a cycle with exactly one repelling pair. Every clustering pays for one of its pairs at least: it cuts
/// an attracting one, or keeps the repelling one together. To cut all repelling pairs and no others, if that were
/// possible, would cost `Graph::repelling_weight`; every conflict costs the least of its weights more, and several do
/// together as long as no pair pays more in all than it weighs. So any such packing of conflicts is a lower bound, and
/// the best fractional one is that of the linear program over all conflicts.
///
/// Pairs have ids: first the listed ones, then those unlisted ones that repel and have been asked for.
class Conflicts {
  public:
    using Pair = std::uint32_t;
    struct Repelling {
        Node a, b;
        Pair pair;
    };

    Conflicts(const Graph& graph, const Poll& poll);

    const Graph& graph() const { return graph_; }
    std::size_t n_pairs() const { return capacities_.size(); }
    /// What a pair can pay: its weight without the sign.
    std::span<const double> capacities() const { return capacities_; }
    /// The listed pairs of a node that attract.
    std::span<const Way> attracting(Node i) const {
        return std::span(ways_).subspan(static_cast<std::size_t>(offsets_[i]),
                                        static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]));
    }
    /// All listed pairs that repel, by their lower end.
    std::span<const Repelling> repelling() const { return repelling_; }

    /// Whether there are unlisted pairs that repel, and room to ask for one more: no more are kept than there are nodes
    /// and listed pairs, so that memory stays in proportion to these.
    bool has_unlisted() const { return graph_.missing() < 0.0 && unlisted_.size() < most_unlisted_; }
    /// The id of an unlisted pair that repels.
    Pair unlisted(Node a, Node b);

  private:
    const Graph& graph_;
    std::vector<std::int64_t> offsets_;
    std::vector<Way> ways_;
    std::vector<Repelling> repelling_;
    std::vector<double> capacities_;
    std::unordered_map<std::uint64_t, Pair> unlisted_;
    std::size_t most_unlisted_;
};

/// Conflicts that have been found, as pairs; any order.
class Cycles {
  public:
    std::size_t size() const { return offsets_.size() - 1; }
    std::span<const Conflicts::Pair> operator[](std::size_t k) const {
        return std::span(pairs_).subspan(offsets_[k], offsets_[k + 1] - offsets_[k]);
    }
    void add(std::span<const Conflicts::Pair> pairs) {
        pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
        offsets_.push_back(pairs_.size());
    }

  private:
    std::vector<std::size_t> offsets_{0};
    std::vector<Conflicts::Pair> pairs_;
};

}  // namespace frenemy
