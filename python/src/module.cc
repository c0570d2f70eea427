// The native half of the package textkin: what python/textkin/*.py calls.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "rows.h"
#include "run.h"

namespace nb = nanobind;
using namespace nb::literals;
using textkin::engine::Answer;
using textkin::engine::DocumentColumns;
using textkin::python::Rows;

namespace {

static_assert(sizeof(textkin::Passage) == 10 * sizeof(std::uint32_t));

template <class T>
using Array = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

// A view that keeps `owner` alive.
template <class T>
Array<T> view(const std::vector<T>& values, nb::handle owner) {
  static constexpr T kNone{};
  return Array<T>(values.empty() ? &kNone : values.data(), {values.size()}, owner);
}

template <class T, class Find>
auto column(Find find) {
  return [find](nb::handle_t<Answer> answer) { return view<T>(find(*nb::inst_ptr<const Answer>(answer)), answer); };
}

// rows, id_bytes, id_ends of one side's documents.
nb::tuple describe(const DocumentColumns& columns, nb::handle owner) {
  static constexpr std::uint8_t kNone = 0;
  const std::string& bytes = columns.id_bytes;
  const auto* const data = bytes.empty() ? &kNone : reinterpret_cast<const std::uint8_t*>(bytes.data());
  return nb::make_tuple(view(columns.rows, owner), Array<std::uint8_t>(data, {bytes.size()}, owner),
                        view(columns.id_ends, owner));
}

}  // namespace

NB_MODULE(_textkin, module) {
  module.doc() = "The native half of textkin; use the package.";
  module.attr("__version__") = TEXTKIN_VERSION;

  nb::class_<Rows>(module, "Rows",
                   "Documents in memory: columns of texts, ids and values to keep by; nothing is copied.")
      .def(nb::init<nb::handle, nb::handle, nb::handle>(), "texts"_a, "ids"_a.none(), "values"_a.none())
      .def("__len__", &Rows::rows)
      .def_prop_ro("text_bytes", &Rows::text_bytes);

  nb::class_<Answer>(module, "Answer", "What a run found; arrays are views that keep it alive.")
      .def_ro("json", &Answer::json)
      .def_ro("stats", &Answer::stats)
      .def_prop_ro(
          "documents",
          [](nb::handle_t<Answer> answer) { return describe(nb::inst_ptr<const Answer>(answer)->documents, answer); })
      .def_prop_ro(
          "against",
          [](nb::handle_t<Answer> answer) { return describe(nb::inst_ptr<const Answer>(answer)->against, answer); })
      .def_prop_ro("a", column<std::uint32_t>([](const Answer& x) -> auto& { return x.pairs.a; }))
      .def_prop_ro("b", column<std::uint32_t>([](const Answer& x) -> auto& { return x.pairs.b; }))
      .def_prop_ro("similarity", column<double>([](const Answer& x) -> auto& { return x.pairs.similarity; }))
      .def_prop_ro("shared", column<std::uint32_t>([](const Answer& x) -> auto& { return x.pairs.shared; }))
      .def_prop_ro("size_a", column<std::uint32_t>([](const Answer& x) -> auto& { return x.pairs.size_a; }))
      .def_prop_ro("size_b", column<std::uint32_t>([](const Answer& x) -> auto& { return x.pairs.size_b; }))
      .def_prop_ro("log10_p", column<double>([](const Answer& x) -> auto& { return x.pairs.log10_p; }))
      .def_prop_ro("kept", column<std::uint32_t>([](const Answer& x) -> auto& { return x.decisions.kept; }))
      .def_prop_ro("kept_similarity", column<double>([](const Answer& x) -> auto& { return x.decisions.similarity; }))
      .def_prop_ro("identical", column<std::uint8_t>([](const Answer& x) -> auto& { return x.decisions.identical; }))
      .def_prop_ro("passages", [](nb::handle_t<Answer> self) {
        const auto& passages = nb::inst_ptr<const Answer>(self)->passages;
        static constexpr std::uint32_t kNone = 0;
        const auto* const data = passages.empty() ? &kNone : reinterpret_cast<const std::uint32_t*>(passages.data());
        return nb::ndarray<nb::numpy, const std::uint32_t, nb::ndim<2>>(data, {passages.size(), 10}, self);
      });

  module.def("run", &textkin::python::run, "words"_a, "sources"_a, "progress"_a.none(),
             "Runs a command of the command line; see run.h.");
}
