#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace frenemy {

/// Reserves capacity in an empty vector, on huge pages where the system supports them. Arrays that are read in random
/// order then cause fewer TLB misses. Memory is committed only when it is written to.
template <class T>
void reserve_huge(std::vector<T>& items, std::size_t count) {
    items.reserve(count);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21, page = 1 << 12;
    const auto begin = (reinterpret_cast<std::uintptr_t>(items.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(items.data() + items.capacity()) / page * page;
    // A hint only: a kernel that refuses it uses normal pages.
    if (end > begin + huge_page) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

/// A vector of `count` copies of a value, on huge pages.
template <class T>
std::vector<T> huge_vector(std::size_t count, T value) {
    std::vector<T> items;
    reserve_huge(items, count);
    items.assign(count, value);
    return items;
}

}  // namespace frenemy
