#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Weights of unordered pairs {a, b}, a != b, in one flat hash table: linear probing, and a removed entry is closed up by
/// those behind it, so that chains never grow. Room is made once; the caller keeps to it.
class PairTable {
  public:
    explicit PairTable(std::int64_t most_pairs) {
        // At most two thirds full: chains stay within a cache line or two.
        const auto least = static_cast<std::uint64_t>(most_pairs) + static_cast<std::uint64_t>(most_pairs) / 2 + 2;
        const std::uint64_t n_slots = std::bit_ceil(least);
        slots_.reset(static_cast<Slot*>(std::calloc(n_slots, sizeof(Slot))));
        if (!slots_) throw std::bad_alloc();
        mask_ = n_slots - 1;
        shift_ = 64 - std::countr_zero(n_slots);
    }

    /// Starts to load the place of a pair; the use of it should come some ten pairs later.
    void prefetch(Node a, Node b) const {
#if defined(__GNUC__)
        __builtin_prefetch(&slots_[home(key(a, b))]);
#else
        (void)a, (void)b;
#endif
    }

    /// The weight of a pair, or null. It stays in place until the table is changed.
    const double* find(Node a, Node b) const {
        const std::uint64_t slot = place(key(a, b));
        return slots_[slot].key == empty ? nullptr : &slots_[slot].weight;
    }

    struct Added {
        bool is_new;
        double before, after;
    };

    /// Adds to the weight of a pair, which is 0 if it is new.
    Added add(Node a, Node b, double weight) {
        const std::uint64_t wanted = key(a, b);
        Slot& slot = slots_[place(wanted)];
        const Added added{slot.key == empty, slot.weight, slot.weight + weight};
        slot = {wanted, added.after};
        return added;
    }

    /// Removes a pair; false if it is not there.
    bool take(Node a, Node b, double& weight) {
        std::uint64_t hole = place(key(a, b));
        if (slots_[hole].key == empty) return false;
        weight = slots_[hole].weight;
        for (std::uint64_t next = (hole + 1) & mask_; slots_[next].key != empty; next = (next + 1) & mask_) {
            // An entry may move up to the hole unless its home lies behind it.
            if (((next - home(slots_[next].key)) & mask_) < ((next - hole) & mask_)) continue;
            slots_[hole] = slots_[next];
            hole = next;
        }
        slots_[hole] = Slot{empty, 0.0};
        return true;
    }

  private:
    struct Slot {
        std::uint64_t key;
        double weight;
    };
    static constexpr std::uint64_t empty = 0;  // would be the pair {0, 0}
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };

    static std::uint64_t key(Node a, Node b) {
        return (static_cast<std::uint64_t>(std::min(a, b)) << 32) | static_cast<std::uint64_t>(std::max(a, b));
    }
    /// Mixes twice: the keys of grids and other regular graphs are arithmetic progressions.
    std::uint64_t home(std::uint64_t key) const {
        key *= 0x9e3779b97f4a7c15ULL;
        key ^= key >> 32;
        return (key * 0xd6e8feb86659fd93ULL) >> shift_;
    }
    std::uint64_t place(std::uint64_t key) const {
        std::uint64_t slot = home(key);
        while (slots_[slot].key != empty && slots_[slot].key != key) slot = (slot + 1) & mask_;
        return slot;
    }

    // All zeros is a table of empty slots, and calloc has zeros at hand: writing a gigabyte of them could not be broken off.
    std::unique_ptr<Slot[], Free> slots_;
    std::uint64_t mask_;
    int shift_;
};

}  // namespace frenemy
