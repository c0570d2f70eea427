// Any bytes as a file of each format of the catalogue: documents do not depend on the size of blocks, their texts are
// UTF-8 and are found again by their records, and every refusal names its place. The first byte says how bytes that are
// no Unicode are treated.
#include <algorithm>

#include "fuzzer.h"
#include "input/blocks/valid_utf8.h"
#include "input/formats/catalog.h"
#include "input/reading/testing_read_all.h"
#include "memory_file.h"

namespace textkin::fuzz::formats {
namespace {

using input::ReadDocument;
using input::ReadInput;

void look_again(const input::ReadSettings& settings, const ReadInput& found) {
  input::RecordReader reader(settings, found.list, found.spool);
  for (const ReadDocument& document : found.documents) {
    const Result<std::string_view> text = reader.text(document.record);
    require(text.ok() && *text == document.text);
    const Result<std::string_view> raw = reader.raw(document.record);
    require(raw.ok() && raw->size() == document.record.length);
  }
}

void read(std::string_view format, std::string_view given) {
  const unsigned how = given.empty() ? 0 : static_cast<unsigned char>(given.front());
  given.remove_prefix(std::min<std::size_t>(1, given.size()));
  const MemoryFile memory(given);
  input::ReadSettings settings;
  settings.asked.arguments = {memory.path()};
  settings.asked.read_as = format;
  settings.asked.value_fields = {"n"};
  settings.asked.invalid_utf8 = how % 2 == 0 ? input::InvalidUtf8::kReplace : input::InvalidUtf8::kSkip;
  if (how % 4 >= 2) settings.longest_record = 100;
  settings.block_bytes = given.size() + 64;  // all at once; a large block costs a sanitizer more than what is in it
  const auto whole = input::read_all(settings);
  require(whole->status.ok());
  for (const ReadDocument& document : whole->documents)
    require(input::valid_utf8(document.text) && input::valid_utf8(document.id) &&
            document.record.length <= settings.longest_record);
  for (const input::Problem& problem : whole->problems)
    require(std::ranges::any_of(input::kProblemReasons, [&](auto& row) { return row.word == problem.reason; }) &&
            problem.message.find('\n') == std::string::npos);
  look_again(settings, *whole);
  settings.block_bytes = 1 + how / 4 + given.size() / 32;  // a block costs a reading
  const auto cut = input::read_all(settings);
  require(cut->status.ok() && cut->documents == whole->documents && cut->problems.size() == whole->problems.size());
}

constexpr auto kJsonWords = std::to_array<std::string_view>(
    {"{\"text\": \"a\"}\n", "{\"id\": 7, \"text\": \"b\", \"n\": 2}\r\n", "\n", "\r\n", "\xEF\xBB\xBF", "\xFF\xFE",
     "\"", "\\", "\\ud800", "\xC3", "\xC3\xA4", "{", "}", "\"text\": \"c\", ", "\"id\": \"x\", ", "1e999", "[]"});
constexpr auto kLineWords = std::to_array<std::string_view>(
    {"\n", "\r\n", "\r", "\xEF\xBB\xBF", "\xFF\xFE", ">name more\n", ">", ";", "ACGT", "acgtn", "apple pear ", "17 ",
     "\xC3", "\xC3\xA4", " ", "\t", std::string_view("\0", 1), "*", "-"});

const Registered kJsonl({.name = "format_jsonl",
                         .run = [](std::string_view bytes) { read("jsonl", bytes); },
                         .words = kJsonWords});
const Registered kLines({.name = "format_lines",
                         .run = [](std::string_view bytes) { read("lines", bytes); },
                         .words = kLineWords});
const Registered kSets({.name = "format_sets",
                        .run = [](std::string_view bytes) { read("sets", bytes); },
                        .words = kLineWords});
const Registered kFasta({.name = "format_fasta",
                         .run = [](std::string_view bytes) { read("fasta", bytes); },
                         .words = kLineWords});

}  // namespace
}  // namespace textkin::fuzz::formats
