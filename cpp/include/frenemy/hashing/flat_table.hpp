#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "frenemy/core/graph.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

/// The key of an ordered pair of numbers that are not negative.
inline std::uint64_t ordered_key(Node a, Node b) {
    return (static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint64_t>(b);
}
/// The key of an unordered pair.
inline std::uint64_t pair_key(Node a, Node b) { return ordered_key(std::min(a, b), std::max(a, b)); }

/// The value type of a table that is only a set of keys.
struct NoValue {};

/// A hash table from 64-bit keys (any but the largest) to small plain values. Open addressing with linear probing, at
/// most two thirds full, so that a probe stays within a cache line or two. Erasing shifts later entries back instead of
/// leaving tombstones, so probes never lengthen. The table has no iteration order: results cannot depend on one.
template <class Value>
class FlatTable {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    /// The caller keeps to `max_entries`, or calls `reserve` before it inserts more.
    explicit FlatTable(std::size_t max_entries) { allocate(max_entries); }

    /// Makes room for `n_entries` in all; at least doubles the table if it must grow.
    void reserve(std::size_t n_entries) {
        if (n_entries <= max_entries_) return;
        const std::unique_ptr<Slot[], Free> old = std::move(slots_);
        const std::uint64_t n_old = mask_ + 1;
        allocate(std::max(n_entries, 2 * max_entries_));
        for (std::uint64_t k = 0; k < n_old; ++k) {
            if (old[k].stored != empty) slots_[slot_of(old[k].stored)] = old[k];
        }
    }

    /// Starts to load the slot of a key. Use it about ten keys ahead.
    void prefetch(std::uint64_t key) const { frenemy::prefetch(&slots_[home(key + 1)]); }

    bool contains(std::uint64_t key) const { return slots_[slot_of(key + 1)].stored != empty; }

    /// The value of a key, or null. Valid until the table changes.
    const Value* find(std::uint64_t key) const {
        const Slot& slot = slots_[slot_of(key + 1)];
        return slot.stored == empty ? nullptr : &slot.value;
    }

    struct Inserted {
        Value& value;  // valid until the table changes
        bool is_new;
    };

    /// The value of a key; a new one is value-initialized (zero).
    Inserted insert(std::uint64_t key) {
        Slot& slot = slots_[slot_of(key + 1)];
        const bool is_new = slot.stored == empty;
        slot.stored = key + 1;
        return {slot.value, is_new};
    }

    /// Removes a key and copies its value; false if it is not there.
    bool take(std::uint64_t key, Value& value) {
        const std::uint64_t slot = slot_of(key + 1);
        if (slots_[slot].stored == empty) return false;
        value = slots_[slot].value;
        close(slot);
        return true;
    }
    bool erase(std::uint64_t key) {
        Value value;
        return take(key, value);
    }

  private:
    struct Slot {
        std::uint64_t stored;  // the key plus 1, so that zeroed memory is a table of empty slots
        [[no_unique_address]] Value value;
    };
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };
    static constexpr std::uint64_t empty = 0;

    void allocate(std::size_t max_entries) {
        const std::uint64_t n_slots = std::bit_ceil(std::uint64_t{max_entries} + max_entries / 2 + 2);
        // calloc maps zero pages on demand. Filling gigabytes here could not be interrupted.
        slots_.reset(static_cast<Slot*>(std::calloc(n_slots, sizeof(Slot))));
        if (!slots_) throw std::bad_alloc();
        max_entries_ = max_entries;
        mask_ = n_slots - 1;
        shift_ = 64 - std::countr_zero(n_slots);
    }

    /// Mixes twice: the keys of grids and other regular graphs are arithmetic progressions.
    std::uint64_t home(std::uint64_t stored) const {
        stored *= 0x9e3779b97f4a7c15ULL;
        stored ^= stored >> 32;
        return (stored * 0xd6e8feb86659fd93ULL) >> shift_;
    }
    std::uint64_t slot_of(std::uint64_t stored) const {
        std::uint64_t slot = home(stored);
        while (slots_[slot].stored != empty && slots_[slot].stored != stored) slot = (slot + 1) & mask_;
        return slot;
    }
    void close(std::uint64_t hole) {
        for (std::uint64_t next = (hole + 1) & mask_; slots_[next].stored != empty; next = (next + 1) & mask_) {
            // An entry may move back to the hole unless its home lies behind the hole.
            if (((next - home(slots_[next].stored)) & mask_) < ((next - hole) & mask_)) continue;
            slots_[hole] = slots_[next];
            hole = next;
        }
        slots_[hole] = Slot{};
    }

    std::unique_ptr<Slot[], Free> slots_;
    std::size_t max_entries_ = 0;
    std::uint64_t mask_ = 0;
    int shift_ = 0;
};

/// A set of keys.
using FlatSet = FlatTable<NoValue>;

}  // namespace frenemy
