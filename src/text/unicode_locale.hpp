#pragma once

#include <locale.h>

namespace attn {

/// The C library's tables of characters, as they are for Unicode text whatever the user's own locale.
class UnicodeLocale {
 public:
  UnicodeLocale() : unicode_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {}
  ~UnicodeLocale() {
    if (unicode_ != nullptr) freelocale(unicode_);
  }
  UnicodeLocale(const UnicodeLocale&) = delete;
  UnicodeLocale& operator=(const UnicodeLocale&) = delete;

  /// nullptr where the system has no such locale.
  locale_t get() const { return unicode_; }

 private:
  locale_t unicode_;
};

}  // namespace attn
