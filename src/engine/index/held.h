// Held: indexes that a program keeps open between its commands: so all questions to one are answered from one sequence,
// and changes of several commands are one batch. A command that finds none opens its folder, and closes it again.
#pragma once

#include <memory>

#include "engine/index/open_archive.h"
#include "engine/index/write_session.h"

namespace textkin::engine::index {

struct Held {
  OpenArchives archives;
  std::shared_ptr<WriteSession> writer;
};

}  // namespace textkin::engine::index
