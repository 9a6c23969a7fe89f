#include <string_view>
#include <vector>

#include "input/binary_formats.hpp"
#include "input/npz_archive.hpp"
#include "input/tensor_names.hpp"

namespace attn {

Array read_npz(const InputRequest& request) {
  const NpzArchive archive(request.file, request.where);
  const std::vector<std::string_view> names(archive.names().begin(), archive.names().end());
  return archive.array(chosen_tensor(request.tensor, names, request.where));
}

}  // namespace attn
