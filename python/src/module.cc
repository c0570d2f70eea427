// The native half of the package textkin: what python/textkin/*.py calls.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind_sketches.h"
#include "engine/cleanup/decisions.h"
#include "engine/run/limits.h"
#include "indexes.h"
#include "mapped_file.h"
#include "options.h"
#include "rows.h"
#include "run.h"
#include "signature_rows.h"
#include "stages.h"
#include "status_error.h"

namespace nb = nanobind;
using namespace nb::literals;
using textkin::engine::write::DocumentColumns;
using textkin::engine::write::MemoryResult;
using textkin::python::MappedFile;
using textkin::python::Rows;

namespace {

template <class T>
using Array = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

// A view that keeps `owner` alive.
template <class T>
Array<T> view(std::span<const T> values, nb::handle owner) {
  static constexpr T kNone{};
  return Array<T>(values.empty() ? &kNone : values.data(), {values.size()}, owner);
}

template <class T, class Find>
auto column(Find find) {
  return [find](nb::handle_t<MemoryResult> answer) {
    return view<T>(find(*nb::inst_ptr<const MemoryResult>(answer)), answer);
  };
}

void forget_pairs(const MemoryResult& answer) {
  const auto& pairs = answer.pairs;
  for (const auto* column : {&pairs.a, &pairs.b, &pairs.shared, &pairs.size_a, &pairs.size_b}) column->forget();
  for (const auto* column : {&pairs.similarity, &pairs.log10_p, &pairs.estimate, &pairs.lower, &pairs.upper})
    column->forget();
}

// rows, id_bytes, id_ends of one side's documents.
nb::tuple describe(const DocumentColumns& columns, nb::handle owner) {
  static constexpr std::uint8_t kNone = 0;
  const std::string& bytes = columns.id_bytes;
  const auto* const data = bytes.empty() ? &kNone : reinterpret_cast<const std::uint8_t*>(bytes.data());
  return nb::make_tuple(view<std::uint64_t>(columns.rows, owner), Array<std::uint8_t>(data, {bytes.size()}, owner),
                        view<std::int64_t>(columns.id_ends, owner));
}

// Columns that keep themselves alive.
nb::tuple decided_at(const MemoryResult& answer, double threshold) {
  auto decided = textkin::engine::cleanup::decide_again(answer, threshold);
  textkin::python::raise_if_failed(decided.status());
  auto* const columns = new textkin::engine::write::DecisionColumns(std::move(decided).value());
  const nb::capsule owner(
      columns, [](void* held) noexcept { delete static_cast<textkin::engine::write::DecisionColumns*>(held); });
  return nb::make_tuple(view<std::uint32_t>(columns->kept, owner), view<double>(columns->similarity, owner),
                        view<std::uint8_t>(columns->identical, owner));
}

// Fields of all passages as strided views, by their names.
nb::dict passages(nb::handle_t<MemoryResult> answer) {
  using textkin::Passage;
  static_assert(sizeof(Passage) % sizeof(std::uint32_t) == 0);
  static constexpr Passage kNone;
  const std::vector<Passage>& found = nb::inst_ptr<const MemoryResult>(answer)->passages;
  const Passage& first = found.empty() ? kNone : found.front();
  nb::dict columns;
  const auto add = [&](const char* name, const std::uint32_t& field) {
    columns[name] = nb::cast(
        Array<std::uint32_t>(&field, {found.size()}, answer, {std::int64_t{sizeof(Passage) / sizeof(std::uint32_t)}}));
  };
  add("a", first.a);
  add("b", first.b);
  add("a_offset", first.a_offset);
  add("a_length", first.a_length);
  add("b_offset", first.b_offset);
  add("b_length", first.b_length);
  add("a_words", first.a_words);
  add("b_words", first.b_words);
  add("equal", first.equal);
  return columns;
}

}  // namespace

NB_MODULE(_textkin, module) {
  nb::set_leak_warnings(false);  // what a script still has at its end is no leak
  module.doc() = "The native half of textkin; use the package.";
  module.attr("version") = TEXTKIN_VERSION;

  nb::class_<MappedFile>(module, "MappedFile", "Where a mapped file lies, whose pages are given back as it is read.")
      .def(nb::init<std::uint64_t, std::uint64_t>(), "address"_a, "bytes"_a)
      .def("give_back", &MappedFile::give_back);

  nb::class_<Rows>(module, "Rows",
                   "Documents in memory: columns of texts, ids and values to keep by; nothing is copied.")
      .def(nb::init<nb::handle, nb::handle, nb::handle, std::shared_ptr<MappedFile>>(), "texts"_a, "ids"_a.none(),
           "values"_a.none(), "mapped"_a.none() = nb::none())
      .def("__len__", &Rows::rows)
      .def_prop_ro("text_bytes", &Rows::text_bytes);

  nb::class_<MemoryResult>(module, "Answer", "What a run found; arrays are views that keep it alive.")
      .def_ro("text", &MemoryResult::text)
      .def_ro("json", &MemoryResult::text)
      .def_ro("stats", &MemoryResult::stats)
      .def_prop_ro("documents",
                   [](nb::handle_t<MemoryResult> answer) {
                     return describe(nb::inst_ptr<const MemoryResult>(answer)->documents, answer);
                   })
      .def_prop_ro("against",
                   [](nb::handle_t<MemoryResult> answer) {
                     return describe(nb::inst_ptr<const MemoryResult>(answer)->against, answer);
                   })
      .def_prop_ro("a", column<std::uint32_t>([](const MemoryResult& x) { return x.pairs.a.view(); }))
      .def_prop_ro("b", column<std::uint32_t>([](const MemoryResult& x) { return x.pairs.b.view(); }))
      .def_prop_ro("similarity", column<double>([](const MemoryResult& x) { return x.pairs.similarity.view(); }))
      .def_prop_ro("shared", column<std::uint32_t>([](const MemoryResult& x) { return x.pairs.shared.view(); }))
      .def_prop_ro("size_a", column<std::uint32_t>([](const MemoryResult& x) { return x.pairs.size_a.view(); }))
      .def_prop_ro("size_b", column<std::uint32_t>([](const MemoryResult& x) { return x.pairs.size_b.view(); }))
      .def_prop_ro("log10_p", column<double>([](const MemoryResult& x) { return x.pairs.log10_p.view(); }))
      .def_prop_ro("estimate", column<double>([](const MemoryResult& x) { return x.pairs.estimate.view(); }))
      .def_prop_ro("has_intervals", [](const MemoryResult& x) { return x.pairs.intervals; })
      .def_prop_ro("lower", column<double>([](const MemoryResult& x) { return x.pairs.lower.view(); }))
      .def_prop_ro("upper", column<double>([](const MemoryResult& x) { return x.pairs.upper.view(); }))
      .def("forget_pairs", &forget_pairs, "Gives back the memory of pairs that lie in a file; they can be read again.")
      .def_prop_ro("kept", column<std::uint32_t>([](const MemoryResult& x) -> auto& { return x.decisions.kept; }))
      .def_prop_ro("kept_similarity",
                   column<double>([](const MemoryResult& x) -> auto& { return x.decisions.similarity; }))
      .def_prop_ro("identical",
                   column<std::uint8_t>([](const MemoryResult& x) -> auto& { return x.decisions.identical; }))
      .def("decided_at", &decided_at, "threshold"_a, "kept, kept_similarity and identical at a higher threshold.")
      .def_prop_ro("similarities", column<std::uint64_t>([](const MemoryResult& x) -> auto& { return x.similarities; }))
      .def_prop_ro("passages", passages);

  textkin::python::bind_sketches(module);
  textkin::python::bind_indexes(module);
  module.def("run", &textkin::python::run, "words"_a, "sources"_a, "progress"_a.none(), "program"_a,
             "in_memory"_a = true, "used"_a = 0, "held"_a = nb::list(),
             "in_place"_a = std::map<std::string, std::string>(), "Runs a command of the command line; see run.h.");
  module.def(
      "default_memory", [] { return textkin::engine::run::settle(textkin::engine::run::LimitOptions()).memory; },
      "Bytes of --memory where it is not given.");
  module.def("options", &textkin::python::options,
             "The options of each command: (name, value, default, doc) of each; see options.h.");
  module.def("signature_files", &textkin::python::signature_files, "words"_a, "Those that the words name; see run.h.");
  module.def("given", &textkin::python::given, "words"_a, "The options of a command line, with their values.");
  module.def("inputs", &textkin::python::inputs, "words"_a, "What the words of a command line name as inputs.");
  textkin::python::add_stages(module);
  textkin::python::add_signature_rows(module);
}
