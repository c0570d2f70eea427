#include "bind_sketches.h"

#include <nanobind/ndarray.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <tuple>
#include <utility>
#include <vector>

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

// Of str or bytes, in whatever holds them.
Feature feature_of(nb::handle item) {
  PyObject* const given = item.ptr();
  if (!PyUnicode_Check(given) && !PyBytes_Check(given) && !PyByteArray_Check(given) && !PyMemoryView_Check(given)) {
    const std::string message =
        std::string("an item is str or bytes, not ") + nb::cast<std::string>(item.type().attr("__name__"));
    throw nb::type_error(message.c_str());
  }
  const StringList one(nb::make_tuple(item), "item");
  return Sketch::feature_of(*one.text(0));
}

constexpr std::uint64_t kLookEvery = 1u << 14;  // items between two looks for Ctrl-C

using Numbers = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void update_hashes(Sketch& sketch, const Numbers& hashes, const std::optional<Weights>& weights) {
  if (weights && weights->size() != hashes.size()) throw nb::value_error("there are not as many weights as hashes");
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    if (i % kLookEvery == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
    raise_if_failed(sketch.update(hashes.data()[i], weights ? weights->data()[i] : 1));
  }
}

// A column of strings; nulls are no items.
void update_batch(Sketch& sketch, nb::handle items, const std::optional<Weights>& weights) {
  const Column column(items, "of items");
  if (weights && weights->size() != column.rows()) throw nb::value_error("there are not as many weights as items");
  for (std::uint64_t row = 0; row < column.rows(); ++row) {
    if (row % kLookEvery == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
    if (const std::optional<std::string_view> item = column.text(row))
      raise_if_failed(sketch.update(Sketch::feature_of(*item), weights ? weights->data()[row] : 1));
  }
}

// A vector as an array that has it.
template <class T>
nb::ndarray<nb::numpy, const T, nb::ndim<1>> array_of(std::vector<T> values) {
  auto* const held = new std::vector<T>(std::move(values));
  const nb::capsule owner(held, [](void* cells) noexcept { delete static_cast<std::vector<T>*>(cells); });
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(held->data(), {held->size()}, owner);
}

nb::bytes bytes_of(const Sketch& sketch) {
  const std::string bytes = sketch.to_bytes();
  return nb::bytes(bytes.data(), bytes.size());
}

// What copy and pickle take: the sketch of what is not held, and what is held with its weights.
nb::tuple state_of(const Sketch& sketch) {
  std::vector<Feature> features;
  std::vector<double> weights;
  sketch.held().each([&](Feature feature, double weight) {
    features.push_back(feature);
    weights.push_back(weight);
  });
  return nb::make_tuple(bytes_of(*sketch.without_held()), nb::cast(array_of(std::move(features))),
                        nb::cast(array_of(std::move(weights))));
}

using State = std::tuple<nb::bytes, Numbers, Weights>;

void set_state(Sketch& sketch, const State& state) {
  const auto& [bytes, hashes, weights] = state;
  new (&sketch) Sketch(std::move(*value_or_raise(Sketch::from_bytes({bytes.c_str(), bytes.size()}))));
  update_hashes(sketch, hashes, weights);
}

nb::list catalog() {
  nb::list entries;
  for (const sketch::SketchEntry& entry : sketch::catalog()) {
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

// As the arguments of textkin.Estimate.
nb::tuple tuple_of(const Estimate& x) {
  return nb::make_tuple(x.value, x.lower, x.upper, x.confidence, x.exact, std::string(x.measure));
}

}  // namespace

void bind_sketches(nb::module_& module) {
  module.def("sketch_catalog", catalog,
             "All sketches: name, version, measure, limits, what they can, and their papers.");
  nb::class_<Sketch>(module, "Sketch", "Half of textkin.Sketch, which says what it is.")
      .def(
          "__init__",
          [](Sketch* self, const std::string& name, std::uint32_t hashes, std::uint64_t seed) {
            new (self) Sketch(std::move(*value_or_raise(Sketch::make(name, hashes, seed))));
          },
          "name"_a = "fss", "hashes"_a = 256, "seed"_a = 1)
      .def(
          "update",
          [](Sketch& self, nb::handle item, double weight) { raise_if_failed(self.update(feature_of(item), weight)); },
          "item"_a.none(), "weight"_a = 1.0, "Adds one item. ValueError for a weight that the sketch does not take.")
      .def("update_batch", update_batch, "items"_a, "weights"_a.none(), "Adds a tuple or an Arrow stream of items.")
      .def("update_hashes", update_hashes, "hashes"_a, "weights"_a = nb::none(),
           "Adds items by well mixed hashes of your own, uint64 [items]; weights: float64 [items].")
      .def(
          "merge", [](Sketch& self, const Sketch& other) { raise_if_failed(self.merge(other)); }, "other"_a,
          "This becomes the sketch of the union; of weighted sets with the greater weight of each item. ValueError for "
          "a\n"
          "sketch of another kind, hashes or seed, and where sketches read from bytes do not merge.")
      .def(
          "_estimate",
          [](const Sketch& self, const Sketch& other, double confidence) {
            return tuple_of(value_or_raise(self.estimate(other, confidence)));
          },
          "other"_a, "confidence"_a)
      .def("_count", [](const Sketch& self) { return tuple_of(value_or_raise(self.count())); })
      .def("to_bytes", bytes_of, "The sketch, its kind and seed, without the items.")
      .def("freeze", &Sketch::freeze,
           "Lets go of the items, so that the signature is all that it costs: as if it had been read from to_bytes().")
      .def("clear", &Sketch::clear, "No items are in it any more.")
      .def("is_empty", &Sketch::empty, "Whether there is no item in it.")
      .def("__getstate__", state_of)
      .def("__setstate__", set_state)
      .def_prop_ro(
          "words", [](const Sketch& self) { return array_of(self.signature()); }, nb::rv_policy::reference,
          "The signature: uint32 [words], most often one a hash; read-only, and it does not change with the sketch.")
      .def_prop_ro("name", [](const Sketch& self) { return std::string(self.entry().name); })
      .def_prop_ro("hashes", [](const Sketch& self) { return self.spec().cells; })
      .def_prop_ro("seed", [](const Sketch& self) { return self.spec().seed; })
      .def_prop_ro("measure", [](const Sketch& self) { return std::string(self.entry().measure); })
      .def(
          "__eq__",
          [](const Sketch& self, nb::handle other) {
            return nb::isinstance<Sketch>(other) && self == nb::cast<const Sketch&>(other);
          },
          "other"_a.none())
      .def("__len__", [](const Sketch& self) { return self.spec().cells; });
}

}  // namespace textkin::python
