#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "frenemy/posterior/partition_chain.hpp"
#include "numpy.hpp"
#include "run.hpp"

namespace frenemy::bindings {

void bind_posterior(nb::module_& m) {
    using Chain = std::tuple<ArrayOut<double>, ArrayOut<Node>, ArrayOut<std::int64_t>, ArrayOut<std::uint32_t>,
                             std::int64_t, std::int64_t, std::int64_t>;
    m.def(
        "sample_partitions",
        [](const Graph& graph, const std::vector<std::pair<ArrayIn<Node>, bool>>& starts, ArrayIn<Node> apart_u,
           ArrayIn<Node> apart_v, ArrayIn<Node> nodes, ArrayIn<Node> tokens, ArrayIn<Node> u, ArrayIn<Node> v,
           double temperature, std::int64_t n_sweeps, bool has_gibbs, std::int64_t n_split_merges, PythonRun& run) {
            std::vector<ChainStart> chain_starts;
            for (const auto& [labels, is_heated] : starts) chain_starts.push_back({as_vector(labels), is_heated});
            std::vector<ChainRecord> records;
            {
                nb::gil_scoped_release release;
                const Apart apart{as_span(apart_u), as_span(apart_v), as_span(nodes), as_span(tokens)};
                const ChainSettings settings{temperature, n_sweeps, has_gibbs, n_split_merges};
                records = sample_partitions(graph, chain_starts, apart, as_span(u), as_span(v), settings, run);
            }
            run.rethrow_callback_error();
            std::vector<Chain> chains;
            for (ChainRecord& record : records) {
                std::vector<std::int64_t> lengths = record.pairs.lengths();
                chains.emplace_back(as_numpy(std::move(record.energies)), as_numpy(std::move(record.n_clusters)),
                                    as_numpy(std::move(lengths)), as_numpy(record.pairs.take_counts()),
                                    record.n_warm_up, record.n_proposed, record.n_accepted);
            }
            return chains;
        },
        nb::arg("graph"), nb::arg("starts"), nb::arg("apart_u"), nb::arg("apart_v"), nb::arg("nodes"),
        nb::arg("tokens"), nb::arg("u"), nb::arg("v"), nb::arg("temperature"), nb::arg("n_sweeps"),
        nb::arg("has_gibbs"), nb::arg("n_split_merges"), nb::arg("run"),
        "Of each chain the energies, numbers of clusters, batch lengths and pair counts by batch, and how many splits "
        "and "
        "merges were proposed and accepted.");
}

}  // namespace frenemy::bindings
