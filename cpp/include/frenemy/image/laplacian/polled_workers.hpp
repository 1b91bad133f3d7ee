#pragma once

#include <atomic>
#include <exception>
#include <functional>

#include "frenemy/core/graph.hpp"
#include "frenemy/system/workers.hpp"

namespace frenemy {

/// Worker threads that stop soon after a poll has thrown. Only the calling thread calls the given poll, which checks
/// for Ctrl-C; the other workers get one that checks whether it has thrown.
class PolledWorkers {
  public:
    using Work = std::function<void(std::size_t chunk, std::size_t worker, const Poll& poll)>;

    /// The poll must outlive it.
    PolledWorkers(int n_workers, const Poll& poll);

    std::size_t n_workers() const { return workers_.n_workers(); }
    /// Processes all chunks, or rethrows what the poll or the work has thrown.
    void parallel_for(std::size_t n_chunks, const Work& work);

  private:
    void poll_first();

    const Poll& poll_;
    std::exception_ptr thrown_;
    std::atomic<bool> has_thrown_{false};
    Workers workers_;
};

}  // namespace frenemy
