// Memetic search for dense problems: annealing of every member, and a crossover that keeps whole clusters.

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/annealing/dense_table.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/multilevel/multilevel.hpp"
#include "frenemy/multilevel/recombination.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

// Temperatures, in units of the problem's own. Above `hot` clusters dissolve; below `cold` hardly any node moves.
// Children begin at `warm`, where clusters inherited from the parents last but nodes still change them.
constexpr double hot = 0.42, warm = 0.36, cold = 0.15;
constexpr std::size_t children_in_vain = 3;  // per member: then breeding ends
constexpr std::int64_t max_sweeps = 1 << 14, max_population = 64;
constexpr Node max_nodes = 16384;  // a matrix of 1 GB

struct Member {
    Labels labels;
    std::int64_t inside;
};

/// Takes the largest cluster of each parent in turn, among the nodes that have none yet. Galinier & Hao, "Hybrid
/// evolutionary algorithms for graph coloring" (1999), where it is called GPX.
Labels crossed(const Labels& a, const Labels& b) {
    const std::size_t n = a.size();
    Labels child(n, -1);
    const Labels* const parents[] = {&a, &b};
    std::vector<Node> counts[2] = {std::vector<Node>(n, 0), std::vector<Node>(n, 0)};
    for (std::size_t p = 0; p < 2; ++p) {
        for (const Node c : *parents[p]) ++counts[p][c];
    }
    std::size_t n_left = n;
    for (Node k = 0; n_left > 0; ++k) {
        const std::size_t p = static_cast<std::size_t>(k) % 2;
        const auto largest = static_cast<Node>(std::ranges::max_element(counts[p]) - counts[p].begin());
        for (std::size_t i = 0; i < n; ++i) {
            if (child[i] >= 0 || (*parents[p])[i] != largest) continue;
            child[i] = k;
            --n_left;
            --counts[0][a[i]];
            --counts[1][b[i]];
        }
    }
    return child;
}

class DenseEvolution {
  public:
    DenseEvolution(const Graph& graph, Candidate start, double unit, std::int64_t patience, std::int64_t max_work,
                   Run& run)
        : graph_(graph),
          run_(run),
          table_(graph, unit),
          patience_(patience),
          max_work_(max_work),
          best_(std::move(start)) {
        note();
    }

    /// The start is a member, too.
    void join_start() {
        table_.assign(best_.labels);
        table_.descend(run_);
        join(found());
    }

    /// A first member, of random labels.
    void begin(std::int64_t sweeps) { join(fresh(sweeps)); }

    /// New members, and children of theirs until few of them are better than the members. Then the same together with
    /// the best of the epochs before.
    void epoch(std::int64_t sweeps, std::size_t population) {
        std::vector<Member> elders;
        elders.swap(members_);
        for (std::size_t k = 0; k < population && !is_over_; ++k) join(fresh(sweeps));
        breed(sweeps);
        for (Member& elder : elders) join(std::move(elder));
        breed(sweeps);
        // A start that nothing beats was found without work; the first epoch is then the measure.
        if (n_epochs_++ == 0) work_of_best_ = std::max(work_of_best_, table_.work());
        if (members_.empty()) return;
        std::swap(members_.front(), *std::ranges::max_element(members_, {}, &Member::inside));
        members_.resize(1);
    }

    bool is_over() const { return is_over_; }
    const Candidate& best() const { return best_; }

  private:
    void note() {
        const Node n_clusters = make_contiguous(best_.labels);
        const bool is_in_vain = n_epochs_ > 0 && table_.work() >= patience_ * work_of_best_;
        is_over_ = run_.round_done(best_.energy, n_clusters, best_.labels) || is_in_vain || table_.work() >= max_work_;
    }

    Member fresh(std::int64_t sweeps) {
        Labels labels(best_.labels.size());
        const auto n_clusters = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(labels.size()))));
        for (Node& label : labels) label = static_cast<Node>(run_.rng().below(n_clusters));
        return annealed(labels, sweeps, hot);
    }

    void breed(std::int64_t sweeps) {
        for (std::size_t n_in_vain = 0; n_in_vain < children_in_vain * members_.size() && !is_over_; ++n_in_vain) {
            if (members_.size() < 2) return;
            const std::size_t a = run_.rng().below(members_.size());
            std::size_t b = run_.rng().below(members_.size() - 1);
            if (b >= a) ++b;
            Member child = annealed(crossed(members_[a].labels, members_[b].labels), sweeps, warm);
            const auto worst = std::ranges::min_element(members_, {}, &Member::inside);
            if (child.inside <= worst->inside || is_known(child)) continue;
            *worst = std::move(child);
            n_in_vain = 0;
        }
    }

    Member annealed(const Labels& labels, std::int64_t sweeps, double begin) {
        table_.assign(labels);
        const auto last = static_cast<double>(std::max<std::int64_t>(1, sweeps - 1));
        for (std::int64_t sweep = 0; sweep < sweeps; ++sweep) {
            const double temperature = begin * std::pow(cold / begin, static_cast<double>(sweep) / last);
            if (!table_.sweep(temperature, run_.rng(), run_)) break;
        }
        table_.descend(run_);
        return found();
    }

    /// The labels of the table; the best ones are improved in full precision.
    Member found() {
        Member member{Labels(table_.labels().begin(), table_.labels().end()), table_.inside()};
        if (member.inside > best_inside_) {
            best_inside_ = member.inside;
            Candidate polished{member.labels, 0.0};
            run_local_moves(graph_, polished.labels, run_);
            polished.energy = graph_.energy(polished.labels);
            if (polished.energy < best_.energy) {
                best_ = std::move(polished);
                work_of_best_ = table_.work();
            }
        }
        note();
        return member;
    }

    bool is_known(const Member& member) const {
        return std::ranges::any_of(members_, [&](const Member& other) { return other.inside == member.inside; });
    }

    void join(Member member) {
        if (!is_known(member)) members_.push_back(std::move(member));
    }

    const Graph& graph_;
    Run& run_;
    DenseTable table_;
    std::int64_t patience_, max_work_;
    std::int64_t work_of_best_ = 0, n_epochs_ = 0;
    Candidate best_;
    std::int64_t best_inside_ = std::numeric_limits<std::int64_t>::min();
    std::vector<Member> members_;
    bool is_over_ = false;
};

}  // namespace

Labels dense_evolve(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, std::int64_t population,
                    std::int64_t patience, std::int64_t max_work) {
    const Clustering first(graph, std::move(start));
    if (graph.n_nodes() > max_nodes) throw std::invalid_argument("DenseEvolve stores a matrix: at most 16384 nodes");
    double unit = temperature_unit(graph);
    if (unit == 0.0) unit = 1.0;  // nothing attracts
    DenseEvolution evolution(graph, {first.labels(), first.energy()}, unit, patience, max_work, run);
    if (first.n_clusters() > 1 && !evolution.is_over()) evolution.join_start();
    for (std::int64_t few = 1; few < sweeps && !evolution.is_over(); few *= 8) evolution.begin(few);
    while (!evolution.is_over()) {
        evolution.epoch(sweeps, static_cast<std::size_t>(population));
        if (sweeps < max_sweeps) sweeps *= 2;
        if (population < max_population) population += population / 2;
    }
    return evolution.best().labels;
}

}  // namespace frenemy
