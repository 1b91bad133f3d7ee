// Memetic search for lifted problems: multilevel passes over what is dissolved, fused with the best (after Beier et al.
// 2016).

#include "frenemy/lifted/lifted_border_moves.hpp"
#include "frenemy/lifted/lifted_joining.hpp"
#include "frenemy/lifted/lifted_moves.hpp"
#include "frenemy/lifted/lifted_passes.hpp"
#include "frenemy/solvers/lifted_solvers.hpp"
#include "lifted_start.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t moves_after_best = 40;
constexpr double min_dissolved = 0.1;  // share of the clusters

class LiftedEvolution {
  public:
    LiftedEvolution(const LiftedGraph& graph, LiftedCandidate start, Run& run)
        : graph_(graph), best_(std::move(start)), run_(run), alone_(best_.labels.size()) {
        std::iota(alone_.begin(), alone_.end(), Node{0});
    }

    const LiftedCandidate& best() const { return best_; }

    /// Reports the best clustering after `found`; returns whether it has a lower energy than before.
    bool note(LiftedCandidate found) {
        const bool is_better = found.energy < best_.energy;
        if (is_better) best_ = std::move(found);
        is_over_ = run_.round_done(best_.energy, count_clusters(best_.labels), best_.labels);
        return is_better;
    }
    bool is_over() const { return is_over_; }

    LiftedCandidate passed_from_nodes() { return scored(lifted_pass(graph_, alone_, run_.rng(), run_)); }
    LiftedCandidate joined() {
        return scored(moved_lifted(graph_, join_lifted(graph_, alone_, run_), run_.rng(), run_));
    }

    /// A pass after a random share of the best clusters has fallen into single nodes. These move first; nodes of other
    /// clusters had no better place before.
    LiftedCandidate dissolved() {
        const double share = min_dissolved + (1.0 - min_dissolved) * uniform(run_.rng());
        std::vector<char> is_dissolved(best_.labels.size());
        for (char& falls : is_dissolved) falls = uniform(run_.rng()) < share;
        Labels labels(best_.labels.size()), name(best_.labels.size(), -1);
        std::vector<char> is_first(best_.labels.size());
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const Node cluster = best_.labels[i];
            if (name[cluster] < 0) name[cluster] = static_cast<Node>(i);
            is_first[i] = is_dissolved[cluster];
            labels[i] = is_dissolved[cluster] ? static_cast<Node>(i) : name[cluster];
        }
        return scored(lifted_pass(graph_, std::move(labels), run_.rng(), run_, is_first));
    }

    LiftedCandidate fused(const LiftedCandidate& member) {
        return fuse_lifted(graph_, best_, member, moves_after_best, run_.rng(), run_);
    }

    /// A sweep of Kernighan-Lin moves over the best, local moves, and a pass over its clusters.
    LiftedCandidate swept() {
        LiftedBorderMoves borders(graph_, best_.labels);
        borders.sweep(moves_after_best, run_);
        Labels moved = moved_lifted(graph_, borders.labels(), run_.rng(), run_);
        return scored(lifted_pass_of_clusters(graph_, std::move(moved), run_.rng(), run_));
    }

  private:
    LiftedCandidate scored(Labels labels) {
        make_contiguous(labels);
        const double energy = graph_.pairs.energy(labels);
        return {std::move(labels), energy};
    }

    const LiftedGraph graph_;
    LiftedCandidate best_;
    Run& run_;
    Labels alone_;
    bool is_over_ = false;
};

}  // namespace

Labels lifted_evolve(const LiftedGraph& graph, Labels start, Run& run, std::int64_t members, std::int64_t patience) {
    const LiftedStart begin(graph, std::move(start));
    LiftedEvolution evolution(graph, {begin.labels(), begin.energy()}, run);
    const LiftedCandidate first = evolution.passed_from_nodes();
    evolution.note(first);
    if (!evolution.is_over()) evolution.note(evolution.fused(first));
    for (std::int64_t k = 1, in_vain = 0; k < members && !evolution.is_over(); ++k) {
        const LiftedCandidate member = k == 1 ? evolution.joined() : evolution.dissolved();
        in_vain = evolution.note(evolution.fused(member)) ? 0 : in_vain + 1;
        if (in_vain < patience || evolution.is_over()) continue;
        if (!evolution.note(evolution.swept())) break;
        in_vain = 0;
    }
    return contiguous(evolution.best().labels);
}

}  // namespace frenemy
