#pragma once

#include "input/document_builder.hpp"
#include "input/source.hpp"

namespace attn {

/// Hands the whole text to the builder, token by token. Throws InputError that says what is wrong with it.
void parse_with_nlohmann(const Source& source, DocumentBuilder& builder);

}  // namespace attn
