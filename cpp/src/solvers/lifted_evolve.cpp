// Memetic search for lifted problems: multilevel passes, fused (after Beier et al. 2016).

#include "frenemy/lifted/lifted_border_moves.hpp"
#include "frenemy/lifted/lifted_joining.hpp"
#include "frenemy/lifted/lifted_moves.hpp"
#include "frenemy/lifted/lifted_passes.hpp"
#include "frenemy/solvers/lifted_solvers.hpp"
#include "lifted_start.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t moves_after_best = 40;

class LiftedEvolution {
  public:
    LiftedEvolution(const LiftedGraph& graph, LiftedCandidate start, Run& run)
        : graph_(graph), best_(std::move(start)), run_(run), alone_(best_.labels.size()) {
        std::iota(alone_.begin(), alone_.end(), Node{0});
    }

    bool is_over() const { return is_over_; }
    const LiftedCandidate& best() const { return best_; }

    /// A new member by a multilevel pass from single nodes.
    LiftedCandidate fresh() { return scored(lifted_pass(graph_, alone_, run_.rng(), run_)); }
    LiftedCandidate joined() {
        return scored(moved_lifted(graph_, join_lifted(graph_, alone_, run_), run_.rng(), run_));
    }

    LiftedCandidate swept(LiftedCandidate member) {
        LiftedBorderMoves borders(graph_, std::move(member.labels));
        borders.sweep(moves_after_best, run_);
        return scored(lifted_pass_of_clusters(graph_, moved_lifted(graph_, borders.labels(), run_.rng(), run_),
                                              run_.rng(), run_));
    }
    LiftedCandidate fused(const LiftedCandidate& a, const LiftedCandidate& b) {
        return fuse_lifted(graph_, a, b, moves_after_best, run_.rng(), run_);
    }
    void note(const LiftedCandidate& found) {
        if (found.energy < best_.energy) best_ = found;
        is_over_ = run_.round_done(best_.energy, count_clusters(best_.labels), best_.labels);
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

Labels lifted_evolve(const LiftedGraph& graph, Labels start, Run& run, std::int64_t population, std::int64_t patience) {
    const LiftedStart begin(graph, std::move(start));
    LiftedEvolution evolution(graph, {begin.labels(), begin.energy()}, run);
    std::int64_t in_vain = 0;
    for (std::int64_t k = 0; k < population && !evolution.is_over(); ++k) {
        LiftedCandidate member = k == 1 ? evolution.joined() : evolution.fresh();
        const LiftedCandidate child = evolution.fused(evolution.best(), member);
        in_vain = child.energy < evolution.best().energy ? 0 : in_vain + 1;
        evolution.note(child);
        if (in_vain >= patience) {
            const LiftedCandidate after = evolution.swept(evolution.best());
            if (!(after.energy < evolution.best().energy)) break;
            evolution.note(after);
            in_vain = 0;
        }
    }
    return contiguous(evolution.best().labels);
}

}  // namespace frenemy
