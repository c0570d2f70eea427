#include "signature_rows.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/signatures/given_rows.h"
#include "rows.h"
#include "status_error.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace textkin::python {
namespace {

using RowNumbers = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MadeBy = std::vector<std::pair<std::string, std::string>>;

std::span<const std::uint32_t> span_of(const RowNumbers& array) {
  return std::span<const std::uint32_t>(array.data(), array.shape(0));
}

void write_signatures(const std::string& output, const MadeBy& options, nb::handle ids, const RowNumbers& sizes,
                      const RowNumbers& cells, std::uint32_t words) {
  const Column names(ids, "of ids");
  if (names.rows() != sizes.shape(0) || cells.shape(0) != std::size_t{words} * sizes.shape(0))
    throw nb::value_error("ids, sizes and cells are not equally long");
  const engine::signatures::GivenRows rows{options, span_of(sizes), span_of(cells), words, [&](std::size_t row) {
                                             return names.text(row).value_or(std::string_view());
                                           }};
  raise_if_failed(engine::signatures::write_given(rows, {}, output));
}

void estimate_rows(const std::vector<std::string>& files, const RowNumbers& of_a, const RowNumbers& of_b,
                   const std::string& output, bool containment, double confidence, std::uint64_t universe) {
  engine::signatures::AnswerOptions wanted;
  wanted.output = output;
  wanted.format = "jsonl";
  wanted.containment = containment;
  wanted.confidence = confidence;
  wanted.universe = universe;
  raise_if_failed(engine::signatures::estimate_rows(files, span_of(of_a), span_of(of_b), wanted));
}

}  // namespace

void add_signature_rows(nb::module_& module) {
  module.def("write_signatures", &write_signatures, "output"_a, "options"_a, "ids"_a, "sizes"_a, "cells"_a, "words"_a,
             "A file of the signatures that columns hold.");
  module.def("estimate_rows", &estimate_rows, "files"_a, "of_a"_a, "of_b"_a, "output"_a, "containment"_a,
             "confidence"_a, "universe"_a, "What is estimated of row of_a[i] and row of_b[i], as lines of JSON.");
}

}  // namespace textkin::python
