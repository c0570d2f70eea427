#include "engine/commands/passage_output.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/output_file.h"
#include "engine/write/shard_folder.h"
#include "report/commands/pan_xml.h"
#include "store/document_reader.h"

namespace textkin::engine::commands {
namespace {

using PassageFile = report::TableFile<report::PassageRow>;

constexpr std::array<std::string_view, 1> kOwnOfPassages{"pan"};

// Null: a folder of XML files.
Result<const report::Format*> format_of(const passages::PassagesOptions& wanted) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, report::find_format(wanted.format, kOwnOfPassages));
  if (format == nullptr && wanted.output == "-")
    return Status(Code::kInvalidArgument, "--format pan writes a folder; name it with -o");
  return format;
}

// Calls body(a's id, b's id, passage) for each passage, in order.
template <class Body>
Status for_passages(const store::DocumentTable& table, std::span<const Passage> passages, Body body) {
  store::DocumentReader in_a(table);
  store::DocumentReader in_b(table);
  std::string_view a;
  std::string_view b;
  for (const Passage& passage : passages) {
    TEXTKIN_RETURN_IF_ERROR(in_a.read_id(passage.a, a));
    TEXTKIN_RETURN_IF_ERROR(in_b.read_id(passage.b, b));
    TEXTKIN_RETURN_IF_ERROR(body(a, b, passage));
  }
  return {};
}

Status write_table(const store::DocumentTable& documents, std::span<const Passage> passages, PassageFile& table) {
  TEXTKIN_RETURN_IF_ERROR(for_passages(
      documents, passages,
      [&](std::string_view a, std::string_view b, const Passage& passage) { return table.add({a, b, passage}); }));
  return table.commit();
}

// One XML a pair, and `pairs`, a line "suspicious source" a pair; pairs are numbered, since ids may be paths.
Status write_pan(const store::DocumentTable& documents, std::span<const Passage> passages, const std::string& folder) {
  TEXTKIN_RETURN_IF_ERROR(write::make_folder(folder));
  write::ShardFolder files;
  const auto write_file = [&](const std::string& name, std::string_view bytes) -> Status {
    TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file,
                             files.open(std::filesystem::path(folder) / name, base::Packing::kNone));
    TEXTKIN_RETURN_IF_ERROR(file->write(bytes));
    return files.commit(std::move(file));
  };
  std::string pairs;
  std::string xml;
  const Passage* last = nullptr;
  std::uint64_t number = 0;
  const auto finish = [&]() -> Status {
    if (last == nullptr) return {};
    report::append_pan_end(xml);
    TEXTKIN_RETURN_IF_ERROR(write_file(fmt::format("pair-{:06}.xml", ++number), xml));
    xml.clear();
    return {};
  };
  TEXTKIN_RETURN_IF_ERROR(
      for_passages(documents, passages, [&](std::string_view a, std::string_view b, const Passage& passage) {
        if (last == nullptr || last->a != passage.a || last->b != passage.b) {
          TEXTKIN_RETURN_IF_ERROR(finish());
          report::append_pan_begin(a, xml);
          pairs += fmt::format("{} {}\n", a, b);
        }
        report::append_pan_feature(b, passage, xml);
        last = &passage;
        return Status();
      }));
  TEXTKIN_RETURN_IF_ERROR(finish());
  TEXTKIN_RETURN_IF_ERROR(write_file("pairs", pairs));
  return files.finish();
}

}  // namespace

Result<PassageOutput> PassageOutput::open(const passages::PassagesOptions& wanted, unsigned threads,
                                          const write::Results& results) {
  TEXTKIN_ASSIGN_OR_RETURN(const report::Format* format, format_of(wanted));
  PassageOutput made;
  if (format == nullptr) made.folder_ = wanted.output;
  if (format != nullptr && results.writes_files()) {
    TEXTKIN_ASSIGN_OR_RETURN(
        made.table_, PassageFile::open(wanted.output, *format, report::Table<report::PassageRow>::kAll, threads));
  }
  return made;
}

Status PassageOutput::write(const store::DocumentTable& documents, std::span<const Passage> passages) {
  if (table_ != nullptr) TEXTKIN_RETURN_IF_ERROR(write_table(documents, passages, *table_));
  return folder_.empty() ? Status() : write_pan(documents, passages, folder_);
}

}  // namespace textkin::engine::commands
