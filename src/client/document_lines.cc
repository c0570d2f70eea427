#include "client/document_lines.h"

#include <fmt/format.h>

#include <utility>

#include "base/utf8.h"
#include "report/text/format.h"
#include "store/field_value.h"

namespace textkin::client {

Status DocumentLines::make(std::span<const Document> documents, unsigned /*worker*/, LinesOfBlock& made) {
  for (const Document& document : documents) {
    made.sizes.push_back(0);  // nobody looks for shingles here
    made.ids.push_back(document.id);
    std::string& rest = made.rests.emplace_back(R"(,"text":)");
    report::append_json(document.text, rest);
  }
  return {};
}

void DocumentLines::add_values(std::span<const FieldValue> values, LinesOfBlock& made) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::string& rest = made.rests[i / fields_.size()];
    rest += ',';
    report::append_json(fields_[i % fields_.size()], rest);
    rest += ':';
    report::append_json(store::shown_value(values[i]), rest);
  }
}

Status DocumentLines::take(DocId /*first*/, LinesOfBlock& made) {
  for (std::size_t i = 0; i < made.rests.size(); ++i) {
    const std::string& rest = made.rests[i];
    if (piece_.documents > 0 && piece_.lines.size() + rest.size() > most_) {
      TEXTKIN_RETURN_IF_ERROR(send(std::exchange(piece_, {}), false));
    }
    if (piece_.documents == 0) piece_.first = documents_;
    piece_.lines += R"({"id":)";
    report::append_json(ids_ ? base::as_utf8(made.ids[i]) : fmt::format("{}", documents_), piece_.lines);
    piece_.lines += rest;
    piece_.lines += "}\n";
    ++piece_.documents;
    ++documents_;
  }
  return {};
}

Status DocumentLines::finish() { return piece_.documents == 0 ? Status() : send(std::exchange(piece_, {}), true); }

bool DocumentLines::sends_less(bool too_large, bool too_late) {
  if (!too_large && !(too_late && ++late_ <= kMostLate)) return false;
  most_ = std::max<std::size_t>(most_ / 2, 1);
  return true;
}

std::pair<Piece, Piece> DocumentLines::halves(const Piece& piece) {
  std::pair<Piece, Piece> both;
  both.first.first = piece.first;
  std::size_t end = 0;
  for (; both.first.documents < piece.documents / 2; ++both.first.documents) end = piece.lines.find('\n', end) + 1;
  both.first.lines = piece.lines.substr(0, end);
  both.second = {.lines = piece.lines.substr(end),
                 .documents = piece.documents - both.first.documents,
                 .first = piece.first + both.first.documents};
  return both;
}

}  // namespace textkin::client
