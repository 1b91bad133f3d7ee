#include <algorithm>
#include <map>

#include "frenemy/image/regions.hpp"

namespace frenemy::image {

namespace {

/// Regions under merges. The border of a region is a list of the labels beyond its cracks. Labels are resolved when the
/// list is read, so that a merge changes nothing at the neighbours. Only small regions have a list, and it is read
/// once, when the region is merged.
class Merging {
  public:
    Merging(Grid grid, const Regions& regions, std::int64_t min_size, Poller& poller)
        : size_(static_cast<std::size_t>(regions.count), 0),
          into_(size_.size()),
          list_(size_.size(), {end, end}),
          shared_(size_.size(), 0) {
        for (std::size_t i = 0; i < into_.size(); ++i) into_[i] = static_cast<std::int32_t>(i);
        for (const std::int32_t label : regions.labels) ++size_[label];
        for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
            for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
                if (x + 1 < grid.width) note_crack(regions.labels[pixel], regions.labels[pixel + 1], min_size);
                if (y + 1 < grid.height)
                    note_crack(regions.labels[pixel], regions.labels[pixel + grid.width], min_size);
            }
            poller.step(2 * grid.width);
        }
    }

    std::int64_t size(std::int32_t i) const { return size_[i]; }
    bool is_there(std::int32_t i) const { return into_[i] == i; }
    std::int32_t name(std::int32_t i) {
        while (into_[i] != i) i = into_[i] = into_[into_[i]];
        return i;
    }

    /// Merges a region into the neighbour with the longest common border and returns that; the region itself if it has
    /// none.
    std::int32_t merge(std::int32_t i) {
        count_shared(i);
        std::int32_t best = none;
        for (const std::int32_t j : neighbors_) {
            if (best == none || shared_[j] > shared_[best] || (shared_[j] == shared_[best] && j < best)) best = j;
        }
        if (best != none) {
            rewrite_list(i, best);
            append_list(i, best);
            size_[best] += size_[i];
            into_[i] = best;
        }
        for (const std::int32_t j : neighbors_) shared_[j] = 0;
        return best == none ? i : best;
    }

  private:
    using Index = std::uint32_t;  // at most two entries per crack
    struct Entry {
        std::int32_t neighbor;
        std::int32_t n_cracks;
        Index next;
    };
    struct List {
        Index first, last;
    };
    static constexpr std::int32_t none = -1;
    static constexpr Index end = 0xffffffffU;

    void note_crack(std::int32_t i, std::int32_t j, std::int64_t min_size) {
        if (i == j) return;
        if (size_[i] < min_size) note(i, j);
        if (size_[j] < min_size) note(j, i);
    }
    void note(std::int32_t i, std::int32_t neighbor) {
        const auto entry = static_cast<Index>(entries_.size());
        List& list = list_[i];
        if (list.last != end && entries_[list.last].neighbor == neighbor) {
            ++entries_[list.last].n_cracks;
            return;
        }
        entries_.push_back({neighbor, 1, end});
        (list.first == end ? list.first : entries_[list.last].next) = entry;
        list.last = entry;
    }
    void count_shared(std::int32_t i) {
        neighbors_.clear();
        for (Index entry = list_[i].first; entry != end; entry = entries_[entry].next) {
            const std::int32_t j = name(entries_[entry].neighbor);
            if (j == i) continue;
            if (shared_[j] == 0) neighbors_.push_back(j);
            shared_[j] += entries_[entry].n_cracks;
        }
    }
    /// Writes one entry for each neighbour but one over the old entries, which are at least as many.
    void rewrite_list(std::int32_t i, std::int32_t left_out) {
        Index entry = list_[i].first;
        list_[i] = {end, end};
        for (const std::int32_t j : neighbors_) {
            if (j == left_out) continue;
            const Index next = entries_[entry].next;
            entries_[entry] = {j, shared_[j], end};
            (list_[i].first == end ? list_[i].first : entries_[list_[i].last].next) = entry;
            list_[i].last = entry;
            entry = next;
        }
    }
    void append_list(std::int32_t i, std::int32_t to) {
        if (list_[i].first == end) return;
        (list_[to].first == end ? list_[to].first : entries_[list_[to].last].next) = list_[i].first;
        list_[to].last = list_[i].last;
    }

    std::vector<std::int32_t> size_;
    std::vector<std::int32_t> into_;
    std::vector<List> list_;
    std::vector<Entry> entries_;
    std::vector<std::int32_t> shared_;  // cracks between the current region and each other one; all zero between calls
    std::vector<std::int32_t> neighbors_;  // regions with a nonzero count
};

}  // namespace

Regions merge_small(Grid grid, std::span<const std::int32_t> labels, std::int64_t min_size, const Poll& poll) {
    Regions regions = connected_regions(grid, labels, poll);
    Poller poller(poll);
    Merging merging(grid, regions, min_size, poller);

    // By size, which only grows: a region that others were merged into comes later. It may also be listed under
    // outdated sizes.
    std::map<std::int64_t, std::vector<std::int32_t>> small;
    for (std::int32_t i = 0; i < regions.count; ++i) {
        if (merging.size(i) < min_size) small[merging.size(i)].push_back(i);
    }
    for (auto at = small.begin(); at != small.end(); at = small.erase(at)) {
        auto& [size, of_size] = *at;
        std::ranges::sort(of_size);
        for (const std::int32_t i : of_size) {
            if (!merging.is_there(i) || size != merging.size(i)) continue;
            const std::int32_t into = merging.merge(i);
            if (into != i && merging.size(into) < min_size) small[merging.size(into)].push_back(into);
            poller.step(64);
        }
    }

    constexpr std::int32_t unseen = -1;
    std::vector<std::int32_t> label_of(static_cast<std::size_t>(regions.count), unseen);
    std::int32_t count = 0;
    for (std::int32_t i = 0; i < regions.count; ++i) {
        // Regions are in the order of their first pixels, so the first of the merged regions has the first pixel.
        std::int32_t& label = label_of[merging.name(i)];
        if (label == unseen) label = count++;
    }
    for (std::int32_t& label : regions.labels) label = label_of[merging.name(label)];
    regions.count = count;
    return regions;
}

}  // namespace frenemy::image
