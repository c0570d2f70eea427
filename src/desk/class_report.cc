#include "desk/class_report.h"

#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "desk/hand_ins.h"
#include "engine/index_passages/index_passages.h"
#include "engine/write/file_results.h"

namespace textkin::desk {
namespace {

constexpr std::size_t kMostOfAnAnswer = 128u << 20;  // bytes
constexpr const char* kExtractor = "/proc/self/exe";

Result<std::string> bytes_of(const std::string& path) {
  TEXTKIN_ASSIGN_OR_RETURN(base::File file, base::File::open(path));
  TEXTKIN_ASSIGN_OR_RETURN(const base::File::Facts facts, file.facts());
  if (facts.size > kMostOfAnAnswer)
    return Status(Code::kExhausted, fmt::format("the answer has {} MiB, and {} are the most; send fewer files at once",
                                                facts.size >> 20, kMostOfAnAnswer >> 20));
  std::string bytes(facts.size, '\0');
  TEXTKIN_ASSIGN_OR_RETURN(const std::size_t size, file.read(bytes.data(), bytes.size()));
  bytes.resize(size);
  return bytes;
}

engine::run::ReadOptions reading_of(const HandIns& handed_in, const ClassQuestion& question) {
  engine::run::ReadOptions asked;
  auto& spec = asked.inputs.spec;
  spec.arguments = {question.title};
  spec.paths = handed_in.templates();
  spec.paths[question.title] = handed_in.folder();
  spec.extraction.program = kExtractor;
  spec.extraction.archives = true;
  spec.extraction.traces = question.found.format == "html";
  asked.limits = question.limits;
  return asked;
}

}  // namespace

std::uint64_t sequence_of(const ClassQuestion& question) {
  return question.as_of == 0 ? engine::index::sequence_of(*question.archive) : question.as_of;
}

Result<std::string> class_report(std::span<const FormPart> parts, const ClassQuestion& question, Progress& progress) {
  TEXTKIN_ASSIGN_OR_RETURN(const HandIns handed_in, HandIns::make(parts));
  if (handed_in.templates().contains(question.title))
    return Status(Code::kInvalidArgument,
                  fmt::format("a template is called as what was handed in: {}; rename one", question.title));
  engine::index_passages::KeptOptions kept;
  kept.folders = {question.index};
  kept.held[question.index] = question.archive;
  kept.where = question.where;
  kept.as_of = question.as_of;
  engine::commands::ReportOptions wanted;
  wanted.passages = question.found;
  wanted.passages.output = handed_in.file("answer");
  wanted.passages.exclude.kinds = {"template", "quotations", "references", "common"};
  for (const auto& [name, path] : handed_in.templates()) wanted.passages.exclude.templates.push_back(name);
  engine::write::FileResults results;
  TEXTKIN_RETURN_IF_ERROR(
      engine::index_passages::report(reading_of(handed_in, question), kept, wanted, results, progress).status());
  return bytes_of(wanted.passages.output);
}

}  // namespace textkin::desk
