// TextRoom: whether a text, all that is made of it and its features have room in --memory.
//
// Most texts are so small that nothing they might become is too large; only others are measured. Threads: one each.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/read/collection.h"
#include "text/shingles/text_gauge.h"
#include "textkin/document.h"
#include "textkin/status.h"

namespace textkin::engine::read {

// What a run holds besides the features of a text.
struct BesideText {
  std::uint64_t bytes = 0;    // whatever the text
  std::uint64_t eighths = 0;  // of the memory, whatever the text
  std::uint64_t a_unit = 0;   // for each word or character of it
  std::uint64_t a_byte = 0;
};

class TextRoom {
 public:
  // `collection` says by which spec and how much; it must outlive this.
  explicit TextRoom(const Collection& collection, const BesideText& beside = {});

  // kExhausted with an amount that would do. `counted`: its features have counts.
  Status check(const Document& document, bool counted) {
    return document.text.size() <= fits_ ? Status() : measure(document, counted);
  }

 private:
  Status measure(const Document& document, bool counted);

  const Collection* collection_;
  BesideText beside_;
  std::uint64_t room_;
  std::uint64_t fits_;                      // bytes of text that fit whatever they are
  std::unique_ptr<text::TextGauge> gauge_;  // made when the first text needs it
};

}  // namespace textkin::engine::read
