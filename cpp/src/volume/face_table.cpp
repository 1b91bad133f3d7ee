#include "frenemy/volume/face_table.hpp"

#include <algorithm>

namespace frenemy::volume {

RegionFaces merged(std::span<const FaceTable> tables, const Poll& poll) {
    struct Place {
        std::uint64_t key;
        const FaceTable* table;
        std::size_t at;
    };
    std::vector<Place> places;
    for (const FaceTable& table : tables) {
        for (std::size_t i = 0; i < table.keys.size(); ++i) places.push_back({table.keys[i], &table, i});
    }
    poll();
    std::ranges::sort(places, {}, &Place::key);
    RegionFaces result;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& [key, table, at] = places[i];
        if (i == 0 || key != places[i - 1].key) {
            result.u.push_back(static_cast<Node>(key >> 32));
            result.v.push_back(static_cast<Node>(key & 0xffffffffU));
            result.sums.emplace_back();
            result.histograms.resize(result.histograms.size() + n_face_bins);
        }
        const FaceSums& from = table->sums[at];
        FaceSums& to = result.sums.back();
        to.count += from.count;
        to.n_along_z += from.n_along_z;
        to.sum += from.sum;
        to.sum_of_squares += from.sum_of_squares;
        std::uint32_t* bins = &result.histograms[result.histograms.size() - n_face_bins];
        for (int bin = 0; bin < n_face_bins; ++bin) bins[bin] += table->histograms[at][bin];
    }
    return result;
}

}  // namespace frenemy::volume
