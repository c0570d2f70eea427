// textkin law: questions about the probability laws, one function a question. Each answer says which law it used.
//
// Values out of range are kInvalidArgument, in a line that names the option.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/commands/law_report.h"
#include "textkin/status.h"

namespace textkin::laws {

using report::LawReport;

// A sketch of the catalogue, and what is compared with it.
struct SketchQuestion {
  std::string sketch = "kperm";
  std::uint32_t hashes = 256;
  std::uint32_t bits = 0;  // only so many bits of a cell are kept (b-bit minwise hashing); 0: all
  double similarity = 0.5;
  std::optional<double> union_size;  // of the two sets; none: far larger than the sketch
};

// How far the estimate is from the truth; with a threshold also how often it reaches that.
struct ErrorQuestion {
  SketchQuestion of;
  double within = 0.05;
  std::optional<double> threshold;
};
Result<LawReport> law_of_error(const ErrorQuestion& question);

// How many hashes an accuracy needs; question.of.hashes is not read.
struct HashesQuestion {
  SketchQuestion of;
  double within = 0.05;
  double confidence = 0.95;
};
Result<LawReport> law_of_hashes(const HashesQuestion& question);

// What similarity so many matches speak for.
struct IntervalQuestion {
  std::string sketch = "kperm";
  std::uint32_t hashes = 256;
  std::uint32_t matches = 0;
  std::uint32_t bits = 0;
  std::optional<std::uint64_t> size_a;  // both or none; for the tight interval
  std::optional<std::uint64_t> size_b;
  double confidence = 0.95;
  bool modified = false;  // what was estimated is the modified similarity (RUM)
};
Result<LawReport> law_of_interval(const IntervalQuestion& question);

// What random sets share.
struct ChanceQuestion {
  std::uint64_t universe = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::optional<std::uint64_t> shared;
};
Result<LawReport> law_of_chance(const ChanceQuestion& question);

// The exact law of RU and RUM (Dembele, Lo 2017). Sets as lists such as "1,4,7-9": rows of 1..rows, or with `modified`
// any members, whose rows are those of the doubled list; or only the sizes, for the mean over all orders of the rows.
struct RuQuestion {
  std::uint32_t rows = 0;
  std::string set_a;
  std::string set_b;
  std::optional<std::uint32_t> size_a;
  std::optional<std::uint32_t> size_b;
  std::optional<std::uint32_t> shared;
  bool maximum = false;
  bool modified = false;
  std::uint32_t hashes = 100;
  std::optional<std::uint32_t> matches;
  double confidence = 0.95;
};
Result<LawReport> law_of_ru(const RuQuestion& question);

// Mash distance and p-value.
struct MashQuestion {
  double similarity = 0;
  double kmer = 21;
  double alphabet = 4;
  std::optional<std::uint64_t> hashes;  // with both sizes: the p-value
  std::optional<std::uint64_t> size_a;
  std::optional<std::uint64_t> size_b;
  double confidence = 0.95;
};
Result<LawReport> law_of_mash(const MashQuestion& question);

// How often the minima of two sets agree under a hash family, less their similarity. Keys as lists such as "1,4,7-9".
struct BiasQuestion {
  std::string family = "linear";
  std::uint64_t parameter = 0;  // what the family's entry says; 0: none, or its default
  std::string set_a;
  std::string set_b;
  std::uint32_t functions = 100'000;
  double confidence = 0.95;
};
Result<LawReport> law_of_bias(const BiasQuestion& question);

// Similarities of samples of both sets (Dembele, Lo 2017, theorem 2).
struct SamplesQuestion {
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  std::uint64_t shared = 0;
  std::uint64_t sample_a = 0;
  std::uint64_t sample_b = 0;
};
Result<LawReport> law_of_samples(const SamplesQuestion& question);

// What a search within a Hamming distance finds among SimHashes.
struct SimhashQuestion {
  std::uint32_t bits = 64;
  std::uint32_t distance = 3;
  std::optional<std::uint64_t> documents;
};
Result<LawReport> law_of_simhash(const SimhashQuestion& question);

// To `output` ("-": standard output), as text or JSON.
Status write_law(const LawReport& report, const std::string& output, bool json);

}  // namespace textkin::laws
