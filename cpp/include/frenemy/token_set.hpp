#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Which tokens are in which cluster: a hash table with open addressing, as every step of the repair asks it.
class TokenSet {
  public:
    /// For at most `n_entries` at a time, of which any number may come and go.
    explicit TokenSet(std::size_t n_entries) : slots_(std::bit_ceil(2 * n_entries + 16), none) {}

    bool has(Node cluster, Node token) const {
        const std::uint64_t key = key_of(cluster, token);
        for (std::size_t at = first(key);; at = next(at)) {
            if (slots_[at] == key) return true;
            if (slots_[at] == none) return false;
        }
    }

    /// Returns whether it was not there yet.
    bool insert(Node cluster, Node token) {
        const std::uint64_t key = key_of(cluster, token);
        std::size_t at = first(key);
        for (; slots_[at] != none; at = next(at)) {
            if (slots_[at] == key) return false;
        }
        slots_[at] = key;
        return true;
    }

    void erase(Node cluster, Node token) {
        const std::uint64_t key = key_of(cluster, token);
        std::size_t gap = first(key);
        while (slots_[gap] != key) {
            if (slots_[gap] == none) return;
            gap = next(gap);
        }
        // Close the gap, so that no entry behind it is cut off from where its search begins.
        for (std::size_t at = next(gap); slots_[at] != none; at = next(at)) {
            const std::size_t wanted = first(slots_[at]);
            const std::size_t mask = slots_.size() - 1;
            if (((at - wanted) & mask) >= ((at - gap) & mask)) {
                slots_[gap] = slots_[at];
                gap = at;
            }
        }
        slots_[gap] = none;
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    static std::uint64_t key_of(Node cluster, Node token) {
        return static_cast<std::uint64_t>(cluster) << 32 | static_cast<std::uint32_t>(token);
    }
    std::size_t first(std::uint64_t key) const {
        key *= 0x9E3779B97F4A7C15u;  // Fibonacci hashing
        return static_cast<std::size_t>(key ^ (key >> 32)) & (slots_.size() - 1);
    }
    std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

    std::vector<std::uint64_t> slots_;
};

}  // namespace frenemy
