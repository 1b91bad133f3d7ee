#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/structures/shortest_paths.hpp"

namespace frenemy {

/// The pairs of a problem with their capacities for packing conflicts.
///
/// A *conflict* (conflicted cycle) is a cycle with exactly one repelling pair. Every clustering violates at least one
/// of its pairs: it cuts an attracting one or joins the repelling one. Cutting exactly the repelling pairs would cost
/// `Graph::repelling_weight`. Every conflict adds at least its smallest absolute weight, and several conflicts add up
/// as long as no pair is charged more than its absolute weight. So every packing of conflicts is a lower bound; the
/// best fractional packing is the dual of the linear program over all conflicts.
///
/// Pairs have ids: first the listed pairs, then unlisted repelling pairs in the order in which they are requested.
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
    /// Absolute weights.
    std::span<const double> capacities() const { return capacities_; }
    /// The attracting listed pairs of a node.
    std::span<const IncidentPair> attracting(Node i) const {
        return std::span(incident_).subspan(static_cast<std::size_t>(offsets_[i]),
                                            static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]));
    }
    /// All repelling listed pairs, sorted by their lower end.
    std::span<const Repelling> repelling() const { return repelling_; }

    /// Whether unlisted pairs repel and one more may be requested. The number of requested pairs is limited to the
    /// number of nodes plus listed pairs, to limit memory.
    bool has_unlisted() const { return graph_.missing() < 0.0 && unlisted_.size() < max_unlisted_; }
    /// The id of an unlisted repelling pair.
    Pair unlisted(Node a, Node b);

  private:
    const Graph& graph_;
    std::vector<std::int64_t> offsets_;
    std::vector<IncidentPair> incident_;
    std::vector<Repelling> repelling_;
    std::vector<double> capacities_;
    std::unordered_map<std::uint64_t, Pair> unlisted_;
    std::size_t max_unlisted_;
};

/// A list of conflicts, each a list of pairs in any order.
class Cycles {
  public:
    std::size_t size() const { return offsets_.size() - 1; }
    /// The pairs of all cycles together.
    std::size_t n_entries() const { return pairs_.size(); }
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
