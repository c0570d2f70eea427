// QuestionsToServer: the documents of an INPUT, asked about piece by piece, all as of one sequence.
#pragma once

#include <string>
#include <string_view>

#include "client/document_lines.h"
#include "client/http_client.h"
#include "client/target.h"

namespace textkin::client {

class QuestionsToServer : public DocumentLines {
 public:
  // `route`: behind the path of the index, "/query". `as_of`: 0 where the state of the first answer is meant.
  QuestionsToServer(HttpClient& client, const std::string& route, std::uint64_t as_of)
      : DocumentLines({}, false), client_(client), target_(client.address().path + route) {
    if (as_of > 0) fix(fmt::format("{}", as_of));
  }

  // Lines that go before those of each piece: documents that everybody was given.
  void add_templates(const Piece& templates);
  Target& target() { return target_; }
  const std::string& server() const { return client_.address().text; }
  // Of which the answers are; empty: nothing was asked.
  const std::string& sequence() const { return sequence_; }

 protected:
  // The rows of an answer.
  virtual Status take_rows(const HttpAnswer& answer) = 0;

 private:
  Status send(const Piece& piece, bool last) final;
  void fix(const std::string& sequence);

  HttpClient& client_;
  Target target_;
  std::string templates_;
  std::string sequence_;
  bool is_fixed_ = false;
};

}  // namespace textkin::client
