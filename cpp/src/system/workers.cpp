#include "frenemy/system/workers.hpp"

#include <chrono>
#include <system_error>
#include <utility>

namespace frenemy {

Workers::Workers(int n_workers) {
    try {
        for (int k = 1; k < n_workers; ++k) {
            const auto worker = static_cast<std::size_t>(k);
            threads_.emplace_back([this, worker] { serve(worker); });
        }
    } catch (const std::system_error&) {
        // No more threads available: continue with those that started.
    }
}

Workers::~Workers() {
    {
        const std::lock_guard lock(mutex_);
        is_closing_ = true;
    }
    has_work_.notify_all();
    for (auto& thread : threads_) thread.join();
}

bool Workers::parallel_for(std::size_t n_chunks, const Work& work, const std::function<bool()>& is_over) {
    if (threads_.empty() || n_chunks <= 1) {
        for (std::size_t chunk = 0; chunk < n_chunks; ++chunk) {
            if (is_over()) return false;
            work(chunk, 0);
        }
        return true;
    }
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        n_chunks_ = n_chunks;
        next_chunk_ = 0;
        is_over_ = false;
        n_busy_ = threads_.size();
        ++n_shared_;
    }
    has_work_.notify_all();
    const auto give_up = [&] {
        if (!is_over()) return false;
        is_over_ = true;
        next_chunk_ = n_chunks;
        return true;
    };
    try {
        for (std::size_t chunk = 0; !give_up() && (chunk = next_chunk_++) < n_chunks;) work(chunk, 0);
    } catch (...) {
        next_chunk_ = n_chunks;
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
    std::unique_lock lock(mutex_);
    while (!is_done_.wait_for(lock, std::chrono::milliseconds(10), [this] { return n_busy_ == 0; })) {
        lock.unlock();
        give_up();
        lock.lock();
    }
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return !is_over_;
}

void Workers::serve(std::size_t worker) {
    std::size_t n_served = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        has_work_.wait(lock, [&] { return is_closing_ || n_shared_ != n_served; });
        if (is_closing_) return;
        n_served = n_shared_;
        lock.unlock();
        take_chunks(worker);
        lock.lock();
        if (--n_busy_ == 0) is_done_.notify_one();
    }
}

void Workers::take_chunks(std::size_t worker) {
    try {
        for (std::size_t chunk = next_chunk_++; chunk < n_chunks_; chunk = next_chunk_++) (*work_)(chunk, worker);
    } catch (...) {
        next_chunk_ = n_chunks_;
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
    }
}

}  // namespace frenemy
