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

/// Threads that share out the chunks of a piece of work; the calling thread is one of them. What comes out must not
/// depend on who does which chunk: that is for the work to see to.
class Workers {
  public:
    /// `chunk` counts from 0; `worker` is in 0..n_workers-1 and tells whose scratch memory to use.
    using Work = std::function<void(std::size_t chunk, std::size_t worker)>;

    /// Starts one thread less than asked for, or as many as the system gives.
    explicit Workers(int n_workers);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    std::size_t n_workers() const { return threads_.size() + 1; }

    /// Does all chunks and returns true, unless `is_over` says to give up, which only the calling thread, worker 0,
    /// asks: before each of its chunks, and every 10 ms while it waits. Throws on what the work has thrown.
    bool share(std::size_t n_chunks, const Work& work, const std::function<bool()>& is_over);

    /// What long chunks of the other workers look at now and then.
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
