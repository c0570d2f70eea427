// textkin law: questions about the probability laws, one function a question. Each answer says which law it used.
//
// Here are those that a formula of stats answers at once; law_chance.h, law_sketch.h, law_ru.h and
// law_bias.h have the others.
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
