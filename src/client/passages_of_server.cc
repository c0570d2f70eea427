#include "client/passages_of_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "align/winnow.h"
#include "base/output_file.h"
#include "client/found_names.h"
#include "client/questions_to_server.h"
#include "client/row_lines.h"
#include "client/template_lines.h"
#include "engine/commands/passage_output.h"
#include "engine/passages/passage_options.h"
#include "engine/read/collection.h"
#include "engine/read/text_pass.h"
#include "engine/run/stage_clock.h"
#include "engine/write/run_end.h"

namespace textkin::client {
namespace {

using engine::index_passages::KeptOptions;
using engine::passages::PassagesOptions;

class AskingForPassages final : public QuestionsToServer {
 public:
  AskingForPassages(HttpClient& client, std::uint64_t as_of) : QuestionsToServer(client, "/passages", as_of) {}

  std::uint64_t common() const { return common_; }  // runs of words that were not compared
  // In the order of the rows; `collection` gets the documents that they stand in.
  std::vector<Passage> take(engine::read::Collection& collection) {
    names_.append_to(collection);
    for (Passage& passage : passages_) passage.b += collection.against;
    return std::move(passages_);
  }

 private:
  Status take_rows(const HttpAnswer& answer) override {
    std::uint64_t common = 0;
    std::from_chars(answer.common.data(), answer.common.data() + answer.common.size(), common);
    common_ += common;
    return each_passage(server(), answer.body,
                        [&](std::string_view a, std::string_view b, const Passage& row) -> Status {
                          Passage passage = row;
                          passage.a = question_of(a, static_cast<DocId>(documents()));
                          passage.b = names_.place_of(b, 0);
                          if (passage.a == kNoDoc)
                            return Status(Code::kIo, server() + ": answers about what it was not asked");
                          passages_.push_back(passage);
                          return {};
                        });
  }

  std::vector<Passage> passages_;
  FoundNames names_;
  std::uint64_t common_ = 0;
};

void add_finding(const PassagesOptions& wanted, const KeptOptions& kept, Target& target) {
  const PassagesOptions usual;
  const auto number = [&](std::string_view name, std::uint32_t value) { target.with(name, fmt::format("{}", value)); };
  if (wanted.align.max_gap != usual.align.max_gap) number("max_gap", wanted.align.max_gap);
  if (wanted.align.min_length != usual.align.min_length) number("min_length", wanted.align.min_length);
  if (wanted.common) number("common", *wanted.common);
  if (wanted.exclude.shared_by) number("shared_by", *wanted.exclude.shared_by);
  // Always: what is usual differs between /passages and /report.
  target.with("exclude", fmt::format("{}", fmt::join(wanted.exclude.kinds, ",")));
  target.with(kept.where);
}

// Of programs another number is usual.
std::uint32_t common_in(const report::IndexStats& stats, PassagesOptions wanted) {
  for (const auto& [option, value] : stats.options)
    if (option == "--normalize" && value.starts_with("code:")) wanted.normalize = value;
  return engine::passages::common_of(wanted);
}

std::uint32_t words_of_passages(const report::IndexStats& stats) {
  std::uint32_t words = 0;
  for (const auto& [option, value] : stats.options)
    if (option == "--passages") std::from_chars(value.data(), value.data() + value.size(), words);
  return words;
}

PassageStats stats_of(const AskingForPassages& asking, const engine::read::Collection& collection,
                      const report::IndexStats& index, const PassagesOptions& wanted,
                      std::span<const Passage> passages) {
  PassageStats stats;
  stats.guarantee = words_of_passages(index);
  stats.max_gap = wanted.align.max_gap;
  stats.min_length = wanted.align.min_length;
  stats.common = common_in(index, wanted);
  stats.documents = collection.against + index.documents;  // the table has those that were found too
  stats.against_documents = index.documents;
  stats.index = asking.server();
  std::from_chars(asking.sequence().data(), asking.sequence().data() + asking.sequence().size(), stats.sequence);
  stats.within = false;
  stats.problems = collection.problems;
  stats.input_bytes = collection.input_bytes;
  stats.threads = collection.threads;
  stats.passages = passages.size();
  const auto spec = align::WinnowSpec::for_guarantee(std::max(stats.guarantee, 1u));
  stats.run = spec.run;
  stats.window = spec.window;
  stats.common_fingerprints = asking.common();
  for (std::size_t i = 0; i < passages.size(); ++i)
    stats.pairs += i == 0 || passages[i].a != passages[i - 1].a || passages[i].b != passages[i - 1].b;
  return stats;
}

// All of INPUT as one request, whose answer is a page.
class AskingForPage final : public DocumentLines {
 public:
  AskingForPage(HttpClient& client, const std::string& output)
      : DocumentLines({}, true, ~std::size_t{0}),
        client_(client),
        target_(client.address().path + "/report"),
        output_(output) {}

  Target& target() { return target_; }
  void add_templates(const Piece& templates) { templates_ = templates.lines; }
  bool keeps_documents() const override { return true; }

 private:
  Status send(const Piece& piece, bool /*last*/) override {
    const std::string body = templates_ + piece.lines;
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> file, base::OutputFile::create(output_));
    TEXTKIN_RETURN_IF_ERROR(
        client_
            .ask({.method = "POST", .target = target_.text(), .type = "application/x-ndjson", .body = body},
                 [&](std::string_view some) { return file->write(some); })
            .status());
    return file->commit();
  }

  HttpClient& client_;
  Target target_;
  const std::string& output_;
  std::string templates_;
};

Status refuse_of_report(const engine::run::ReadOptions& asked, const engine::commands::ReportOptions& wanted) {
  const auto refused = [](std::string_view option, std::string_view instead) {
    return Status(Code::kInvalidArgument,
                  fmt::format("{} has no use with a server, which makes the page; {}", option, instead));
  };
  if (!wanted.marks.empty()) return refused("--marks", "open them in the page");
  if (!asked.stats.empty()) return refused("--stats", "leave it out");
  if (wanted.passages.format != "html" && wanted.passages.format != "jsonl")
    return refused("--format " + wanted.passages.format, "take html or jsonl");
  return {};
}

}  // namespace

Result<PassageStats> passages_of_server(HttpClient& client, const report::IndexStats& index,
                                        const engine::run::ReadOptions& asked, const KeptOptions& kept,
                                        const PassagesOptions& wanted, engine::write::Results& results,
                                        Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const engine::run::Reading reading, engine::run::settle(asked));
  TEXTKIN_ASSIGN_OR_RETURN(auto output, engine::commands::PassageOutput::open(wanted, reading.limits.threads, results));
  TEXTKIN_ASSIGN_OR_RETURN(engine::write::RunEnd end, engine::write::RunEnd::open(reading.stats, results, progress));
  engine::run::StageClock clock;
  clock.begin("passages");
  AskingForPassages asking(client, kept.as_of);
  add_finding(wanted, kept, asking.target());
  TEXTKIN_ASSIGN_OR_RETURN(const Piece templates, template_lines(reading, wanted.exclude, progress));
  if (templates.documents > 0) asking.add_templates(templates);
  TEXTKIN_ASSIGN_OR_RETURN(engine::read::Collection collection, engine::read::open_collection(reading, ""));
  TEXTKIN_RETURN_IF_ERROR(engine::read::read_texts(collection, reading.inputs, asking, progress));
  TEXTKIN_RETURN_IF_ERROR(asking.finish());
  clock.begin("write");
  std::vector<Passage> passages = asking.take(collection);
  TEXTKIN_RETURN_IF_ERROR(output.write(collection.table, passages));
  PassageStats stats = stats_of(asking, collection, index, wanted, passages);
  results.take_passages(std::move(passages));
  return end.finish("index passages", collection, std::move(stats), clock);
}

Result<PassageStats> report_of_server(HttpClient& client, const engine::run::ReadOptions& asked,
                                      const KeptOptions& kept, const engine::commands::ReportOptions& wanted,
                                      Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const engine::run::Reading reading, engine::run::settle(asked));
  TEXTKIN_RETURN_IF_ERROR(refuse_of_report(asked, wanted));
  AskingForPage asking(client, wanted.passages.output);
  add_finding(wanted.passages, kept, asking.target());
  if (kept.as_of > 0) asking.target().with("as_of", fmt::format("{}", kept.as_of));
  if (wanted.passages.format != "html") asking.target().with("format", wanted.passages.format);
  if (wanted.passages.within) asking.target().with("within", "yes");
  if (wanted.page.pseudonyms) asking.target().with("pseudonyms", "true");
  TEXTKIN_ASSIGN_OR_RETURN(const Piece templates, template_lines(reading, wanted.passages.exclude, progress));
  if (templates.documents > 0) {
    asking.add_templates(templates);
    asking.target().with("templates", fmt::format("{}", templates.documents));
  }
  TEXTKIN_ASSIGN_OR_RETURN(engine::read::Collection collection, engine::read::open_collection(reading, ""));
  TEXTKIN_RETURN_IF_ERROR(engine::read::read_texts(collection, reading.inputs, asking, progress));
  TEXTKIN_RETURN_IF_ERROR(asking.finish());
  PassageStats stats;
  stats.documents = collection.documents();
  stats.index = client.address().text;
  progress.note(
      fmt::format("{} has what {} answers about {} documents", wanted.passages.output, stats.index, stats.documents));
  return stats;
}

}  // namespace textkin::client
