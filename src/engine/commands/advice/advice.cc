#include "engine/commands/advice/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <vector>

#include "base/sort.h"
#include "engine/commands/advice/shingle_trial.h"
#include "engine/read/text_sample.h"
#include "engine/run/plan_options.h"
#include "sketch/catalog.h"
#include "stats/plan/method_cost.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

constexpr std::size_t kTexts = 200;
constexpr std::array<std::string_view, 13> kTrials{"word:1", "word:2", "word:3", "word:4", "word:5", "word:6", "word:8",
                                                   "char:4", "char:5", "char:6", "char:7", "char:9", "char:12"};
constexpr std::uint32_t kMostWords = 5;
// Of the threshold: nine of ten random pairs are to be less alike. The tenth may be copies, of which this knows
// nothing.
constexpr double kQuiet = 0.25;

std::uint32_t least_characters(std::uint32_t length) {
  std::uint32_t k = 1;
  while (std::pow(20.0, k) < 100.0 * length) ++k;
  return k;
}

// The shortest of words for which random pairs are hardly alike, and longer ones while a small change costs little.
std::size_t best_of(const std::vector<ShingleTrial>& trials, double threshold) {
  const auto of_words = [&](std::size_t i) { return i < trials.size() && trials[i].spec.unit == ShingleUnit::kWord; };
  std::size_t best = 0;
  while (of_words(best + 1) && trials[best].row.high > kQuiet * threshold) ++best;
  while (of_words(best + 1) && trials[best + 1].spec.shingle_size <= kMostWords &&
         trials[best + 1].row.edited >= threshold)
    ++best;
  return best;
}

std::string warning_of(const report::AdviceReport::Trial& row, double threshold) {
  if (row.high > kQuiet * threshold)
    return fmt::format(
        "one random pair in ten is {:.2f} alike or more: these texts share what was not written for each of them "
        "(forms, headers, licences), or are copies; look at what pairs share before anything is removed",
        row.high);
  if (row.edited < threshold)
    return fmt::format("texts so short fall below {} with one changed word; a lower --threshold finds them", threshold);
  return {};
}

void look_at(const read::TextSample& sample, report::AdviceReport& out) {
  out.documents = sample.documents;
  out.empty = sample.empty;
  out.problems = sample.problems;
  out.characters = sample.characters;
  out.short_text = sample.lengths.at(0.05);
  out.median_text = sample.lengths.at(0.5);
  out.long_text = sample.lengths.at(0.95);
  out.sampled = sample.texts.size();
  out.least_characters = least_characters(out.long_text);
}

// Of `documents` like those of the sample.
void plan_for(const ShingleTrial& trial, std::uint64_t documents, const read::TextSample& sample,
              const run::Search& search, const CollisionLaw& law, report::AdviceReport& out) {
  const auto n = static_cast<double>(documents);
  out.for_documents = documents;
  const double characters = static_cast<double>(sample.characters) / static_cast<double>(sample.documents) * n;
  out.features = static_cast<std::uint64_t>(
      std::llround(static_cast<double>(trial.features) / static_cast<double>(sample.texts_characters) * characters));
  const std::uint64_t records = documents * (out.plan.bands + 1);
  out.record_bytes = records * sizeof(base::KeyValue);
  out.may_be_exact = search.method != run::Method::kLsh && out.features <= stats::kMostFeaturesForChoice &&
                     records <= stats::kMostRecordsForChoice;
  double candidates = 0;
  for (const double similarity : trial.similarities)
    candidates += law.candidate_probability(similarity, out.plan.bands, out.plan.rows);
  out.candidates = candidates / static_cast<double>(trial.similarities.size()) * n * (n - 1) / 2;
}

}  // namespace

Result<report::AdviceReport> advise(const run::RunOptions& asked, const AdviceOptions& wanted, write::Results& results,
                                    Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(run::SettledRun run, run::settle(asked));
  if (run.text.unit == ShingleUnit::kKmer || run.text.weights == Weights::kSuffix)
    return Status(Code::kInvalidArgument,
                  "plan INPUT looks at words and characters; give items and k-mers as --background");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Sketcher> sketcher, sketch::make_bandable(run.search.sketch));
  report::AdviceReport out;
  TEXTKIN_ASSIGN_OR_RETURN(out.plan, run::make_plan(run.search, sketcher->law()));
  out.sketch = sketcher->spec().name;
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<write::TextSink> output, results.open_text(wanted.output));

  run.inputs.number_repeated_ids = true;
  const std::uint64_t seed = run.search.sketch.seed;
  TEXTKIN_ASSIGN_OR_RETURN(const read::TextSample sample, read::sample_texts(run, kTexts, seed, progress));
  if (sample.texts.size() < 2)
    return Status(Code::kInvalidArgument,
                  "plan INPUT compares texts with each other, and there are fewer than two different ones");
  look_at(sample, out);
  TEXTKIN_ASSIGN_OR_RETURN(const double words, median_words(sample.texts, run.text));
  out.median_words = static_cast<std::uint64_t>(words);
  const MedianText median{static_cast<double>(out.median_text), words};

  std::vector<ShingleTrial> trials;
  std::size_t best = 0;
  bool is_tried = false;  // what was given
  for (const std::string_view name : kTrials) {
    TextSpec spec = run.text;
    TEXTKIN_RETURN_IF_ERROR(text::parse_shingle(name, spec));
    // Stop words, stems and the like are of words, with which the trials begin: what is wrong with them is known then.
    if (spec.unit == ShingleUnit::kCharacter && !text::make_shingler(spec).ok()) continue;
    if (wanted.shingle_is_given && name == text::shingle_name(run.text)) {
      best = trials.size();
      is_tried = true;
    }
    TEXTKIN_ASSIGN_OR_RETURN(ShingleTrial trial, try_shingle(sample.texts, median, spec, seed));
    trials.push_back(std::move(trial));
  }
  if (!wanted.shingle_is_given) {
    best = best_of(trials, run.search.least.value);
  } else if (!is_tried) {
    best = trials.size();
    TEXTKIN_ASSIGN_OR_RETURN(ShingleTrial trial, try_shingle(sample.texts, median, run.text, seed));
    trials.push_back(std::move(trial));
  }
  for (const ShingleTrial& trial : trials) out.trials.push_back(trial.row);
  out.pairs = trials[best].similarities.size();
  out.shingle = trials[best].row.shingle;
  out.warning = warning_of(trials[best].row, run.search.least.value);
  plan_for(trials[best], wanted.documents.value_or(sample.documents), sample, run.search, sketcher->law(), out);
  out.command = wanted.command + (wanted.shingle_is_given ? "" : " --shingle=" + out.shingle);
  TEXTKIN_RETURN_IF_ERROR(output->give(wanted.json ? report::advice_json(out) : report::advice_text(out)));
  return out;
}

}  // namespace textkin::engine::commands
