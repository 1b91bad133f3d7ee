#include "frenemy/core/run.hpp"

#include <cmath>

namespace frenemy {

namespace {
constexpr auto poll_every = std::chrono::milliseconds(10);
constexpr double rounding = 1e-9;  // of an energy that the next solver sums again, relative
}  // namespace

bool Run::stop_as(Status status) {
    Status running = Status::converged;
    status_.compare_exchange_strong(running, status);
    is_stopped_ = true;
    return true;
}

Workers& Run::workers() {
    if (outer_ != nullptr) return outer_->workers();
    if (!workers_) workers_ = std::make_unique<Workers>(threads_);
    return *workers_;
}

bool Run::expired_for(std::size_t worker) { return worker == 0 ? expired() : workers().is_over(); }

bool Run::parallel_for(std::size_t n_chunks, const Workers::Work& work) {
    return workers().parallel_for(n_chunks, work, [this] { return expired(); });
}

bool Run::expired() {
    if (is_stopped_) return true;
    if (outer_ != nullptr && outer_->expired()) return stop_as(outer_->status());
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - started_).count() >= limits_.seconds) return stop_as(Status::time_limit);
    if (poll && now - last_poll_ >= poll_every) {
        last_poll_ = now;
        if (poll()) return stop_as(Status::cancelled);
    }
    return is_stopped_;  // the poll may have cancelled the run
}

bool Run::round_done(double energy, Node n_clusters, std::span<const Node> labels) {
    if (energy > best_energy_ && energy - best_energy_ <= rounding * std::abs(best_energy_)) energy = best_energy_;
    history_.push_back({seconds(), energy, n_clusters});
    rounds_without_gain_ = energy < best_energy_ ? 0 : rounds_without_gain_ + 1;
    best_energy_ = std::min(best_energy_, energy);
    if (on_round && on_round(history_.back(), labels)) return stop_as(Status::cancelled);
    if (best_energy_ <= limits_.target) return stop_as(Status::target_reached);
    if (static_cast<std::int64_t>(history_.size()) >= limits_.rounds) return stop_as(Status::round_limit);
    if (rounds_without_gain_ >= limits_.stall) return stop_as(Status::stalled);
    return expired();
}

}  // namespace frenemy
