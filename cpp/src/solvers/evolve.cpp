// Memetic algorithm with overlap crossover (Ovelgoenne & Geyer-Schulz 2012; Hausberger, Faraj & Schulz 2022).

#include <algorithm>
#include <cmath>
#include <limits>

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/core/attracting_components.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/core/transitivity.hpp"
#include "frenemy/moves/perturbation.hpp"
#include "frenemy/multilevel/beginning.hpp"
#include "frenemy/multilevel/ensemble.hpp"
#include "frenemy/multilevel/multilevel.hpp"
#include "frenemy/multilevel/recombination.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

constexpr double energy_tolerance = 1e-12;   // rounding error of energies, relative to the sum of all weights
constexpr double share_for_members = 0.6;    // of the remaining time, for new members; the rest for recombination
constexpr double share_for_probing = 0.12;   // of the remaining time, to find the length of annealing
constexpr double share_for_trying = 0.05;    // of the remaining time, to find out whether annealing pays at all
constexpr double sweeps_like_a_pass = 24.0;  // sweeps that take about as long as a pass
constexpr double passes_like_a_quick_member = 3.0;
constexpr std::int64_t sweeps_probed = 256;  // the length from which the benefit of longer annealing shows
constexpr std::int64_t max_sweeps = 512;     // without a time limit
constexpr int max_times_disturbed = 4;       // per node, without a time limit
// Where unlisted pairs repel, clusters are small, and annealing begins and ends colder. Of the time that is left before
// long annealing, a share is for recombination, if that suffices for some members.
constexpr double hot_if_repelling = 0.4, cold_if_repelling = 0.07;
constexpr double share_before_climbing = 0.15, members_before_climbing = 4.0;
constexpr std::int64_t first_climb = 64, growth_of_climb = 4;  // sweeps
constexpr std::int64_t max_climb = 1 << 24;  // sweeps: only where they take no time are there more, and in vain
constexpr double share_planned = 0.9;        // of the time for the last climb; the clock cools it in time
constexpr double shortest_annealing = 1e-6;  // seconds: less cannot be told from none
constexpr std::int64_t sweeps_if_closed = 16, members_if_closed = 3, members_if_loose = 2;  // of quick members

/// A population, and the settings for new members.
class Evolution {
  public:
    Evolution(const Graph& graph, Candidate start, Run& run, std::int64_t sweeps, bool is_single)
        : graph_(graph),
          run_(run),
          unit_(temperature_unit(graph)),
          sweeps_(sweeps),
          is_single_(is_single),
          climbs_(graph.missing() < 0.0 && !is_single && std::isfinite(run.seconds_left())),
          best_(std::move(start)) {
        double all = std::abs(graph.total_weight());
        for (const double w : graph.weights()) all += std::abs(w);
        noise_ = energy_tolerance * all;
    }

    /// Whether an energy is lower by more than rounding.
    bool is_lower(double energy, double than) const { return energy < than - noise_; }

    const Labels& best() const { return best_.labels; }

    /// Initial population: `start`, unless it is one cluster, and a quick member.
    void begin(bool has_start) {
        if (has_start) join(improved(best_));
        if (is_over_) return;
        is_closed_ = transitivity(graph_, Rng(run_.rng().next())) >= high_transitivity;
        does_anneal_ = !is_closed_;
        quick_energy_ = best_.energy;
        if (has_start && climbs_) return;
        Candidate first = quick();
        quick_energy_ = first.energy;
        join(std::move(first));
        if (is_single_ && !is_over_ && graph_.missing() <= 0.0) join_greedy();
        breed();
    }

    /// Finds the length of annealing. Doubling it pays if one member gains more by it than two members gain by
    /// recombination. On hard problems this shows only beyond a minimum length; then the length is quadrupled as long
    /// as a single member beats all before it. Without a time limit the length is bounded.
    void find_sweeps() {
        if (is_single_ || !does_anneal_ || !std::isfinite(run_.seconds_left())) return;
        const std::int64_t shortest = sweeps_;
        double pair = 0.0;
        bool pays = false;
        while (sweeps_ <= sweeps_probed) {
            if (is_over_ || 2.0 * member_seconds_ > share_for_probing * run_.seconds_left()) break;
            const Pair longer = pair_of_fresh(sweeps_);
            pays = sweeps_ > shortest && longer.member < pair;
            pair = longer.recombined;
            sweeps_ *= 2;
        }
        if (!pays) {
            sweeps_ = shortest;
            return;
        }
        double last = pair;
        bool counts_most = false;
        while (!is_over_) {
            // If longer annealing pays and the next step takes much of the remaining time, use all of it for one
            // member.
            const bool is_last = 4.0 * member_seconds_ > 0.1 * run_.seconds_left();
            if (is_last && !counts_most) break;
            Candidate longer = is_last ? fresh(1000 * sweeps_, 0.85) : fresh(4 * sweeps_);
            pays = longer.energy < best_.energy;
            const double gain = last - longer.energy, better = std::min(longer.energy, best_.energy);
            last = longer.energy;
            join(std::move(longer));
            breed();
            if (!pays || is_last) break;
            counts_most = gain > 3.0 * (better - best_.energy);
            sweeps_ *= 4;
        }
    }

    /// Where unlisted pairs repel, as in cluster editing, one long annealing often finds more than recombinations of
    /// short ones. Anneals longer and longer as long as that pays; the last time is as long as the limit allows.
    void climb(std::int64_t population) {
        if (!climbs_) return;
        std::int64_t sweeps = first_climb;
        bool pays = climbs_to(sweeps, 1.0);
        double annealing = annealing_seconds_, rest = member_seconds_ - annealing_seconds_;
        // Where neighbours know each other, recombinations find much in little time, which long annealing has to beat.
        const double for_epoch = share_before_climbing * run_.seconds_left();
        if (is_closed_ && members_before_climbing * member_seconds_ <= for_epoch) epoch(population, for_epoch);
        while (!is_over_ && sweeps < max_climb) {
            const double left = run_.seconds_left() - rest, next = growth_of_climb * annealing;
            if (left <= next + rest + growth_of_climb * next) {  // after the next one, no other one would fit
                if (!pays) break;
                const double longer = share_planned * std::max(0.0, left) / std::max(shortest_annealing, annealing);
                climbs_to(1 + static_cast<std::int64_t>(longer * static_cast<double>(sweeps)),
                          left / run_.seconds_left());
                break;
            }
            sweeps *= growth_of_climb;
            pays = climbs_to(sweeps, 1.0);
            if (!pays && !has_time_to_try(member_seconds_)) break;  // quick ones need not pay
            annealing = annealing_seconds_;
            rest = member_seconds_ - annealing_seconds_;
        }
    }

    /// Even where quick members do well, annealed ones may be better, if only because they are more diverse. Tries one
    /// if that takes little of the time.
    void try_annealing() {
        const double passes = 1.0 + static_cast<double>(sweeps_) / sweeps_like_a_pass;
        if (does_anneal_ || is_over_ || !has_time_to_try(member_seconds_ * passes / passes_like_a_quick_member)) return;
        Candidate member = fresh(sweeps_);
        does_anneal_ = member.energy < quick_energy_;
        join(std::move(member));
        breed();
    }

    /// Where nothing guides annealing from singletons, as with random signs, a greedy start may suit it better; then the
    /// other members start there, too. Tries one if that takes little of the time.
    void try_greedy_start() {
        if (!does_anneal_ || is_over_ || graph_.missing() > 0.0 || starts_greedily(graph_)) return;
        if (!has_time_to_try(member_seconds_)) return;
        Labels before = greedy_start(graph_, run_);
        before.swap(start_);
        Candidate member = fresh(sweeps_);
        if (!is_lower(member.energy, quick_energy_)) start_.swap(before);
        join(std::move(member));
        breed();
    }

    /// New members, recombined with each other until all are alike, and the last one with the best so far.
    void epoch(std::int64_t population) { epoch(population, run_.seconds_left()); }
    void epoch(std::int64_t population, double at_most_seconds) {
        std::vector<Candidate> elders;
        elders.swap(members_);
        const double begin = run_.seconds(), until = begin + share_for_members * at_most_seconds;
        while (static_cast<std::int64_t>(members_.size()) < population && !is_over_) {
            if (!is_single_ && members_.size() >= 2 && run_.seconds() + member_seconds_ > until) break;
            join(does_anneal_ ? fresh(sweeps_) : quick());
        }
        breed(begin + at_most_seconds);
        members_.insert(members_.end(), std::make_move_iterator(elders.begin()), std::make_move_iterator(elders.end()));
        breed();
    }

    /// Perturbs the best clustering as long as that helps: with a time limit at most as long as the previous steps
    /// took, otherwise a few times per node.
    void perturb(double at_most_seconds) {
        const bool is_timed = std::isfinite(run_.seconds_left());
        const double until = is_timed ? run_.seconds() + at_most_seconds : run_.seconds_left();
        for (int times = 0; !is_over_ && (is_timed ? run_.seconds() < until : times < max_times_disturbed); ++times) {
            Candidate disturbed = best_;
            const double gain = perturb_and_repair(graph_, disturbed.labels, graph_.n_nodes(), until - run_.seconds(),
                                                   run_.rng(), run_);
            disturbed.energy -= gain;
            make_contiguous(disturbed.labels);
            note(disturbed);
            if (!(gain > noise_)) break;
            if (!members_.empty()) members_.front() = std::move(disturbed);
        }
    }

    /// Without a time limit the length is bounded.
    void anneal_longer() {
        if (sweeps_ < max_sweeps || std::isfinite(run_.seconds_left())) sweeps_ *= 2;
    }
    bool is_over() const { return is_over_; }
    double energy() const { return best_.energy; }

  private:
    struct Pair {
        double member, recombined;
    };

    /// Whether one more member is better than all before; then it replaces them.
    bool climbs_to(std::int64_t sweeps, double share_of_time) {
        Candidate member = fresh({sweeps, hot_if_repelling, cold_if_repelling}, share_of_time);
        const bool is_better = is_lower(member.energy, best_.energy);
        note(member);
        if (is_better) members_.assign(1, std::move(member));
        return is_better;
    }

    /// A single epoch is the same with and without a time limit, if there is time for all of it.
    bool has_time_to_try(double seconds) const {
        return is_single_ || seconds <= share_for_trying * run_.seconds_left();
    }

    static Cooling usual(std::int64_t sweeps) { return {sweeps, hot_temperature, cold_temperature}; }

    Labels annealed_labels(const Cooling& cooling, double share_of_time) {
        if (start_.empty()) start_ = annealing_start(graph_, run_);
        Labels labels = start_;
        const double begin = run_.seconds();
        anneal_sweeps(graph_, labels, cooling, unit_, share_of_time * run_.seconds_left(), run_.rng(), run_);
        annealing_seconds_ = run_.seconds() - begin;
        make_contiguous(labels);  // few contiguous ids speed up the next steps
        return labels;
    }

    /// A member by ensemble clustering. With high transitivity, a short annealing is enough; otherwise it takes more
    /// sweeps.
    Candidate quick() {
        const double begin = run_.seconds();
        Labels labels = annealed_labels(usual(is_closed_ ? sweeps_if_closed : sweeps_), 0.4);
        run_local_moves(graph_, labels, run_);
        Candidate member = improved(
            ensemble(graph_, std::move(labels), is_closed_ ? members_if_closed : members_if_loose, unit_, run_));
        member_seconds_ = run_.seconds() - begin;
        return member;
    }

    Candidate improved(Candidate candidate) {
        candidate.energy -= multilevel_pass(graph_, candidate.labels, run_.rng(), run_);
        make_contiguous(candidate.labels);
        return candidate;
    }

    /// A member by greedy contraction, which moves as one what a few strong pairs hold together; annealing cannot.
    void join_greedy() {
        Candidate member{greedy_start(graph_, run_), 0.0};
        member.energy = graph_.energy(member.labels);
        join(improved(std::move(member)));
    }

    /// A member by annealing and a multilevel pass.
    Candidate fresh(std::int64_t sweeps, double share_of_time = 0.4) { return fresh(usual(sweeps), share_of_time); }
    Candidate fresh(const Cooling& cooling, double share_of_time) {
        const double begin = run_.seconds();
        Candidate member{annealed_labels(cooling, share_of_time), 0.0};
        member.energy = graph_.energy(member.labels);
        member = improved(std::move(member));
        member_seconds_ = run_.seconds() - begin;
        return member;
    }

    Pair pair_of_fresh(std::int64_t sweeps) {
        Candidate a = fresh(sweeps), b = fresh(sweeps);
        Candidate child = recombined(a, b);
        const Pair pair{0.5 * (a.energy + b.energy), child.energy};
        join(std::move(child));
        breed();
        return pair;
    }

    Candidate recombined(const Candidate& a, const Candidate& b) {
        const std::int64_t sweeps = std::clamp<std::int64_t>(2 * sweeps_, 100, 1000);
        Candidate child = recombine(graph_, a, b, usual(sweeps), unit_, run_.rng(), run_);
        make_contiguous(child.labels);
        return child;
    }

    void join(Candidate member) {
        note(member);
        members_.push_back(std::move(member));
    }

    void note(const Candidate& candidate) {
        if (candidate.energy < best_.energy) best_ = candidate;
        const Node n_clusters = best_.labels.empty() ? 0 : 1 + *std::ranges::max_element(best_.labels);
        is_over_ = run_.round_done(best_.energy, n_clusters, best_.labels);
    }

    /// Recombines random pairs until one member is left. A child that is better than both parents replaces the worse
    /// one; otherwise the worse one is dropped.
    void breed(double until = std::numeric_limits<double>::infinity()) {
        while (members_.size() > 1 && !is_over_ && run_.seconds() < until) {
            const std::size_t a = run_.rng().below(members_.size());
            std::size_t b = run_.rng().below(members_.size() - 1);
            if (b >= a) ++b;
            const std::size_t worse = members_[a].energy > members_[b].energy ? a : b, better = a + b - worse;
            Candidate child = recombined(members_[a], members_[b]);
            note(child);
            if (is_lower(child.energy, members_[better].energy)) {
                members_[worse] = std::move(child);
            } else {
                std::swap(members_[worse], members_.back());
                members_.pop_back();
            }
        }
    }

    const Graph& graph_;
    Run& run_;
    double unit_;
    std::int64_t sweeps_;
    bool is_single_;  // whether there is one epoch only
    bool climbs_;
    Candidate best_;
    Labels start_;  // of annealing
    std::vector<Candidate> members_;
    double member_seconds_ = 0.0, annealing_seconds_ = 0.0;  // of the last one, and the annealing in it
    bool is_closed_ = false;
    bool does_anneal_ = true;  // whether new members are annealed or quick
    double quick_energy_ = 0.0;
    double noise_ = 0.0;
    bool is_over_ = false;
};

}  // namespace

Labels evolve(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, std::int64_t population,
              std::int64_t patience) {
    const Clustering first(graph, std::move(start));
    Evolution evolution(graph, {first.labels(), first.energy()}, run, sweeps, patience == 0);
    evolution.begin(first.n_clusters() > 1);
    evolution.climb(population);
    evolution.try_annealing();
    evolution.find_sweeps();
    evolution.try_greedy_start();
    if (patience == 0) evolution.epoch(population);
    for (std::int64_t epochs_in_vain = 0; epochs_in_vain < patience && !evolution.is_over();) {
        const double before = evolution.energy(), begin = run.seconds();
        evolution.epoch(population);
        evolution.perturb(run.seconds() - begin);
        epochs_in_vain = evolution.is_lower(evolution.energy(), before) ? 0 : epochs_in_vain + 1;
        evolution.anneal_longer();
        evolution.try_annealing();
    }
    // A single epoch is for small problems. What nothing attracts is alone, even where no member was better than `start`.
    return patience == 0 ? attracting_components(graph, evolution.best()) : contiguous(evolution.best());
}

}  // namespace frenemy
