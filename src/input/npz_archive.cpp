#include "input/npz_archive.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zip.h>

#include "attn/error.hpp"
#include "input/npy.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Why libzip does not open an archive.
std::string reason_of(int code, std::uint64_t size) {
  if (size == 0) return "the file is empty";
  if (code == ZIP_ER_NOZIP) return "it is none, or is cut short";
  if (code == ZIP_ER_EXISTS) return "two members have one name";
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  return reason;
}

/// libzip reads the directory alone here, and holds it against the local headers and the size of the file.
zip_t* open_archive(const InputFile& file, std::string_view where) {
  const std::uint64_t size = file.size();
  const int descriptor = dup(file.descriptor());
  int code = 0;
  if (zip_t* const archive = zip_fdopen(descriptor, ZIP_CHECKCONS, &code)) return archive;
  close(descriptor);
  throw InputError(fmt::format("{}: cannot read it as a zip archive, which a .npz file is: {}", where,
                               reason_of(code, size)));
}

/// A member, unpacked as it is read.
class MemberBytes : public ByteStream {
 public:
  MemberBytes(zip_t& archive, zip_uint64_t index, std::string_view where)
      : where_(where), member_(zip_fopen_index(&archive, index, 0), zip_fclose) {
    if (!member_) fail(zip_strerror(&archive));
  }

  std::size_t read(char* into, std::size_t most) override {
    const zip_int64_t count = zip_fread(member_.get(), into, most);
    if (count < 0) fail(zip_file_strerror(member_.get()));
    return static_cast<std::size_t>(count);
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const {
    throw InputError(fmt::format("{}: cannot unpack it: {}", where_, shown(reason, 100)));
  }

  std::string_view where_;
  std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> member_;
};

/// The size that a member says it has, before memory is set aside for it.
std::uint64_t unpacked_size(zip_t& archive, zip_uint64_t index, std::string_view where) {
  zip_stat_t status;
  constexpr zip_uint64_t needed =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(&archive, index, 0, &status) != 0 || (status.valid & needed) != needed)
    throw InputError(fmt::format("{}: its sizes are not known", where));
  if (status.encryption_method != ZIP_EM_NONE) throw InputError(fmt::format("{}: is encrypted", where));
  if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE)
    throw InputError(
        fmt::format("{}: compression method {}, expected stored (0) or deflated (8), as numpy writes", where,
                    status.comp_method));
  // A bit of deflated data yields at most 129 bytes (a match of 258, RFC 1951, coded in two bits).
  const zip_uint64_t factor = status.comp_method == ZIP_CM_STORE ? 1 : 1032;
  if (status.size / factor > status.comp_size)
    throw InputError(fmt::format("{}: says that it unpacks to {} bytes, more than its {} bytes can hold",
                                 where, status.size, status.comp_size));
  return status.size;
}

/// At the end of a member libzip checks its checksum.
void check_end(ByteStream& bytes, std::string_view where) {
  char more = 0;
  if (bytes.read_all(&more, 1) != 0) throw InputError(fmt::format("{}: is longer than it says", where));
}

}  // namespace

void NpzArchive::Discard::operator()(zip_t* archive) const {
  zip_discard(archive);
}

NpzArchive::NpzArchive(const InputFile& file, std::string_view where)
    : where_(where), archive_(open_archive(file, where)) {
  constexpr std::string_view suffix = ".npy";
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive_.get(), 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    const char* raw = zip_get_name(archive_.get(), i, ZIP_FL_ENC_RAW);
    const std::string_view name = raw == nullptr ? std::string_view() : raw;
    if (!name.ends_with(suffix)) continue;
    names_.emplace_back(name.substr(0, name.size() - suffix.size()));
    indices_.push_back(i);
  }
}

Array NpzArchive::array(std::size_t index) const {
  const std::string where = fmt::format("{}:{}", where_, shown(names_[index], 100));
  const std::uint64_t size = unpacked_size(*archive_, indices_[index], where);
  MemberBytes bytes(*archive_, indices_[index], where);
  Array array = read_npy(bytes, size, where);
  check_end(bytes, where);
  return array;
}

std::string_view NpzArchive::dtype(std::size_t index) const {
  const std::string where = fmt::format("{}:{}", where_, shown(names_[index], 100));
  const std::uint64_t size = unpacked_size(*archive_, indices_[index], where);
  MemberBytes bytes(*archive_, indices_[index], where);
  return npy_dtype(bytes, size, where);
}

std::optional<std::string> NpzArchive::member(const std::string& name) const {
  const zip_int64_t index = zip_name_locate(archive_.get(), name.c_str(), ZIP_FL_ENC_RAW);
  if (index < 0) return std::nullopt;
  const std::string where = fmt::format("{}:{}", where_, shown(name, 100));
  const std::uint64_t size = unpacked_size(*archive_, static_cast<zip_uint64_t>(index), where);
  MemberBytes bytes(*archive_, static_cast<zip_uint64_t>(index), where);
  std::string text(size, '\0');
  if (bytes.read_all(text.data(), size) < size)
    throw InputError(fmt::format("{}: is shorter than it says", where));
  check_end(bytes, where);
  return text;
}

}  // namespace attn
