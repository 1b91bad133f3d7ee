#pragma once

#include <atomic>
#include <exception>
#include <functional>

#include "frenemy/graph.hpp"
#include "frenemy/workers.hpp"

namespace frenemy {

/// Threads whose work ends soon after a poll has thrown. Only the calling thread may poll what knows of Ctrl-C; what the
/// others get to poll looks at whether it has thrown.
class PolledWorkers {
  public:
    using Work = std::function<void(std::size_t chunk, std::size_t worker, const Poll& poll)>;

    /// The poll must outlive it.
    PolledWorkers(int n_workers, const Poll& poll);

    std::size_t n_workers() const { return workers_.n_workers(); }
    /// Does all chunks, or throws what the poll or the work has thrown.
    void share(std::size_t n_chunks, const Work& work);

  private:
    void poll_first();

    const Poll& poll_;
    std::exception_ptr thrown_;
    std::atomic<bool> has_thrown_{false};
    Workers workers_;
};

}  // namespace frenemy
