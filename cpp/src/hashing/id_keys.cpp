#include "frenemy/hashing/id_keys.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>

namespace frenemy {

namespace {

constexpr Key step = 0x9e3779b97f4a7c15ULL;

Key mixed(Key z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Up to eight bytes as a little-endian number.
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

}  // namespace frenemy
