#include "engine/commands/passage_report.h"

#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "engine/pages/given_marks.h"
#include "engine/passages/find_passages.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"

namespace textkin::engine::commands {
namespace {

constexpr std::array<std::string_view, 1> kOwnOfReport{"html"};

}  // namespace

Result<PassageStats> report_passages(const run::ReadOptions& asked, const ReportOptions& wanted,
                                     write::Results& results, Progress& progress, const passages::KeptDocuments* kept) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.passages.format, kOwnOfReport));
  TEXTKIN_ASSIGN_OR_RETURN(const run::Reading reading, run::settle(asked));
  if (wanted.only_against && reading.inputs.against.empty())
    return Status(Code::kInvalidArgument, "--only-against leaves out what INPUT shares within itself; name --against");
  if (format != nullptr && !wanted.marks.empty())
    return Status(Code::kInvalidArgument, "--marks are shown on a page; leave out --format or --marks");
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<report::GivenMarks> marks,
                           pages::read_given_marks(wanted.marks, reading.limits.given()));
  std::unique_ptr<pages::RankingFile> table;
  std::unique_ptr<base::OutputFile> page;
  if (format != nullptr) {
    TEXTKIN_ASSIGN_OR_RETURN(table, pages::RankingFile::open(wanted.passages.output, *format));
  } else {
    TEXTKIN_ASSIGN_OR_RETURN(page, base::OutputFile::create(wanted.passages.output));
  }
  TEXTKIN_ASSIGN_OR_RETURN(write::RunEnd end, write::RunEnd::open(reading.stats, results, progress));

  run::StageClock clock;
  passages::PassagesOptions with_totals = wanted.passages;
  with_totals.totals = true;
  with_totals.exclude.on_page = page != nullptr;
  with_totals.within = kept == nullptr ? !wanted.only_against : wanted.passages.within;
  TEXTKIN_ASSIGN_OR_RETURN(passages::FoundPassages found,
                           passages::find_passages(reading, with_totals, progress, clock, kept));
  clock.begin("write");
  run::InputOptions named = reading.inputs;
  if (kept != nullptr) named.against = kept->names();
  TEXTKIN_RETURN_IF_ERROR(table != nullptr ? pages::write_ranking(found, wanted.page, *table)
                                           : pages::write_page(found, wanted.page, named, marks, *page));
  results.take_passages(std::move(found.passages));
  return end.finish(kept == nullptr ? "report" : "index report", found.collection, std::move(found.stats), clock);
}

}  // namespace textkin::engine::commands
