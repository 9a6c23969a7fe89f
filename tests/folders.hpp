// Folders of the checkout that tests read.
#pragma once

#include <filesystem>

namespace attn {

std::filesystem::path examples_folder();

/// Cases that nobody here wrote. It lies beside the checkout, and need not be there.
std::filesystem::path cases_folder();

}  // namespace attn
