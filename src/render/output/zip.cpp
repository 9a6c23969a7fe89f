#include "render/output/zip.hpp"

#include <zlib.h>

#include <algorithm>

namespace attn {

namespace {

constexpr std::uint64_t most16 = 0xFFFF;      // in a field of 16 bits: see the zip64 record
constexpr std::uint64_t most32 = 0xFFFFFFFF;  // in a field of 32 bits: see the zip64 record

/// A record of little-endian fields.
class Record {
 public:
  explicit Record(std::uint32_t signature) { u32(signature); }
  Record& u16(std::uint64_t value) { return number(std::min(value, most16), 2); }
  Record& u32(std::uint64_t value) { return number(std::min(value, most32), 4); }
  Record& u64(std::uint64_t value) { return number(value, 8); }
  Record& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  Record& number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xFFU);
    return *this;
  }
  std::string bytes_;
};

struct Member {
  std::string_view name;
  std::uint64_t crc;
  std::uint64_t size;
  std::uint64_t offset;

  bool is_large() const { return size >= most32; }
  bool is_far() const { return offset >= most32; }
};

/// What local header and directory have in common, from the version up to the length of the name.
void append_description(Record& record, const Member& member) {
  constexpr unsigned version = 45;  // zip64
  constexpr unsigned stored = 0;
  constexpr unsigned first_of_january_1980 = 1U << 5U | 1U;
  record.u16(version).u16(0).u16(stored).u16(0).u16(first_of_january_1980).u32(member.crc);
  record.u32(member.size).u32(member.size).u16(member.name.size());
}

/// The extra field of what does not fit; in the local header both sizes must stand there or none.
std::string zip64_of(const Member& member, bool with_offset) {
  const std::uint64_t size = (member.is_large() ? 16U : 0U) + (with_offset ? 8U : 0U);
  if (size == 0) return {};
  Record field(static_cast<std::uint32_t>(size) << 16U | 0x0001U);
  if (member.is_large()) field.u64(member.size).u64(member.size);
  if (with_offset) field.u64(member.offset);
  return field.bytes();
}

std::string local_header(const Member& member) {
  Record record(0x04034B50);
  const std::string extra = zip64_of(member, false);
  append_description(record, member);
  return record.u16(extra.size()).text(member.name).text(extra).bytes();
}

std::string directory_entry(const Member& member) {
  constexpr unsigned made_on_unix = 3U << 8U | 45U;
  constexpr std::uint64_t mode = 0100644ULL << 16U;  // a file, rw-r--r--
  Record record(0x02014B50);
  const std::string extra = zip64_of(member, member.is_far());
  record.u16(made_on_unix);
  append_description(record, member);
  record.u16(extra.size()).u16(0).u16(0).u16(0).u32(mode).u32(member.offset);
  return record.text(member.name).text(extra).bytes();
}

/// The zip64 end of the directory, and where it stands.
std::string zip64_end(std::uint64_t members, std::uint64_t size, std::uint64_t offset) {
  Record end(0x06064B50);
  end.u64(44).u16(45).u16(45).u32(0).u32(0).u64(members).u64(members).u64(size).u64(offset);
  return end.bytes() + Record(0x07064B50).u32(0).u64(offset + size).u32(1).bytes();
}

}  // namespace

void ZipWriter::write(std::string_view bytes) {
  output_.write(bytes);
  written_ += bytes.size();
}

void ZipWriter::add(std::string_view name, std::initializer_list<std::string_view> pieces) {
  Member member{name, crc32_z(0, nullptr, 0), 0, written_};
  for (const std::string_view piece : pieces) {
    if (piece.empty()) continue;  // zlib takes a null pointer for the start of a new checksum
    member.crc = crc32_z(member.crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    member.size += piece.size();
  }
  write(local_header(member));
  for (const std::string_view piece : pieces) write(piece);
  directory_ += directory_entry(member);
  ++members_;
}

void ZipWriter::finish() {
  const std::uint64_t offset = written_;
  const std::uint64_t size = directory_.size();
  write(directory_);
  if (members_ >= most16 || size >= most32 || offset >= most32) write(zip64_end(members_, size, offset));
  write(Record(0x06054B50).u16(0).u16(0).u16(members_).u16(members_).u32(size).u32(offset).u16(0).bytes());
}

}  // namespace attn
