#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace frenemy {

/// Numbers distinct keys 0, 1, 2, ... in order of first appearance. An open-addressing table of numbers, at most half
/// full; keys are stored once, in the list. Without values and erasures its slots are a quarter of those of a
/// FlatTable, which makes it faster.
template <class Key>
class KeyNumbers {
  public:
    std::int32_t number(Key key) {
        std::size_t slot = home(key);
        for (; slots_[slot] >= 0; slot = (slot + 1) & (slots_.size() - 1)) {
            if (keys_[static_cast<std::size_t>(slots_[slot])] == key) return slots_[slot];
        }
        const auto number = static_cast<std::int32_t>(keys_.size());
        slots_[slot] = number;
        keys_.push_back(key);
        if (2 * keys_.size() > slots_.size()) grow();
        return number;
    }

    const std::vector<Key>& keys() const { return keys_; }
    std::vector<Key> take_keys() { return std::move(keys_); }

  private:
    /// Mixes twice: pairs of labels on a grid are arithmetic progressions.
    std::size_t home(Key key) const {
        std::uint64_t mixed = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15ULL;
        mixed ^= mixed >> 32;
        return (mixed * 0xd6e8feb86659fd93ULL) >> shift_;
    }

    void grow() {
        slots_.assign(4 * slots_.size(), -1);
        shift_ -= 2;
        for (std::size_t a = 0; a < keys_.size(); ++a) {
            std::size_t slot = home(keys_[a]);
            while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<std::int32_t>(a);
        }
    }

    std::vector<Key> keys_;
    std::vector<std::int32_t> slots_ = std::vector<std::int32_t>(1 << 10, -1);
    int shift_ = 64 - 10;  // leaves as many bits as number the slots
};

}  // namespace frenemy
