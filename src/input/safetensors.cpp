#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "attn/error.hpp"
#include "input/binary_formats.hpp"
#include "input/document.hpp"
#include "input/input_file.hpp"
#include "input/number_type.hpp"
#include "input/tensor_names.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::string_view metadata_key = "__metadata__";

/// The header of the file, a text with its place in error messages.
struct Header {
  std::string text;
  std::uint64_t data_size = 0;  ///< of what follows it
};

/// One tensor, as the header describes it.
struct Tensor {
  std::string_view name;
  std::size_t offset = 0;  ///< in the header, of its description
  std::string_view dtype;
  Shape shape;
  std::uint64_t begin = 0;  ///< in the data
  std::uint64_t end = 0;
};

Header read_header(InputFile& file) {
  constexpr std::uint64_t length_size = 8;
  constexpr std::uint64_t most = 100'000'000;  // as the format's own reader has it
  const std::uint64_t size = file.size();
  std::array<unsigned char, length_size> bytes{};
  if (size < length_size || file.read_all(reinterpret_cast<char*>(bytes.data()), length_size) < length_size)
    throw InputError(
        fmt::format("{}: {} bytes are no safetensors file, which begins with the header's length in 8",
                    file.name(), size));
  std::uint64_t length = 0;
  for (std::size_t i = length_size; i-- > 0;) length = length << 8U | bytes[i];
  if (length > size - length_size || length > most)
    throw InputError(
        fmt::format("{}: says that its header has {} bytes, expected at most {}; is it a .safetensors file?",
                    file.name(), length, std::min(size - length_size, most)));
  Header header{std::string(length, '\0'), size - length_size - length};
  if (file.read_all(header.text.data(), length) < length)
    throw InputError(fmt::format("{}: ended in the header", file.name()));
  return header;
}

/// The header's tensors, checked against the file.
class HeaderTensors {
 public:
  HeaderTensors(const Header& header, std::string_view where)
      : name_(fmt::format("{}: header", where)),
        source_(header.text, name_),
        document_(parse_document(source_)),
        data_size_(header.data_size) {
    const JsonObject* members = document_.as<JsonObject>();
    if (members == nullptr) fail_type(document_, {}, "an object of tensors");
    for (const JsonMember& member : *members)
      if (member.key != metadata_key) tensors_.push_back(tensor(member));
    check_places();
  }

  const std::vector<Tensor>& tensors() const { return tensors_; }

 private:
  Tensor tensor(const JsonMember& member) const {
    const JsonObject* object = member.value.as<JsonObject>();
    if (object == nullptr)
      fail_type(member.value, member.key, "an object with dtype, shape and data_offsets");
    Tensor tensor{member.key, member.value.offset, {}, {}, 0, 0};
    std::size_t known = 0;
    for (const JsonMember& entry : *object) known += read_entry(tensor, entry) ? 1U : 0U;
    if (known != 3 || object->size() != 3)
      source_.fail(member.value.offset, member.key,
                   "expected dtype, shape and data_offsets, and nothing else");
    check_size(tensor);
    return tensor;
  }

  bool read_entry(Tensor& tensor, const JsonMember& entry) const {
    if (entry.key == "dtype") {
      const auto* dtype = entry.value.as<std::string>();
      if (dtype == nullptr) fail_type(entry.value, tensor.name, "the name of a dtype");
      tensor.dtype = *dtype;
    } else if (entry.key == "shape") {
      for (const std::uint64_t length : whole_numbers(entry.value, tensor.name))
        tensor.shape.push_back(length);
    } else if (entry.key == "data_offsets") {
      const std::vector<std::uint64_t> offsets = whole_numbers(entry.value, tensor.name);
      if (offsets.size() != 2) source_.fail(entry.value.offset, tensor.name, "expected two data_offsets");
      tensor.begin = offsets[0];
      tensor.end = offsets[1];
    } else {
      return false;
    }
    return true;
  }

  std::vector<std::uint64_t> whole_numbers(const JsonNode& node, std::string_view key) const {
    constexpr double most = 9007199254740992;  // up to here, 2^53, a double is the number that was written
    const JsonArray* array = node.as<JsonArray>();
    if (array == nullptr || array->array.booleans || array->array.shape.size() != 1)
      fail_type(node, key, "a list of whole numbers");
    std::vector<std::uint64_t> numbers;
    for (const double number : array->array.values) {
      if (!(number >= 0 && number <= most && std::floor(number) == number))
        source_.fail(node.offset, key,
                     fmt::format("found {}, expected whole numbers from 0 to 2^53", number));
      numbers.push_back(static_cast<std::uint64_t>(number));
    }
    return numbers;
  }

  /// Types that are not known here have a size that is not known either.
  void check_size(const Tensor& tensor) const {
    if (tensor.begin > tensor.end || tensor.end > data_size_)
      source_.fail(tensor.offset, tensor.name,
                   fmt::format("data_offsets [{}, {}], expected a range within the {} bytes after the header",
                               tensor.begin, tensor.end, data_size_));
    const auto type = std::ranges::find(number_types(), tensor.dtype, &NumberType::safetensors);
    if (type == number_types().end()) return;
    const std::size_t count = element_count(tensor.shape);
    const std::uint64_t size = tensor.end - tensor.begin;
    if (count > data_size_ || count * type->size != size)
      source_.fail(tensor.offset, tensor.name,
                   fmt::format("data_offsets [{}, {}] are {} bytes, which do not hold shape {} of {}",
                               tensor.begin, tensor.end, size, to_string(tensor.shape), tensor.dtype));
  }

  /// The format wants every byte to belong to one tensor.
  void check_places() const {
    std::vector<const Tensor*> by_place;
    for (const Tensor& tensor : tensors_) by_place.push_back(&tensor);
    std::ranges::sort(by_place, {},
                      [](const Tensor* tensor) { return std::pair(tensor->begin, tensor->end); });
    std::uint64_t end = 0;
    for (const Tensor* tensor : by_place) {
      if (tensor->begin != end)
        source_.fail(tensor->offset, tensor->name,
                     fmt::format("data_offsets begin at {}, expected {}, where the tensor before ends",
                                 tensor->begin, end));
      end = tensor->end;
    }
    if (end != data_size_)
      source_.fail(source_.begin(), {},
                   fmt::format("the tensors end at {}, expected {}, where the file does", end, data_size_));
  }

  [[noreturn]] void fail_type(const JsonNode& node, std::string_view key, std::string_view expected) const {
    source_.fail(node.offset, key, fmt::format("found {}, expected {}", describe(node), expected));
  }

  std::string name_;
  Source source_;
  JsonNode document_;
  std::uint64_t data_size_;
  std::vector<Tensor> tensors_;
};

const NumberType& type_of(const Tensor& tensor, std::string_view where) {
  std::string known;
  for (const NumberType& type : number_types()) {
    if (type.safetensors == tensor.dtype) return type;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", type.safetensors);
  }
  throw InputError(fmt::format("{}: dtype {}, expected one of {}", where, in_quotes(tensor.dtype), known));
}

}  // namespace

Array read_safetensors(const InputRequest& request) {
  const Header header = read_header(request.file);
  const HeaderTensors contents(header, request.where);
  std::vector<std::string_view> names;
  for (const Tensor& tensor : contents.tensors()) names.push_back(tensor.name);
  const Tensor& chosen = contents.tensors()[chosen_tensor(request.tensor, names, request.where)];
  const std::string where = fmt::format("{}:{}", request.where, shown(chosen.name, 100));
  const NumberType& type = type_of(chosen, where);
  checked_bytes(chosen.shape, type, where);
  request.file.seek(8 + header.text.size() + chosen.begin);
  return read_numbers(request.file, {type, chosen.shape}, where);
}

}  // namespace attn
