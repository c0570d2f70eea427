#include "client/questions_to_server.h"

namespace textkin::client {

void QuestionsToServer::fix(const std::string& sequence) {
  sequence_ = sequence;
  if (is_fixed_ || sequence.empty() || sequence == "0") return;
  is_fixed_ = true;
  target_.with("as_of", sequence);
}

void QuestionsToServer::add_templates(const Piece& templates) {
  templates_ += templates.lines;
  target_.with("templates", fmt::format("{}", templates.documents));
}

Status QuestionsToServer::send(const Piece& piece, bool last) {
  const std::string both = templates_.empty() ? std::string() : templates_ + piece.lines;
  const Result<HttpAnswer> answer = client_.ask({.method = "POST",
                                                 .target = target_.text(),
                                                 .type = "application/x-ndjson",
                                                 .body = templates_.empty() ? piece.lines : both},
                                                nullptr);
  if (!answer.ok() && sends_less(client_.was_too_large(), client_.was_too_late()) && piece.documents > 1) {
    const auto [before, behind] = halves(piece);
    TEXTKIN_RETURN_IF_ERROR(send(before, false));
    return send(behind, last);
  }
  TEXTKIN_RETURN_IF_ERROR(answer.status());
  was_taken();
  if (!last && !is_fixed_) fix(answer->sequence);
  if (sequence_.empty()) sequence_ = answer->sequence;
  return take_rows(*answer);
}

}  // namespace textkin::client
