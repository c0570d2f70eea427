#include "script.h"

#include <algorithm>

#include "recorder.h"

namespace textkin::crash {

using archive::ArchiveTwin;
using archive::ArchiveWriter;

Status Script::open() {
  writer_.reset();
  TEXTKIN_ASSIGN_OR_RETURN(writer_, ArchiveWriter::open(folder_, archive::kTestingMemory));
  return {};
}

Status Script::run(int changes) {
  TEXTKIN_RETURN_IF_ERROR(ArchiveWriter::create(folder_, {{"--shingle", "word:5"}}, archive::kTestingMemory));
  created_ = 1;
  Recorder::instance().mark(kCreated);
  TEXTKIN_RETURN_IF_ERROR(open());
  while (changes > 0) {
    const int some = static_cast<int>(1 + random_() % 10);
    TEXTKIN_RETURN_IF_ERROR(batch(some));
    changes -= some;
    TEXTKIN_RETURN_IF_ERROR(keep_house());
  }
  TEXTKIN_RETURN_IF_ERROR(writer_->finish());
  writer_.reset();
  return {};
}

Status Script::batch(int changes) {
  ArchiveTwin next = twins_.back();
  for (; changes > 0; --changes) TEXTKIN_RETURN_IF_ERROR(archive::try_change(*writer_, next, random_));
  next.sequence = acknowledged_ + 1;
  twins_.push_back(next);
  Recorder::instance().mark(next.sequence * kMarks + kBegun);
  TEXTKIN_ASSIGN_OR_RETURN(const std::uint64_t sequence, writer_->commit());
  if (sequence == acknowledged_)
    twins_.pop_back();  // nothing was changed
  else
    Recorder::instance().mark(sequence * kMarks + kAcknowledged);
  acknowledged_ = sequence;
  return {};
}

Status Script::keep_house() {
  switch (random_() % 12) {
    case 0:
      TEXTKIN_RETURN_IF_ERROR(writer_->finish());
      return open();
    case 1:
    case 5:
      TEXTKIN_RETURN_IF_ERROR(writer_->merge());
      return open();
    case 2:
      return open();  // as if it had been killed
    case 3:
      if (random_() % 4 != 0) return {};
      first_purge_ = std::min(first_purge_, acknowledged_);
      return writer_->purge().status();
    case 4:
      if (copied_) return {};
      copied_ = true;
      TEXTKIN_RETURN_IF_ERROR(writer_->copy_to(copy_of(folder_)));
      Recorder::instance().mark(acknowledged_ * kMarks + kCopied);
      return {};
    default:
      return {};
  }
}

}  // namespace textkin::crash
