#include "frenemy/hashing/id_keys.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr Key step = 0x9e3779b97f4a7c15ULL;
constexpr std::size_t keys_ahead = 16;

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

constexpr int entries_bits = 11;  // log2 of the entries per bucket, whose table then fits into the cache
constexpr int max_bucket_bits = 12;

struct Entry {
    Key key;
    std::int64_t row;
    std::int64_t seen;
};

/// Entries bucketed by the highest bits of their keys, in the order of the rows, and the start of each bucket.
struct Buckets {
    std::vector<Entry> entries;
    std::vector<std::size_t> begins;
};

Buckets in_buckets(std::span<const Key> keys, std::span<const std::int64_t> seen) {
    const int bits = std::clamp(static_cast<int>(std::bit_width(keys.size())) - entries_bits, 1, max_bucket_bits);
    const int shift = 64 - bits;
    Buckets buckets{std::vector<Entry>(keys.size()), std::vector<std::size_t>((std::size_t{1} << bits) + 1, 0)};
    for (const Key key : keys) ++buckets.begins[(key >> shift) + 1];
    for (std::size_t b = 1; b < buckets.begins.size(); ++b) buckets.begins[b] += buckets.begins[b - 1];
    std::vector<std::size_t> next(buckets.begins.begin(), buckets.begins.end() - 1);
    for (std::size_t a = 0; a < keys.size(); ++a) {
        buckets.entries[next[keys[a] >> shift]++] = {keys[a], static_cast<std::int64_t>(a), seen[a]};
    }
    return buckets;
}

/// Moves the first entry of each key to the front, with the smallest `seen`, and returns their number. A plain table of
/// indices: keys are hashes already and nothing is erased, so FlatTable would only add memory and hashing.
std::size_t first_entries(std::span<Entry> entries, std::vector<std::int32_t>& table) {
    const std::size_t size = std::bit_ceil(2 * entries.size() + 1);
    table.assign(size, -1);
    std::size_t n = 0;
    for (const Entry entry : entries) {
        std::size_t slot = entry.key & (size - 1);
        while (table[slot] >= 0 && entries[static_cast<std::size_t>(table[slot])].key != entry.key) {
            slot = (slot + 1) & (size - 1);
        }
        if (table[slot] < 0) {
            table[slot] = static_cast<std::int32_t>(n);
            entries[n++] = entry;
        } else {
            Entry& first = entries[static_cast<std::size_t>(table[slot])];
            first.seen = std::min(first.seen, entry.seen);
        }
    }
    return n;
}

/// For each value of the highest bits, the position of its first sorted key; about eight keys share a value.
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

DistinctKeys distinct_keys(std::span<const Key> keys, std::span<const std::int64_t> seen) {
    if (keys.size() != seen.size()) throw std::invalid_argument("each key must have a place where it was seen");
    if (keys.size() > std::numeric_limits<std::int32_t>::max()) {
        throw std::invalid_argument("at most 2,147,483,647 keys can be sorted at once");
    }
    Buckets buckets = in_buckets(keys, seen);
    std::vector<std::int32_t> table;
    DistinctKeys found;
    for (std::size_t b = 0; b + 1 < buckets.begins.size(); ++b) {
        const std::span<Entry> bucket =
            std::span(buckets.entries).subspan(buckets.begins[b], buckets.begins[b + 1] - buckets.begins[b]);
        const std::span<Entry> firsts = bucket.first(first_entries(bucket, table));
        std::ranges::sort(firsts, {}, &Entry::key);
        for (const Entry& entry : firsts) {
            found.keys.push_back(entry.key);
            found.rows.push_back(entry.row);
            found.seen.push_back(entry.seen);
        }
    }
    return found;
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
