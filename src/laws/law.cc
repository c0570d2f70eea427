#include "laws/law.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "base/output_file.h"
#include "laws/law_checks.h"
#include "report/commands/law_report.h"
#include "stats/interval/clopper_pearson.h"
#include "stats/law/angle_law.h"
#include "stats/law/mash.h"
#include "stats/law/subsample.h"
#include "textkin/p_value.h"

namespace textkin::laws {

Result<LawReport> law_of_mash(const MashQuestion& question) {
  TEXTKIN_RETURN_IF_ERROR(check_share("--similarity", question.similarity));
  TEXTKIN_RETURN_IF_ERROR(check_confidence(question.confidence));
  if (!(question.kmer >= 1))
    return Status(Code::kInvalidArgument, fmt::format("--kmer {} is not 1 or more", question.kmer));
  if (!(question.alphabet >= 2))
    return Status(Code::kInvalidArgument, fmt::format("--alphabet {} is not 2 or more", question.alphabet));
  if (question.size_a.has_value() != question.size_b.has_value())
    return Status(Code::kInvalidArgument, "--size-a and --size-b go together");
  if (question.size_a && !question.hashes)
    return Status(Code::kInvalidArgument,
                  "the p-value needs --hashes, the size of the sketch, beside the sizes of the sets");
  LawReport report;
  report.form = "mash";
  report.lines = {
      {"similarity", question.similarity, "Jaccard"},
      {"kmer", question.kmer, ""},
      {"distance", stats::mash_distance(question.similarity, question.kmer), "mutations a letter"},
  };
  if (question.hashes) {
    const auto matches =
        static_cast<std::uint64_t>(std::llround(question.similarity * static_cast<double>(*question.hashes)));
    const Interval distances =
        stats::mash_distances(stats::clopper_pearson(static_cast<double>(matches),
                                                     static_cast<double>(*question.hashes), question.confidence),
                              question.kmer);
    report.lines.push_back({"matches", matches, fmt::format("of {} hashes", *question.hashes)});
    report.lines.push_back({"confidence", question.confidence, ""});
    report.lines.push_back({"lower", distances.lower, "distance"});
    report.lines.push_back({"upper", distances.upper, ""});
    if (question.size_a) {
      const double possible = std::pow(question.alphabet, question.kmer);
      const double chance = stats::mash_chance_similarity(possible, static_cast<double>(*question.size_a),
                                                          static_cast<double>(*question.size_b));
      const double log_p = stats::mash_log_p_value(matches, *question.hashes, chance);
      report.lines.push_back({"chance_similarity", chance, "of random sequences of so many k-mers"});
      report.lines.push_back({"p_value", plain_p_value(log_p), "probability of so many matches or more by chance"});
      report.lines.push_back({"log10_p_value", log_p / std::numbers::ln10, ""});
    }
  }
  report.law = "D = -(1/k) ln(2j/(1+j)); matches by chance are binomial";
  report.reference = "Ondov et al. 2016 (Mash)";
  return report;
}

Result<LawReport> law_of_samples(const SamplesQuestion& question) {
  TEXTKIN_ASSIGN_OR_RETURN(const stats::IndependentSamples samples,
                           stats::IndependentSamples::of(question.size_a, question.size_b, question.shared,
                                                         question.sample_a, question.sample_b));
  const auto united = static_cast<double>(question.size_a + question.size_b - question.shared);
  const double similarity = united > 0 ? static_cast<double>(question.shared) / united : 0.0;
  const double together = std::min(united, static_cast<double>(question.sample_a + question.sample_b));
  LawReport report;
  report.form = "samples";
  report.lines = {
      {"similarity", similarity, "of the sets"},
      {"independent_shared", samples.mean(), "members that samples drawn independently are expected to share"},
      {"independent_expected", samples.expected_similarity(), "similarity to expect of them: not that of the sets"},
      {"joint_sample", together, "members of the union, drawn by one rule for both sets (least hashes)"},
      {"joint_expected", similarity, "share of them that is in both: unbiased"},
      {"joint_sd", std::sqrt(stats::joint_sample_variance(similarity, united, together)), "its standard deviation"},
  };
  report.law = "hypergeometric in two steps, exact; one rule for both: hypergeometric sample of the union";
  report.reference = "Dembele, Lo 2017, theorem 2, whose limit holds for one rule only";
  return report;
}

Result<LawReport> law_of_simhash(const SimhashQuestion& question) {
  constexpr std::uint32_t kMostBits = 4096;
  if (question.bits < 1 || question.bits > kMostBits)
    return Status(Code::kInvalidArgument, fmt::format("--bits {} is not from 1 to {}", question.bits, kMostBits));
  if (question.distance > question.bits)
    return Status(Code::kInvalidArgument, fmt::format("--distance {} is more than --bits", question.distance));
  const double unrelated = stats::probability_within(0, question.bits, question.distance);
  LawReport report;
  report.form = "simhash";
  report.lines = {
      {"bits", std::uint64_t{question.bits}, ""},
      {"distance", std::uint64_t{question.distance}, "bits that may differ"},
      {"unrelated", unrelated, "probability that two unrelated documents (cosine 0) are so close"},
  };
  if (question.documents) {
    const auto n = static_cast<double>(*question.documents);
    report.lines.push_back({"documents", *question.documents, ""});
    report.lines.push_back({"unrelated_pairs", n * (n - 1) / 2 * unrelated, "expected among all their pairs"});
  }
  LawReport::Table table{"found", {"jaccard", "cosine", "expected_distance", "probability"}, {}};
  for (const double jaccard : {.3, .4, .5, .6, .7, .8, .85, .9, .93, .95, .97, .98, .99}) {
    const double cosine = stats::cosine_of_equal_sets(jaccard);
    table.rows.push_back({jaccard, cosine, question.bits * std::acos(cosine) / std::numbers::pi,
                          stats::probability_within(cosine, question.bits, question.distance)});
  }
  report.tables.push_back(std::move(table));
  report.law = "bits differ with probability arccos(cosine) / pi, independently; sets of equal sizes: cosine 2J/(1+J)";
  report.reference = "Charikar 2002; Manku, Jain, Das Sarma 2007";
  return report;
}

Status write_law(const LawReport& report, const std::string& output, bool json) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(output));
  TEXTKIN_RETURN_IF_ERROR(file->write(json ? report::law_json(report) : report::law_text(report)));
  return file->commit();
}

}  // namespace textkin::laws
