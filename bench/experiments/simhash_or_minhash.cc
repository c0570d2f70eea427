// experiment_simhash_or_minhash T COLLECTION.jsonl[.gz]...: SimHash against MinHash on the same collection, at equal
// bytes: which pairs each calls alike by its sketch alone, and how many of them are. The comparison of Henzinger 2006,
// with a truth that is exact.
//
// Alike: Jaccard similarity of the sets of five-word shingles at T or above. SimHash calls a pair alike within the
// distance that its law expects of sets of equal sizes at T; MinHash with an estimate of T or above, from whole cells
// of 32 bits (`minhash`) or from the lowest bit of as many cells as there are bits (`minhash-1bit`: Li and Koenig
// 2010). A row a method and size: means over ten seeds, with the standard error of the recall.
#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "engine/read/sketch_all.h"
#include "join/sets/overlap.h"
#include "stats/law/angle_law.h"
#include "textkin/jaccard.h"
#include "textkin/progress.h"

namespace {

using namespace textkin;

constexpr int kSeeds = 10;

struct Tally {
  double called = 0;
  double right = 0;
  std::vector<double> recalls;
};

// A sketch and when it calls two rows alike.
struct Method {
  std::string name;
  std::uint32_t bytes;
  std::string sketch;
  std::uint32_t cells;
  std::uint32_t least_agreements;  // of bits, or of cells
  bool lowest_bits;
  std::string rule;
};

std::uint32_t agreements(const Method& method, SignatureView a, SignatureView b) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (method.sketch == "simhash") {
      count += 32 - static_cast<std::uint32_t>(std::popcount(a[i] ^ b[i]));
    } else {
      count += method.lowest_bits ? ((a[i] ^ b[i]) & 1) == 0 : a[i] == b[i];
    }
  }
  return count;
}

std::vector<Method> methods(double threshold) {
  std::vector<Method> all;
  for (const std::uint32_t bytes : {8u, 16u}) {
    const std::uint32_t bits = 8 * bytes;
    const double agreeing = stats::AngleLaw().agreement(stats::cosine_of_equal_sets(threshold));
    const auto distance = static_cast<std::uint32_t>(std::lround(bits * (1 - agreeing)));
    all.push_back({"simhash", bytes, "simhash", bits, bits - distance, false, fmt::format("distance <= {}", distance)});
    const auto matches = static_cast<std::uint32_t>(std::ceil(bytes / 4 * threshold - 1e-9));
    all.push_back({"minhash", bytes, "kperm", bytes / 4, matches, false, fmt::format("{} of {}", matches, bytes / 4)});
    const auto equal = static_cast<std::uint32_t>(std::ceil(bits * (1 + threshold) / 2 - 1e-9));
    all.push_back({"minhash-1bit", bytes, "kperm", bits, equal, true, fmt::format("{} of {}", equal, bits)});
  }
  const auto matches = static_cast<std::uint32_t>(std::ceil(256 * threshold - 1e-9));
  all.push_back({"minhash", 1024, "kperm", 256, matches, false, fmt::format("{} of 256", matches)});
  return all;
}

int fail(const Status& status) {
  fmt::print(stderr, "experiment_simhash_or_minhash: {}\n", status.message());
  return 2;
}

int compare(const std::string& path, double threshold) {
  Silence silence;
  engine::run::ReadOptions asked;
  asked.inputs.spec.arguments = {path};
  const Result<engine::run::Reading> reading = engine::run::settle(asked);
  if (!reading.ok()) return fail(reading.status());
  const std::string name = path.substr(0, path.rfind('/'));
  std::vector<std::uint8_t> alike;  // of pair (a, b), a < b, in that order
  double all_alike = 0;
  std::size_t documents = 0;
  for (const Method& method : methods(threshold)) {
    Tally tally;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const Result<engine::read::Sketched> sketched =
          engine::read::sketch_all(*reading, {.name = method.sketch, .hashes = method.cells, .seed = seed}, silence);
      if (!sketched.ok()) return fail(sketched.status());
      if (!sketched->collection.features_retained) return fail(Status(Code::kExhausted, path + " is too large"));
      const std::vector<FeatureView> sets = sketched->collection.feature_views();
      documents = sets.size();
      if (alike.empty()) {
        for (std::size_t a = 0; a < documents; ++a)
          for (std::size_t b = a + 1; b < documents; ++b)
            alike.push_back(jaccard(join::overlap(sets[a], sets[b]), sets[a].size(), sets[b].size()) >= threshold);
        for (const std::uint8_t is : alike) all_alike += is;
      }
      double right = 0;
      std::size_t pair = 0;
      for (std::size_t a = 0; a < documents; ++a)
        for (std::size_t b = a + 1; b < documents; ++b, ++pair) {
          if (sets[a].empty() || sets[b].empty()) continue;
          if (agreements(method, sketched->signatures[a], sketched->signatures[b]) < method.least_agreements) continue;
          tally.called += 1;
          right += alike[pair];
        }
      tally.right += right;
      tally.recalls.push_back(right / all_alike);
    }
    double mean = 0;
    double squares = 0;
    for (const double recall : tally.recalls) mean += recall / kSeeds;
    for (const double recall : tally.recalls) squares += (recall - mean) * (recall - mean);
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{:.4f}\t{:.4f}\t{:.4f}\n", name.substr(name.rfind('/') + 1), documents,
               all_alike, method.name, method.bytes, method.rule, tally.called > 0 ? tally.right / tally.called : 1.0,
               mean, std::sqrt(squares / (kSeeds - 1) / kSeeds));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const double threshold = argc > 1 ? std::strtod(argv[1], nullptr) : 0;
  if (argc < 3 || !(threshold > 0 && threshold <= 1)) {
    fmt::print(stderr, "usage: experiment_simhash_or_minhash THRESHOLD FILE...\n");
    return 2;
  }
  fmt::print("collection\tdocuments\talike\tmethod\tbytes\trule\tprecision\trecall\trecall_error\n");
  for (int i = 2; i < argc; ++i)
    if (const int failed = compare(argv[i], threshold); failed != 0) return failed;
  return 0;
}
