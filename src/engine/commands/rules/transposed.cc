#include "engine/commands/rules/transposed.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/output_file.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "engine/run/memory_shares.h"
#include "engine/run/problem_log.h"
#include "input/block_reader.h"
#include "report/format.h"
#include "text/catalog.h"

namespace textkin::engine::commands {
namespace {

constexpr std::size_t kLongestItem = 65535;  // as an id
constexpr std::uint64_t kBytesAnItem = 112;  // with its places in a table and in a list
constexpr std::uint64_t kBytesAPlace = 16;   // in a list that grows by doubling
constexpr std::size_t kItemFlushBytes = 1u << 16;

class Transposer {
 public:
  Transposer(const run::RunOptions& options, Progress& progress) : options_(options), progress_(progress) {}

  Status read(const std::string& scratch);
  Status write(std::uint64_t least, const std::string& path);
  Transposed counts;

 private:
  Status add(const Document& document, const input::SourceList& list);

  const run::RunOptions& options_;
  Progress& progress_;
  std::unique_ptr<text::NamedShingler> shingler_;
  std::vector<text::NamedShingle> row_;
  std::unordered_map<Feature, std::uint32_t> numbers_;
  std::vector<std::string> names_;     // by number
  std::vector<std::uint64_t> places_;  // item << 32 | row
  std::uint64_t name_bytes_ = 0;
};

Status Transposer::add(const Document& document, const input::SourceList& list) {
  row_.clear();
  shingler_->append(document.text, row_);
  for (text::NamedShingle& item : row_) {
    const auto [at, is_new] = numbers_.try_emplace(item.feature, static_cast<std::uint32_t>(names_.size()));
    if (is_new) {
      if (item.name.size() > kLongestItem)
        return Status(Code::kBadInput, fmt::format("{}:{}: an item of {} bytes; the longest can have {}",
                                                   list.sources[document.record.source].name, document.record.line,
                                                   item.name.size(), kLongestItem));
      name_bytes_ += item.name.size();
      names_.push_back(std::move(item.name));
    }
    places_.push_back(std::uint64_t{at->second} << 32 | counts.rows);
  }
  if (++counts.rows >= kNoDoc)
    return Status(Code::kExhausted, "more than 4,294,967,294 transactions in one run; split the input");
  const std::uint64_t bytes = places_.size() * kBytesAPlace + names_.size() * kBytesAnItem + name_bytes_;
  if (bytes <= options_.memory / 2) return {};
  return Status(
      Code::kExhausted,
      fmt::format("--memory {} is too little for the items of {} transactions, which need half of it; give more",
                  run::in_mebibytes(options_.memory), counts.rows));
}

Status Transposer::read(const std::string& scratch) {
  TEXTKIN_ASSIGN_OR_RETURN(shingler_, text::make_named_shingler(options_.text));
  const run::MemoryShares shares = run::share_out(options_.memory, 1, options_.input.block_bytes, options_.text);
  input::InputSpec spec = options_.input;
  spec.block_bytes = shares.block_bytes;
  spec.spool_directory = scratch;
  if (shares.longest_record < spec.longest_record) {
    spec.longest_record = shares.longest_record;
    spec.memory_a_byte = run::memory_of_a_record_byte(options_.text);
  }
  TEXTKIN_ASSIGN_OR_RETURN(input::SourceList list, input::list_sources(spec));
  std::uint64_t total = 0;
  for (const input::Source& source : list.sources) total += source.size;
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<run::ProblemLog> problems,
                           run::ProblemLog::open(options_.problems, progress_));
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<input::BlockReader> reader, input::BlockReader::open(spec, list));
  input::RecordParser parser(spec, list);
  input::ParsedBlock parsed;
  std::uint64_t done = 0;
  while (true) {
    if (base::interrupted()) return Status(Code::kInterrupted, "interrupted");
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<input::Block> block, reader->next());
    if (block == nullptr) break;
    TEXTKIN_RETURN_IF_ERROR(parser.parse(*block, parsed));
    for (const input::Problem& problem : block->problems) TEXTKIN_RETURN_IF_ERROR(problems->add(problem));
    for (const input::Problem& problem : parsed.problems) TEXTKIN_RETURN_IF_ERROR(problems->add(problem));
    for (const Document& document : parsed.documents) TEXTKIN_RETURN_IF_ERROR(add(document, list));
    done += block->input_bytes;
    progress_.update("read", done, total);
  }
  counts.problems = problems->count();
  counts.items = names_.size();
  return problems->finish();
}

Status Transposer::write(std::uint64_t least, const std::string& path) {
  base::sort(places_.data(), places_.size());
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create_scratch(path));
  std::string out;
  for (std::size_t from = 0, to = 0; from < places_.size(); from = to) {
    const std::uint64_t item = places_[from] >> 32;
    while (to < places_.size() && places_[to] >> 32 == item) ++to;
    if (to - from < least) continue;
    ++counts.columns;
    out += "{\"id\":";
    report::append_json(names_[item], out);
    out += ",\"text\":\"";
    for (std::size_t i = from; i < to; ++i) {
      if (i > from) out += ' ';
      report::append_number(places_[i] & 0xFFFFFFFFu, out);
    }
    out += "\"}\n";
    if (out.size() < kItemFlushBytes) continue;
    TEXTKIN_RETURN_IF_ERROR(file->write(out));
    out.clear();
  }
  TEXTKIN_RETURN_IF_ERROR(file->write(out));
  return file->commit();
}

}  // namespace

Result<Transposed> transpose(const run::RunOptions& options, std::uint64_t least, const run::RunDirectory& directory,
                             Progress& progress) {
  Transposer transposition(options, progress);
  TEXTKIN_RETURN_IF_ERROR(transposition.read(directory.path()));
  const std::string path = directory.file("columns.jsonl");
  TEXTKIN_RETURN_IF_ERROR(transposition.write(least, path));
  Transposed columns = std::move(transposition.counts);
  columns.options = options;
  columns.options.input = {};
  columns.options.input.arguments = {path};
  columns.options.input.block_bytes = options.input.block_bytes;
  columns.options.problems.clear();
  columns.options.text = {};
  columns.options.text.normalizers = {"none"};
  columns.options.text.tokens = "whitespace";
  columns.options.text.shingle_size = 1;
  return columns;
}

}  // namespace textkin::engine::commands
