#include "stages.h"
#include "textkin/progress.h"

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
#include "engine/cleanup/keep_facts.h"
#include "engine/find/predicted_recall.h"
#include "engine/find/recall_audit.h"
#include "engine/parts/read_rows.h"
#include "engine/parts/sample_neighbours.h"
#include "engine/parts/sketch_rows.h"
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

// Options as the command line takes them.
engine::run::RunOptions parse_options(const std::vector<std::string>& words) {
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
  Result<engine::run::RunOptions> options = cli::to_run_options(app, shared);
  raise_if_failed(options.status());
  return std::move(options).value();
}

engine::run::Search parse_search(const std::vector<std::string>& words) {
  Result<engine::run::Search> search = engine::run::settle(parse_options(words).search);
  raise_if_failed(search.status());
  return std::move(search).value();
}

std::unique_ptr<engine::parts::SketchedRows> sketch_rows(const std::vector<std::string>& words, const Rows& rows,
                                                         bool records, bool candidates) {
  engine::run::RunOptions options = parse_options(words);
  options.inputs.spec.arguments = {kRows};
  options.inputs.spec.memory[kRows] = std::shared_ptr<const MemorySource>(&rows, [](const MemorySource*) {});
  Silence silence;
  const auto wanted = candidates ? engine::parts::RowsWanted::kCandidates
                      : records  ? engine::parts::RowsWanted::kRecords
                                 : engine::parts::RowsWanted::kNodes;
  Result<engine::parts::SketchedRows> sketched = [&] {
    const nb::gil_scoped_release released;
    return engine::parts::sketch_rows(options, wanted, silence);
  }();
  raise_if_failed(sketched.status());
  return std::make_unique<engine::parts::SketchedRows>(std::move(sketched).value());
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
    links = engine::parts::connect(records, std::move(links));
  }
  return {handed_over(std::move(records)), handed_over(std::move(links))};
}

std::vector<engine::parts::RefusedRow> read_rows(const std::vector<std::string>& words, const Rows& rows) {
  Result<std::vector<engine::parts::RefusedRow>> refused = engine::parts::read_rows(parse_options(words), rows);
  raise_if_failed(refused.status());
  return std::move(refused).value();
}

std::unique_ptr<engine::parts::ReadLines> read_lines(const std::vector<std::string>& words, const Rows& lines,
                                                     const std::string& field) {
  engine::run::RunOptions options = parse_options(words);
  if (!field.empty()) options.inputs.spec.value_fields = {field};
  Result<engine::parts::ReadLines> read = [&] {
    const nb::gil_scoped_release released;
    return engine::parts::read_lines(options, lines);
  }();
  raise_if_failed(read.status());
  return std::make_unique<engine::parts::ReadLines>(std::move(read).value());
}

template <class T>
using Numpy = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

template <class T, class Values>
Numpy<T> view_of(const Values& values, nb::handle owner) {
  static constexpr T kNone{};
  const T* const data = values.empty() ? &kNone : reinterpret_cast<const T*>(values.data());
  return Numpy<T>(data, {values.size()}, owner);
}

// A property that is a column of ReadLines.
template <class T, class Field>
auto flags(Field field) {
  return [field](nb::handle_t<engine::parts::ReadLines> self) {
    return view_of<T>(nb::inst_ptr<const engine::parts::ReadLines>(self)->*field, self);
  };
}
auto strings(engine::parts::PackedStrings engine::parts::ReadLines::* field) {
  return [field](nb::handle_t<engine::parts::ReadLines> self) {
    const engine::parts::PackedStrings& column = nb::inst_ptr<const engine::parts::ReadLines>(self)->*field;
    return nb::make_tuple(view_of<std::uint8_t>(column.bytes, self), view_of<std::int64_t>(column.ends, self));
  };
}

void add_reading(nb::module_& module) {
  using engine::parts::ReadLines;
  nb::class_<engine::parts::RefusedRow>(module, "RefusedRow", "Why a row cannot be used.")
      .def_ro("row", &engine::parts::RefusedRow::row)
      .def_ro("reason", &engine::parts::RefusedRow::reason)
      .def_ro("what", &engine::parts::RefusedRow::what);
  nb::class_<ReadLines>(module, "ReadLines", "Columns of lines of JSON; strings are their bytes and where each ends.")
      .def_ro("refused", &ReadLines::refused)
      .def_prop_ro("usable", flags<std::uint8_t>(&ReadLines::usable))
      .def_prop_ro("named", flags<std::uint8_t>(&ReadLines::named))
      .def_prop_ro("ids", strings(&ReadLines::ids))
      .def_prop_ro("texts", strings(&ReadLines::texts))
      .def_prop_ro("numbers", flags<double>(&ReadLines::numbers))
      .def_prop_ro("beyond", flags<std::int16_t>(&ReadLines::beyond))
      .def_prop_ro("textual", flags<std::uint8_t>(&ReadLines::textual))
      .def_prop_ro("values", strings(&ReadLines::values));
  module.def("read_rows", &read_rows, "words"_a, "rows"_a, "Which texts a run could not use, and why.");
  module.def("read_lines", &read_lines, "words"_a, "lines"_a, "field"_a,
             "What a run would read of lines of JSON; `field`: one whose value a keep rule looks at, or empty.");
}

Numpy<std::uint8_t> preferred_rows(const std::string& pattern, const Rows& names) {
  auto held = std::make_unique<std::vector<std::uint8_t>>(engine::cleanup::preferred_rows(pattern, names));
  const std::vector<std::uint8_t>& preferred = *held;
  const nb::capsule owner(held.release(),
                          [](void* given) noexcept { delete static_cast<std::vector<std::uint8_t>*>(given); });
  return view_of<std::uint8_t>(preferred, owner);
}

using Counts = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<DocId> draw_for_audit(const std::vector<std::string>& words, DocId population) {
  return engine::find::draw_for_audit(population, parse_search(words));
}

// As --stats has it.
nb::dict audit_of(const Counts& neighbours, const Counts& found, DocId population) {
  std::vector<stats::AuditedDocument> documents;
  for (std::size_t i = 0; i < neighbours.shape(0); ++i) documents.push_back({neighbours(i), found(i)});
  const RunAudit audit = engine::find::audit_of(documents, population);
  nb::dict out;
  out["documents"] = audit.documents;
  out["neighbours"] = audit.neighbours;
  out["found"] = audit.found;
  out["recall"] = audit.recall ? nb::cast(audit.recall->value) : nb::none();
  out["lower"] = audit.recall ? nb::cast(audit.recall->lower) : nb::none();
  out["upper"] = audit.recall ? nb::cast(audit.recall->upper) : nb::none();
  out["confidence"] = audit.confidence;
  return out;
}

std::unique_ptr<engine::parts::SampleNeighbours> sample_neighbours(const std::vector<std::string>& words,
                                                                   const Rows& sample) {
  Result<std::unique_ptr<engine::parts::SampleNeighbours>> made =
      engine::parts::SampleNeighbours::make(parse_options(words), sample);
  raise_if_failed(made.status());
  return std::move(made).value();
}

NumpyPairs find_neighbours(const engine::parts::SampleNeighbours& sample, const Rows& rows) {
  Result<std::vector<engine::parts::SampleNeighbour>> found = [&] {
    const nb::gil_scoped_release released;
    return sample.find(rows);
  }();
  raise_if_failed(found.status());
  return handed_over(std::move(found).value());
}

void add_audit(nb::module_& module) {
  nb::class_<engine::parts::SampleNeighbours>(module, "SampleNeighbours", "A few documents, and who is alike to them.")
      .def("find", &find_neighbours, "rows"_a, "uint64 [n, 2]: a row of the sample, and one of `rows` alike to it.");
  module.def("sample_neighbours", &sample_neighbours, "words"_a, "sample"_a, "Of the texts of a sample.");
  module.def("draw_for_audit", &draw_for_audit, "words"_a, "population"_a, "The documents that --audit draws.");
  module.def("audit_of", &audit_of, "neighbours"_a, "found"_a, "population"_a,
             "The audit of drawn documents of which each has so many neighbours, of which so many were found.");
}

double predicted_recall(const std::vector<std::string>& words,
                        const nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& steps) {
  const Result<double> recall =
      engine::find::predicted_recall(parse_search(words), std::span(steps.data(), steps.shape(0)));
  raise_if_failed(recall.status());
  return *recall;
}

}  // namespace

void add_stages(nb::module_& module) {
  nb::class_<engine::parts::SketchedRows>(module, "SketchedRows",
                                          "Rows by the buckets that they are in; see sketch_rows.")
      .def_prop_ro("nodes",
                   [](nb::handle_t<engine::parts::SketchedRows> self) {
                     static constexpr std::uint64_t kNone = 0;
                     const auto& nodes = nb::inst_ptr<const engine::parts::SketchedRows>(self)->nodes;
                     return NumpyWords(nodes.empty() ? &kNone : nodes.data(), {nodes.size()}, self);
                   })
      .def_prop_ro("records",
                   [](nb::handle_t<engine::parts::SketchedRows> self) {
                     return view(nb::inst_ptr<const engine::parts::SketchedRows>(self)->records, self);
                   })
      .def_ro("documents", &engine::parts::SketchedRows::documents)
      .def_ro("empty", &engine::parts::SketchedRows::empty)
      .def_ro("problems", &engine::parts::SketchedRows::problems)
      .def_ro("features", &engine::parts::SketchedRows::features)
      .def_ro("input_bytes", &engine::parts::SketchedRows::input_bytes);

  module.def(
      "sketch_rows", &sketch_rows, "words"_a, "rows"_a, "records"_a, "candidates"_a = false,
      "The map stage: nodes, uint64 [rows] (0: in no bucket); and where they are wanted records, uint64 [n, 2] of "
      "(node, band key) ascending by key; for candidates also those of bands that finding pairs does without.");
  module.def(
      "connect", &connect, "records"_a, "links"_a,
      "The reduce stage: a record a key, which later ones have to meet, and the forest of what records and links "
      "connect, uint64 [nodes, 2] of (node, least node of its component), ascending by node.");
  add_reading(module);
  add_audit(module);
  module.def("preferred_rows", &preferred_rows, "pattern"_a, "names"_a,
             "Which names the keep rule prefer:PATTERN matches, uint8 [rows].");
  module.def("predicted_recall", &predicted_recall, "words"_a, "steps"_a,
             "The recall that is predicted from so many found pairs of each similarity, in steps of 2^-16.");
}

}  // namespace textkin::python
