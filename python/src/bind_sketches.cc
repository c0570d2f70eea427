#include "bind_sketches.h"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include <utility>

#include "rows.h"
#include "sketch.h"
#include "status_error.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace textkin::python {
namespace {

template <class T>
T value_or_raise(Result<T> result) {
  raise_if_failed(result.status());
  return std::move(result).value();
}

// Of str or bytes.
Feature feature_of(nb::handle item) {
  const StringList one(nb::make_tuple(item));
  if (!one.text(0)) throw nb::type_error("an item is str or bytes, not None");
  return Sketch::feature_of(*one.text(0));
}

using Numbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void update_hashes(Sketch& sketch, const Numbers& hashes, const std::optional<Weights>& weights) {
  if (weights && weights->size() != hashes.size()) throw nb::value_error("there are not as many weights as hashes");
  for (std::size_t i = 0; i < hashes.size(); ++i)
    raise_if_failed(sketch.update(hashes.data()[i], weights ? weights->data()[i] : 1));
}

// A column of strings; nulls are no items.
void update_batch(Sketch& sketch, nb::handle items, const std::optional<Weights>& weights) {
  const Column column(items, "of items");
  if (weights && weights->size() != column.rows()) throw nb::value_error("there are not as many weights as items");
  for (std::uint64_t row = 0; row < column.rows(); ++row)
    if (const std::optional<std::string_view> item = column.text(row))
      raise_if_failed(sketch.update(Sketch::feature_of(*item), weights ? weights->data()[row] : 1));
}

nb::ndarray<nb::numpy, Cell, nb::ndim<1>> words(const Sketch& sketch) {
  auto* const held = new std::vector<Cell>(sketch.signature());
  const nb::capsule owner(held, [](void* cells) noexcept { delete static_cast<std::vector<Cell>*>(cells); });
  return nb::ndarray<nb::numpy, Cell, nb::ndim<1>>(held->data(), {held->size()}, owner);
}

nb::list catalog() {
  nb::list entries;
  for (const sketch::CatalogEntry& entry : sketch::catalog()) {
    nb::dict row;
    row["name"] = entry.name;
    row["version"] = entry.version;
    row["measure"] = entry.measure;
    row["max_hashes"] = entry.max_cells;
    row["multiple_of"] = entry.cell_step;
    row["weighted"] = entry.weighted;
    row["mergeable"] = entry.mergeable;
    row["bandable"] = entry.bandable();
    row["doc"] = entry.doc;
    row["reference"] = entry.reference;
    entries.append(row);
  }
  return entries;
}

void bind_estimate(nb::module_& module) {
  nb::class_<Estimate>(module, "Estimate", "A value with the interval that holds the true one.")
      .def_ro("value", &Estimate::value, "The estimate; exact: the true value.")
      .def_ro("lower", &Estimate::lower)
      .def_ro("upper", &Estimate::upper)
      .def_ro("confidence", &Estimate::confidence, "With which the true value is within lower and upper; 1: exact.")
      .def_ro("exact", &Estimate::exact)
      .def_prop_ro("measure", [](const Estimate& x) { return std::string(x.measure); })
      .def("__float__", [](const Estimate& x) { return x.value; })
      .def("__repr__", [](const Estimate& x) {
        return x.exact
                   ? fmt::format("Estimate({}, exact)", x.value)
                   : fmt::format("Estimate({:.4g}, {:.4g} to {:.4g} at {})", x.value, x.lower, x.upper, x.confidence);
      });
}

}  // namespace

void bind_sketches(nb::module_& module) {
  bind_estimate(module);
  module.def("sketch_catalog", catalog,
             "All sketches: name, version, measure, limits, what they can, and their papers.");
  nb::class_<Sketch>(
      module, "Sketch",
      "The sketch of one set of items: small, and enough to say how alike two sets are.\n\n"
      "An item is str or bytes; equal ones count once, in sketches of weighted sets their weights add up.\n"
      "As long as there are at most 65,536 the items' hashes are held; then a plain set is folded into the\n"
      "sketch. Not to be used from several threads at a time.\n\n"
      "Args: name: one of sketch_catalog(); hashes: how many samples an estimate rests on (bits, of simhash);\n"
      "seed: the same seed, the same sketch. Raises ValueError.")
      .def(
          "__init__",
          [](Sketch* self, const std::string& name, std::uint32_t hashes, std::uint64_t seed) {
            new (self) Sketch(std::move(*value_or_raise(Sketch::make(name, hashes, seed))));
          },
          "name"_a = "fss", "hashes"_a = 256, "seed"_a = 1)
      .def(
          "update",
          [](Sketch& self, nb::handle item, double weight) { raise_if_failed(self.update(feature_of(item), weight)); },
          "item"_a, "weight"_a = 1.0, "Adds one item. ValueError for a weight that the sketch does not take.")
      .def(
          "update_batch",
          [](Sketch& self, nb::handle items, const std::optional<Weights>& weights) {
            update_batch(self, nb::hasattr(items, "__arrow_c_stream__") ? nb::borrow(items) : nb::tuple(items),
                         weights);
          },
          "items"_a, "weights"_a = nb::none(),
          "Adds items: a list of str or bytes, or an Arrow column, of which null is none; weights: float64 [items].")
      .def("update_hashes", update_hashes, "hashes"_a, "weights"_a = nb::none(),
           "Adds items by well mixed hashes of your own, uint64 [items]; weights: float64 [items].")
      .def(
          "merge", [](Sketch& self, const Sketch& other) { raise_if_failed(self.merge(other)); }, "other"_a,
          "This becomes the sketch of the union; of weighted sets with the greater weight of each item. ValueError for "
          "a\n"
          "sketch of another kind, hashes or seed, and where sketches read from bytes do not merge.")
      .def(
          "estimate",
          [](const Sketch& self, const Sketch& other, double confidence) {
            return value_or_raise(self.estimate(other, confidence));
          },
          "other"_a, "confidence"_a = 0.95,
          "The similarity of both sets, in this sketch's measure, with an interval that holds it with at least this\n"
          "confidence (Clopper, Pearson 1934, where cells are independent). ValueError for a sketch of another kind.")
      .def(
          "jaccard",
          [](const Sketch& self, const Sketch& other, double confidence) {
            const std::string_view measure = self.entry().measure;
            if (measure.find("jaccard") == std::string_view::npos) {
              const std::string message =
                  fmt::format("sketch '{}' estimates the {}; see estimate()", self.entry().name, measure);
              throw nb::value_error(message.c_str());
            }
            return value_or_raise(self.estimate(other, confidence));
          },
          "other"_a, "confidence"_a = 0.95,
          "The same, of sketches whose measure is a Jaccard similarity (of weighted sets: weighted).")
      .def(
          "count", [](const Sketch& self) { return value_or_raise(self.count()); },
          "How many different items: exact as long as they are held or it is known; of a folded set bottomk estimates "
          "it\n"
          "(Cohen 1997), others raise ValueError.")
      .def(
          "to_bytes",
          [](const Sketch& self) {
            const std::string bytes = self.to_bytes();
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The sketch, its kind and seed, without the items.")
      .def_static(
          "from_bytes",
          [](const nb::bytes& bytes) { return value_or_raise(Sketch::from_bytes({bytes.c_str(), bytes.size()})); },
          "bytes"_a, "What to_bytes() gave. ValueError for anything else.")
      .def_prop_ro("words", words, nb::rv_policy::move, "The signature: uint32 [words], most often one a hash.")
      .def_prop_ro("name", [](const Sketch& self) { return std::string(self.entry().name); })
      .def_prop_ro("hashes", [](const Sketch& self) { return self.spec().cells; })
      .def_prop_ro("seed", [](const Sketch& self) { return self.spec().seed; })
      .def_prop_ro("measure", [](const Sketch& self) { return std::string(self.entry().measure); })
      .def("__eq__",
           [](const Sketch& self, nb::handle other) {
             return nb::isinstance<Sketch>(other) && self == nb::cast<const Sketch&>(other);
           })
      .def("__repr__", [](const Sketch& self) {
        return fmt::format("Sketch('{}', hashes={}, seed={})", self.entry().name, self.spec().cells, self.spec().seed);
      });
}

}  // namespace textkin::python
