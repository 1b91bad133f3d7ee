#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace frenemy::image {

/// A monotone priority queue (radix heap): a pushed key is never smaller than the last popped one. Items lie in buckets
/// by the highest bit in which their keys differ from the last popped key, and only ever move to lower buckets. Ahuja,
/// Mehlhorn, Orlin & Tarjan, "Faster algorithms for the shortest path problem" (J. ACM 1990).
class RadixHeap {
  public:
    struct Item {
        std::uint32_t key;
        std::int32_t place;
    };

    void push(Item item) {
        assert(item.key >= last_);
        bucket_of(item.key).push_back(item);
    }

    /// Pops an item with the smallest key; false if there is none. May drop outdated items on the way.
    template <class IsOutOfDate>
    bool pop(Item& item, const IsOutOfDate& is_out_of_date) {
        if (buckets_[0].empty() && !refill(is_out_of_date)) return false;
        item = buckets_[0].back();
        buckets_[0].pop_back();
        return true;
    }

  private:
    std::vector<Item>& bucket_of(std::uint32_t key) { return buckets_[std::bit_width(key ^ last_)]; }

    /// Redistributes the lowest non-empty bucket.
    template <class IsOutOfDate>
    bool refill(const IsOutOfDate& is_out_of_date) {
        for (std::size_t i = 1; i < buckets_.size(); ++i) {
            std::vector<Item>& bucket = buckets_[i];
            std::erase_if(bucket, is_out_of_date);
            if (bucket.empty()) continue;
            last_ = std::ranges::min(bucket, {}, &Item::key).key;
            for (const Item& item : bucket) bucket_of(item.key).push_back(item);
            bucket.clear();
            return true;
        }
        return false;
    }

    std::array<std::vector<Item>, 33> buckets_;
    std::uint32_t last_ = 0;
};

}  // namespace frenemy::image
