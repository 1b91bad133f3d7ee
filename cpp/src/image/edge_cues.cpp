#include "frenemy/image/edge_cues.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "frenemy/image/area_resize.hpp"
#include "frenemy/image/gaussian.hpp"

namespace frenemy::image {

namespace {

constexpr float min_change = 0.003f;         // noise level, in Lab units over 100
constexpr double surroundings_radius = 6.0;  // radius of the surroundings, in scales
constexpr float side_distance = 1.5f;        // distance of the sides of a ridge, in scales

/// Gradient magnitudes and directions at one scale.
struct Change {
    float lightness, color, all;
    float ny, nx;  ///< direction of the strongest change
};

float log_change(float change) { return std::log(change + min_change); }

Change change_at(const Gradients& gradients, std::size_t pixel, float sigma) {
    const float* dy = gradients.dy.data() + 3 * pixel;
    const float* dx = gradients.dx.data() + 3 * pixel;
    float yy = 0.0f, xx = 0.0f, xy = 0.0f;
    for (int c = 0; c < 3; ++c) {
        yy += dy[c] * dy[c];
        xx += dx[c] * dx[c];
        xy += dy[c] * dx[c];
    }
    const float lightness = dy[0] * dy[0] + dx[0] * dx[0];
    // The leading eigenvector of the sum over channels (Di Zenzo 1986), by half angles.
    const float angle = 0.5f * std::atan2(2.0f * xy, yy - xx);
    return {sigma * std::sqrt(lightness), sigma * std::sqrt(std::max(yy + xx - lightness, 0.0f)),
            sigma * std::sqrt(yy + xx), std::cos(angle), std::sin(angle)};
}

/// Linear interpolation: the two rows or columns around a coordinate, and its fraction between them; clamped to the
/// frame.
struct Between {
    Pixel before, after;
    float share;

    Between(float place, Pixel size) {
        place = std::clamp(place, 0.0f, static_cast<float>(size - 1));
        before = static_cast<Pixel>(place);
        after = std::min<Pixel>(before + 1, size - 1);
        share = place - static_cast<float>(before);
    }
};

float between(const float* values, Pixel width, const Between& row, const Between& column) {
    const float* upper_row = values + static_cast<std::size_t>(row.before) * width;
    const float* lower_row = values + static_cast<std::size_t>(row.after) * width;
    const float upper = upper_row[column.before] + column.share * (upper_row[column.after] - upper_row[column.before]);
    const float lower = lower_row[column.before] + column.share * (lower_row[column.after] - lower_row[column.before]);
    return upper + row.share * (lower - upper);
}

/// The mean gradient around each pixel; computed on a grid as coarse as the scale, since it is smooth.
std::vector<float> texture(Grid grid, std::span<const float> all, double sigma, const Poll& poll) {
    const auto part = [sigma](Pixel size) { return std::max<Pixel>(1, static_cast<Pixel>(std::lround(size / sigma))); };
    const Grid coarse{part(grid.height), part(grid.width)};
    const std::vector<float> small =
        gaussian_blur(coarse, 1, area_resize(grid, 1, all, coarse, poll), surroundings_radius, poll);
    std::vector<float> values(grid.n_pixels());
    const float down = static_cast<float>(coarse.height) / static_cast<float>(grid.height);
    const float along = static_cast<float>(coarse.width) / static_cast<float>(grid.width);
    std::vector<Between> columns;
    columns.reserve(static_cast<std::size_t>(grid.width));
    for (Pixel x = 0; x < grid.width; ++x) {
        columns.emplace_back((static_cast<float>(x) + 0.5f) * along - 0.5f, coarse.width);
    }
    std::size_t pixel = 0;
    for (Pixel y = 0; y < grid.height; ++y) {
        const Between row((static_cast<float>(y) + 0.5f) * down - 0.5f, coarse.height);
        for (const Between& column : columns) values[pixel++] = between(small.data(), coarse.width, row, column);
    }
    return values;
}

}  // namespace

std::vector<float> edge_cues(Grid grid, std::span<const float> lab, std::span<const double> sigmas, const Poll& poll) {
    const std::size_t stride = n_cues_per_scale * sigmas.size();
    std::vector<float> cues(grid.n_pixels() * stride), all(grid.n_pixels());
    std::vector<Change> changes(grid.n_pixels());
    for (std::size_t scale = 0; scale < sigmas.size(); ++scale) {
        const auto sigma = static_cast<float>(sigmas[scale]);
        const Gradients gradients = gaussian_gradients(grid, 3, lab, sigmas[scale], poll);
        for (std::size_t pixel = 0; pixel < grid.n_pixels(); ++pixel) {
            changes[pixel] = change_at(gradients, pixel, sigma);
            all[pixel] = changes[pixel].all;
        }
        poll();
        const std::vector<float> usual = texture(grid, all, sigmas[scale], poll);
        std::size_t pixel = 0;
        for (Pixel y = 0; y < grid.height; ++y) {
            for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
                const Change& here = changes[pixel];
                const float down = side_distance * sigma * here.ny, along = side_distance * sigma * here.nx;
                const auto row = static_cast<float>(y), column = static_cast<float>(x);
                const auto side_at = [&](float sign) {
                    return between(all.data(), grid.width, Between(row + sign * down, grid.height),
                                   Between(column + sign * along, grid.width));
                };
                const float sides = std::max(side_at(1.0f), side_at(-1.0f));
                const float change = log_change(here.all);
                float* cue = cues.data() + pixel * stride + n_cues_per_scale * scale;
                cue[0] = log_change(here.lightness);
                cue[1] = log_change(here.color);
                cue[2] = change - log_change(usual[pixel]);
                cue[3] = change - log_change(sides);
            }
        }
        poll();
    }
    return cues;
}

}  // namespace frenemy::image
