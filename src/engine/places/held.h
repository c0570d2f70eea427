// Held: indexes that a program keeps open between its commands: so all questions to one are answered from one sequence,
// and changes of several commands are one batch. A command that finds none opens its place, and closes it again.
#pragma once

#include <memory>

#include "engine/index/open_archive.h"
#include "engine/index/write_session.h"

namespace textkin::engine::places {

class IndexPlace;

struct Held {
  index::OpenArchives archives;
  std::shared_ptr<index::WriteSession> writer;
  std::shared_ptr<IndexPlace> server;  // the one that the command names
};

}  // namespace textkin::engine::places
