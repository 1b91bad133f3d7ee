#pragma once

namespace frenemy {

/// Prefetches memory that will be read soon, where the compiler supports it.
inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

}  // namespace frenemy
