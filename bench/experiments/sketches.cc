// experiment_sketches TRIALS BYTES CELLS: every sketch of the catalogue that estimates the Jaccard similarity of plain
// sets, with BYTES bytes a document (or, where BYTES is 0, CELLS cells), on random pairs.
//
// Writes a table: bias and root mean square error of the estimate, and how often the 95 % interval held the truth.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

#include "sketch/catalog.h"
#include "sketch/testing_pair_trials.h"

namespace {

using namespace textkin;
using namespace textkin::sketch;

std::uint32_t bytes_of(Sketcher& sketcher) {
  SignatureBlock block;
  sketcher.sketch(make_pairs({1, 1, 1}, 1, 1), block);
  return block.words * static_cast<std::uint32_t>(sizeof(Cell));
}

// The most cells that fit, by halving steps; 0 where not even one step does.
std::uint32_t cells_within(const SketchEntry& entry, std::uint32_t bytes) {
  std::uint32_t least = 0;
  std::uint32_t most = entry.max_cells / entry.cell_step;
  while (least < most) {
    const std::uint32_t middle = (least + most + 1) / 2;
    auto sketcher = entry.make(middle * entry.cell_step, 1);
    if (bytes_of(*sketcher) <= bytes)
      least = middle;
    else
      most = middle - 1;
  }
  return least * entry.cell_step;
}

void print(const SketchEntry& entry, std::uint32_t cells, const PairShape& shape, std::size_t trials) {
  auto sketcher = entry.make(cells, 77);
  Moments error;
  Moments squares;
  std::size_t held = 0;
  double width = 0;
  for_estimates(*sketcher, shape, trials, 1234567, [&](const Estimate& estimate) {
    const double off = estimate.value - shape.jaccard();
    error.add(off);
    squares.add(off * off);
    held += estimate.lower <= shape.jaccard() + 1e-12 && shape.jaccard() - 1e-12 <= estimate.upper;
    width += estimate.upper - estimate.lower;
  });
  const double rmse = std::sqrt(squares.mean());
  fmt::print("{}\t{}\t{}\t{}\t{:.6f}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\t{:.6g}\n", entry.name, cells,
             bytes_of(*sketcher), shape.f1, shape.jaccard(), trials, error.mean(), rmse,
             rmse > 0 ? squares.error() / (2 * rmse) : 0, std::sqrt(shape.jaccard() * (1 - shape.jaccard()) / cells),
             static_cast<double>(held) / static_cast<double>(trials), width / static_cast<double>(trials));
}

}  // namespace

int main(int, char** arguments) {
  const auto trials = static_cast<std::size_t>(std::atoi(arguments[1]));
  const auto bytes = static_cast<std::uint32_t>(std::atoi(arguments[2]));
  const auto fixed = static_cast<std::uint32_t>(std::atoi(arguments[3]));
  fmt::print("sketch\tcells\tbytes\tn\tjaccard\ttrials\tbias\trmse\trmse_error\tbinomial\tcoverage\twidth\n");
  for (const SketchEntry& entry : catalog()) {
    if (entry.weighted || entry.measure != "jaccard" || entry.name.starts_with("kperm-")) continue;
    const std::uint32_t cells = bytes > 0 ? cells_within(entry, bytes) : fixed;
    if (cells == 0 || cells > entry.max_cells || cells % entry.cell_step != 0) continue;
    for (const std::uint32_t n : {20u, 50u, 100u, 200u, 400u, 1000u, 4000u})
      for (const double jaccard : {0.3, 0.5, 0.8}) {
        const auto both = static_cast<std::uint32_t>(std::lround(2 * n * jaccard / (1 + jaccard)));
        print(entry, cells, {both, n, n}, n > 1000 ? trials / 8 : trials);
      }
  }
}
