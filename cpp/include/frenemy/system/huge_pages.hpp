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

/// Commits one of `n_parts` equal parts of the memory that a vector has reserved: threads that take one part each share
/// what the system needs for that. A hint only: writing commits what is left.
template <class T>
void commit_part(const std::vector<T>& items, std::size_t part, std::size_t n_parts) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
    constexpr std::uintptr_t page = 1 << 12;
    const auto bytes = items.capacity() * sizeof(T);
    const auto at = [&](std::size_t k) {
        return (reinterpret_cast<std::uintptr_t>(items.data()) + bytes / n_parts * k) / page * page;
    };
    const auto begin = at(part) + (part == 0 ? page : 0), end = at(part + 1);
    if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
    static_cast<void>(items), static_cast<void>(part), static_cast<void>(n_parts);
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
