#include "client/template_lines.h"

#include "engine/read/collection.h"
#include "engine/read/text_pass.h"

namespace textkin::client {
namespace {

class TemplateLines final : public DocumentLines {
 public:
  TemplateLines() : DocumentLines({}, false) {}
  Piece all;

 private:
  Status send(const Piece& piece, bool /*last*/) override {
    all.lines += piece.lines;
    all.documents += piece.documents;
    return {};
  }
};

}  // namespace

Result<Piece> template_lines(const engine::run::Reading& reading, const engine::passages::ExclusionOptions& wanted,
                             Progress& progress) {
  if (wanted.templates.empty()) return Piece();
  engine::run::Reading templates = reading;
  templates.inputs.spec.arguments = wanted.templates;
  templates.inputs.against.clear();
  templates.inputs.number_repeated_ids = true;
  templates.inputs.spec.stop_on_error = true;
  templates.inputs.problems.clear();
  TEXTKIN_ASSIGN_OR_RETURN(engine::read::Collection collection, engine::read::open_collection(templates, ""));
  TemplateLines lines;
  TEXTKIN_RETURN_IF_ERROR(engine::read::read_texts(collection, {}, lines, progress));
  TEXTKIN_RETURN_IF_ERROR(lines.finish());
  if (lines.all.documents == 0) return Status(Code::kBadInput, "--template: there is no document in it");
  return std::move(lines.all);
}

}  // namespace textkin::client
