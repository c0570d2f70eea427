#include "client/server_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/output_file.h"
#include "client/add_to_server.h"
#include "client/ask_server.h"
#include "client/passages_of_server.h"
#include "client/row_lines.h"
#include "client/target.h"
#include "engine/index/index_spec.h"
#include "report/formats/catalog.h"
#include "report/rows/table_file.h"

namespace textkin::client {
namespace {

using engine::care::ShowOptions;
using engine::index::RemoveCounts;

constexpr std::string_view kRowsAtOnce = "10000";

// Who hears of what the client waits for, as long as this lives.
class Telling {
 public:
  Telling(HttpClient& client, Progress& progress) : client_(client) { client_.tell(&progress); }
  ~Telling() { client_.tell(nullptr); }
  Telling(const Telling&) = delete;
  Telling& operator=(const Telling&) = delete;

 private:
  HttpClient& client_;
};

// What a request must not name.
Status refuse_files(const TextSpec& text, const std::string& server) {
  const std::string_view named = !text.key.empty() ? "--key" : text.stop_list ? "--stop-words FILE" : "";
  if (named.empty()) return {};
  return Status(Code::kInvalidArgument,
                fmt::format("{} names a file that an index reads where it is, and a server reads none that a request "
                            "names; make the index of {} there with `textkin index create`, in the folder of --indexes",
                            named, server));
}

}  // namespace

Result<HttpAnswer> ServerPlace::look(std::string target, const HttpClient::Take& take) {
  return client_.ask({.method = "GET", .target = std::move(target), .type = {}, .body = {}}, take);
}

Result<report::IndexStats> ServerPlace::stats_now() {
  TEXTKIN_ASSIGN_OR_RETURN(const HttpAnswer answer, look(client_.address().path));
  return stats_in(name(), answer.body);
}

Result<HttpAnswer> ServerPlace::change(std::string method, std::string target) {
  return client_.ask(
      {.method = std::move(method), .target = std::move(target), .type = {}, .body = {}, .changes = true}, nullptr);
}

// Its options as parameters: --weight-unit 5 is weight_unit=5.
Status ServerPlace::create(const engine::index::IndexSpec& spec, const engine::run::LimitOptions& /*limits*/) {
  TEXTKIN_RETURN_IF_ERROR(refuse_files(spec.text, name()));
  Target target(client_.address().path);
  for (const auto& [option, value] : engine::index::words_of(spec)) {
    if (!option.starts_with("--")) continue;                                     // what the server knows by itself
    if (option == "--tokens" && spec.text.unit != ShingleUnit::kWord) continue;  // of no use there
    if (option == "--normalize" && spec.text.unit == ShingleUnit::kKmer) continue;
    std::string parameter = option.substr(2);
    std::ranges::replace(parameter, '-', '_');
    target.with(parameter, value.empty() ? "true" : value);
  }
  if (spec.passages == 0) target.with("passages", "none");
  return change("PUT", target.text()).status();
}

Status ServerPlace::merge(const engine::run::LimitOptions& /*limits*/) {
  return change("POST", client_.address().path + "/merge").status();
}

Status ServerPlace::verify(bool deep, const engine::run::LimitOptions& /*limits*/) {
  Status found = change("POST", client_.address().path + (deep ? "/verify?deep=true" : "/verify")).status();
  if (found.message().find("damaged:") == std::string::npos) return found;
  return Status(Code::kBadInput, found.message());  // as the folder says it
}

Result<engine::index::AddCounts> ServerPlace::add(const engine::run::ReadOptions& asked,
                                                  const engine::index::AddOptions& wanted, Progress& progress) {
  const Telling telling(client_, progress);
  TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
  std::vector<std::string> fields;
  for (const auto& [option, value] : stats.options)
    if (option == "--field") fields.push_back(value);
  return add_to_server(client_, fields, asked, wanted, progress);
}

Result<RunStats> ServerPlace::query(const engine::run::RunOptions& asked, const engine::index_ask::QueryOptions& wanted,
                                    engine::write::Results& results, Progress& progress) {
  const Telling telling(client_, progress);
  TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
  engine::run::RunOptions there = asked;
  bool estimates = false;
  for (const auto& [option, value] : stats.options) {
    estimates =
        estimates || (option == "--store" && value == word_of(engine::index::kStoreWords, engine::index::Store::kNone));
    const auto take = [](const std::string& word, double& number) {
      std::from_chars(word.data(), word.data() + word.size(), number);
    };
    if (option == "--recall" && !wanted.names_recall) take(value, there.search.recall);
    if (option == "--least" && wanted.top > 0 && !wanted.names_threshold && asked.search.measure == "jaccard")
      take(value, there.search.threshold);  // the least that the index answers
  }
  return query_server(client_, estimates, there, wanted, results, progress);
}

Result<PassageStats> ServerPlace::passages(const engine::run::ReadOptions& asked,
                                           const engine::index_passages::KeptOptions& kept,
                                           const engine::passages::PassagesOptions& wanted,
                                           engine::write::Results& results, Progress& progress) {
  const Telling telling(client_, progress);
  TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
  return passages_of_server(client_, stats, asked, kept, wanted, results, progress);
}

Result<PassageStats> ServerPlace::report(const engine::run::ReadOptions& asked,
                                         const engine::index_passages::KeptOptions& kept,
                                         const engine::commands::ReportOptions& wanted,
                                         engine::write::Results& /*results*/, Progress& progress) {
  const Telling telling(client_, progress);
  return report_of_server(client_, asked, kept, wanted, progress);
}

Result<RemoveCounts> ServerPlace::remove(const engine::index::RemoveOptions& wanted,
                                         const engine::run::LimitOptions& /*limits*/) {
  if (wanted.purge)
    return Status(Code::kInvalidArgument, "--purge is for the folder of the index, while no server has it");
  TEXTKIN_ASSIGN_OR_RETURN(const std::vector<std::string> ids, engine::index::ids_of(wanted));
  std::string lines;
  for (const std::string& id : ids) {
    if (id.empty() || id.find_first_of("\r\n") != std::string::npos)
      return Status(Code::kInvalidArgument, "an id is empty or has a line end, and a server is told of one a line");
    lines += id + "\n";
  }
  if (ids.empty() && wanted.where.empty() && wanted.older_than.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
    return RemoveCounts{.sequence = stats.sequence, .documents = stats.documents};
  }
  Target target(client_.address().path + "/remove");
  target.with(wanted.where);
  if (!wanted.older_than.empty()) target.with("older_than", wanted.older_than);
  TEXTKIN_ASSIGN_OR_RETURN(
      const HttpAnswer answer,
      client_.ask({.method = "POST", .target = target.text(), .type = "text/plain", .body = lines, .changes = true},
                  nullptr));
  return removed_in(name(), answer.body);
}

Result<std::string> ServerPlace::document(const std::string& id) {
  Result<HttpAnswer> answer = look(fmt::format("{}/documents/{}", client_.address().path, encoded(id)));
  if (id.empty() || (answer.status().code() == Code::kNotFound && answer.status().message().ends_with(" " + id)))
    return std::string();
  TEXTKIN_RETURN_IF_ERROR(answer.status());
  return std::move(answer->body);
}

Result<bool> ServerPlace::has(const std::string& id) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::string line, document(id));
  return !line.empty();
}

Status ServerPlace::get(const ShowOptions& wanted, const std::vector<std::string>& ids,
                        const engine::run::LimitOptions& /*limits*/) {
  std::string lines;
  for (const std::string& id : ids) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::string line, document(id));
    if (line.empty()) return Status(Code::kNotFound, fmt::format("no document of {} has the id {}", name(), id));
    lines += line;
  }
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));
  TEXTKIN_RETURN_IF_ERROR(file->write(lines));
  return file->commit();
}

Status ServerPlace::list(const ShowOptions& wanted, const engine::run::LimitOptions& /*limits*/) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format));
  TEXTKIN_ASSIGN_OR_RETURN(const auto file, report::TableFile<report::IndexRow>::open(wanted.output, *format));
  std::string after;
  std::string sequence;
  do {
    Target target(client_.address().path + "/documents");
    target.with("limit", kRowsAtOnce).with(wanted.where);
    if (!after.empty()) target.with("after", after).with("as_of", sequence);
    TEXTKIN_ASSIGN_OR_RETURN(const HttpAnswer answer, look(target.text()));
    TEXTKIN_RETURN_IF_ERROR(
        each_listed(name(), answer.body, [&](const report::IndexRow& row) { return file->add(row); }));
    after = answer.next;
    if (sequence.empty()) sequence = answer.sequence;
  } while (!after.empty());
  return file->commit();
}

Status ServerPlace::write_all(const ShowOptions& wanted, const engine::run::LimitOptions& /*limits*/) {
  Target target(client_.address().path + "/export");
  if (wanted.times) target.with("times", "true");
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<base::OutputFile> file, base::OutputFile::create(wanted.output));
  TEXTKIN_RETURN_IF_ERROR(look(target.text(), [&](std::string_view some) { return file->write(some); }).status());
  return file->commit();
}

Status ServerPlace::stats(const ShowOptions& wanted, const engine::run::LimitOptions& /*limits*/,
                          engine::write::Results& results) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::IndexStats stats, stats_now());
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<engine::write::TextSink> sink, results.open_text(wanted.output));
  return sink->give(wanted.format == "json" ? report::index_stats_json(stats) : report::index_stats_text(stats));
}

}  // namespace textkin::client
