// template_lines: what everybody was given (--template), as lines that go before questions.
#pragma once

#include "client/document_lines.h"
#include "engine/passages/exclusions.h"
#include "engine/run/read_options.h"
#include "textkin/progress.h"
#include "textkin/status.h"

namespace textkin::client {

// Read as INPUT is read; no document where none is named. A problem with a template is an error, and so is a template
// without a document: kBadInput.
Result<Piece> template_lines(const engine::run::Reading& reading, const engine::passages::ExclusionOptions& wanted,
                             Progress& progress);

}  // namespace textkin::client
