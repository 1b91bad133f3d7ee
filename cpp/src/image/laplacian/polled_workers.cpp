#include "frenemy/image/laplacian/polled_workers.hpp"

namespace frenemy {

namespace {

struct Aborted {};

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

void PolledWorkers::parallel_for(std::size_t n_chunks, const Work& work) {
    const Poll first = [this] { poll_first(); };
    const Poll others = [this] {
        if (has_thrown_) throw Aborted{};
    };
    const auto is_over = [this] {
        try {
            poll_first();
        } catch (...) {  // rethrown after the other workers have ended
        }
        return has_thrown_.load();
    };
    try {
        workers_.parallel_for(
            n_chunks, [&](std::size_t chunk, std::size_t worker) { work(chunk, worker, worker == 0 ? first : others); },
            is_over);
    } catch (...) {
        if (!has_thrown_) throw;
    }
    if (has_thrown_) std::rethrow_exception(thrown_);
}

}  // namespace frenemy
