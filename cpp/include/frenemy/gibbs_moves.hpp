#pragma once

#include <cstdint>
#include <vector>

#include "frenemy/sampled_partition.hpp"

namespace frenemy {

/// Draws the cluster of one node from its distribution given all others, where a partition has the probability
/// exp(-energy / temperature), up to a constant.
///
/// The places are the clusters of the others and one of its own, which counts once however many ids are free. Clusters
/// with no listed pair to the node are places like any other. If unlisted pairs weigh nothing they all weigh the same,
/// and stand in the draw as one place with their number as its weight. If unlisted pairs repel, that place weighs as if
/// all of them were as small as the smallest node; one that is drawn is taken with the probability of its true weight over
/// that, or else the whole draw is repeated, which leaves the distribution exact. If unlisted pairs attract, there is no
/// such bound and all clusters are looked at.
///
/// Time of a visit: the pairs of the node; with `missing > 0` the clusters as well, and with `missing < 0` as many draws
/// as all clusters at the most, on average, and a few where a node has somewhere to be.
class GibbsMoves {
  public:
    explicit GibbsMoves(SampledPartition& partition);

    void set_temperature(double temperature) { beta_ = 1.0 / temperature; }

    /// Returns how many steps it took.
    std::int64_t visit(Node i, Rng& rng);

  private:
    struct Place {
        Node cluster;
        double pull;   // what the node gains there over being alone
        double up_to;  // total weight of the places up to this one
    };

    double unlisted_pull(Node i, Node cluster) const;
    void find_places(Node i);
    void forget_places();

    SampledPartition& partition_;
    double beta_ = 1.0;               // one over the temperature
    double smallest_;                 // size of a node
    std::vector<double> attraction_;  // of the clusters around the node being looked at; zeros in between
    std::vector<char> is_met_;        // whether they are among the places; zeros in between
    std::vector<Place> places_;
};

}  // namespace frenemy
