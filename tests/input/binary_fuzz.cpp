// Whatever the bytes of a binary file, reading it gives an array or one clear line, and never takes much
// memory.
#include <doctest/doctest.h>

#include <random>

#include "binary_samples.hpp"
#include "input/number_type.hpp"
#include "support.hpp"

using samples::bytes_of;

namespace {

/// Changes some bytes, or takes some away, or puts some in: most often to a value that a length is broken by.
std::string mutated(std::string bytes, std::mt19937& random) {
  constexpr std::string_view favourites("\0\xFF\x7F\x80\1{[('\"", 10);
  const auto below = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  for (std::size_t changes = 1 + below(4); changes-- > 0 && !bytes.empty();) {
    const std::size_t at = below(bytes.size());
    const char by = below(2) == 0 ? favourites[below(favourites.size())] : static_cast<char>(below(256));
    switch (below(8)) {
      case 0:
        bytes.erase(at, 1 + below(8));
        break;
      case 1:
        bytes.insert(at, 1 + below(8), by);
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.replace(at, std::min<std::size_t>(8, bytes.size() - at),
                      std::min<std::size_t>(8, bytes.size() - at), by);
        break;
      default:
        bytes[at] = by;
    }
  }
  return bytes;
}

void fuzz(const std::string& name, const std::string& bytes, const attn::MatrixFile& from,
          const Folder& folder) {
  const auto read = [&](const std::string& what) {
    std::filesystem::remove(folder.path() + "/" + name);  // some file systems sync what is overwritten
    folder.write(name, what);
    return message_of([&] {
      const attn::Array array = attn::Reader().matrix(from);
      CHECK(attn::has_values(array));
    });
  };
  REQUIRE(read(bytes) == "no error");
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    const std::string message = read(mutated(bytes, random));
    if (message == "no error") continue;
    REQUIRE_MESSAGE(message.starts_with(from.path), message);
    REQUIRE_MESSAGE(message.find_first_of(std::string_view("\n\0\x1B", 3)) == std::string::npos, message);
    REQUIRE_MESSAGE(message.size() < from.path.size() + 400, message);
  }
}

}  // namespace

TEST_CASE("mutated .npy files") {
  const Folder folder;
  const std::string data = bytes_of(std::vector<double>{1, 2, 3, 4, 5, 6});
  for (const bool fortran_order : {false, true})
    fuzz("q.npy", samples::npy_of("<f8", "(2, 3)", data, fortran_order), {folder.path() + "/q.npy"}, folder);
}

TEST_CASE("mutated .npz files") {
  const Folder folder;
  fuzz("q.npz", samples::compressed_npz(), {folder.path() + "/q.npz", "q"}, folder);
}

TEST_CASE("mutated .safetensors files") {
  const Folder folder;
  const std::string bytes = samples::safetensors(
      R"({"__metadata__":{"format":"pt"},"q":{"dtype":"F16","shape":[2,2],"data_offsets":[4,12]},)"
      R"("k":{"dtype":"BF16","shape":[1,2],"data_offsets":[0,4]}})",
      "abcdefghijkl");
  fuzz("q.safetensors", bytes, {folder.path() + "/q.safetensors", "q"}, folder);
}
