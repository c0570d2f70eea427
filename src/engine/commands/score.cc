#include "engine/commands/score.h"

#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "base/output_file.h"
#include "input/reading/span_annotations.h"
#include "report/commands/score_report.h"
#include "stats/score/plagdet.h"

namespace textkin::engine::commands {
namespace {

using Numbers = std::map<std::string, std::uint32_t>;

stats::Span span(std::uint64_t offset, std::uint64_t length) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - offset;
  return {offset, offset + (length < most ? length : most)};
}

Result<std::vector<stats::SpanPair>> read(const std::string& path, Numbers& numbers) {
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<input::SpanAnnotation> annotations, input::read_annotations(path));
  const auto number = [&](const std::string& name) {
    return numbers.try_emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second;
  };
  std::vector<stats::SpanPair> pairs;
  for (const input::SpanAnnotation& annotation : annotations)
    pairs.push_back({.suspicious = number(annotation.suspicious),
                     .source = number(annotation.source),
                     .in_suspicious = span(annotation.suspicious_offset, annotation.suspicious_length),
                     .in_source = span(annotation.source_offset, annotation.source_length)});
  return pairs;
}

}  // namespace

Status score(const ScoreOptions& options) {
  TEXTKIN_ASSIGN_OR_RETURN(std::unique_ptr<base::OutputFile> file, base::OutputFile::create(options.output));
  Numbers numbers;
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<stats::SpanPair> truth, read(options.truth, numbers));
  TEXTKIN_ASSIGN_OR_RETURN(std::vector<stats::SpanPair> found, read(options.found, numbers));
  const PlagdetReport scored = stats::score_detections(truth, found);
  TEXTKIN_RETURN_IF_ERROR(file->write(options.json ? report::score_json(scored) : report::score_text(scored)));
  return file->commit();
}

}  // namespace textkin::engine::commands
