// Rows of `textkin decontaminate`: --removed and --leaks.
#pragma once

#include <cstdint>
#include <string_view>

#include "report/rows/table.h"

namespace textkin::report {

// A document that shares an n-gram with a test item.
struct LeakRow {
  std::string_view id;
  std::string_view set;      // the file of the item
  std::string_view item;     // that shares most n-grams with it
  std::uint64_t shared = 0;  // n-grams
  std::uint64_t items = 0;   // that share any
  std::string_view ngram;    // the first of them, as it is compared
};

template <>
inline constexpr auto kColumns<LeakRow> = std::tuple{
    Column{"id", &LeakRow::id},         Column{"set", &LeakRow::set},     Column{"item", &LeakRow::item},
    Column{"shared", &LeakRow::shared}, Column{"items", &LeakRow::items}, Column{"ngram", &LeakRow::ngram},
};

// A stretch of a document that was cut. Places and lengths are code points of the text as it was.
struct LeakCutRow {
  std::string_view id;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t words = 0;
  std::string_view set;   // the file of the item
  std::string_view item;  // that shares most n-grams with the stretch
  std::uint64_t shared = 0;
};

template <>
inline constexpr auto kColumns<LeakCutRow> = std::tuple{
    Column{"id", &LeakCutRow::id},         Column{"offset", &LeakCutRow::offset}, Column{"length", &LeakCutRow::length},
    Column{"words", &LeakCutRow::words},   Column{"set", &LeakCutRow::set},       Column{"item", &LeakCutRow::item},
    Column{"shared", &LeakCutRow::shared},
};

// A test item that leaked.
struct LeakedItemRow {
  std::string_view set;
  std::string_view item;
  std::uint64_t documents = 0;  // that share an n-gram with it
  std::string_view first;       // of them
  std::uint64_t most = 0;       // n-grams that one of them has
  std::uint64_t met = 0;        // n-grams that any of them has
  std::uint64_t ngrams = 0;     // of the item
};

template <>
inline constexpr auto kColumns<LeakedItemRow> = std::tuple{
    Column{"set", &LeakedItemRow::set},
    Column{"item", &LeakedItemRow::item},
    Column{"documents", &LeakedItemRow::documents},
    Column{"first", &LeakedItemRow::first},
    Column{"most", &LeakedItemRow::most},
    Column{"met", &LeakedItemRow::met},
    Column{"ngrams", &LeakedItemRow::ngrams},
};

// A passage that a document shares with a test item. Places and lengths are code points of both texts.
struct LeakPassageRow {
  std::string_view id;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t words = 0;
  std::string_view set;  // the file of the item
  std::string_view item;
  std::uint64_t item_offset = 0;
  std::uint64_t item_length = 0;
  std::uint64_t item_words = 0;
  double identity = 0;  // share of the longer side's words that are the same on the other one
};

template <>
inline constexpr auto kColumns<LeakPassageRow> = std::tuple{
    Column{"id", &LeakPassageRow::id},
    Column{"offset", &LeakPassageRow::offset},
    Column{"length", &LeakPassageRow::length},
    Column{"words", &LeakPassageRow::words},
    Column{"set", &LeakPassageRow::set},
    Column{"item", &LeakPassageRow::item},
    Column{"item_offset", &LeakPassageRow::item_offset},
    Column{"item_length", &LeakPassageRow::item_length},
    Column{"item_words", &LeakPassageRow::item_words},
    Column{"identity", &LeakPassageRow::identity},
};

// A stretch of a document that was cut for its passages: as LeakCutRow, and which passage has most equal words of those
// in it.
struct LeakPassageCutRow {
  std::string_view id;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t words = 0;
  std::string_view set;
  std::string_view item;
  std::uint64_t shared = 0;  // equal words of the passage
  std::uint64_t passage_offset = 0;
  std::uint64_t passage_length = 0;
  std::uint64_t item_offset = 0;
  std::uint64_t item_length = 0;
  double identity = 0;
};

template <>
inline constexpr auto kColumns<LeakPassageCutRow> = std::tuple{
    Column{"id", &LeakPassageCutRow::id},
    Column{"offset", &LeakPassageCutRow::offset},
    Column{"length", &LeakPassageCutRow::length},
    Column{"words", &LeakPassageCutRow::words},
    Column{"set", &LeakPassageCutRow::set},
    Column{"item", &LeakPassageCutRow::item},
    Column{"shared", &LeakPassageCutRow::shared},
    Column{"passage_offset", &LeakPassageCutRow::passage_offset},
    Column{"passage_length", &LeakPassageCutRow::passage_length},
    Column{"item_offset", &LeakPassageCutRow::item_offset},
    Column{"item_length", &LeakPassageCutRow::item_length},
    Column{"identity", &LeakPassageCutRow::identity},
};

// A test item of which passages leaked.
struct LeakedTextRow {
  std::string_view set;
  std::string_view item;
  std::uint64_t documents = 0;  // that share a passage with it
  std::string_view first;       // of them
  std::uint64_t most = 0;       // of its words, that one of them has
  std::uint64_t met = 0;        // that any of them has
  std::uint64_t words = 0;      // of the item
  std::string_view best;        // the document that has the passage with most equal words, and that passage
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t item_offset = 0;
  std::uint64_t item_length = 0;
  double identity = 0;
};

template <>
inline constexpr auto kColumns<LeakedTextRow> = std::tuple{
    Column{"set", &LeakedTextRow::set},
    Column{"item", &LeakedTextRow::item},
    Column{"documents", &LeakedTextRow::documents},
    Column{"first", &LeakedTextRow::first},
    Column{"most", &LeakedTextRow::most},
    Column{"met", &LeakedTextRow::met},
    Column{"words", &LeakedTextRow::words},
    Column{"best", &LeakedTextRow::best},
    Column{"offset", &LeakedTextRow::offset},
    Column{"length", &LeakedTextRow::length},
    Column{"item_offset", &LeakedTextRow::item_offset},
    Column{"item_length", &LeakedTextRow::item_length},
    Column{"identity", &LeakedTextRow::identity},
};

}  // namespace textkin::report
