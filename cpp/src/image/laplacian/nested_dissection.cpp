#include "frenemy/image/laplacian/nested_dissection.hpp"

#include <algorithm>

namespace frenemy {

namespace {

constexpr int kSmall = 24;  // size of a leaf: below that, separators dominate

struct Frame {
    int height, width, reach;
};

/// Calls `cut` for each box in postorder, with the results of its halves and the separator as a box.
template <class Given, class Cut>
Given dissect_box(const Frame& frame, const DissectedBox& box, const Cut& cut) {
    const int rows = box.bottom - box.top, columns = box.right - box.left;
    DissectedBox line = box, first = box, second = box;
    if (rows * columns <= kSmall || std::max(rows, columns) <= 2 * frame.reach) return cut(box, line, Given{}, Given{});
    if (columns >= rows) {
        line.left = first.right = box.left + (columns - frame.reach) / 2;
        line.right = second.left = line.left + frame.reach;
    } else {
        line.top = first.bottom = box.top + (rows - frame.reach) / 2;
        line.bottom = second.top = line.top + frame.reach;
    }
    const Given of_first = dissect_box<Given>(frame, first, cut);
    const Given of_second = dissect_box<Given>(frame, second, cut);
    return cut(box, line, of_first, of_second);
}

DissectedBox around(const Frame& frame, const DissectedBox& box) {
    DissectedBox larger = box;
    larger.top = std::max(0, box.top - frame.reach);
    larger.left = std::max(0, box.left - frame.reach);
    larger.bottom = std::min(frame.height, box.bottom + frame.reach);
    larger.right = std::min(frame.width, box.right + frame.reach);
    return larger;
}

DissectedBox whole(const Frame& frame) {
    DissectedBox box;
    box.top = box.left = 0;
    box.bottom = frame.height;
    box.right = frame.width;
    return box;
}

}  // namespace

std::vector<DissectedBox> dissect(int height, int width, int reach) {
    const Frame frame{height, width, reach};
    std::vector<DissectedBox> boxes;
    struct Place {
        int at = -1;
    };
    const auto cut = [&](const DissectedBox& box, const DissectedBox& line, Place first, Place second) {
        DissectedBox made = box;
        for (int y = line.top; y < line.bottom; ++y)
            for (int x = line.left; x < line.right; ++x) made.pixels.push_back(y * width + x);
        made.n_own = made.pixels.size();
        const DissectedBox outer = around(frame, box);
        for (int y = outer.top; y < outer.bottom; ++y) {
            const bool is_beside = y >= box.top && y < box.bottom;
            for (int x = outer.left; x < outer.right; ++x)
                if (!is_beside || x < box.left || x >= box.right) made.pixels.push_back(y * width + x);
        }
        const int at = static_cast<int>(boxes.size());
        made.halves[0] = first.at;
        made.halves[1] = second.at;
        for (const Place half : {first, second})
            if (half.at >= 0) boxes[half.at].parent = at;
        boxes.push_back(std::move(made));
        return Place{at};
    };
    dissect_box<Place>(frame, whole(frame), cut);
    return boxes;
}

double dissected_size(int height, int width, int reach) {
    const Frame frame{height, width, reach};
    const auto cut = [&](const DissectedBox& box, const DissectedBox& line, double first, double second) {
        const auto own = static_cast<double>(line.area());
        const auto ring = static_cast<double>(around(frame, box).area() - box.area());
        return first + second + own * ((own + 1.0) / 2.0 + ring);
    };
    return dissect_box<double>(frame, whole(frame), cut);
}

}  // namespace frenemy
