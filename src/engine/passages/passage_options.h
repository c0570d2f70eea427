// PassagesOptions: which passages are looked for, and where they go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "align/aligner.h"
#include "engine/passages/exclusions.h"
#include "engine/passages/persons.h"
#include "engine/passages/sensitivity.h"
#include "textkin/status.h"

namespace textkin::engine::passages {

inline constexpr std::uint32_t kCommonWords = 200;
inline constexpr std::uint32_t kCommonTokens = 1000;

struct PassagesOptions {
  align::AlignSpec align;
  // What `align` was taken from, but for what was given besides; said on the page.
  Sensitivity sensitivity = Sensitivity::kNormal;
  // Runs of words that stand in more documents than this are not compared (and counted): what everybody writes.
  // Without a number, kCommonWords; of programs kCommonTokens, since programs for one task share their idioms.
  std::optional<std::uint32_t> common;
  // What a word is: empty, or the normaliser of source code whose tokens are compared ("code:java").
  std::string normalize;
  ExclusionOptions exclude;
  GroupBy group_by = GroupBy::kNone;  // documents of one person are not compared with each other
  // With --against, or documents that are kept: those of INPUT are compared with each other too.
  bool within = false;
  // What each pair's passages come to is wanted too, with those that do not count, and every passage's pieces;
  // 80 bytes a pair, 12 a piece.
  bool totals = false;
  std::string output = "-";
  std::string format = "tsv";  // "tsv", "jsonl", or "pan": `output` is then a folder
};

// PassagesOptions::common, or what holds without one.
std::uint32_t common_of(const PassagesOptions& wanted);

// kInvalidArgument for a guarantee or a limit of common words that cannot be, and for a normaliser that is not of code.
Status check(const PassagesOptions& wanted);

}  // namespace textkin::engine::passages
