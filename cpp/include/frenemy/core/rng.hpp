#pragma once

#include <cstdint>
#include <span>
#include <utility>

namespace frenemy {

/// xoshiro256** (Blackman & Vigna 2018), seeded by splitmix64. Our own, because the distributions of the standard
/// library differ between platforms, and a seed must give the same results everywhere.
class Rng {
  public:
    explicit Rng(std::uint64_t seed) {
        for (auto& word : state_) {
            seed += 0x9e3779b97f4a7c15ULL;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
            word = z ^ (z >> 31);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// Uniform in 0..bound-1 without bias, by rejection of the incomplete last stretch of the range.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t reject_under = (0 - bound) % bound;
        std::uint64_t draw = next();
        while (draw < reject_under) draw = next();
        return draw % bound;
    }

    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

  private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

    std::uint64_t state_[4];
};

/// Uniform in [0, 1); never rounded up to 1.
inline double uniform(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1.0p-53; }

}  // namespace frenemy
