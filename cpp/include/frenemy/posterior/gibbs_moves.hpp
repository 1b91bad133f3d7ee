#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frenemy/posterior/sampled_partition.hpp"

namespace frenemy {

/// Gibbs sampling: draws the cluster of one node from its conditional distribution given all others, where a partition
/// has probability proportional to exp(-energy / temperature).
///
/// The choices are the clusters of the other nodes and a new cluster, which counts once. Clusters without a listed pair
/// to the node are choices too. With `missing` 0 they are equally likely and enter the draw as one choice with their
/// number as its weight. With `missing < 0` that choice is weighted as if all of them were as small as the smallest
/// node; a drawn cluster is accepted with the ratio of its true weight to this bound, otherwise the draw is repeated
/// (rejection sampling, so the distribution is exact). With `missing > 0` there is no such bound, and all clusters are
/// enumerated.
///
/// Weights are relative to the strongest choice that is open, a new cluster among them, so they add up to at least 1
/// and some draw is accepted.
///
/// Time of a visit: the pairs of the node; with `missing > 0` also the clusters; with `missing < 0` or constraints an
/// expected number of draws of at most the number of clusters, and few if some cluster attracts the node.
class GibbsMoves {
  public:
    explicit GibbsMoves(SampledPartition& partition);

    void set_temperature(double temperature) { beta_ = 1.0 / temperature; }

    /// Redraws the cluster of node i. Returns the number of steps; nothing if time is up, and the node stays.
    std::optional<std::int64_t> visit(Node i, Rng& rng, const IsOver& is_over);

  private:
    struct Place {
        Node cluster;
        double pull;   // gain over a cluster of its own
        double up_to;  // cumulative weight
        bool is_open;  // whether the node may be there
    };

    /// Where a node goes, -1 for a new cluster, and the steps it took to draw.
    struct Draw {
        Node to;
        double pull;
        std::int64_t n_steps;
    };

    double unlisted_pull(Node i, Node cluster) const;
    void find_places(Node i);
    bool close_places(Node i, const IsOver& is_over);
    void forget_places();
    std::optional<Draw> draw(Node i, Rng& rng, const IsOver& is_over);

    SampledPartition& partition_;
    double beta_ = 1.0;               // one over the temperature
    double smallest_;                 // size of the smallest node
    std::vector<double> attraction_;  // to the clusters around the visited node; all zero between visits
    std::vector<char> is_met_;        // whether they are among the places; all zero between visits
    std::vector<Place> places_;
};

}  // namespace frenemy
