// KeptBy: what the signatures of a file were made by, as its record says it and as a run needs it.
//
// The record is a list of options as a person would type them, and last the versions of the algorithms. What is added
// to a file and what is asked of it is made by its record: nobody has to type it again, and nothing else can be
// compared with it. Of a key only its name is recorded; the key itself must be given.
#pragma once

#include "sketch/signatures/kept_form.h"
#include "store/signature_file.h"
#include "textkin/status.h"
#include "textkin/text_spec.h"

namespace textkin::engine::signatures {

struct KeptBy {
  TextSpec text;
  sketch::KeptForm form;
};

store::SignatureSpec record_of(const KeptBy& made);

// `asked` has the key. kMismatch where this textkin, or this key, would make other signatures; kBadInput where the
// record is none.
Result<KeptBy> read_record(const store::SignatureFile& file, const TextSpec& asked);
// For who makes no more of them and compares what is there: needs no key, and this textkin's texts may be others.
Result<KeptBy> read_record(const store::SignatureFile& file);

// kMismatch where the signatures of two files cannot be compared: says the first option that differs.
Status comparable(const store::SignatureFile& a, const store::SignatureFile& b);

}  // namespace textkin::engine::signatures
