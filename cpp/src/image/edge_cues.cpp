#include "frenemy/image/edge_cues.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "frenemy/image/area_resize.hpp"
#include "frenemy/image/gaussian.hpp"

namespace frenemy::image {

namespace {

constexpr float least_change = 0.003f;  // what noise makes, in Lab units over 100
constexpr double around = 6.0;          // how far texture is looked for, in scales
constexpr float beside = 1.5f;          // where the sides of a ridge are, in scales

/// How much changes at each pixel at one scale, and which way.
struct Change {
    float lightness, color, all;
    float ny, nx;  ///< the direction in which most changes
};

float log_change(float change) { return std::log(change + least_change); }

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

float between(Grid grid, std::span<const float> values, float y, float x) {
    y = std::clamp(y, 0.0f, static_cast<float>(grid.height - 1));
    x = std::clamp(x, 0.0f, static_cast<float>(grid.width - 1));
    const auto top = static_cast<Pixel>(y), left = static_cast<Pixel>(x);
    const Pixel bottom = std::min<Pixel>(top + 1, grid.height - 1), right = std::min<Pixel>(left + 1, grid.width - 1);
    const float down = y - static_cast<float>(top), along = x - static_cast<float>(left);
    const auto at = [&](Pixel row, Pixel column) {
        return values[static_cast<std::size_t>(row) * grid.width + column];
    };
    const float upper = at(top, left) + along * (at(top, right) - at(top, left));
    const float lower = at(bottom, left) + along * (at(bottom, right) - at(bottom, left));
    return upper + down * (lower - upper);
}

/// The mean of what changes around each pixel: smooth, so that a grid as coarse as the scale is enough.
std::vector<float> texture(Grid grid, std::span<const float> all, double sigma, const Poll& poll) {
    const auto part = [sigma](Pixel size) { return std::max<Pixel>(1, static_cast<Pixel>(std::lround(size / sigma))); };
    const Grid coarse{part(grid.height), part(grid.width)};
    const std::vector<float> small = gaussian_blur(coarse, 1, area_resize(grid, 1, all, coarse, poll), around, poll);
    std::vector<float> values(grid.n_pixels());
    const float down = static_cast<float>(coarse.height) / static_cast<float>(grid.height);
    const float along = static_cast<float>(coarse.width) / static_cast<float>(grid.width);
    std::size_t pixel = 0;
    for (Pixel y = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x) {
            values[pixel++] = between(coarse, small, (static_cast<float>(y) + 0.5f) * down - 0.5f,
                                      (static_cast<float>(x) + 0.5f) * along - 0.5f);
        }
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
                const float down = beside * sigma * here.ny, along = beside * sigma * here.nx;
                const auto row = static_cast<float>(y), column = static_cast<float>(x);
                const float sides = std::max(between(grid, all, row + down, column + along),
                                             between(grid, all, row - down, column - along));
                float* cue = cues.data() + pixel * stride + n_cues_per_scale * scale;
                cue[0] = log_change(here.lightness);
                cue[1] = log_change(here.color);
                cue[2] = log_change(here.all) - log_change(usual[pixel]);
                cue[3] = log_change(here.all) - log_change(sides);
            }
        }
        poll();
    }
    return cues;
}

}  // namespace frenemy::image
