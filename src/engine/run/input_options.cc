#include "engine/run/input_options.h"

namespace textkin::engine::run {

input::InputSpec against_spec(const InputOptions& inputs) {
  input::InputSpec spec = inputs.spec;
  spec.arguments = inputs.against;
  if (!inputs.against_text_fields.empty()) spec.text_fields = inputs.against_text_fields;
  if (inputs.against_id_field) spec.id_field = *inputs.against_id_field;
  return spec;
}

}  // namespace textkin::engine::run
