// The thread code, to be run under ThreadSanitizer: chains, a run that another thread cancels, a large problem solved by
// four threads (annealing, local moves, refinement, contraction), four threads that solve one problem, and soft
// segmentations of several strokes on four threads.
//
//   g++ -std=c++20 -O1 -g -fsanitize=thread -Icpp/include cpp/races/races.cpp $(find cpp/src -name '*.cpp') -pthread -o races
//   setarch -R ./races
//
// It prints a warning for every data race, and nothing but the five results otherwise. The four energies must be equal,
// and so must the two sums.

#include <chrono>
#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/image/laplacian/pinned_systems.hpp"
#include "frenemy/posterior/partition_chain.hpp"
#include "frenemy/solvers/solvers.hpp"

using namespace frenemy;

namespace {

Graph random_graph(Node n, std::size_t m, double mean, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<Node> u(m), v(m);
    std::vector<double> w(m);
    for (std::size_t e = 0; e < m; ++e) {
        u[e] = static_cast<Node>(rng.below(static_cast<std::uint64_t>(n)));
        v[e] = (u[e] + 1 + static_cast<Node>(rng.below(static_cast<std::uint64_t>(n - 1)))) % n;
        w[e] = mean + uniform(rng) + uniform(rng) - 1.0;
    }
    return Graph::from_edges(n, u, v, w, 0.0, {}, false, [] {});
}

/// A grid whose neighbours are tied together, with pins at several places.
double pinned_sum(int n_threads) {
    constexpr int side = 96;
    GridMatrix matrix(side, side, 1);
    Rng rng(3);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const auto row = [&](int at) {
                return matrix.values.data() + static_cast<std::size_t>(at) * matrix.n_entries();
            };
            const auto tie = [&](int dy, int dx) {
                if (y + dy >= side || x + dx >= side) return;
                const double weight = 0.1 + uniform(rng);
                row(y * side + x)[matrix.entry(dy, dx)] = -weight;
                row(y * side + x)[0] += weight;
                row((y + dy) * side + x + dx)[0] += weight;
            };
            row(y * side + x)[0] += 1e-5;
            tie(0, 1);
            tie(1, 0);
        }
    std::vector<Pins> pins;
    for (Pixel k = 0; k < 12; ++k) pins.push_back({{k * 700 + 5, k * 700 + 20}, {1.0, -1.0}, 10.0});
    double sum = 0.0;
    for (const PinnedSolution& found : solve_pinned(matrix, pins, n_threads, [] {}))
        for (const double value : found.values) sum += value;
    return sum;
}

}  // namespace

int main() {
    Limits limits;
    const Graph small = random_graph(300, 2000, 0.2, 1);
    const auto sample = [&](Run& run, std::int64_t n_sweeps) {
        std::vector<ChainStart> starts;
        Labels alone(300);
        std::iota(alone.begin(), alone.end(), 0);
        for (int k = 0; k < 4; ++k) starts.push_back({alone, k % 2 == 0});
        const std::vector<Node> u{0, 1}, v{2, 3}, none;
        const auto records = sample_partitions(small, starts, {u, v, none, none}, u, v, {1.0, n_sweeps, true, -1}, run);
        return records.front().energies.size();
    };
    {
        Run run(limits, 1, 4);
        std::printf("chains: %zu\n", sample(run, 30));
    }
    {
        Run run(limits, 1, 4);
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            run.cancel();
            while (!run.is_stopped()) std::this_thread::yield();
        });
        const auto n = sample(run, 1'000'000'000);
        other.join();
        std::printf("cancelled: %zu, status %d\n", n, static_cast<int>(run.status()));
    }
    const Graph large = random_graph(1 << 17, 1 << 18, 0.1, 2);
    {
        Run run(limits, 1, 4);
        std::printf("multilevel, 4 threads: %.3f\n", large.energy(multilevel(large, Labels(1 << 17, 0), run, 8, 2, 1)));
    }
    double energies[4];
    {
        std::vector<std::thread> threads;
        for (int k = 0; k < 4; ++k)
            threads.emplace_back([&, k] {
                Run run(limits, 1, 2);
                energies[k] = small.energy(multilevel(small, Labels(300, 0), run, 8, 2, 1)) +
                              static_cast<double>(sample(run, 20));
            });
        for (auto& thread : threads) thread.join();
    }
    std::printf("soft segmentations: %.12g %.12g\n", pinned_sum(1), pinned_sum(4));
    std::printf("four threads on one graph: %.3f %.3f %.3f %.3f\n", energies[0], energies[1], energies[2], energies[3]);
}
