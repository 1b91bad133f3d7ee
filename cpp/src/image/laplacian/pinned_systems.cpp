#include "frenemy/image/laplacian/pinned_systems.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <utility>

#include "frenemy/image/laplacian/grid_front.hpp"
#include "frenemy/image/laplacian/polled_workers.hpp"

namespace frenemy {

namespace {

constexpr std::size_t kKept = 1000;  // smaller boxes recompute their Schur complement
constexpr int kChunkDepth = 3;       // boxes at this depth are the units of parallel work

using Pixels = std::span<const Pixel>;

/// The elimination of everything outside a box except its ring, linked to that of the enclosing box.
struct OuterFactor {
    std::size_t n_eliminated = 0;
    std::vector<Pixel> pixels;
    Packed triangle;
    std::shared_ptr<const OuterFactor> above;
};
using OuterFactorPtr = std::shared_ptr<const OuterFactor>;

/// Scratch memory of a thread.
struct Scratch {
    explicit Scratch(const GridMatrix& matrix)
        : front(matrix), stiffness(matrix.n_pixels(), 0.0), force(matrix.n_pixels(), 0.0) {}
    GridFront front;
    std::vector<double> stiffness, force;  // of the current system
};

class PinnedSystems {
  public:
    PinnedSystems(const GridMatrix& matrix, std::span<const Pins> pins, bool is_shared)
        : matrix_(matrix),
          pins_(pins),
          is_shared_(is_shared),
          boxes_(dissect(matrix.height, matrix.width, matrix.reach)),
          root_(static_cast<int>(boxes_.size()) - 1),
          depths_(boxes_.size(), 0),
          triangles_(boxes_.size()),
          schurs_(boxes_.size()),
          contains_top_(boxes_.size(), 0),
          x_(matrix.n_pixels() * pins.size(), 0.0) {
        for (int box = root_ - 1; box >= 0; --box) depths_[box] = depths_[boxes_[box].parent] + 1;
    }

    std::vector<PinnedSolution> solve(PolledWorkers& workers) {
        find_tops();
        std::vector<std::unique_ptr<Scratch>> scratch(workers.n_workers());
        for (auto& one : scratch) one = std::make_unique<Scratch>(matrix_);
        std::vector<int> chunks;
        for (int box = 0; box < root_ && is_shared_; ++box)
            if (depths_[box] == kChunkDepth) chunks.push_back(box);
        workers.parallel_for(chunks.size(), [&](std::size_t chunk, std::size_t worker, const Poll& poll) {
            eliminate_below(chunks[chunk], scratch[worker]->front, poll);
        });
        std::vector<Visit> visits;
        workers.parallel_for(1, [&](std::size_t, std::size_t worker, const Poll& poll) {
            for (const int half : boxes_[root_].halves)
                if (half >= 0 && is_shared_) eliminate_below(half, scratch[worker]->front, poll);
            visit({root_, {}, nullptr}, *scratch[worker], poll, &visits);
        });
        workers.parallel_for(visits.size(), [&](std::size_t chunk, std::size_t worker, const Poll& poll) {
            visit(visits[chunk], *scratch[worker], poll, nullptr);
        });
        if (is_shared_) substitute_shared(workers, chunks);
        std::vector<PinnedSolution> solutions(pins_.size());
        workers.parallel_for(pins_.size(),
                             [&](std::size_t k, std::size_t, const Poll&) { solutions[k] = solution(k); });
        return solutions;
    }

  private:
    struct Visit {
        int box;
        Packed outside;  // the Schur complement of everything outside the box, on its ring
        OuterFactorPtr outer;
    };
    struct Refactored {
        Packed triangle;
        std::vector<double> load;  // of its pixels; its own ones already solved
    };

    Pixels own(int box) const { return Pixels(boxes_[box].pixels).first(boxes_[box].n_own); }
    Pixels ring(int box) const { return Pixels(boxes_[box].pixels).subspan(boxes_[box].n_own); }
    bool has_halves(int box) const { return boxes_[box].halves[0] >= 0; }

    /// Finds which boxes each system changes, and the smallest box that contains all its pins.
    void find_tops() {
        std::vector<int> owner(matrix_.n_pixels());
        for (int box = 0; box <= root_; ++box)
            for (const Pixel pixel : own(box)) owner[pixel] = box;
        for (const Pins& pins : pins_) {
            std::vector<char> changed(boxes_.size(), !is_shared_), is_pinned(boxes_.size(), 0);
            for (const Pixel pixel : pins.pixels) {
                is_pinned[owner[pixel]] = 1;
                for (int box = owner[pixel]; box >= 0 && !changed[box]; box = boxes_[box].parent) changed[box] = 1;
            }
            int top = root_;
            while (is_shared_ && !is_pinned[top] && has_halves(top)) {
                const auto [first, second] = boxes_[top].halves;
                if (changed[first] && changed[second]) break;
                top = changed[first] ? first : second;
            }
            tops_.push_back(top);
            is_changed_.push_back(std::move(changed));
            for (int box = top; box >= 0 && !contains_top_[box]; box = boxes_[box].parent) contains_top_[box] = 1;
        }
    }

    // ----------------------------------------------------------------------------------- shared by all systems

    bool is_kept(int box) const { return boxes_[box].area() >= kKept || depths_[box] <= kChunkDepth; }

    /// Eliminates a box and all boxes inside it, without pins.
    void eliminate_below(int box, GridFront& front, const Poll& poll) {
        if (!triangles_[box].empty()) return;
        if (has_halves(box))
            for (const int half : boxes_[box].halves) eliminate_below(half, front, poll);
        poll();
        front.start(boxes_[box].pixels);
        front.add_entries(own(box));
        if (has_halves(box)) {
            for (const int half : boxes_[box].halves) {
                front.add(ring(half), schurs_[half]);
                if (!is_kept(half)) Packed().swap(schurs_[half]);
            }
        }
        schurs_[box] = front.finish(boxes_[box].n_own, &triangles_[box]);
    }

    /// The Schur complement of a box without pins, on its ring.
    Packed schur(int box, GridFront& front) const {
        if (!schurs_[box].empty()) return schurs_[box];
        Packed below[2];
        for (int k = 0; k < 2 && has_halves(box); ++k) below[k] = schur(boxes_[box].halves[k], front);
        front.start(boxes_[box].pixels);
        front.add_entries(own(box));
        for (int k = 0; k < 2 && has_halves(box); ++k) front.add(ring(boxes_[box].halves[k]), below[k]);
        return front.finish(boxes_[box].n_own, nullptr);
    }

    /// Solves the systems whose top is this box or inside it. With `later`, boxes at the chunk depth are deferred to
    /// it.
    void visit(const Visit& at, Scratch& scratch, const Poll& poll, std::vector<Visit>* later) {
        for (std::size_t k = 0; k < pins_.size(); ++k)
            if (tops_[k] == at.box) solve_top(k, at, scratch, poll);
        for (int k = 0; k < 2 && has_halves(at.box); ++k) {
            const int half = boxes_[at.box].halves[k];
            if (!contains_top_[half]) continue;
            poll();
            Visit next = step_down(at, half, boxes_[at.box].halves[1 - k], scratch.front);
            if (later && depths_[half] == kChunkDepth) {
                later->push_back(std::move(next));
            } else {
                visit(next, scratch, poll, later);
            }
        }
    }

    /// From the outside of a box to the outside of one of its halves: adds the other half and the separator.
    Visit step_down(const Visit& at, int half, int other, GridFront& front) const {
        auto outer = std::make_shared<OuterFactor>();
        std::vector<char> is_kept(boxes_[at.box].pixels.size(), 0);
        front.start(boxes_[at.box].pixels);
        for (const Pixel pixel : ring(half)) is_kept[front.place(pixel)] = 1;
        for (std::size_t i = 0; i < is_kept.size(); ++i)
            if (!is_kept[i]) outer->pixels.push_back(boxes_[at.box].pixels[i]);
        outer->n_eliminated = outer->pixels.size();
        outer->pixels.insert(outer->pixels.end(), ring(half).begin(), ring(half).end());
        const Packed of_other = schur(other, front);
        front.start(outer->pixels);
        front.add_entries(own(at.box));
        front.add(ring(at.box), at.outside);
        front.add(ring(other), of_other);
        Packed outside = front.finish(outer->n_eliminated, &outer->triangle);
        outer->above = at.outer;
        return {half, std::move(outside), std::move(outer)};
    }

    /// Solves the boxes that a system does not change, by back substitution with shared factors.
    void substitute_shared(PolledWorkers& workers, const std::vector<int>& chunks) {
        workers.parallel_for(1, [&](std::size_t, std::size_t, const Poll& poll) {
            for (int box = root_ - 1; box >= 0; --box)
                if (depths_[box] < kChunkDepth) substitute_box(box, poll);
        });
        workers.parallel_for(chunks.size(), [&](std::size_t chunk, std::size_t, const Poll& poll) {
            // A box comes right after all boxes inside it.
            for (int box = chunks[chunk]; box >= 0 && depths_[box] >= kChunkDepth; --box) {
                if (depths_[box] == kChunkDepth && box != chunks[chunk]) break;
                substitute_box(box, poll);
            }
        });
    }

    void substitute_box(int box, const Poll& poll) {
        poll();
        const std::vector<Pixel>& pixels = boxes_[box].pixels;
        const std::size_t n_systems = pins_.size();
        std::vector<std::size_t> lanes;
        for (std::size_t k = 0; k < n_systems; ++k)
            if (!is_changed_[k][box]) lanes.push_back(k);
        if (lanes.empty()) return;
        std::vector<double> x(pixels.size() * lanes.size(), 0.0);
        for (std::size_t i = boxes_[box].n_own; i < pixels.size(); ++i)
            for (std::size_t k = 0; k < lanes.size(); ++k)
                x[i * lanes.size() + k] = x_[pixels[i] * n_systems + lanes[k]];
        substitute_up(triangles_[box], boxes_[box].n_own, x, lanes.size());
        for (std::size_t i = 0; i < boxes_[box].n_own; ++i)
            for (std::size_t k = 0; k < lanes.size(); ++k)
                x_[pixels[i] * n_systems + lanes[k]] = x[i * lanes.size() + k];
    }

    // ---------------------------------------------------------------------------------------- per system

    void solve_top(std::size_t k, const Visit& at, Scratch& scratch, const Poll& poll) {
        const Pins& pins = pins_[k];
        for (std::size_t i = 0; i < pins.pixels.size(); ++i) {
            scratch.stiffness[pins.pixels[i]] = pins.stiffness;
            scratch.force[pins.pixels[i]] = pins.stiffness * pins.targets[i];
        }
        std::unordered_map<int, Refactored> refactored;
        const Packed inside = eliminate_changed(k, at.box, scratch, poll, refactored);
        const Pixels around = ring(at.box);
        scratch.front.start(around);
        scratch.front.add(around, inside);
        scratch.front.add(around, at.outside);
        Packed triangle;
        scratch.front.finish(around.size(), &triangle);
        std::vector<double> load(refactored[at.box].load.begin() + static_cast<std::ptrdiff_t>(boxes_[at.box].n_own),
                                 refactored[at.box].load.end());
        substitute_down(triangle, around.size(), load);
        substitute_up(triangle, around.size(), load, 1);
        put(k, around, load);
        for (int box = at.box; box >= 0; --box)  // boxes inside it come right before it, in postorder
            if (const auto found = refactored.find(box); found != refactored.end())
                substitute_refactored(k, box, found->second);
        for (const OuterFactor* step = at.outer.get(); step; step = step->above.get()) {
            const Pixels pixels(step->pixels);
            std::vector<double> x(pixels.size(), 0.0);
            for (std::size_t i = step->n_eliminated; i < pixels.size(); ++i) x[i] = x_[pixels[i] * pins_.size() + k];
            substitute_up(step->triangle, step->n_eliminated, x, 1);
            put(k, pixels.first(step->n_eliminated), x);
        }
        for (const Pixel pixel : pins.pixels) scratch.stiffness[pixel] = scratch.force[pixel] = 0.0;
    }

    /// Eliminates a changed box and the boxes inside it; returns its Schur complement.
    Packed eliminate_changed(std::size_t k, int box, Scratch& scratch, const Poll& poll,
                             std::unordered_map<int, Refactored>& refactored) const {
        Packed below[2];
        for (int side = 0; side < 2 && has_halves(box); ++side) {
            const int half = boxes_[box].halves[side];
            below[side] = is_changed_[k][half] ? eliminate_changed(k, half, scratch, poll, refactored)
                                               : schur(half, scratch.front);
        }
        poll();
        GridFront& front = scratch.front;
        front.start(boxes_[box].pixels);
        front.add_entries(own(box));
        std::vector<double> load(boxes_[box].pixels.size(), 0.0);
        for (const Pixel pixel : own(box)) {
            front.add_diagonal(pixel, scratch.stiffness[pixel]);
            load[front.place(pixel)] = scratch.force[pixel];
        }
        for (int side = 0; side < 2 && has_halves(box); ++side) {
            const int half = boxes_[box].halves[side];
            front.add(ring(half), below[side]);
            if (!is_changed_[k][half]) continue;
            const std::vector<double>& left = refactored[half].load;
            for (std::size_t i = boxes_[half].n_own; i < left.size(); ++i)
                load[front.place(boxes_[half].pixels[i])] += left[i];
        }
        Packed triangle;
        Packed schur = front.finish(boxes_[box].n_own, &triangle);
        substitute_down(triangle, boxes_[box].n_own, load);
        refactored[box] = {std::move(triangle), std::move(load)};
        return schur;
    }

    void substitute_refactored(std::size_t k, int box, Refactored& refactored) {
        for (std::size_t i = boxes_[box].n_own; i < refactored.load.size(); ++i)
            refactored.load[i] = x_[boxes_[box].pixels[i] * pins_.size() + k];
        substitute_up(refactored.triangle, boxes_[box].n_own, refactored.load, 1);
        put(k, own(box), refactored.load);
    }

    void put(std::size_t k, Pixels pixels, const std::vector<double>& x) {
        for (std::size_t i = 0; i < pixels.size(); ++i) x_[pixels[i] * pins_.size() + k] = x[i];
    }

    PinnedSolution solution(std::size_t k) const {
        PinnedSolution found;
        found.values.resize(matrix_.n_pixels());
        for (std::size_t i = 0; i < found.values.size(); ++i) found.values[i] = x_[i * pins_.size() + k];
        std::vector<double> missed = matrix_.times(found.values);
        const Pins& pins = pins_[k];
        double size = 0.0, error = 0.0;
        for (std::size_t i = 0; i < pins.pixels.size(); ++i) {
            const double force = pins.stiffness * pins.targets[i];
            missed[pins.pixels[i]] += pins.stiffness * found.values[pins.pixels[i]] - force;
            size += force * force;
        }
        for (const double value : missed) error += value * value;
        found.residual = std::sqrt(error / size);
        return found;
    }

    const GridMatrix& matrix_;
    std::span<const Pins> pins_;
    bool is_shared_;
    std::vector<DissectedBox> boxes_;
    int root_;
    std::vector<int> depths_;
    std::vector<Packed> triangles_, schurs_;  // of boxes without pins
    std::vector<char> contains_top_;          // whether a box contains the top of a system
    std::vector<int> tops_;
    std::vector<std::vector<char>> is_changed_;
    std::vector<double> x_;  // n_pixels rows of one number per system
};

}  // namespace

std::vector<PinnedSolution> solve_pinned(const GridMatrix& matrix, std::span<const Pins> pins, int n_threads,
                                         const Poll& poll) {
    PolledWorkers workers(n_threads, poll);
    return PinnedSystems(matrix, pins, true).solve(workers);
}

PinnedSolution solve_pinned(const GridMatrix& matrix, const Pins& pins, const Poll& poll) {
    PolledWorkers workers(1, poll);
    return std::move(PinnedSystems(matrix, {&pins, 1}, false).solve(workers).front());
}

double pinned_bytes(int height, int width, int reach, std::size_t n_systems) {
    const double n_pixels = static_cast<double>(height) * width;
    const double of_pixel = (2.0 * reach * (reach + 1) + 1.0) + 2.0 * static_cast<double>(n_systems);
    return 8.0 * (2.0 * dissected_size(height, width, reach) + n_pixels * of_pixel);
}

}  // namespace frenemy
