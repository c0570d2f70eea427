#include "stages.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstring>
#include <memory>
#include <utility>

#include "cli/shared_options.h"
#include "cli/usage_error.h"
#include "engine/keep_facts.h"
#include "engine/predicted_recall.h"
#include "engine/sketch_rows.h"
#include "rows.h"
#include "status_error.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace textkin::python {
namespace {

constexpr const char* kRows = "<rows>";

// Pairs of 64-bit numbers, a row each.
using Pairs = nb::ndarray<const std::uint64_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using NumpyPairs = nb::ndarray<nb::numpy, const std::uint64_t, nb::shape<-1, 2>>;
using NumpyWords = nb::ndarray<nb::numpy, const std::uint64_t, nb::ndim<1>>;

class Silence final : public Progress {
 public:
  void update(std::string_view, std::uint64_t, std::uint64_t) override {}
  void note(std::string_view) override {}
  void warn(std::string_view) override {}
};

// Options as the command line takes them.
engine::RunOptions parse_options(const std::vector<std::string>& words) {
  CLI::App app{"", "textkin"};
  cli::SharedArguments shared;
  cli::add_input_options(app, shared);
  cli::add_text_options(app, shared);
  cli::add_search_options(app, shared);
  cli::add_run_options(app, shared);
  std::vector<std::string> typed(words.rbegin(), words.rend());  // as CLI11 takes a list
  try {
    app.parse(std::move(typed));
  } catch (const CLI::ParseError& error) {
    raise_if_failed(Status(Code::kInvalidArgument, cli::explain(app, error)));
  }
  Result<engine::RunOptions> options = cli::to_run_options(app, shared);
  raise_if_failed(options.status());
  return std::move(options).value();
}

std::unique_ptr<engine::SketchedRows> sketch_rows(const std::vector<std::string>& words, const Rows& rows,
                                                  bool records) {
  engine::RunOptions options = parse_options(words);
  options.input.arguments = {kRows};
  options.input.memory[kRows] = std::shared_ptr<const MemorySource>(&rows, [](const MemorySource*) {});
  Silence silence;
  const auto wanted = records ? engine::RowsWanted::kRecords : engine::RowsWanted::kNodes;
  Result<engine::SketchedRows> sketched = [&] {
    const nb::gil_scoped_release released;
    return engine::sketch_rows(options, wanted, silence);
  }();
  raise_if_failed(sketched.status());
  return std::make_unique<engine::SketchedRows>(std::move(sketched).value());
}

template <class Pair>
std::vector<Pair> copied(const Pairs& pairs) {
  static_assert(sizeof(Pair) == 2 * sizeof(std::uint64_t));
  std::vector<Pair> out(pairs.shape(0));
  if (!out.empty()) std::memcpy(out.data(), pairs.data(), out.size() * sizeof(Pair));
  return out;
}

template <class Pair>
NumpyPairs view(const std::vector<Pair>& pairs, nb::handle owner) {
  static constexpr std::uint64_t kNone[2] = {};
  const auto* const data = pairs.empty() ? kNone : reinterpret_cast<const std::uint64_t*>(pairs.data());
  return NumpyPairs(data, {pairs.size(), 2}, owner);
}

template <class Pair>
NumpyPairs handed_over(std::vector<Pair> pairs) {
  auto held = std::make_unique<std::vector<Pair>>(std::move(pairs));
  const std::vector<Pair>& view_of = *held;
  const nb::capsule owner(held.release(), [](void* given) noexcept { delete static_cast<std::vector<Pair>*>(given); });
  return view(view_of, owner);
}

std::pair<NumpyPairs, NumpyPairs> connect(const Pairs& given_records, const Pairs& given_links) {
  auto records = copied<base::KeyValue>(given_records);
  auto links = copied<join::Link>(given_links);
  {
    const nb::gil_scoped_release released;
    links = engine::connect(records, std::move(links));
  }
  return {handed_over(std::move(records)), handed_over(std::move(links))};
}

using NumpyFlags = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<1>>;

NumpyFlags preferred_rows(const std::string& pattern, const Rows& names) {
  auto held = std::make_unique<std::vector<std::uint8_t>>(engine::preferred_rows(pattern, names));
  const std::vector<std::uint8_t>& flags = *held;
  static constexpr std::uint8_t kNone = 0;
  const nb::capsule owner(held.release(),
                          [](void* given) noexcept { delete static_cast<std::vector<std::uint8_t>*>(given); });
  return NumpyFlags(flags.empty() ? &kNone : flags.data(), {flags.size()}, owner);
}

double predicted_recall(const std::vector<std::string>& words,
                        const nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& steps) {
  const Result<double> recall = engine::predicted_recall(parse_options(words), std::span(steps.data(), steps.shape(0)));
  raise_if_failed(recall.status());
  return *recall;
}

}  // namespace

void add_stages(nb::module_& module) {
  nb::class_<engine::SketchedRows>(module, "SketchedRows", "Rows by the buckets that they are in; see sketch_rows.")
      .def_prop_ro("nodes",
                   [](nb::handle_t<engine::SketchedRows> self) {
                     static constexpr std::uint64_t kNone = 0;
                     const auto& nodes = nb::inst_ptr<const engine::SketchedRows>(self)->nodes;
                     return NumpyWords(nodes.empty() ? &kNone : nodes.data(), {nodes.size()}, self);
                   })
      .def_prop_ro("records",
                   [](nb::handle_t<engine::SketchedRows> self) {
                     return view(nb::inst_ptr<const engine::SketchedRows>(self)->records, self);
                   })
      .def_ro("documents", &engine::SketchedRows::documents)
      .def_ro("empty", &engine::SketchedRows::empty)
      .def_ro("problems", &engine::SketchedRows::problems)
      .def_ro("features", &engine::SketchedRows::features)
      .def_ro("input_bytes", &engine::SketchedRows::input_bytes);

  module.def(
      "sketch_rows", &sketch_rows, "words"_a, "rows"_a, "records"_a,
      "The map stage: nodes, uint64 [rows] (0: in no bucket); and where they are wanted records, uint64 [n, 2] of "
      "(node, band key) ascending by key.");
  module.def(
      "connect", &connect, "records"_a, "links"_a,
      "The reduce stage: a record a key, which later ones have to meet, and the forest of what records and links "
      "connect, uint64 [nodes, 2] of (node, least node of its component), ascending by node.");
  module.def("preferred_rows", &preferred_rows, "pattern"_a, "names"_a,
             "Which names the keep rule prefer:PATTERN matches, uint8 [rows].");
  module.def("predicted_recall", &predicted_recall, "words"_a, "steps"_a,
             "The recall that is predicted from so many found pairs of each similarity, in steps of 2^-16.");
}

}  // namespace textkin::python
