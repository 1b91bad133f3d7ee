#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/apart.hpp"
#include "frenemy/pair_counts.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Markov chains over the partitions of a graph's nodes that in the long run visit each with the probability
/// exp(-energy / temperature), up to a constant: the posterior under a uniform prior over partitions if weights are
/// log-odds. Partitions that join what must be apart have none.
///
/// A sweep visits every node once by a Gibbs move, and then makes split-merge proposals that take about as long. The first
/// sweeps of a heated chain are an annealing, for where a chain comes to rest where it began if it is cold at once.
struct ChainSettings {
    double temperature;
    std::int64_t n_sweeps;
    bool has_gibbs;               // without, a sweep is only proposals
    std::int64_t n_split_merges;  // proposals in a sweep; below 0: as many as take as long as the Gibbs moves
};

/// What one chain leaves: its start and the state after every sweep, as far as it came.
struct ChainRecord {
    std::vector<double> energies;
    std::vector<Node> n_clusters;
    PairCounts pairs;
    std::int64_t n_warm_up = 0;  // states in the beginning, while temperature or number of proposals change
    std::int64_t n_proposed = 0, n_accepted = 0;  // splits and merges
};

struct ChainStart {
    Labels labels;
    bool is_heated;
};

/// One chain from each start; labels are any numbers in 0..n-1 and keep `apart`. `u` and `v` are the pairs to count. Chains
/// advance side by side, so that a run that expires leaves all of them about equally long; chains that there is no time to begin
/// are left out, but for the first. Threads take one chain each;
/// what comes out does not depend on their number.
std::vector<ChainRecord> sample_partitions(const Graph& graph, std::span<const ChainStart> starts, const Apart& apart,
                                           std::span<const Node> u, std::span<const Node> v,
                                           const ChainSettings& settings, Run& run);

}  // namespace frenemy
