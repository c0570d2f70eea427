// Reads a whole input as the engine does, one block at a time. For tests only.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/output_file.h"
#include "base/scratch_directory.h"
#include "input/formats/catalog.h"
#include "input/reading/block_reader.h"
#include "input/reading/record_parser.h"
#include "input/reading/record_reader.h"

namespace textkin::input {

struct ReadDocument {
  std::string id;
  std::string text;
  DocumentRecord record;
  FieldValue value;
  std::string value_text;

  bool operator==(const ReadDocument& other) const {
    return id == other.id && text == other.text && record.offset == other.record.offset &&
           record.length == other.record.length && record.source == other.record.source &&
           record.line == other.record.line && record.characters == other.record.characters &&
           value.kind == other.value.kind && value.number == other.value.number && value.beyond == other.value.beyond &&
           value_text == other.value_text;
  }
};

inline ReadSettings settings_for(std::vector<std::string> arguments, const base::ScratchDirectory& spool) {
  ReadSettings settings;
  settings.asked.arguments = std::move(arguments);
  settings.spool_directory = spool.path();
  return settings;
}

// Packed as the suffix says.
inline void write_packed(const std::string& path, std::string_view bytes) {
  auto file = base::OutputFile::create(path);
  ASSERT_TRUE(file.ok() && (*file)->write(bytes).ok() && (*file)->commit().ok());
}

// The place behind a block, and what had come by then.
struct ReadCut {
  ReadPosition after;
  std::size_t documents = 0;
  std::size_t problems = 0;
  std::uint64_t input_bytes = 0;
  std::size_t finished = 0;
};

struct ReadInput {
  Status status;
  SourceList list;
  std::vector<ReadDocument> documents;
  std::vector<Problem> problems;
  std::shared_ptr<const Spool> spool;
  std::uint64_t input_bytes = 0;
  std::vector<ReadCut> blocks;
  std::vector<FinishedSource> finished;
  std::size_t largest_block = 0;
};

inline Status read_blocks(const ReadSettings& settings, ReadInput& result, const ReadPosition& from = {},
                          std::shared_ptr<Spool> spool = nullptr) {
  TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<BlockReader> reader,
                           BlockReader::open(settings, result.list, from, std::move(spool)));
  RecordParser parser(settings, result.list);
  ParsedBlock parsed;
  while (true) {
    TEXTKIN_ASSIGN_OR_RETURN(const std::unique_ptr<Block> block, reader->next());
    if (block == nullptr) break;
    TEXTKIN_RETURN_IF_ERROR(parser.parse(*block, parsed));
    result.problems.insert(result.problems.end(), block->problems.begin(), block->problems.end());
    result.problems.insert(result.problems.end(), parsed.problems.begin(), parsed.problems.end());
    for (std::size_t i = 0; i < parsed.documents.size(); ++i) {
      const Document& document = parsed.documents[i];
      ReadDocument read{std::string(document.id), std::string(document.text), document.record, {}, {}};
      if (!parsed.values.empty()) {
        read.value = parsed.values[i];
        read.value_text = read.value.text;
        read.value.text = {};
      }
      result.documents.push_back(std::move(read));
    }
    result.input_bytes += block->input_bytes;
    result.largest_block = std::max(result.largest_block, block->bytes.size());
    result.finished.insert(result.finished.end(), block->finished.begin(), block->finished.end());
    result.blocks.push_back(
        {block->after, result.documents.size(), result.problems.size(), result.input_bytes, result.finished.size()});
  }
  result.spool = reader->spool();
  return {};
}

// What the catalogue calls the format of a source.
inline std::string_view format_of(const Source& source) {
  for (const InputFormat& row : formats())
    if (source.format == &row.format()) return row.name;
  return "unknown";
}

// Not movable apart from its list: records point into it by number only.
inline std::unique_ptr<ReadInput> read_all(const ReadSettings& settings) {
  auto result = std::make_unique<ReadInput>();
  Result<SourceList> list = list_sources(settings.asked);
  if (!list.ok()) {
    result->status = list.status();
    return result;
  }
  result->list = std::move(*list);
  result->status = read_blocks(settings, *result);
  return result;
}

}  // namespace textkin::input
