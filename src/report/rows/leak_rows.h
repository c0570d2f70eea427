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
    Column{"id", &LeakCutRow::id},
    Column{"offset", &LeakCutRow::offset},
    Column{"length", &LeakCutRow::length},
    Column{"words", &LeakCutRow::words},
    Column{"set", &LeakCutRow::set},
    Column{"item", &LeakCutRow::item},
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

}  // namespace textkin::report
