#include "client/questions_to_server.h"

namespace textkin::client {

void QuestionsToServer::fix(const std::string& sequence) {
  sequence_ = sequence;
  if (is_fixed_ || sequence.empty() || sequence == "0") return;
  is_fixed_ = true;
  target_.with("as_of", sequence);
}

Status QuestionsToServer::send(const Piece& piece, bool last) {
  const Result<HttpAnswer> answer = client_.ask(
      {.method = "POST", .target = target_.text(), .type = "application/x-ndjson", .body = piece.lines}, nullptr);
  if (!answer.ok() && client_.was_too_large() && piece.documents > 1) {
    send_less_at_once();
    const auto [before, behind] = halves(piece);
    TEXTKIN_RETURN_IF_ERROR(send(before, false));
    return send(behind, last);
  }
  TEXTKIN_RETURN_IF_ERROR(answer.status());
  if (!last && !is_fixed_) fix(answer->sequence);
  if (sequence_.empty()) sequence_ = answer->sequence;
  return take_rows(*answer);
}

}  // namespace textkin::client
