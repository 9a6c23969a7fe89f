// .npz archives.
#include "binary_samples.hpp"

#include <doctest/doctest.h>

#include "support.hpp"

namespace {

using attn::Array;
using attn::Reader;
using attn::Shape;
using samples::compressed_npz;
using samples::little;

std::string error(const Folder& folder, const std::string& bytes, const std::string& tensor = "q") {
  const std::string path = folder.write("m.npz", bytes);
  const std::string message = message_of([&] { Reader().matrix({path, tensor}); });
  return message.starts_with(folder.path()) ? message.substr(folder.path().size() + 1) : message;
}

/// Replaces what stands at an offset behind a signature; `which` counts the signatures.
std::string changed(std::string bytes, std::string_view signature, std::size_t which, std::size_t offset,
                    std::string_view by) {
  std::size_t at = bytes.find(signature);
  while (which-- > 0) at = bytes.find(signature, at + 1);
  return bytes.replace(at + offset, by.size(), by);
}

constexpr std::string_view local = "PK\3\4";
constexpr std::string_view central = "PK\1\2";
constexpr std::string_view end = "PK\5\6";

}  // namespace

TEST_CASE("npz: a member by its name") {
  const Folder folder;
  const std::string path = folder.write("m.npz", compressed_npz());
  const Array q = Reader().matrix({path, "q"});
  CHECK(q.shape == Shape{2, 3});
  CHECK(q.values == std::vector<double>{1, 0, 0, 0, 0, 0.5});
  CHECK(Reader().matrix({path, "m"}).booleans);
}

TEST_CASE("npz: names that are missing or wrong") {
  const Folder folder;
  const std::string path = folder.write("m.npz", compressed_npz());
  CHECK(message_of([&] { Reader().matrix(path); }) ==
        path + ": holds 2 arrays: q, m; say which one with \"tensor\", or after a ':' behind the file name");
  CHECK(error(folder, compressed_npz(), "Q") == "m.npz: has no array \"Q\"; did you mean \"q\"?");
  CHECK(error(folder, compressed_npz(), "weights") ==
        "m.npz: has no array \"weights\"; it holds 2 arrays: q, m");
  CHECK(error(folder, compressed_npz(), "") == "m.npz: the name of the tensor is empty");
  CHECK(error(folder, "PK\5\6" + std::string(18, '\0')) == "m.npz: holds no arrays");
}

TEST_CASE("npz: files that are no archives") {
  const Folder folder;
  CHECK(error(folder, "") ==
        "m.npz: cannot read it as a zip archive, which a .npz file is: the file is empty");
  CHECK(error(folder, "not a zip") ==
        "m.npz: cannot read it as a zip archive, which a .npz file is: it is none, or is cut short");
  const std::string whole = compressed_npz();
  CHECK(error(folder, whole.substr(0, whole.size() - 10)) ==
        "m.npz: cannot read it as a zip archive, which a .npz file is: it is none, or is cut short");
  CHECK(error(folder, whole.substr(60)).starts_with("m.npz: cannot read it as a zip archive"));
}

TEST_CASE("npz: directories that lie") {
  const Folder folder;
  const std::string whole = compressed_npz();
  constexpr std::string_view refused = "m.npz: cannot read it as a zip archive, which a .npz file is: ";
  CHECK(error(folder, changed(whole, central, 0, 24, little(0xFFFFFFF0, 4))).starts_with(refused));
  CHECK(error(folder, changed(whole, end, 0, 10, little(60000, 2))).starts_with(refused));
  CHECK(error(folder, changed(whole, central, 1, 42, little(0, 4))).starts_with(refused));
  // Central and local header agree on the lie.
  const auto both = [&](std::size_t in_central, std::size_t in_local, std::string_view by) {
    return changed(changed(whole, central, 0, in_central, by), local, 0, in_local, by);
  };
  CHECK(error(folder, both(24, 22, little(0xFFFFFFF0, 4)))
            .starts_with("m.npz:q: says that it unpacks to 4294967280 bytes, more than its "));
  CHECK(error(folder, both(24, 22, little(100, 4))) ==
        "m.npz:q: a header of 118 bytes, but only 90 are left");
  CHECK(error(folder, both(24, 22, little(128 + 40, 4))) ==
        "m.npz:q: 40 bytes follow the header, expected 48 (shape [2, 3] of float64)");
  CHECK(error(folder, both(10, 8, little(12, 2))) ==
        "m.npz:q: compression method 12, expected stored (0) or deflated (8), as numpy writes");
  CHECK(error(folder, both(8, 6, little(1, 2))).starts_with("m.npz:q: "));
  CHECK(error(folder, both(16, 14, little(12345, 4))) == "m.npz:q: cannot unpack it: CRC error");
}

TEST_CASE("npz: two members of one name") {
  const Folder folder;
  std::string twice = compressed_npz();
  for (std::size_t at = twice.find("m.npy"); at != std::string::npos; at = twice.find("m.npy"))
    twice.replace(at, 5, "q.npy");
  CHECK(error(folder, twice) ==
        "m.npz: cannot read it as a zip archive, which a .npz file is: two members have one name");
}
