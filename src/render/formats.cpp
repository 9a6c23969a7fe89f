#include "render/formats.hpp"

#include <fmt/format.h>

#include <array>

#include "attn/error.hpp"

namespace attn {

std::span<const OutputFormat* const> output_formats() {
  static constexpr std::array formats{&text_format,    &markdown_format, &latex_format, &html_format,
                                      &mermaid_format, &svg_format,      &xlsx_format,  &json_format,
                                      &npz_format,     &npy_format,      &csv_format};
  return formats;
}

std::unique_ptr<Output> open_output(const OutputFormat& format, const std::string& path) {
  const bool is_named = !path.empty() && path != "-";
  if (format.target == Target::folder && !is_named)
    throw InputError(fmt::format("--format {} writes a folder of files; say -o FOLDER", format.name));
  if (format.target == Target::folder) return folder_output(path);
  std::unique_ptr<Output> output = is_named ? file_output(path) : standard_output();
  if (format.target == Target::bytes && output->is_terminal())
    throw InputError(fmt::format(
        "--format {} is not for a terminal, where its bytes mean nothing; say -o FILE", format.name));
  return output;
}

}  // namespace attn
