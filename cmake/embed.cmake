# Writes the file INPUT as C++ source OUTPUT, which defines `const std::string_view NAME` in namespace attn.
file(READ ${INPUT} bytes HEX)
file(SIZE ${INPUT} size)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <array>
#include <string_view>

namespace attn {
namespace {
constexpr std::array<char, ${size}> bytes{
${bytes}};
}  // namespace

extern const std::string_view ${NAME};
const std::string_view ${NAME}(bytes.data(), bytes.size());

}  // namespace attn
")
