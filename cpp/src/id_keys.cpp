#include "frenemy/id_keys.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "frenemy/prefetch.hpp"

namespace frenemy {

namespace {

constexpr Key step = 0x9e3779b97f4a7c15ULL;
constexpr std::size_t keys_ahead = 16;

Key mixed(Key z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Up to eight bytes, the first one lowest on all machines.
Key word(const std::uint8_t* bytes, std::size_t n) {
    Key value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&value, bytes, n);
    } else {
        for (std::size_t a = 0; a < n; ++a) value |= static_cast<Key>(bytes[a]) << (8 * a);
    }
    return value;
}

Key text_key(const std::uint8_t* bytes, std::size_t n, Key salt) {
    Key key = mixed(salt + step + n);
    for (; n >= 8; bytes += 8, n -= 8) key = mixed((key ^ word(bytes, 8)) * 5 + step);
    return n == 0 ? key : mixed((key ^ word(bytes, n)) * 5 + step);
}

/// Where a key would stand among n that are perfectly even, without the product of both, which needs more bits.
std::size_t expected_place(Key key, std::size_t n) {
    const Key high = key >> 32, low = key & 0xffffffffULL, size = static_cast<Key>(n);
    return static_cast<std::size_t>((high * size + ((low * size) >> 32)) >> 32);
}

}  // namespace

std::vector<Key> text_keys(std::span<const std::int64_t> offsets, std::span<const std::uint8_t> bytes, Key salt) {
    std::vector<Key> keys(offsets.empty() ? 0 : offsets.size() - 1);
    for (std::size_t a = 0; a < keys.size(); ++a) {
        const std::int64_t begin = offsets[a], end = offsets[a + 1];
        if (begin < 0 || end < begin || end > static_cast<std::int64_t>(bytes.size())) {
            throw std::invalid_argument("offsets of texts must not fall, or leave their bytes");
        }
        keys[a] = text_key(bytes.data() + begin, static_cast<std::size_t>(end - begin), salt);
    }
    return keys;
}

std::vector<Node> positions(std::span<const Key> sorted, std::span<const Key> wanted) {
    const std::size_t n = sorted.size();
    std::vector<Node> found(wanted.size(), -1);
    if (n == 0) return found;
    for (std::size_t a = 0; a < wanted.size(); ++a) {
        if (a + keys_ahead < wanted.size()) prefetch(&sorted[expected_place(wanted[a + keys_ahead], n)]);
        const Key key = wanted[a];
        std::size_t low = expected_place(key, n), high = low;
        for (std::size_t width = 8; low > 0 && sorted[low] > key; width *= 2) low -= std::min(low, width);
        for (std::size_t width = 8; high < n && sorted[high] < key; width *= 2) high = std::min(n, high + width);
        const auto* at = std::lower_bound(sorted.data() + low, sorted.data() + std::min(n, high + 1), key);
        if (at != sorted.data() + n && *at == key) found[a] = static_cast<Node>(at - sorted.data());
    }
    return found;
}

}  // namespace frenemy
