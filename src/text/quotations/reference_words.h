// The words by which a text says where a quotation is from, in the languages that people write essays in here.
//
// Words and sentences are folded by case (folded() of reference_characters.h). Cost: a lookup each; the lists are made
// on first use. Threads: any.
#pragma once

#include <string_view>

namespace textkin::text {

// "writes", "schreibt", "пишет", "نویسد".
bool is_verb_of_saying(std::u32string_view word);

// "write", "schreiben", "говорят": forms that are others too ("I would write"), so of two who are joined alone.
bool is_verb_of_several(std::u32string_view word);

// "and", "et" (al.).
bool joins_names(std::u32string_view word);

// Of verbs of saying: "points", "states". "he", "who", behind which they are no nouns; "my", "wir", of the writer.
bool is_noun_too(std::u32string_view word);
bool is_pronoun(std::u32string_view word);
bool is_of_writer(std::u32string_view word);

// The same beside a quotation mark, and another word elsewhere: Turkish "der", which is a German article.
bool is_verb_at_mark(std::u32string_view word);

// Pronouns, articles and the like: with a capital letter they are no name all the same.
bool is_no_name(std::u32string_view word);

// "p", "vol": with a number they make brackets a reference; "ll", "Strophe", "строка": with a number right at them;
// "vgl", "qtd": with a name.
bool is_word_of_source(std::u32string_view word);
bool is_word_of_place(std::u32string_view word);
bool points_to_source(std::u32string_view word);

// All words of brackets, one space between any two: whether they name the source named before (ibid., a. a. O.), which
// needs no number; whether they, or some of them, stand for a year (n.d., o. J., in press).
bool names_same_source(std::u32string_view words);
bool stands_for_year(std::u32string_view words, bool alone);

// "art", "article", "статья": with a number behind it a place of a law.
bool is_word_of_law(std::u32string_view word);

// "according to" and its like, whoever it is.
bool says_according_to(std::u32string_view sentence);

// Of scripts without spaces, whose verbs are parts of other words: whether `sentence`, which ends where a quotation
// begins or begins behind it, says who says it. A Chinese verb ends a clause there, and who says it stands before it
// (张三写道：, “...”，张三说): 小说 and 来说 are other words, and 我 is no source.
bool says_without_spaces(std::u32string_view sentence, bool behind_quotation);

}  // namespace textkin::text
