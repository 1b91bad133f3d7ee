#include "frenemy/image/polyline_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace frenemy {

namespace {

constexpr double kHairpin = 0.3;               // a bend whose two unit normals have a shorter sum has no sides
constexpr std::size_t kMostCrossings = 10000;  // a scribble with more has no sides

struct Vector {
    double x, y;
};

Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y; }
double cross(const Vector& a, const Vector& b) { return a.x * b.y - a.y * b.x; }

/// The unit normal to the left of a direction, with y down.
Vector normal(const Vector& direction) {
    const double length = std::hypot(direction.x, direction.y);
    return {direction.y / length, -direction.x / length};
}

struct Segment {
    Vector from, to;
};

/// Calls `visit` with each pixel within a distance of a box.
template <class Visit>
void near_box(const Vector& low, const Vector& high, int height, int width, double max_distance, const Visit& visit) {
    // Clamped as doubles: coordinates far outside the picture do not fit into an integer.
    const auto first = [&](double at) { return static_cast<int>(std::clamp(std::ceil(at - max_distance), 0.0, 2e9)); };
    const auto last = [&](double at, int size) {
        return static_cast<int>(std::clamp(std::floor(at + max_distance), -1.0, size - 1.0));
    };
    for (int y = first(low.y); y <= last(high.y, height); ++y)
        for (int x = first(low.x); x <= last(high.x, width); ++x)
            visit(static_cast<std::size_t>(y) * width + x, Vector{static_cast<double>(x), static_cast<double>(y)});
}

/// The crossing point of two segments, if any.
bool crossing(const Segment& a, const Segment& b, Vector& at) {
    const Vector along = a.to - a.from, other = b.to - b.from, between = b.from - a.from;
    const double area = cross(along, other);
    if (area == 0.0) return false;
    const double s = cross(between, other) / area, t = cross(between, along) / area;
    if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return false;
    at = {a.from.x + s * along.x, a.from.y + s * along.y};
    return true;
}

}  // namespace

PolylineField::PolylineField(std::span<const double> points, bool is_closed, int height, int width, double max_distance,
                             const Poll& poll)
    : distance(static_cast<std::size_t>(height) * width, std::numeric_limits<double>::infinity()),
      side(distance.size(), 0),
      foot(2 * distance.size(), std::numeric_limits<double>::quiet_NaN()) {
    const std::size_t n = points.size() / 2;
    const auto point = [&](std::size_t i) { return Vector{points[2 * (i % n)], points[2 * (i % n) + 1]}; };
    const std::size_t n_segments = n == 1 ? 1 : is_closed ? n : n - 1;  // a single point is a segment of length 0
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < n_segments; ++i) segments.push_back({point(i), point(i + 1)});

    for (std::size_t i = 0; i < n_segments; ++i) {
        poll();
        const auto [from, to] = segments[i];
        const Vector along = to - from;
        const double square = dot(along, along);
        // The normal at either end is that of the bend, so that a pixel nearest to a bend has the same side from both
        // segments.
        Vector normals[3] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
        if (square > 0.0) {
            normals[1] = normal(along);
            for (const int end : {0, 2}) {
                if (!is_closed && (end == 0 ? i == 0 : i + 1 == n_segments)) continue;
                const Segment& beside = segments[(end == 0 ? i + n_segments - 1 : i + 1) % n_segments];
                const Vector other = normal(beside.to - beside.from);
                const Vector sum{normals[1].x + other.x, normals[1].y + other.y};
                if (std::hypot(sum.x, sum.y) > kHairpin) normals[end] = sum;
            }
        }
        const Vector low{std::min(from.x, to.x), std::min(from.y, to.y)};
        const Vector high{std::max(from.x, to.x), std::max(from.y, to.y)};
        near_box(low, high, height, width, max_distance, [&](std::size_t pixel, const Vector& at) {
            const double share = square > 0.0 ? dot(at - from, along) / square : 0.0;
            const int part = share < 0.0 ? 0 : share > 1.0 ? 2 : 1;
            const Vector nearest = part == 0   ? from
                                   : part == 2 ? to
                                               : Vector{from.x + share * along.x, from.y + share * along.y};
            const double far = std::hypot(at.x - nearest.x, at.y - nearest.y);
            if (far > max_distance || far >= distance[pixel]) return;
            distance[pixel] = far;
            foot[2 * pixel] = nearest.x;
            foot[2 * pixel + 1] = nearest.y;
            const double above = dot(at - nearest, normals[part]);
            side[pixel] = static_cast<std::int8_t>(above > 0.0 ? 1 : above < 0.0 ? -1 : 0);
        });
    }

    std::size_t n_crossings = 0;
    for (std::size_t i = 0; i < n_segments; ++i) {
        poll();
        for (std::size_t j = i + 2; j < n_segments; ++j) {
            if (is_closed && i == 0 && j + 1 == n_segments) continue;  // neighbors
            Vector at;
            if (!crossing(segments[i], segments[j], at)) continue;
            if (++n_crossings > kMostCrossings) {
                std::fill(side.begin(), side.end(), std::int8_t{0});
                return;
            }
            near_box(at, at, height, width, max_distance, [&](std::size_t pixel, const Vector& of) {
                if (std::hypot(of.x - at.x, of.y - at.y) <= max_distance) side[pixel] = 0;
            });
        }
    }
}

}  // namespace frenemy
