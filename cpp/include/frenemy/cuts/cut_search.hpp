#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/cuts/cuts.hpp"
#include "frenemy/structures/shortest_paths.hpp"

namespace frenemy {

/// Separation for the multicut (clique partitioning) polytope: finds inequalities that a point violates. The variables
/// are the prices of pairs (see Cuts). Pairs of weight 0 count as repelling; they cause no conflicts, but strengthen
/// the relaxation. If the run expires, a search returns the cuts found so far.
///
/// Grötschel & Wakabayashi, "Facets of the clique partitioning polytope" (1990); Chopra & Rao, "The partition problem"
/// (1993).
class CutSearch {
  public:
    using Pair = std::uint32_t;

    /// Pairs are distinct and identified by their index.
    CutSearch(Node n_nodes, std::span<const Node> u, std::span<const Node> v, std::span<const double> w);

    std::size_t n_pairs() const { return attracts_.size(); }

    /// Conflicts (cycles with one repelling pair): for each repelling pair the cheapest one, by a shortest path.
    Cuts conflicts(std::span<const double> prices, double min_violation, Run& run);
    /// Triangle inequalities: the `max_per_pair` most violated ones of each pair, of all triangles or only of
    /// conflicts.
    Cuts triangles(std::span<const double> prices, double min_violation, std::size_t max_per_pair, bool only_conflicts,
                   Run& run);
    /// Cycle inequalities of length 4 and more: if all pairs of a path are joined, so is the listed pair of its ends.
    Cuts cycles(std::span<const double> prices, double min_violation, Run& run);
    /// Star (2-partition) inequalities: of a set of nodes that are all apart, at most one is joined with a hub. Greedy.
    Cuts stars(std::span<const double> prices, double min_violation, Run& run);
    /// General 2-partition inequalities: two sets of nodes, where each pair between them that is together needs room in
    /// the smaller set or pairs together inside. Local search; at most `max_nodes` in both, as rows of many nodes have many
    /// entries. All pairs must be listed.
    Cuts two_partitions(std::span<const double> prices, double min_violation, int max_nodes, Run& run);
    /// Odd wheel inequalities: a hub and an odd cycle around it, by shortest paths in a doubled graph.
    Cuts wheels(std::span<const double> prices, double min_violation, Run& run);

    /// Connected components over attracting pairs with a price of at most `max_price`.
    Labels components(std::span<const double> prices, double max_price) const;

  private:
    std::span<const IncidentPair> incident(Node i) const { return row(offsets_, incident_, i); }
    std::span<const IncidentPair> attracting(Node i) const { return row(attracting_offsets_, attracting_, i); }
    static std::span<const IncidentPair> row(const std::vector<std::int64_t>& offsets,
                                             const std::vector<IncidentPair>& incident, Node i) {
        return std::span(incident).subspan(static_cast<std::size_t>(offsets[i]),
                                           static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }

    /// How far a pair is joined at a point: 1 minus the price of an attracting pair, the price of a repelling one.
    void set_together(std::span<const double> prices);
    /// Builds a row `sum of sign * together <= max_sum`, pair by pair.
    class Row;
    void reach(Node from, std::span<const double> lengths, double max_distance, bool only_attracting);

    const Node n_nodes_;
    std::vector<std::int64_t> offsets_, attracting_offsets_;
    std::vector<IncidentPair> incident_, attracting_;
    std::vector<std::uint8_t> attracts_, repels_;

    // Scratch, kept between searches.
    std::vector<double> together_;
    ShortestPaths paths_;
};

}  // namespace frenemy
