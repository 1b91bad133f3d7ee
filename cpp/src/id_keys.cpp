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

/// Where the keys with the same highest bits begin, of all values that these have; about eight keys share them.
class Begins {
  public:
    explicit Begins(std::span<const Key> sorted)
        : shift_(64 - std::max(1, static_cast<int>(std::bit_width(sorted.size())) - 3)),
          begins_((Key{1} << (64 - shift_)) + 1) {
        std::size_t value = 0;
        for (std::size_t a = 0; a < sorted.size(); ++a) {
            for (const Key top = sorted[a] >> shift_; value <= top; ++value) begins_[value] = static_cast<Node>(a);
        }
        for (; value < begins_.size(); ++value) begins_[value] = static_cast<Node>(sorted.size());
    }

    void fetch(Key key) const { prefetch(&begins_[key >> shift_]); }
    Node begin(Key key) const { return begins_[key >> shift_]; }
    Node end(Key key) const { return begins_[(key >> shift_) + 1]; }

  private:
    int shift_;
    std::vector<Node> begins_;
};

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
    const Begins begins(sorted);
    std::vector<Node> found(wanted.size(), -1);
    for (std::size_t a = 0; a < wanted.size(); ++a) {
        if (a + 2 * keys_ahead < wanted.size()) begins.fetch(wanted[a + 2 * keys_ahead]);
        if (a + keys_ahead < wanted.size()) prefetch(sorted.data() + begins.begin(wanted[a + keys_ahead]));
        const Key* const end = sorted.data() + begins.end(wanted[a]);
        const Key* const at = std::lower_bound(sorted.data() + begins.begin(wanted[a]), end, wanted[a]);
        if (at != end && *at == wanted[a]) found[a] = static_cast<Node>(at - sorted.data());
    }
    return found;
}

}  // namespace frenemy
