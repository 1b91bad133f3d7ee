#include "frenemy/annealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "frenemy/huge_pages.hpp"

namespace frenemy {

namespace {

constexpr std::size_t entries_ahead = 128;
constexpr std::int64_t edges_between_checks = 1 << 16;
constexpr Node nodes_worth_sharing = 1 << 17;
constexpr std::size_t labels_in_cache = std::size_t{1} << 18;

void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/// -log of the midpoints of equal intervals of (0, 1): how many temperatures a change may cost. A table, because a draw
/// from it is quick, and in floats, because logarithms differ in their last bits between platforms.
const std::array<float, 4096>& patience() {
    static const auto table = [] {
        std::array<float, 4096> values;
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] = static_cast<float>(-std::log((static_cast<double>(k) + 0.5) / 4096.0));
        }
        return values;
    }();
    return table;
}

/// An attracting neighbour; -1, to stand alone, if three draws find none.
Node proposal(const Graph::Neighbors& row, std::uint64_t draw, Rng& rng) {
    const std::uint64_t degree = row.nodes.size();
    auto a = static_cast<std::size_t>(((draw >> 32) * degree) >> 32);
    if (row.weights[a] > 0.0) return row.nodes[a];
    const std::uint64_t again = rng.next();
    a = static_cast<std::size_t>(((again >> 32) * degree) >> 32);
    if (row.weights[a] > 0.0) return row.nodes[a];
    a = static_cast<std::size_t>(((again & 0xffffffff) * degree) >> 32);
    return row.weights[a] > 0.0 ? row.nodes[a] : -1;
}

/// Sweeps for large problems that threads can share. Nodes are visited in batches of several chunks; a chunk sees the
/// moves of its own nodes at once and those of the other chunks as they were when the batch began. So what comes out
/// does not depend on who does which chunk, and few nodes look at labels that are out of date. Batches and chunks are
/// the same for any number of threads.
class SharedAnnealing {
  public:
    SharedAnnealing(const Graph& graph, Labels& labels, Rng& rng)
        : graph_(graph), labels_(labels), rng_(rng), n_members_(huge_vector<Node>(labels.size(), 0)) {
        for (const Node c : labels) ++n_members_[c];
        for (std::size_t c = labels.size(); c-- > 0;) {
            if (n_members_[c] == 0) empty_.push_back(static_cast<Node>(c));
        }
    }

    /// False if the run expired.
    bool sweep(double temperature, Run& run) {
        const std::uint64_t seed = rng_.next();
        std::vector<Chunk> chunks(chunks_per_batch);
        for (Node begin = 0; begin < graph_.n_nodes();) {
            std::size_t n_chunks = 0;
            for (; n_chunks < chunks.size() && begin < graph_.n_nodes(); ++n_chunks) {
                Chunk& chunk = chunks[n_chunks];
                chunk.begin = begin;
                chunk.end = std::min(graph_.n_nodes() - begin, nodes_per_chunk) + begin;
                chunk.moves.clear();
                begin = chunk.end;
                take_empty(chunk);
            }
            const bool is_whole = run.share(n_chunks, [&](std::size_t k, std::size_t worker) {
                visit_all(chunks[k], temperature, Rng(seed + static_cast<std::uint64_t>(chunks[k].begin)),
                          [&] { return run.expired_for(worker); });
            });
            for (std::size_t k = 0; k < n_chunks; ++k) apply(chunks[k]);
            if (!is_whole) return false;
        }
        return true;
    }

  private:
    static constexpr Node nodes_per_chunk = 1 << 12;
    static constexpr std::size_t chunks_per_batch = 8, most_spare = 256;

    struct Move {
        Node node, from, to;
    };
    struct Chunk {
        Node begin, end;
        std::vector<Node> labels;  // of its nodes
        std::vector<Node> spare;   // ids without members that nobody else may use
        std::vector<Move> moves;
    };

    /// Ids for nodes that want to stand alone. If they run out, such nodes have to wait for the next sweep.
    void take_empty(Chunk& chunk) {
        chunk.spare.clear();
        while (chunk.spare.size() < most_spare && !empty_.empty()) {
            if (n_members_[empty_.back()] == 0) chunk.spare.push_back(empty_.back());
            empty_.pop_back();
        }
    }

    template <class IsOver>
    void visit_all(Chunk& chunk, double temperature, Rng rng, IsOver is_over) const {
        const auto offsets = graph_.offsets();
        const auto neighbors = graph_.neighbors();
        const auto n_nodes = static_cast<std::uint32_t>(chunk.end - chunk.begin);
        chunk.labels.assign(labels_.begin() + chunk.begin, labels_.begin() + chunk.end);
        const Node* const inside = chunk.labels.data();
        const Node* const outside = labels_.data();
        const auto label = [&](Node j) {
            const auto k = static_cast<std::uint32_t>(j - chunk.begin);
            return *(k < n_nodes ? inside + k : outside + j);
        };
        std::int64_t until_check = edges_between_checks;
        const bool is_large = labels_.size() > labels_in_cache;
        const auto chunk_end = static_cast<std::size_t>(offsets[chunk.end]);
        for (Node i = chunk.begin; i < chunk.end; ++i) {
            const auto row = graph_.neighbors(i);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (is_over()) return;
            }
            if (row.nodes.empty()) continue;
            // The rows come in order, the labels of the neighbours do not: those are asked for some nodes ahead.
            if (is_large) {
                const std::size_t ahead = static_cast<std::size_t>(offsets[i]) + entries_ahead;
                for (std::size_t a = ahead; a < std::min(ahead + row.nodes.size(), chunk_end); ++a) {
                    prefetch(outside + neighbors[a]);
                }
            }
            const Node home = chunk.labels[i - chunk.begin];
            const std::uint64_t draw = rng.next();
            const Node neighbor = proposal(row, draw, rng);
            Node to = neighbor < 0 ? -1 : label(neighbor);
            if (to == home || (to < 0 && (n_members_[home] == 1 || chunk.spare.empty()))) continue;
            double own = 0.0, there = 0.0;
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node c = label(row.nodes[a]);
                const double w = row.weights[a];
                own += c == home ? w : 0.0;
                there += c == to ? w : 0.0;
            }
            if (own - there > temperature * patience()[draw & 0xfff]) continue;
            if (to < 0) {
                to = chunk.spare.back();
                chunk.spare.pop_back();
            }
            chunk.labels[i - chunk.begin] = to;
            chunk.moves.push_back({i, home, to});
        }
    }

    void apply(Chunk& chunk) {
        for (const auto& [node, from, to] : chunk.moves) {
            labels_[node] = to;
            ++n_members_[to];
            if (--n_members_[from] == 0) empty_.push_back(from);
        }
        // An id that was left may be joined by a later chunk: it is looked at again when it is handed out.
        for (const Node c : chunk.spare) empty_.push_back(c);
    }

    const Graph& graph_;
    Labels& labels_;
    Rng& rng_;
    std::vector<Node> n_members_;
    std::vector<Node> empty_;
};

class Annealing {
  public:
    Annealing(const Graph& graph, Labels& labels, Rng& rng)
        : graph_(graph), labels_(labels), rng_(rng), n_members_(labels.size(), 0) {
        for (const Node c : labels) ++n_members_[c];
        for (std::size_t c = labels.size(); c-- > 0;) {
            if (n_members_[c] == 0) empty_.push_back(static_cast<Node>(c));
        }
        if (graph.missing() == 0.0) return;
        sizes_.assign(labels.size(), 0.0);
        for (std::size_t i = 0; i < labels.size(); ++i) sizes_[labels[i]] += graph.size(static_cast<Node>(i));
    }

    double gain() const { return gain_; }

    /// False if the run expired.
    bool sweep(double temperature, Run& run) {
        std::int64_t until_check = edges_between_checks;
        const auto offsets = graph_.offsets();
        const auto neighbors = graph_.neighbors();
        const bool is_large = labels_.size() > labels_in_cache;
        for (Node i = 0; i < graph_.n_nodes(); ++i) {
            const auto row = graph_.neighbors(i);
            until_check -= static_cast<std::int64_t>(row.nodes.size()) + 1;
            if (until_check < 0) {
                until_check = edges_between_checks;
                if (run.expired()) return false;
            }
            // The rows come in order, the labels of the neighbours do not: those are asked for some nodes ahead.
            if (is_large) {
                const std::size_t ahead = static_cast<std::size_t>(offsets[i]) + entries_ahead;
                for (std::size_t a = ahead; a < std::min(ahead + row.nodes.size(), neighbors.size()); ++a) {
                    prefetch(&labels_[neighbors[a]]);
                }
            }
            if (!row.nodes.empty()) visit(i, row, temperature);
        }
        return true;
    }

  private:
    void visit(Node i, const Graph::Neighbors& row, double temperature) {
        const Node home = labels_[i];
        const std::uint64_t draw = rng_.next();
        const Node neighbor = proposal(row, draw, rng_), to = neighbor < 0 ? -1 : labels_[neighbor];
        if (to == home || (to < 0 && n_members_[home] == 1)) return;
        double own = 0.0, there = 0.0;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node c = labels_[row.nodes[a]];
            const double w = row.weights[a];
            own += c == home ? w : 0.0;
            there += c == to ? w : 0.0;
        }
        if (!sizes_.empty()) {
            const double pull = graph_.missing() * graph_.size(i);
            own += pull * (sizes_[home] - graph_.size(i));
            if (to >= 0) there += pull * sizes_[to];
        }
        const double cost = own - there;
        if (!(cost > temperature * patience()[draw & 0xfff])) move(i, home, to, cost);
    }

    void move(Node i, Node home, Node to, double cost) {
        if (to < 0) {
            while (n_members_[empty_.back()] != 0) empty_.pop_back();
            to = empty_.back();
        }
        gain_ -= cost;
        labels_[i] = to;
        if (--n_members_[home] == 0) empty_.push_back(home);
        ++n_members_[to];
        if (!sizes_.empty()) {
            sizes_[home] -= graph_.size(i);
            sizes_[to] += graph_.size(i);
        }
    }

    const Graph& graph_;
    Labels& labels_;
    Rng& rng_;
    std::vector<Node> n_members_;
    std::vector<Node> empty_;    // ids without members, and stale entries that got one since
    std::vector<double> sizes_;  // of clusters, if missing is not 0
    double gain_ = 0.0;
};

template <class Sweeps>
void cool(Sweeps& annealing, const Cooling& cooling, double unit, double at_most_seconds, Run& run) {
    const double begin = run.seconds();
    for (std::int64_t sweep = 0; sweep < cooling.n_sweeps; ++sweep) {
        double progress =
            static_cast<double>(sweep) / static_cast<double>(std::max<std::int64_t>(1, cooling.n_sweeps - 1));
        if (std::isfinite(at_most_seconds)) {
            const double spent = (run.seconds() - begin) / at_most_seconds;
            if (spent >= 1.0) break;
            progress = std::max(progress, spent);
        }
        const double temperature = unit * cooling.hot * std::pow(cooling.cold / cooling.hot, progress);
        if (!annealing.sweep(temperature, run)) break;
    }
}

}  // namespace

double temperature_unit(const Graph& graph) {
    double sum = 0.0;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        double squares = 0.0;
        for (const double w : graph.neighbors(i).weights) squares += w * w;
        sum += std::sqrt(squares);
    }
    return sum / (std::sqrt(20.0) * std::max(1, graph.n_nodes()));
}

double anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                     Rng& rng, Run& run) {
    if (graph.missing() == 0.0 && graph.n_nodes() >= nodes_worth_sharing) {
        const double before = graph.energy(labels);
        SharedAnnealing annealing(graph, labels, rng);
        cool(annealing, cooling, unit, at_most_seconds, run);
        return before - graph.energy(labels);  // nobody has summed up what moves side by side bring together
    }
    Annealing annealing(graph, labels, rng);
    cool(annealing, cooling, unit, at_most_seconds, run);
    return annealing.gain();
}

}  // namespace frenemy
