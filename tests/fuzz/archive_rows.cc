// What an index keeps as bytes: entries, words, states, keys. What is decoded is written again as it stood.
#include "archive/rows.h"

#include "archive/band_keys.h"
#include "archive/entry.h"
#include "archive/fingerprint_keys.h"
#include "fuzzer.h"

namespace textkin::fuzz::archive_rows {
namespace {

namespace archive = textkin::archive;  // not that of the fuzzer of files in archives

void run(std::string_view bytes) {
  archive::Entry entry;
  if (archive::decode(bytes, entry)) require(archive::encode(entry) == bytes);
  archive::Words words;
  if (archive::decode(bytes, words)) require(archive::encode(words) == bytes);
  archive::State state;
  if (archive::decode(bytes, state)) require(archive::encode(state) == bytes);
  archive::SegmentRow row;
  const std::string_view key = bytes.substr(0, 5);
  if (key.size() == 5 && archive::decode(key, bytes.substr(5), row)) require(archive::encode(row) == bytes.substr(5));
  archive::KeyRecords records;
  if (!archive::append_records(bytes, 7, records)) return;
  std::size_t count = 0;
  for (const std::vector<base::KeyValue>& list : records) count += list.size();
  std::string_view keys = bytes;
  std::string_view fingerprints;
  require(archive::cut_fingerprints(keys, fingerprints));
  require(count == keys.size() / sizeof(std::uint64_t) + fingerprints.size() / archive::kBytesOfAFingerprint);
}

const Registered kFuzzer({.name = "archive_rows", .run = run});

}  // namespace
}  // namespace textkin::fuzz::archive_rows
