#include "text/unicode/look_alikes.h"

#include <algorithm>
#include <iterator>

namespace textkin::text {
namespace {

struct LookAlike {
  std::uint16_t letter;
  char latin;
};

// By code point.
constexpr LookAlike kLookAlikes[] = {
    {0x0391, 'A'}, {0x0392, 'B'}, {0x0395, 'E'}, {0x0396, 'Z'}, {0x0397, 'H'}, {0x0399, 'I'}, {0x039A, 'K'},
    {0x039C, 'M'}, {0x039D, 'N'}, {0x039F, 'O'}, {0x03A1, 'P'}, {0x03A4, 'T'}, {0x03A5, 'Y'}, {0x03A7, 'X'},
    {0x03B1, 'a'}, {0x03B3, 'y'}, {0x03B9, 'i'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03C5, 'u'},
    {0x03F2, 'c'}, {0x03F3, 'j'}, {0x0405, 'S'}, {0x0406, 'I'}, {0x0408, 'J'}, {0x0410, 'A'}, {0x0412, 'B'},
    {0x0415, 'E'}, {0x041A, 'K'}, {0x041C, 'M'}, {0x041D, 'H'}, {0x041E, 'O'}, {0x0420, 'P'}, {0x0421, 'C'},
    {0x0422, 'T'}, {0x0423, 'Y'}, {0x0425, 'X'}, {0x0430, 'a'}, {0x0435, 'e'}, {0x043E, 'o'}, {0x0440, 'p'},
    {0x0441, 'c'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04AE, 'Y'},
    {0x04AF, 'y'}, {0x04BA, 'H'}, {0x04BB, 'h'}, {0x04C0, 'I'}, {0x04CF, 'l'}, {0x0501, 'd'}, {0x051A, 'Q'},
    {0x051B, 'q'}, {0x051C, 'W'}, {0x051D, 'w'}, {0x054D, 'U'}, {0x054F, 'S'}, {0x0555, 'O'}, {0x0563, 'q'},
    {0x0566, 'q'}, {0x0570, 'h'}, {0x0578, 'n'}, {0x057C, 'n'}, {0x057D, 'u'}, {0x0581, 'g'}, {0x0584, 'f'},
    {0x0585, 'o'},
};

}  // namespace

char latin_look_alike(std::uint32_t c) {
  const auto* const found =
      std::ranges::lower_bound(kLookAlikes, c, {}, [](const LookAlike& x) { return std::uint32_t{x.letter}; });
  return found != std::end(kLookAlikes) && found->letter == c ? found->latin : '\0';
}

}  // namespace textkin::text
