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

#include "frenemy/core/graph.hpp"
#include "frenemy/core/rng.hpp"
#include "frenemy/system/workers.hpp"

namespace frenemy {

enum class Status { converged, optimal, time_limit, round_limit, stalled, target_reached, cancelled };

/// Limits of a run; the first one reached ends it. Infinity or the largest integer means no limit.
struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::int64_t rounds = std::numeric_limits<std::int64_t>::max();
    std::int64_t stall = std::numeric_limits<std::int64_t>::max();  // consecutive rounds without improvement
    double target = -std::numeric_limits<double>::infinity();
};

/// One entry of a run's history.
struct Round {
    double seconds;
    double energy;
    Node n_clusters;
};

/// The clock, random numbers, log and threads of one solve. A solver calls `expired()` every few thousand steps and
/// `round_done` once per round, and returns its best labels as soon as either returns true.
class Run {
  public:
    using Clock = std::chrono::steady_clock;

    Run(Limits limits, std::uint64_t seed, int threads)
        : limits_(limits), seed_(seed), threads_(threads), started_(Clock::now()), last_poll_(started_) {}

    /// A nested run, for a solver that works on a subproblem or for part of the time: it shares the clock and seed and
    /// stops with the outer run or at its own limits, whose seconds count from now. It counts its own rounds;
    /// `on_round` may forward them.
    struct Inside {
        Run& outer;
        Limits limits;
    };
    explicit Run(Inside in) : Run(in.limits, in.outer.seed_, in.outer.threads_) {
        started_ = in.outer.started_;
        limits_.seconds = std::min(in.outer.limits_.seconds, in.outer.seconds() + in.limits.seconds);
        outer_ = &in.outer;
    }

    /// Whether to stop now. Cheap enough to call every few microseconds.
    bool expired();
    /// The same inside `parallel_for`. Only worker 0 reads the clock and polls Python; the others read its verdict.
    bool expired_for(std::size_t worker);

    /// Ends a round: records it in the history, calls `on_round`, and returns whether to stop.
    bool round_done(double energy, Node n_clusters, std::span<const Node> labels);

    /// Stops the run; may be called from any thread.
    void cancel() { stop_as(Status::cancelled); }

    /// Why the run ended; converged if nothing stopped it.
    Status status() const { return status_; }
    bool is_stopped() const { return is_stopped_ || (outer_ != nullptr && outer_->is_stopped()); }
    const std::vector<Round>& history() const { return history_; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    double seconds_left() const { return std::max(0.0, limits_.seconds - seconds()); }
    std::uint64_t seed() const { return seed_; }
    int threads() const { return threads_; }
    /// Runs chunks of work on all threads until the run expires; see Workers. Threads start on first use.
    bool parallel_for(std::size_t n_chunks, const Workers::Work& work);
    std::size_t n_workers() { return workers().n_workers(); }
    Rng& rng() { return rng_; }

    /// Called about every 10 ms; true cancels. The bindings check for Ctrl-C here.
    std::function<bool()> poll;
    /// Called after every round; true cancels.
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
    std::atomic<Status> status_{Status::converged};  // the first reason to stop
    std::atomic<bool> is_stopped_{false};
    std::vector<Round> history_;
    double best_energy_ = std::numeric_limits<double>::infinity();
    std::int64_t rounds_without_gain_ = 0;
};

}  // namespace frenemy
