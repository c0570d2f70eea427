#include "text/shingles/kmer_shingler.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "hash/mix.h"
#include "text/catalog.h"

namespace textkin::text {
namespace {

std::string reverse_complement(std::string kmer) {
  std::reverse(kmer.begin(), kmer.end());
  for (char& c : kmer) c = c == 'A' ? 'T' : c == 'C' ? 'G' : c == 'G' ? 'C' : 'A';
  return kmer;
}

// The definition with strings: how often each canonical k-mer stands in `text`.
std::map<std::string, int> canonical_by_strings(const std::string& text, std::size_t size) {
  std::map<std::string, int> found;
  std::string run;
  const auto end_run = [&] {
    for (std::size_t i = 0; i + size <= run.size(); ++i)
      ++found[std::min(run.substr(i, size), reverse_complement(run.substr(i, size)))];
    run.clear();
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", i), text.size());
    const std::string line = text.substr(i, end - i);
    i = end + 1;
    const std::size_t first = line.find_first_not_of(" \t");
    if (line.starts_with('>') || line.starts_with(';')) {
      end_run();
      continue;
    }
    for (const char c : first == std::string::npos ? "" : line) {
      const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (upper == ' ' || upper == '\t') continue;
      if (std::string("ACGT").find(upper) == std::string::npos)
        end_run();
      else
        run += upper;
    }
  }
  end_run();
  return found;
}

Feature feature_of(const std::string& kmer) {
  std::uint64_t packed = 0;
  for (const char c : kmer) packed = packed << 2 | std::string("ACGT").find(c);
  return hash::stream_word(kKmerSeed, packed);
}

void expect_definition(const std::string& text, std::uint32_t size) {
  std::vector<Feature> expected;
  std::map<Feature, double> expected_counts;
  std::size_t copies = 0;
  for (const auto& [kmer, count] : canonical_by_strings(text, size)) {
    expected.push_back(feature_of(kmer));
    expected_counts[expected.back()] = count;
    copies += static_cast<std::size_t>(count);
  }
  std::sort(expected.begin(), expected.end());
  std::vector<Feature> found{7};
  KmerShingler shingler(size, false);
  shingler.append_distinct(text, found);
  ASSERT_EQ(found.front(), 7u);
  found.erase(found.begin());
  ASSERT_EQ(found, expected) << size << ": " << text;
  shingler.sorted_set(text, found);
  ASSERT_EQ(found, expected);
  std::vector<double> counts;
  found.clear();
  shingler.append_counted(text, found, counts);
  ASSERT_EQ(found.size(), counts.size());
  std::map<Feature, double> found_counts;
  for (std::size_t i = 0; i < found.size(); ++i) found_counts[found[i]] = counts[i];
  ASSERT_EQ(found_counts, expected_counts);
  KmerShingler counting(size, true);
  counting.sorted_set(text, found);
  ASSERT_EQ(found.size(), copies);
  ASSERT_TRUE(std::adjacent_find(found.begin(), found.end(), std::greater_equal<>()) == found.end());
}

TEST(Kmers, FollowTheDefinitionWhateverTheBytes) {
  std::mt19937 random(5);
  constexpr std::string_view kAlphabet = "ACGTacgtACGTACGTACGTNn>;\n\r -x\t";
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text;
    for (std::size_t left = random() % 120; left > 0; --left) text += kAlphabet[random() % kAlphabet.size()];
    expect_definition(text, 1 + random() % kLongestKmer);
    expect_definition(text, 1 + random() % 4);
  }
}

TEST(Kmers, KnownSmallCases) {
  // ACGT is its own reverse complement; CGT and ACG are each other's.
  expect_definition("ACGT", 4);
  std::vector<Feature> found;
  KmerShingler(3, false).sorted_set(">one\nAC\r\nGT\n", found);
  EXPECT_EQ(found, std::vector<Feature>{feature_of("ACG")});
  KmerShingler(3, false).sorted_set(">one\nAC\n>two\nGT\n", found);
  EXPECT_TRUE(found.empty());
  KmerShingler(32, false).sorted_set(std::string(32, 'T'), found);
  EXPECT_EQ(found, std::vector<Feature>{feature_of(std::string(32, 'A'))});
  KmerShingler(32, false).sorted_set(std::string(31, 'T'), found);
  EXPECT_TRUE(found.empty());
  for (const char* text : {"", ">", ";", ">\n", "\n", "NNNNNNNNNNNNNNNNNNNN", ">ACGTACGTACGT"}) {
    KmerShingler(3, false).sorted_set(text, found);
    EXPECT_TRUE(found.empty()) << text;
  }
  KmerShingler(3, false).sorted_set(std::string("ACG\0ACG", 7), found);
  EXPECT_EQ(found.size(), 1u);
}

TEST(Kmers, BothStrandsAreOneSet) {
  std::mt19937 random(6);
  std::string strand;
  for (int i = 0; i < 5000; ++i) strand += "ACGT"[random() % 4];
  for (const std::uint32_t size : {1u, 2u, 15u, 16u, 21u, 31u, 32u}) {
    std::vector<Feature> one, other;
    KmerShingler shingler(size, false);
    shingler.sorted_set(strand, one);
    shingler.sorted_set(reverse_complement(strand), other);
    EXPECT_EQ(one, other);
    if (size >= 21) {
      EXPECT_EQ(one.size(), 5000 - size + 1);
    }
  }
}

TEST(Kmers, AreAsManyAsCounted) {
  for (std::uint32_t size = 1; size <= 6; ++size) {
    std::set<std::string> all;
    for (std::uint64_t packed = 0; packed < 1ull << (2 * size); ++packed) {
      std::string kmer;
      for (std::uint32_t i = 0; i < size; ++i) kmer += "ACGT"[packed >> (2 * i) & 3];
      all.insert(std::min(kmer, reverse_complement(kmer)));
    }
    EXPECT_EQ(canonical_kmers(size), static_cast<double>(all.size()));
  }
}

TEST(Kmers, AreAUnitOfTheCatalogue) {
  TextSpec spec;
  ASSERT_TRUE(parse_shingle("kmer:21", spec).ok());
  EXPECT_EQ(spec.unit, ShingleUnit::kKmer);
  EXPECT_EQ(shingle_name(spec), "kmer:21");
  EXPECT_EQ(describe(spec), "acgt|kmer:21|set|kmer.v1");
  EXPECT_TRUE(make_shingler(spec).ok());
  for (const char* wrong : {"kmer:33", "kmer:0", "kmer:"}) {
    const Status status = parse_shingle(wrong, spec);
    EXPECT_EQ(status.message(), "the size of shingle '" + std::string(wrong) + "' must be a number from 1 to 32");
  }
  EXPECT_NE(parse_shingle("kmre:21", spec).message().find("did you mean 'kmer:K'"), std::string::npos);
}

}  // namespace
}  // namespace textkin::text
