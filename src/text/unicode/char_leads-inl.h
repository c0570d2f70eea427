// What first bytes tell of the characters of a block (lead_kinds.h), for kernels. Included once a SIMD target.
#if defined(TEXTKIN_TEXT_CHAR_LEADS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXTKIN_TEXT_CHAR_LEADS_INL_H_
#undef TEXTKIN_TEXT_CHAR_LEADS_INL_H_
#else
#define TEXTKIN_TEXT_CHAR_LEADS_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "text/unicode/char_block-inl.h"
#include "text/unicode/lead_kinds.h"

HWY_BEFORE_NAMESPACE();
namespace textkin::text::HWY_NAMESPACE {

// Of the characters of three bytes that begin at `leads` those whose kind has one of these bits.
HWY_INLINE std::uint64_t told_by_lead(const char* block, const LeadKinds& kinds, std::uint8_t bits,
                                      std::uint64_t leads) {
  const Bytes d;
  const auto is = hn::LoadDup128(d, kinds.is);
  const auto except = hn::LoadDup128(d, kinds.except);
  return leads & bits_of_bytes([&](std::size_t i) {
           const auto lead = hn::And(load_bytes(block + i), hn::Set(d, 0x0F));
           const auto usual = hn::Ne(hn::TableLookupBytes(except, lead), load_bytes(block + i + 1));
           const auto kind = hn::And(hn::TableLookupBytes(is, lead), hn::Set(d, bits));
           return hn::And(usual, hn::Ne(kind, hn::Zero(d)));
         });
}

}  // namespace textkin::text::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
