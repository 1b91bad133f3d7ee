#include "frenemy/image/polled_workers.hpp"

namespace frenemy {

namespace {

struct GivenUp {};

}  // namespace

PolledWorkers::PolledWorkers(int n_workers, const Poll& poll) : poll_(poll), workers_(n_workers) {}

void PolledWorkers::poll_first() {
    try {
        poll_();
    } catch (...) {
        thrown_ = std::current_exception();
        has_thrown_ = true;
        throw;
    }
}

void PolledWorkers::share(std::size_t n_chunks, const Work& work) {
    const Poll first = [this] { poll_first(); };
    const Poll others = [this] {
        if (has_thrown_) throw GivenUp{};
    };
    const auto is_over = [this] {
        try {
            poll_first();
        } catch (...) {  // kept: the others must have ended before it goes on
        }
        return has_thrown_.load();
    };
    try {
        workers_.share(
            n_chunks, [&](std::size_t chunk, std::size_t worker) { work(chunk, worker, worker == 0 ? first : others); },
            is_over);
    } catch (...) {
        if (!has_thrown_) throw;
    }
    if (has_thrown_) std::rethrow_exception(thrown_);
}

}  // namespace frenemy
