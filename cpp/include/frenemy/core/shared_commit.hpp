#pragma once

#include <vector>

#include "frenemy/core/run.hpp"
#include "frenemy/system/huge_pages.hpp"

namespace frenemy {

/// Commits the memory that vectors have reserved, by all threads if there are several: of large arrays, that takes longer
/// than filling them.
template <class... T>
void commit_shared(Run& run, const std::vector<T>&... items) {
    constexpr std::size_t bytes_worth_sharing = std::size_t{1} << 25;
    if (((items.capacity() * sizeof(T)) + ...) < bytes_worth_sharing || run.threads() == 1) return;
    const std::size_t n_parts = run.n_workers();
    run.parallel_for(n_parts, [&](std::size_t k, std::size_t) { (commit_part(items, k, n_parts), ...); });
}

}  // namespace frenemy
