#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace frenemy {

/// A thread pool for parallel loops over chunks; the calling thread takes part. The work must give the same result
/// whichever worker takes which chunk.
class Workers {
  public:
    /// `chunk` counts from 0; `worker` in 0..n_workers-1 selects scratch memory.
    using Work = std::function<void(std::size_t chunk, std::size_t worker)>;

    /// Starts `n_workers` - 1 threads, or as many as the system allows.
    explicit Workers(int n_workers);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    std::size_t n_workers() const { return threads_.size() + 1; }

    /// Processes all chunks and returns true, or stops early and returns false if `is_over` returns true. Only the
    /// calling thread, worker 0, calls `is_over`: before each of its chunks, and every 10 ms while it waits. Rethrows
    /// exceptions of the work.
    bool parallel_for(std::size_t n_chunks, const Work& work, const std::function<bool()>& is_over);

    /// Whether to stop; for the other workers inside long chunks.
    bool is_over() const { return is_over_; }

  private:
    void serve(std::size_t worker);
    void take_chunks(std::size_t worker);

    std::mutex mutex_;
    std::condition_variable has_work_, is_done_;
    const Work* work_ = nullptr;
    std::size_t n_chunks_ = 0, n_busy_ = 0, n_shared_ = 0;
    bool is_closing_ = false;
    std::exception_ptr error_;
    std::atomic<std::size_t> next_chunk_{0};
    std::atomic<bool> is_over_{false};
    std::vector<std::thread> threads_;
};

}  // namespace frenemy
