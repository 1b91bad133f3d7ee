#include "frenemy/linkage/average_linkage.hpp"

#include <numeric>
#include <stdexcept>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/moves/edge_contraction.hpp"
#include "frenemy/moves/join_candidates.hpp"

namespace frenemy {

Joins average_linkage(const Graph& graph, Run& run) {
    if (graph.missing() != 0.0) throw std::invalid_argument("average linkage needs unlisted pairs of weight 0");
    if (graph.repelling_weight() != 0.0) throw std::invalid_argument("average linkage needs weights of at least 0");
    Joins joins;
    EdgeContraction contraction(graph);
    JoinCandidates candidates;
    if (!contraction.build(run) || !candidates.note_all(graph, run)) return joins;
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    std::vector<double> size(n, 1.0);
    std::vector<Node> cluster(n);  // the number of the cluster, by its node in the contraction
    std::iota(cluster.begin(), cluster.end(), 0);
    ExpiryCheck expiry(run);
    JoinCandidate top;
    while (contraction.n_clusters() > 1 && !expiry.is_over(1) && candidates.pop(top)) {
        const auto [recorded, a, b] = top;
        // A join records the pairs of the cluster that gave up its name anew.
        if (contraction.find(a) != a || contraction.find(b) != b) continue;
        const double weight = *contraction.excess(a, b);
        const double mean = weight / (size[a] * size[b]);
        if (mean < recorded) {
            if (mean > 0.0) candidates.push({mean, a, b});
            continue;
        }
        if (expiry.is_over(contraction.work(a, b))) break;
        const Node joined = contraction.length(a) < contraction.length(b) ? b : a;
        const double joined_size = size[a] + size[b];
        contraction.join(a, b, [&](Node c, double, double after) {
            if (after > 0.0) candidates.push({after / (joined_size * size[c]), joined, c});
        });
        joins.a.push_back(cluster[a]);
        joins.b.push_back(cluster[b]);
        joins.weight.push_back(weight);
        size[joined] = joined_size;
        cluster[joined] = static_cast<Node>(n + joins.a.size() - 1);
    }
    return joins;
}

}  // namespace frenemy
