#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/rng.hpp"
#include "frenemy/workers.hpp"

namespace frenemy {

enum class Status { converged, optimal, time_limit, round_limit, stalled, target_reached, cancelled };

/// When to stop: the first to come. Infinity or the largest integer means no limit.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t rounds = std::numeric_limits<std::int64_t>::max();
    std::int64_t stall = std::numeric_limits<std::int64_t>::max();  // rounds in a row that bring nothing
    double target = -std::numeric_limits<double>::infinity();
};

/// One line of a run's history.
struct Round {
    double seconds;
    double energy;
    Node n_clusters;
};

/// The clock, dice and log of one solve. A solver asks `expired()` every few thousand steps, calls `round_done` once a
/// round, and returns the best it has as soon as either says stop.
class Run {
  public:
    using Clock = std::chrono::steady_clock;

    Run(Limits limits, std::uint64_t seed, int threads)
        : limits_(limits), seed_(seed), threads_(threads), started_(Clock::now()), last_poll_(started_) {}

    /// A run inside another one, for a solver at work on a smaller problem, or for a part of the time: the same clock
    /// and seed, and it stops when the outer one does, or at a limit of its own, whose seconds count from now. Its
    /// rounds are its own; `on_round` has to pass them on.
    struct Inside {
        Run& outer;
        Limits limits;
    };
    explicit Run(Inside in) : Run(in.limits, in.outer.seed_, in.outer.threads_) {
        started_ = in.outer.started_;
        limits_.seconds = std::min(in.outer.limits_.seconds, in.outer.seconds() + in.limits.seconds);
        outer_ = &in.outer;
    }

    /// Whether to stop now. Cheap enough for every few microseconds of work.
    bool expired();
    /// The same inside shared work. Only worker 0 may ask the clock and Python; the others are told.
    bool expired_for(std::size_t worker);

    /// Ends a round: notes it in the history, tells `on_round`, and says whether to stop.
    bool round_done(double energy, Node n_clusters, std::span<const Node> labels);

    void cancel() { stop_as(Status::cancelled); }

    /// Why the run ended; converged if nothing stopped it.
    Status status() const { return status_; }
    bool is_stopped() const { return is_stopped_ || (outer_ != nullptr && outer_->is_stopped()); }
    const std::vector<Round>& history() const { return history_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    double seconds_left() const { return std::max(0.0, limits_.seconds - seconds()); }
    std::uint64_t seed() const { return seed_; }
    int threads() const { return threads_; }
    /// The threads, started when first asked for. Shares out chunks of work until the run expires; see Workers.
    bool share(std::size_t n_chunks, const Workers::Work& work);
    std::size_t n_workers() { return workers().n_workers(); }
    Rng& rng() { return rng_; }

    /// Asked every 10 ms or so; true cancels. The bindings look for Ctrl-C here.
    std::function<bool()> poll;
    /// Told of every round; true cancels.
    std::function<bool(const Round&, std::span<const Node>)> on_round;

  private:
    bool stop_as(Status status);
    Workers& workers();

    Run* outer_ = nullptr;
    Limits limits_;
    std::uint64_t seed_;
    int threads_;
    std::unique_ptr<Workers> workers_;
    Rng rng_{seed_};
    Clock::time_point started_;
    Clock::time_point last_poll_;
    Status status_ = Status::converged;
    bool is_stopped_ = false;
    std::vector<Round> history_;
    double best_energy_ = std::numeric_limits<double>::infinity();
    std::int64_t rounds_without_gain_ = 0;
};

}  // namespace frenemy
