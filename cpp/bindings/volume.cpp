#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "frenemy/volume/distance_transform.hpp"
#include "frenemy/volume/region_faces.hpp"
#include "frenemy/volume/supervoxels.hpp"
#include "numpy.hpp"

namespace frenemy::bindings {

namespace {

using Values = Array3In<float>;
using Channels = nb::ndarray<const float, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Labels3 = Array3In<std::int32_t>;

template <class Array>
volume::Triple shape_of(const Array& array, std::size_t first_axis = 0) {
    volume::Triple shape;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        shape[axis] = static_cast<std::int64_t>(array.shape(axis + first_axis));
        if (shape[axis] < 1) throw std::invalid_argument("a volume must have voxels, got none along an axis");
    }
    return shape;
}

void check_within(const volume::Box& box, const volume::Triple& shape, const char* name) {
    for (int axis = 0; axis < 3; ++axis) {
        if (box.begin[axis] < 0 || box.begin[axis] >= box.end[axis] || box.end[axis] > shape[axis]) {
            throw std::invalid_argument(std::string(name) + " must lie within the volume, got " +
                                        std::to_string(box.begin[axis]) + ".." + std::to_string(box.end[axis]) +
                                        " along an axis of " + std::to_string(shape[axis]));
        }
    }
}

using BlockRow = std::array<volume::Triple, 4>;

std::vector<volume::Block> checked_blocks(const std::vector<BlockRow>& rows, const volume::Triple& shape) {
    std::vector<volume::Block> blocks;
    for (const auto& [begin, end, outer_begin, outer_end] : rows) {
        const volume::Block block{{begin, end}, {outer_begin, outer_end}};
        check_within(block.outer, shape, "a block");
        for (int axis = 0; axis < 3; ++axis) {
            if (begin[axis] < outer_begin[axis] || end[axis] > outer_end[axis] || begin[axis] >= end[axis]) {
                throw std::invalid_argument("a block must lie within its halo");
            }
        }
        // 32 bits for a place, with its frame.
        if (volume::n_voxels(block.outer.shape()) >= (std::size_t{1} << 30)) {
            throw std::invalid_argument("a block must have less than 2^30 voxels");
        }
        blocks.push_back(block);
    }
    return blocks;
}

auto supervoxels(const Values& boundaries, const std::vector<BlockRow>& rows, float threshold,
                 std::array<double, 3> spacing, std::array<double, 3> seed_sigma, std::array<double, 3> height_sigma,
                 std::int64_t min_size, std::int64_t first, int threads) {
    const volume::Triple shape = shape_of(boundaries);
    const std::vector<volume::Block> blocks = checked_blocks(rows, shape);
    volume::Supervoxels found;
    {
        nb::gil_scoped_release release;
        found = volume::supervoxels(shape, flat(boundaries), blocks,
                                    {threshold, spacing, seed_sigma, height_sigma, min_size}, first, threads,
                                    raise_signals);
    }
    return std::make_tuple(
        as_numpy<Array3Out<std::int32_t>>(std::move(found.labels),
                                          {boundaries.shape(0), boundaries.shape(1), boundaries.shape(2)}),
        found.count);
}

auto region_faces(const Labels3& labels, Node n_regions, const std::optional<Channels>& values, bool has_channels,
                  const std::vector<volume::Triple>& offsets, const volume::Triple& begin, const volume::Triple& end,
                  bool is_flat, int threads) {
    const volume::Triple shape = shape_of(labels);
    const volume::Box owned{begin, end};
    check_within(owned, shape, "the box of the faces");
    std::vector<std::span<const float>> channels;
    if (values) {
        if (shape_of(*values, 1) != shape) throw std::invalid_argument("values must have the shape of the labels");
        if (values->shape(0) != (has_channels ? offsets.size() : 1)) {
            throw std::invalid_argument("values must have one channel per offset, or one in all");
        }
        for (std::size_t k = 0; k < values->shape(0); ++k) {
            channels.emplace_back(values->data() + k * volume::n_voxels(shape), volume::n_voxels(shape));
        }
    }
    if (n_regions < 0) throw std::invalid_argument("n_regions must be at least 0");
    volume::RegionFaces found;
    std::vector<std::int64_t> counts, along_z;
    std::vector<std::uint64_t> sums, squares, all_sums, inside_sums;
    std::vector<std::int64_t> n_all, n_inside;
    {
        nb::gil_scoped_release release;
        found = volume::region_faces(shape, flat(labels), n_regions, channels, has_channels, offsets, owned, is_flat,
                                     threads, raise_signals);
        for (const volume::FaceSums& faces : found.sums) {
            counts.push_back(faces.count);
            along_z.push_back(faces.n_along_z);
            sums.push_back(faces.sum);
            squares.push_back(faces.sum_of_squares);
        }
        for (std::size_t i = 0; i < found.sizes.size(); ++i) {
            n_all.push_back(found.all[i].count);
            all_sums.push_back(found.all[i].sum);
            n_inside.push_back(found.inside[i].count);
            inside_sums.push_back(found.inside[i].sum);
        }
    }
    const std::size_t n = found.u.size();
    return std::make_tuple(as_numpy(std::move(found.u)), as_numpy(std::move(found.v)), as_numpy(std::move(counts)),
                           as_numpy(std::move(along_z)), as_numpy(std::move(sums)), as_numpy(std::move(squares)),
                           as_numpy<Array2Out<std::uint32_t>>(std::move(found.histograms), {n, volume::n_face_bins}),
                           as_numpy(std::move(found.sizes)), as_numpy(std::move(n_all)), as_numpy(std::move(all_sums)),
                           as_numpy(std::move(n_inside)), as_numpy(std::move(inside_sums)));
}

}  // namespace

void bind_volume(nb::module_& m) {
    m.def(
        "distance_to_boundaries",
        [](const Values& boundaries, float threshold, const std::array<double, 3>& spacing) {
            const volume::Triple shape = shape_of(boundaries);
            std::vector<float> distance;
            {
                nb::gil_scoped_release release;
                distance = volume::distance_transform(shape, flat(boundaries), threshold, spacing, raise_signals);
            }
            return as_numpy<Array3Out<float>>(std::move(distance),
                                              {boundaries.shape(0), boundaries.shape(1), boundaries.shape(2)});
        },
        nb::arg("boundaries"), nb::arg("threshold"), nb::arg("spacing"),
        "The distance of each voxel to the nearest one of at least the threshold, (Z, Y, X) float32; 0 without any.");
    m.def(
        "supervoxels", &supervoxels, nb::arg("boundaries"), nb::arg("blocks"), nb::arg("threshold"), nb::arg("spacing"),
        nb::arg("seed_sigma"), nb::arg("height_sigma"), nb::arg("min_size"), nb::arg("first"), nb::arg("threads"),
        "Supervoxels of boundary values (Z, Y, X) in each block (begin, end, and those of its halo) by itself: labels "
        "(Z, Y, X) int32 from `first` on, and their number.");
    m.def("region_faces", &region_faces, nb::arg("labels").noconvert(), nb::arg("n_regions"), nb::arg("values").none(),
          nb::arg("has_channels"), nb::arg("offsets"), nb::arg("begin"), nb::arg("end"), nb::arg("is_flat"),
          nb::arg("threads"),
          "Pairs of regions u < v of the voxels in a box and those at the offsets: u, v, the number of faces, of those "
          "along z, the sums of their values in 0..65535 and of the squares, histograms (n, 32), and for "
          "each region the number of its voxels in the box, of their values, the sum of these, and both for those "
          "inside.");
}

}  // namespace frenemy::bindings
