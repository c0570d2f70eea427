#include "engine/read/collection.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "engine/run/read_settings.h"
#include "input/sources/archives.h"
#include "input/sources/largest_window.h"
#include "input/sources/spool.h"
#include "store/document_reader.h"
#include "store/ids/hashes_of_ids.h"
#include "store/ids/unique_ids.h"

namespace textkin::engine::read {

namespace {

constexpr std::size_t kToldNotes = 10;
constexpr std::size_t kNamed = 3;

// "a, b, c and 4 more", of so many of which these are the first.
std::string named(const std::vector<std::string>& names, std::uint64_t count) {
  const std::size_t shown = std::min(names.size(), kNamed);
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : ", ") + (names[i] == "-" ? "standard input" : names[i]);
  if (count > shown) out += fmt::format(" and {} more", count - shown);
  return out;
}
std::string named(const std::vector<std::string>& names) { return named(names, names.size()); }

// Names of files that are one where bytes that are no UTF-8 are shown as U+FFFD, as in JSON.
void tell_names_that_become_one(const input::SourceList& list, Progress& progress) {
  std::map<std::string, std::string_view> as_shown;
  for (const input::Source& source : list.sources) {
    std::string shown;
    base::append_valid_utf8(source.relative, shown);
    if (shown == source.relative) continue;
    const auto [same, is_new] = as_shown.emplace(std::move(shown), source.relative);
    if (is_new || same->second == source.relative) continue;
    progress.warn(
        fmt::format("{} and {} have one name in JSON, where bytes that are no UTF-8 are U+FFFD; rename one, so that "
                    "results tell them apart",
                    same->second, source.relative));
    return;
  }
}

// "4 hidden (a, b, c and 1 more)".
std::string told(const input::Skipped& skipped, std::string_view what) {
  if (skipped.first.empty()) return fmt::format("{} {}", skipped.count, what);
  return fmt::format("{} {} ({})", skipped.count, what, named(skipped.first, skipped.count));
}

// What nobody has read; empty where that is nothing.
std::string told_skipped(const input::SourceList& list) {
  std::vector<std::string> parts;
  if (list.hidden.count > 0) parts.push_back(told(list.hidden, "hidden"));
  if (list.links.count > 0) parts.push_back(told(list.links, list.links.count == 1 ? "link" : "links"));
  if (list.special.count > 0)
    parts.push_back(told(list.special, list.special.count == 1 ? "that is no file" : "that are no files"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Files of INPUT that several arguments lead to. Cost: a system call a file, where there are several.
input::Skipped find_named_twice(std::span<const input::Source> sources) {
  input::Skipped twice;
  if (sources.empty() || sources.back().argument == 0) return twice;
  struct Named {
    dev_t device;
    ino_t number;
    std::size_t source;
    auto operator<=>(const Named&) const = default;
  };
  std::vector<Named> files;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    struct stat status;
    if (sources[i].memory == nullptr && !sources[i].stream && ::stat(sources[i].path.c_str(), &status) == 0)
      files.push_back({status.st_dev, status.st_ino, i});
  }
  std::ranges::sort(files);
  for (std::size_t i = 1; i < files.size(); ++i)
    if (files[i].device == files[i - 1].device && files[i].number == files[i - 1].number &&
        sources[files[i].source].argument != sources[files[i - 1].source].argument)
      twice.add(sources[files[i].source].name);
  return twice;
}

// INPUT's sources, then those of --against.
Status list_inputs(const run::InputOptions& inputs, Collection& collection) {
  TEXTKIN_ASSIGN_OR_RETURN(collection.list, input::list_sources(inputs.spec));
  collection.against_source = static_cast<std::uint32_t>(collection.list.sources.size());
  collection.named_twice = find_named_twice(collection.list.sources);
  collection.has_against = !inputs.against.empty();
  if (collection.has_against) {
    TEXTKIN_ASSIGN_OR_RETURN(input::SourceList against, input::list_sources(run::against_spec(inputs)));
    for (input::Source& source : against.sources) {
      source.of_other_side = true;
      source.argument += static_cast<std::uint32_t>(inputs.spec.arguments.size());
      collection.list.sources.push_back(std::move(source));
    }
    collection.list.hidden.add(std::move(against.hidden));
    collection.list.links.add(std::move(against.links));
    collection.list.special.add(std::move(against.special));
    for (std::string& name : against.told_by_bytes) collection.list.told_by_bytes.push_back(std::move(name));
    for (std::string& name : against.left_out) collection.list.left_out.push_back(std::move(name));
  }
  return {};
}

}  // namespace

std::string Collection::place(const DocumentRecord& record) const {
  return input::place_in(source(record), record.line);
}

std::vector<input::Note> Collection::notes_of(const DocumentRecord& record) const {
  const auto [begin, end] = std::ranges::equal_range(notes, record.source, {}, &input::Note::source);
  return {begin, end};
}

void Collection::add_note(input::Note note, Progress& progress) {
  notes.push_back(std::move(note));
  if (notes.size() <= kToldNotes)
    progress.note(fmt::format("{}: {}", list.sources[notes.back().source].name, notes.back().text));
}

void Collection::add_traces(input::FileTraces of_file) {
  traces_bytes += of_file.bytes();
  if (traces_bytes > kMostTraces)
    ++traces_left_out;
  else
    traces.push_back(std::move(of_file));
}

const input::FileTraces* Collection::traces_of(const DocumentRecord& record) const {
  const auto found = std::ranges::lower_bound(traces, record.source, {}, &input::FileTraces::source);
  return found == traces.end() || found->source != record.source ? nullptr : &*found;
}

void Collection::end_notes(Progress& progress) const {
  tell_names_that_become_one(list, progress);
  if (!list.told_by_bytes.empty())
    progress.note(fmt::format("{}: read as JSON records, as the first bytes show (--as document: as one text)",
                              named(list.told_by_bytes)));
  if (const std::string skipped = told_skipped(list); !skipped.empty())
    progress.note(fmt::format("left out of folders: {}; what is named itself is read", skipped));
  if (!list.left_out.empty())
    progress.note(
        fmt::format("{}: left out, as files that are about the records beside them (--as document reads "
                    "every file as a text)",
                    named(list.left_out)));
  if (named_twice.count > 0)
    progress.warn(fmt::format("{}: named twice among INPUT, so that it is compared with itself; name each file once",
                              named(named_twice.first, named_twice.count)));
  if (as_bytes.count > 0)
    progress.warn(fmt::format("{}: compared as the bytes that {}, not by {} text; --extract auto takes that out",
                              named(as_bytes.first, as_bytes.count), as_bytes.count == 1 ? "it is" : "they are",
                              as_bytes.count == 1 ? "its" : "their"));
  if (repaired > 0)
    progress.note(fmt::format("{} what is no Unicode, compared as if U+FFFD stood there (--invalid-utf8)",
                              repaired == 1 ? "1 document holds" : fmt::format("{} documents hold", repaired)));
  if (traces_left_out > 0)
    progress.warn(
        fmt::format("what {} files say of their making is left out, there is too much of it", traces_left_out));
  if (notes.size() > kToldNotes)
    progress.note(fmt::format("{} such notes in all; textkin extract FILE shows what is compared", notes.size()));
}

Status Collection::check_something_was_read(const std::string& first_problem) const {
  if (problems == 0) return {};
  const auto unread = [&](const std::string& names) {
    return Status(Code::kBadInput, fmt::format("{}: no document could be read, so nothing was done; the first "
                                               "problem was: {}",
                                               names, first_problem));
  };
  const auto holds_bytes = [&](std::size_t begin, std::size_t end) {
    const auto first = list.sources.begin();
    return std::any_of(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end),
                       [](const input::Source& source) { return source.size > 0 || !source.seekable; });
  };
  const std::size_t sources = list.sources.size();
  const std::size_t own = has_against ? against_source : sources;
  const DocId own_documents = has_against ? against : documents();
  if (own_documents == 0 && !read_of_input && holds_bytes(0, own)) return unread(input_names);
  if (own_documents == documents() && !read_of_against && holds_bytes(own, sources)) return unread(against_names);
  return {};
}

double Collection::times_read() const {
  return input_bytes == 0 ? 1.0 : std::max(1.0, static_cast<double>(total_bytes) / static_cast<double>(input_bytes));
}

std::uint64_t Collection::spooled_bytes() const { return spilled_bytes + (spool == nullptr ? 0 : spool->file_bytes()); }

std::vector<FeatureView> Collection::feature_views() const {
  std::vector<FeatureView> views;
  views.reserve(documents());
  for (const auto& block : retained)
    for (std::size_t i = 0; i < block->size(); ++i) views.push_back((*block)[i]);
  return views;
}

Result<Collection> open_collection(const run::Reading& reading, const std::string& run_dir,
                                   std::uint64_t later_a_byte) {
  Collection collection;
  collection.budget = std::make_unique<base::MemoryBudget>(reading.limits.memory);
  collection.threads = reading.limits.threads;
  collection.text = reading.text;
  collection.input_names = named(reading.inputs.spec.arguments);
  collection.against_names = named(reading.inputs.against);
  collection.numbers_repeated_ids = reading.inputs.number_repeated_ids;
  TEXTKIN_RETURN_IF_ERROR(list_inputs(reading.inputs, collection));
  collection.shares = run::share_out(reading.limits.given(), collection.threads, reading.inputs.spec.block_bytes,
                                     collection.text, input::largest_window(collection.list));
  TEXTKIN_ASSIGN_OR_RETURN(collection.directory, run::RunDirectory::open(run_dir));
  collection.later_a_byte = later_a_byte;
  collection.settings = run::read_settings(reading, collection.shares, *collection.directory, later_a_byte);
  TEXTKIN_RETURN_IF_ERROR(input::open_archives(collection.settings, collection.list, collection.against_source));
  for (const input::Source& source : collection.list.sources) collection.total_bytes += source.size;
  return collection;
}

Status make_ids_unique(Collection& collection) {
  const bool number = collection.numbers_repeated_ids;
  store::DocumentReader documents(collection.table);
  store::DocumentRow row;
  const auto place = [&](DocId doc) -> Result<std::string> {
    TEXTKIN_RETURN_IF_ERROR(documents.read_record(doc, row));
    return collection.place(row.record);
  };
  base::MemoryBudget& budget = *collection.budget;
  const auto given_for = [&](std::uint64_t bytes) { return collection.shares.given.told(bytes); };
  const auto unique = [&](DocId first, DocId last) -> Status {
    TEXTKIN_ASSIGN_OR_RETURN(const bool may_repeat,
                             store::ids_may_repeat(collection.table, first, last, collection.threads, budget));
    if (!may_repeat) return {};
    return store::make_ids_unique(collection.table, first, last, number, place, budget, given_for);
  };
  TEXTKIN_RETURN_IF_ERROR(unique(0, collection.against));
  return unique(collection.against, collection.documents());
}

}  // namespace textkin::engine::read
