#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace frenemy {

/// Reserves room in a vector that is empty yet, on huge pages where the system gives them to those who ask. Arrays that
/// are read in random order need few entries of the address cache then. Only what is written to takes up memory.
template <class T>
void reserve_huge(std::vector<T>& items, std::size_t count) {
    items.reserve(count);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21, page = 1 << 12;
    const auto begin = (reinterpret_cast<std::uintptr_t>(items.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(items.data() + items.capacity()) / page * page;
    // A wish: where it is refused (pages of another size, an old kernel) all works as before.
    if (end > begin + huge_page) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

/// So many items of one value, on huge pages.
template <class T>
std::vector<T> huge_vector(std::size_t count, T value) {
    std::vector<T> items;
    reserve_huge(items, count);
    items.assign(count, value);
    return items;
}

}  // namespace frenemy
