#include "serve/handlers/input_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/files/extract_text.h"
#include "engine/write/line_results.h"
#include "serve/handlers/media_types.h"
#include "textkin/progress.h"

namespace textkin::serve {
namespace {

constexpr const char* kThisProgram = "/proc/self/exe";
constexpr std::uint64_t kMostOfExtractor = 1u << 30;  // bytes of address space
constexpr std::uint64_t kSecondsOfExtractor = 20;
constexpr std::size_t kMostText = 64u << 20;  // bytes

// What a body that is one file must be read with.
void read_as_document(const Call& call, input::InputSpec& spec) {
  spec.read_as = "document";
  const MediaType* const type = document_type(call.request.content_type);
  if (type == nullptr || type->suffix.empty()) {
    // As a text alone: RTF is valid UTF-8 too.
    spec.extraction.is_unasked = true;
    spec.stays = true;
    return;
  }
  spec.extraction.program = kThisProgram;
  spec.extraction.suffix = type->suffix;
  spec.extraction.memory = kMostOfExtractor;
  spec.extraction.seconds = kSecondsOfExtractor;
}

// So many lines of the body stand in front of those that are asked about.
Result<std::string_view> take_templates(const Call& call, std::string_view& body) {
  std::uint32_t lines = 0;
  TEXTKIN_RETURN_IF_ERROR(call.parameters.take(kTemplates, lines));
  const std::string_view all = body;
  if (lines > 0 && !is_lines(call.request.content_type))
    return Status(Code::kInvalidArgument, "templates= is of lines of JSON; send the body as application/x-ndjson");
  for (std::uint32_t i = 0; i < lines; ++i) {
    const std::size_t end = body.find('\n');
    if (end == std::string_view::npos || end + 1 == body.size())
      return Status(Code::kInvalidArgument,
                    fmt::format("templates={} leaves no line of the body that is asked about", lines));
    body.remove_prefix(end + 1);
  }
  return all.substr(0, all.size() - body.size());
}

}  // namespace

Result<InputOf> input_of(const Call& call, const std::string& name) {
  std::string_view body = call.request.body;
  if (body.empty())
    return Status(Code::kBadInput, "the body is empty; send a text, or a line of JSON for each document");
  TEXTKIN_ASSIGN_OR_RETURN(const std::string_view templates, take_templates(call, body));
  TEXTKIN_ASSIGN_OR_RETURN(BodyFile bytes, BodyFile::make(body));
  InputOf made{.bytes = std::move(bytes), .templates = {}, .options = {}};
  auto& spec = made.options.inputs.spec;
  spec.arguments = {name};
  spec.paths[name] = made.bytes.path();
  if (is_lines(call.request.content_type))
    spec.read_as = "jsonl";
  else
    read_as_document(call, spec);
  if (!templates.empty()) {
    TEXTKIN_ASSIGN_OR_RETURN(BodyFile held, BodyFile::make(templates));
    spec.paths[kTemplates] = held.path();
    made.templates = std::move(held);
  }
  spec.stop_on_error = true;
  spec.invalid_utf8 = input::InvalidUtf8::kFail;
  made.options.limits = call.limits;
  return made;
}

Result<std::string> text_of_body(const Call& call) {
  TEXTKIN_ASSIGN_OR_RETURN(const InputOf input, input_of(call, "body"));
  std::string text;
  engine::write::LineResults results(text, kMostText);
  Silence silence;
  TEXTKIN_RETURN_IF_ERROR(engine::files::extract_text(input.options, {}, results, silence));
  return text;
}

}  // namespace textkin::serve
