#include "sketch/signatures/kept_form.h"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

#include "base/cpu.h"
#include "hash/mix.h"
#include "sketch/signatures/bbit.h"
#include "sketch/signatures/field_kernel.h"
#include "sketch/testing_pair_trials.h"

namespace textkin::sketch {
namespace {

TEST(FieldKernel, CountsWhatIsEqualFieldByField) {
  for (const std::size_t words : {1u, 2u, 7u, 8u, 9u, 15u, 16u, 31u, 64u, 225u, 256u, 1025u, 2048u})
    for (const std::uint32_t bits : kFieldWidths) {
      if (words * (32 / bits) > 65535) continue;
      std::vector<Cell> row(words);
      std::vector<Cell> rows(3 * words);
      std::vector<std::uint32_t> expected(3);
      for (std::size_t i = 0; i < words; ++i) row[i] = static_cast<Cell>(hash::stream_word(words, i));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = row[i % words] ^
                  static_cast<Cell>(hash::stream_word(bits, i) & hash::stream_word(7, i) & (i / words) * ~0u);
        for (std::uint32_t at = 0; at < 32; at += bits)
          expected[i / words] += (rows[i] ^ row[i % words]) >> at << (32 - bits) == 0;
      }
      std::vector<std::uint32_t> found(3);
      equal_fields_scalar(row, rows.data(), bits, found);
      ASSERT_EQ(found, expected) << words << " " << bits;
      for (const char* target : {"neon", "sse4", "avx2", "avx512", "scalar"}) {
        if (!base::force_simd(target).ok()) continue;
        equal_fields(row, rows.data(), bits, found);
        ASSERT_EQ(found, expected) << target << " " << words << " " << bits;
      }
      ASSERT_TRUE(base::force_simd("auto").ok());
    }
}

// The same cells as in the planes of bbit.h, so the same estimates.
TEST(KeptForm, KeepsWhatBbitSignaturesKeep) {
  for (const char* name : {"fss", "kperm"})
    for (const std::uint32_t cells : {1u, 100u, 256u})
      for (const std::uint32_t bits : {1u, 2u, 4u, 8u, 16u}) {
        const auto form = KeptForm::make({.name = name, .hashes = cells, .seed = 3}, bits);
        ASSERT_TRUE(form.ok());
        EXPECT_FALSE(form->whole());
        SignatureBlock full;
        (*make_sketcher({.name = name, .hashes = cells, .seed = 3}))->sketch(make_pairs({13, 20, 20}, 4, 1), full);
        const auto planes = to_bbit(full, bits);
        SignatureBlock kept = full;
        form->pack(kept);
        ASSERT_EQ(kept.words, form->words());
        std::vector<double> all(kept.rows());
        for (std::size_t i = 0; i + 1 < kept.rows(); i += 2) {
          form->similarities(kept[i], kept.sizes[i], kept, 0, all);
          const auto expected = estimate_bbit(*planes, i, *planes, i + 1, .95);
          const auto found = form->estimate(kept, i, kept, i + 1, .95);
          ASSERT_TRUE(found.ok());
          EXPECT_DOUBLE_EQ(found->estimate.value, expected->estimate.value);
          EXPECT_DOUBLE_EQ(found->estimate.lower, expected->estimate.lower);
          EXPECT_DOUBLE_EQ(found->estimate.upper, expected->estimate.upper);
          EXPECT_EQ(all[i + 1], found->estimate.value);
        }
      }
}

TEST(KeptForm, SaysTheSameOfOneRowAsOfMany) {
  for (const SketchEntry& entry : catalog()) {
    const SketchOptions asked{.name = std::string(entry.name), .hashes = 64, .seed = 1};
    const auto form = KeptForm::make(asked, 0);
    if (entry.name == "oph") {
      EXPECT_NE(form.status().message().find("is not kept"), std::string::npos);
      continue;
    }
    ASSERT_TRUE(form.ok()) << form.status().message();
    SignatureBlock rows;
    (*make_sketcher(asked))->sketch(make_pairs({60, 80, 90}, 300, 1), rows);
    form->pack(rows);
    std::vector<double> all(rows.rows());
    form->similarities(rows[5], rows.sizes[5], rows, 0, all);
    for (std::size_t i = 0; i < rows.rows(); ++i)
      ASSERT_DOUBLE_EQ(all[i], form->estimate(rows, 5, rows, i, .95)->estimate.value) << entry.name << " " << i;
  }
}

TEST(KeptForm, RefusesWhatNoCellHas) {
  for (const std::uint32_t bits : {3u, 5u, 33u, 64u})
    EXPECT_EQ(KeptForm::make({.name = "fss", .hashes = 64, .seed = 1}, bits).status().code(), Code::kInvalidArgument);
  EXPECT_TRUE(KeptForm::make({.name = "fss", .hashes = 64, .seed = 1}, 32)->whole());
  EXPECT_EQ(KeptForm::make({.name = "bottomk", .hashes = 64, .seed = 1}, 0)->bits(), 64u);
  EXPECT_EQ(KeptForm::make({.name = "bottomk", .hashes = 64, .seed = 1}, 8).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace textkin::sketch
