#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/constraints/apart.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/posterior/pair_counts.hpp"

namespace frenemy {

/// MCMC over the partitions of a graph's nodes, with stationary probability proportional to exp(-energy / temperature):
/// the posterior under a uniform prior over partitions if weights are log-odds. Partitions that violate constraints
/// have probability 0.
///
/// A sweep is one Gibbs move for every node, then split-merge proposals for about the same time. A heated chain begins
/// with annealing, since a chain that starts cold may stay near its start.
struct ChainSettings {
    double temperature;
    std::int64_t n_sweeps;
    bool has_gibbs;               // otherwise a sweep is split-merge proposals only
    std::int64_t n_split_merges;  // proposals per sweep; negative: for as long as the Gibbs moves
};

/// The record of one chain: its start and the state after every completed sweep.
struct ChainRecord {
    std::vector<double> energies;
    std::vector<Node> n_clusters;
    PairCounts pairs;
    std::int64_t n_warm_up = 0;                   // initial states, while temperature or number of proposals change
    std::int64_t n_proposed = 0, n_accepted = 0;  // splits and merges
};

struct ChainStart {
    Labels labels;
    bool is_heated;
};

/// Runs one chain from each start; labels are any numbers in 0..n-1 that satisfy `apart`. `u` and `v` are the pairs to
/// count. Chains advance in step, so that they are about equally long if the run expires; chains that could not begin
/// are omitted, except the first. Each thread takes one chain at a time; the result does not depend on their number.
std::vector<ChainRecord> sample_partitions(const Graph& graph, std::span<const ChainStart> starts, const Apart& apart,
                                           std::span<const Node> u, std::span<const Node> v,
                                           const ChainSettings& settings, Run& run);

}  // namespace frenemy
