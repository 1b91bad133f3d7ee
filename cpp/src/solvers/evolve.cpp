#include <algorithm>
#include <cmath>
#include <numeric>

#include "frenemy/annealing.hpp"
#include "frenemy/closure.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/ensemble.hpp"
#include "frenemy/multilevel.hpp"
#include "frenemy/perturbation.hpp"
#include "frenemy/recombination.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

constexpr double same = 1e-12;               // difference of energies that is rounding, as a share of all weights
constexpr double share_for_members = 0.6;    // of the time left may go into new members, the rest into recombining
constexpr double share_for_probing = 0.12;   // of the time left may go into finding out whether to anneal longer
constexpr double share_for_trying = 0.05;    // of it may go into finding out whether to anneal at all
constexpr double sweeps_like_a_pass = 24.0;  // in time, about
constexpr double passes_like_a_quick_member = 3.0;
constexpr std::int64_t sweeps_probed = 256;  // what longer annealing brings shows from here on
constexpr std::int64_t most_sweeps = 512;    // without a limit in time
constexpr int most_times_disturbed = 4;      // each node, likewise
constexpr std::int64_t sweeps_if_closed = 16, members_if_closed = 3, members_if_loose = 2;  // of quick members

/// A population and what is known of how to make good members.
class Evolution {
  public:
    Evolution(const Graph& graph, Candidate start, Run& run, std::int64_t n_sweeps)
        : graph_(graph), run_(run), unit_(temperature_unit(graph)), n_sweeps_(n_sweeps), best_(std::move(start)) {
        double all = std::abs(graph.total_weight());
        for (const double w : graph.weights()) all += std::abs(w);
        noise_ = same * all;
    }

    /// Whether an energy is lower by more than rounding.
    bool is_lower(double energy, double than) const { return energy < than - noise_; }

    const Labels& best() const { return best_.labels; }

    /// The start, if it is anything, and a quick member.
    void begin(bool has_start) {
        if (has_start) join(improved(best_));
        if (is_over_) return;
        is_closed_ = closed_share(graph_, Rng(run_.rng().next())) >= closed_enough;
        does_anneal_ = !is_closed_;
        Candidate first = quick();
        quick_energy_ = first.energy;
        join(std::move(first));
        breed();
    }

    /// Finds out how long to anneal. Twice as long pays if one member gains more by it than two by recombining. On hard
    /// problems it does, but only beyond a length that has to be tried; then four times as long is tried for as long as
    /// such a member alone is better than all before it. Without a limit in time there is no telling what is too long.
    void find_sweeps() {
        if (!does_anneal_ || !std::isfinite(run_.seconds_left())) return;
        const std::int64_t shortest = n_sweeps_;
        double pair = 0.0;
        bool pays = false;
        while (n_sweeps_ <= sweeps_probed) {
            if (is_over_ || 2.0 * member_seconds_ > share_for_probing * run_.seconds_left()) break;
            const Pair longer = pair_of_fresh(n_sweeps_);
            pays = n_sweeps_ > shortest && longer.member < pair;
            pair = longer.recombined;
            n_sweeps_ *= 2;
        }
        if (!pays) {
            n_sweeps_ = shortest;
            return;
        }
        double last = pair;
        bool counts_most = false;
        while (!is_over_) {
            // When length is what counts, and the next step is a large part of the time left, all of it goes into one.
            const bool is_last = 4.0 * member_seconds_ > 0.1 * run_.seconds_left();
            if (is_last && !counts_most) break;
            Candidate longer = is_last ? fresh(1000 * n_sweeps_, 0.85) : fresh(4 * n_sweeps_);
            pays = longer.energy < best_.energy;
            const double gain = last - longer.energy, better = std::min(longer.energy, best_.energy);
            last = longer.energy;
            join(std::move(longer));
            breed();
            if (!pays || is_last) break;
            counts_most = gain > 3.0 * (better - best_.energy);
            n_sweeps_ *= 4;
        }
    }

    /// Where quick members do well, annealed ones may do better still, if only by being less alike. One of them tells; it
    /// is made if it takes little of the time.
    void try_annealing() {
        const double passes = 1.0 + static_cast<double>(n_sweeps_) / sweeps_like_a_pass;
        const double seconds = member_seconds_ * passes / passes_like_a_quick_member;
        if (does_anneal_ || is_over_ || seconds > share_for_trying * run_.seconds_left()) return;
        Candidate member = fresh(n_sweeps_);
        does_anneal_ = member.energy < quick_energy_;
        join(std::move(member));
        breed();
    }

    /// New members, recombined with each other until all are alike, and the last one with the best so far.
    void epoch(std::int64_t population) {
        std::vector<Candidate> elders;
        elders.swap(members_);
        const double until = run_.seconds() + share_for_members * run_.seconds_left();
        while (static_cast<std::int64_t>(members_.size()) < population && !is_over_) {
            if (members_.size() >= 2 && run_.seconds() + member_seconds_ > until) break;
            join(does_anneal_ ? fresh(n_sweeps_) : quick());
        }
        breed();
        members_.insert(members_.end(), std::make_move_iterator(elders.begin()), std::make_move_iterator(elders.end()));
        breed();
    }

    /// Disturbs the best here and there for as long as that brings something: with a limit in time at most as long as
    /// what came before took, without one a few times for every node.
    void perturb(double at_most_seconds) {
        const bool is_timed = std::isfinite(run_.seconds_left());
        const double until = is_timed ? run_.seconds() + at_most_seconds : run_.seconds_left();
        for (int times = 0; !is_over_ && (is_timed ? run_.seconds() < until : times < most_times_disturbed); ++times) {
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

    /// Without a limit in time there is no end to it, so the length has one.
    void anneal_longer() {
        if (n_sweeps_ < most_sweeps || std::isfinite(run_.seconds_left())) n_sweeps_ *= 2;
    }
    bool is_over() const { return is_over_; }
    double energy() const { return best_.energy; }

  private:
    struct Pair {
        double member, recombined;
    };

    Labels annealed_labels(std::int64_t n_sweeps, double share_of_time) {
        Labels labels(static_cast<std::size_t>(graph_.n_nodes()));
        std::iota(labels.begin(), labels.end(), 0);
        const Cooling cooling{n_sweeps, hot_temperature, cold_temperature};
        anneal_sweeps(graph_, labels, cooling, unit_, share_of_time * run_.seconds_left(), run_.rng(), run_);
        make_contiguous(labels);  // few ids, close together, for what comes next
        return labels;
    }

    /// By an ensemble. Where the neighbours of a node know each other, parts that hold together show soon; where they do
    /// not, it takes more annealing.
    Candidate quick() {
        const double begin = run_.seconds();
        Labels labels = annealed_labels(is_closed_ ? sweeps_if_closed : n_sweeps_, 0.4);
        settle_nodes(graph_, labels, run_);
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

    /// Annealed, and with a multilevel pass.
    Candidate fresh(std::int64_t n_sweeps, double share_of_time = 0.4) {
        const double begin = run_.seconds();
        Candidate member{annealed_labels(n_sweeps, share_of_time), 0.0};
        member.energy = graph_.energy(member.labels);
        member = improved(std::move(member));
        member_seconds_ = run_.seconds() - begin;
        return member;
    }

    Pair pair_of_fresh(std::int64_t n_sweeps) {
        Candidate a = fresh(n_sweeps), b = fresh(n_sweeps);
        Candidate child = recombined(a, b);
        const Pair pair{0.5 * (a.energy + b.energy), child.energy};
        join(std::move(child));
        breed();
        return pair;
    }

    Candidate recombined(const Candidate& a, const Candidate& b) {
        const std::int64_t n_sweeps = std::clamp<std::int64_t>(2 * n_sweeps_, 100, 1000);
        Candidate child =
            recombine(graph_, a, b, {n_sweeps, hot_temperature, cold_temperature}, unit_, run_.rng(), run_);
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

    /// Recombines random pairs until one member is left. A child that is better than both takes the place of the worse;
    /// if there is none, the worse has nothing to add and goes.
    void breed() {
        while (members_.size() > 1 && !is_over_) {
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
    std::int64_t n_sweeps_;
    Candidate best_;
    std::vector<Candidate> members_;
    double member_seconds_ = 0.0;
    bool is_closed_ = false;
    bool does_anneal_ = true;  // new members, rather than make quick ones
    double quick_energy_ = 0.0;
    double noise_ = 0.0;
    bool is_over_ = false;
};

}  // namespace

Labels evolve(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, std::int64_t population,
              std::int64_t patience) {
    const Clustering first(graph, std::move(start));
    Evolution evolution(graph, {first.labels(), first.energy()}, run, n_sweeps);
    evolution.begin(first.n_clusters() > 1);
    evolution.try_annealing();
    evolution.find_sweeps();
    for (std::int64_t epochs_in_vain = 0; epochs_in_vain < patience && !evolution.is_over();) {
        const double before = evolution.energy(), begin = run.seconds();
        evolution.epoch(population);
        evolution.perturb(run.seconds() - begin);
        epochs_in_vain = evolution.is_lower(evolution.energy(), before) ? 0 : epochs_in_vain + 1;
        evolution.anneal_longer();
        evolution.try_annealing();
    }
    return contiguous(evolution.best());
}

}  // namespace frenemy
