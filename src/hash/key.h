// Key: the constants of a hash of bytes. Public ones, or drawn from a secret.
//
// With the public key everybody computes the same hashes: results are equal on every machine, and who has time enough
// can look for strings that collide. With a secret nobody else can: texts that were prepared to collide do not.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hash/siphash.h"
#include "textkin/status.h"

namespace textkin::hash {

struct Key {
  std::array<std::uint64_t, 4> words;  // of strings of up to 16 bytes
  Secret secret;                       // of longer ones
};

// Constants of wyhash; no more is asked of them than to look random.
inline constexpr Key kPublicKey{
    {0xA0761D6478BD642Full, 0x8EBC6AF09C88C6E3ull, 0xE7037ED1A0B428DBull, 0x589965CC75374CC3ull},
    {0x1D8E4E27C47D124Full, 0xEB44ACCAB455D165ull}};

// A secret file holds at least as many bytes: `head -c 32 /dev/urandom`.
inline constexpr std::size_t kLeastSecretBytes = 16;

// 128 bits out of any number of bytes.
Secret secret_of(std::string_view bytes);

// Another one each time, from the system's source of randomness.
Secret fresh_secret();

Key key_of(const Secret& secret);

// 16 hexadecimal digits that tell two secrets apart and give neither away.
std::string name_of(const Secret& secret);

}  // namespace textkin::hash
