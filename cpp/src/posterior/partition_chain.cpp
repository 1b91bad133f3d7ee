#include "frenemy/posterior/partition_chain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/posterior/gibbs_moves.hpp"
#include "frenemy/posterior/split_merge.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t steps_between_checks = 1 << 13;
constexpr std::int64_t steps_in_a_turn = 1 << 18;  // minimum number of steps of a chain before the next one takes over
constexpr std::int64_t sweeps_between_tidies = 256;
constexpr double cooling_share = 0.2,
                 tuning_share = 0.4;              // of all sweeps or of the time; the first half is discarded
constexpr std::int64_t max_tuning_sweeps = 1000;  // after cooling

/// The warm-up of chains and its share of the time.
struct WarmUp {
    double hot;
    double begin, seconds;
};

/// A running chain.
class PartitionChain {
  public:
    PartitionChain(const Graph& graph, const ChainStart& start, const ApartLists& apart, std::span<const Node> u,
                   std::span<const Node> v, const ChainSettings& settings, const WarmUp& warm_up, std::uint64_t seed)
        : partition_(graph, start.labels, apart),
          gibbs_(partition_),
          split_merge_(partition_),
          settings_(settings),
          warm_up_(warm_up),
          is_hot_(start.is_heated && warm_up.hot > settings.temperature),
          is_tuning_(settings.n_split_merges < 0),
          rng_(seed),
          n_split_merges_(std::max<std::int64_t>(settings.n_split_merges, 0)),
          record_{{}, {}, PairCounts(u, v)} {
        set_temperature(settings.temperature);
        note();
    }

    /// Makes up to the given number of sweeps, unless the run expires.
    void advance(std::int64_t n_sweeps, Run& run, std::size_t worker) {
        const IsOver is_over = [&, left = steps_between_checks](std::int64_t steps) mutable {
            left -= steps;
            if (left > 0) return false;
            left = steps_between_checks;
            return run.expired_for(worker);
        };
        n_sweeps = std::min(n_sweeps, settings_.n_sweeps - n_done_);
        for (std::int64_t sweep = 0; sweep < n_sweeps; ++sweep) {
            if (is_hot_ || is_tuning_) warm_up(run.seconds());
            if (!this->sweep(is_over)) return;
            note();
        }
    }

    bool is_done() const { return n_done_ >= settings_.n_sweeps; }

    ChainRecord take_record() {
        record_.n_proposed = split_merge_.n_proposed();
        record_.n_accepted = split_merge_.n_accepted();
        return std::move(record_);
    }

  private:
    void set_temperature(double temperature) {
        gibbs_.set_temperature(temperature);
        split_merge_.set_temperature(temperature);
    }

    /// Sets the temperature, which falls geometrically, and ends the tuning of the number of proposals. A time limit
    /// may come long before the last sweep.
    void warm_up(double now) {
        const double done = std::max(static_cast<double>(n_done_) / static_cast<double>(settings_.n_sweeps),
                                     (now - warm_up_.begin) / warm_up_.seconds);
        if (is_hot_) {
            is_hot_ = done < cooling_share;
            const double ratio = settings_.temperature / warm_up_.hot;
            set_temperature(is_hot_ ? warm_up_.hot * std::pow(ratio, done / cooling_share) : settings_.temperature);
            if (is_hot_) return;
            n_cold_from_ = n_done_;
            tuning_steps_ = tuning_proposals_ = 0.0;
        }
        is_tuning_ = is_tuning_ && done < tuning_share && n_done_ < n_cold_from_ + max_tuning_sweeps;
    }

    void note() {
        if (is_hot_ || is_tuning_) ++record_.n_warm_up;
        record_.energies.push_back(partition_.clustering().energy());
        record_.n_clusters.push_back(partition_.clustering().n_clusters());
        record_.pairs.add(partition_.clustering().labels());
    }

    /// Returns false if time ran out before its end.
    bool sweep(const IsOver& is_over) {
        std::int64_t n_gibbs_steps = 0, n_other_steps = 0;
        if (settings_.has_gibbs) {
            for (Node i = 0; i < partition_.graph().n_nodes(); ++i) {
                const auto steps = gibbs_.visit(i, rng_, is_over);
                if (!steps) return false;
                n_gibbs_steps += *steps;
            }
        }
        for (std::int64_t k = 0; k < n_split_merges_; ++k) {
            n_other_steps += split_merge_.propose(rng_, is_over);
            if (is_over(1)) return false;
        }
        if (is_tuning_) tune(n_gibbs_steps, n_other_steps);
        if (++n_done_ % sweeps_between_tidies == 0) partition_.tidy();
        return true;
    }

    /// Adapts the number of proposals to take as long as the Gibbs moves. Only during warm-up: a number that depends on
    /// the partition would bias the chain.
    void tune(std::int64_t n_gibbs_steps, std::int64_t n_other_steps) {
        if ((n_done_ & (n_done_ + 1)) == 0) {  // forget the early phase gradually
            tuning_steps_ /= 2.0;
            tuning_proposals_ /= 2.0;
        }
        tuning_steps_ += static_cast<double>(n_other_steps);
        tuning_proposals_ += static_cast<double>(n_split_merges_);
        // A few proposals are a poor estimate of the cost: at most triple their number at once.
        const double max_proposals = std::min(1.0 + 3.0 * static_cast<double>(n_split_merges_),
                                              1.0 + static_cast<double>(partition_.graph().n_nodes()));
        const double per_proposal = tuning_steps_ / std::max(1.0, tuning_proposals_);
        const double wanted = static_cast<double>(n_gibbs_steps) / std::max(1.0, per_proposal);
        n_split_merges_ = static_cast<std::int64_t>(std::clamp(wanted, 1.0, max_proposals));
    }

    SampledPartition partition_;
    GibbsMoves gibbs_;
    SplitMerge split_merge_;
    ChainSettings settings_;
    WarmUp warm_up_;
    bool is_hot_, is_tuning_;
    Rng rng_;
    std::int64_t n_split_merges_;
    std::int64_t n_done_ = 0, n_cold_from_ = 0;
    double tuning_steps_ = 0.0, tuning_proposals_ = 0.0;
    ChainRecord record_;
};

void check(const Graph& graph, double temperature) {
    double magnitude = 0.0, total = 0.0;
    for (const double w : graph.weights()) magnitude += std::abs(w);
    for (Node i = 0; i < graph.n_nodes(); ++i) total += graph.size(i);
    magnitude += std::abs(graph.missing()) * total * total;
    if (!(temperature > 0.0) || !std::isfinite(magnitude / temperature) || !std::isfinite(1.0 / temperature)) {
        char text[32];
        std::snprintf(text, sizeof text, "%g", temperature);
        throw std::invalid_argument(
            std::string("temperature must be above 0, and the weights over it must have a finite sum, got ") + text);
    }
}

}  // namespace

std::vector<ChainRecord> sample_partitions(const Graph& graph, std::span<const ChainStart> starts, const Apart& apart,
                                           std::span<const Node> u, std::span<const Node> v,
                                           const ChainSettings& settings, Run& run) {
    check(graph, settings.temperature);
    const ApartLists apart_lists(graph.n_nodes(), apart);
    std::vector<std::unique_ptr<PartitionChain>> chains;
    const WarmUp warm_up{hot_temperature * temperature_unit(graph), run.seconds(), run.seconds_left()};
    for (const ChainStart& start : starts) {
        if (!chains.empty() && run.expired()) break;
        const std::uint64_t seed = run.rng().next();
        chains.push_back(std::make_unique<PartitionChain>(graph, start, apart_lists, u, v, settings, warm_up, seed));
    }
    const std::int64_t steps_in_a_sweep =
        4 * graph.n_edges() + 2 * static_cast<std::int64_t>(graph.n_nodes()) + std::ssize(u);
    const std::int64_t turn = 1 + steps_in_a_turn / std::max<std::int64_t>(1, steps_in_a_sweep);
    const auto is_done = [](const auto& chain) { return chain->is_done(); };
    while (!std::all_of(chains.begin(), chains.end(), is_done)) {
        const auto advance = [&](std::size_t chain, std::size_t worker) { chains[chain]->advance(turn, run, worker); };
        if (!run.parallel_for(chains.size(), advance)) break;
    }
    std::vector<ChainRecord> records;
    for (const auto& chain : chains) records.push_back(chain->take_record());
    return records;
}

}  // namespace frenemy
