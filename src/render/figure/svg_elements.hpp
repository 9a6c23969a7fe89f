#pragma once

// What drawings are made of, each in one line.

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace attn::svg {

using Xml = pugi::xml_node;

inline void set(Xml element, const char* name, std::string_view value) {
  element.append_attribute(name) = std::string(value).c_str();
}
inline void set(Xml element, const char* name, int value) {
  element.append_attribute(name) = value;
}

/// A text with its anchor ("start", "middle", "end") at (x, y), which is on its base line.
inline Xml add_text(Xml parent, int x, int y, std::string_view anchor, const std::string& text) {
  Xml element = parent.append_child("text");
  set(element, "x", x);
  set(element, "y", y);
  if (anchor != "start") set(element, "text-anchor", anchor);
  element.text() = text.c_str();
  return element;
}

inline Xml add_group(Xml parent, int font_size, std::string_view fill) {
  Xml group = parent.append_child("g");
  set(group, "font-size", font_size);
  set(group, "fill", fill);
  return group;
}

struct Box {
  int x;
  int y;
  int width;
  int height;
};

inline Xml add_box(Xml parent, const Box& box, std::string_view fill) {
  Xml element = parent.append_child("rect");
  set(element, "x", box.x);
  set(element, "y", box.y);
  set(element, "width", box.width);
  set(element, "height", box.height);
  set(element, "fill", fill);
  return element;
}

inline void add_frame(Xml parent, const Box& box) {
  set(add_box(parent, box, "none"), "stroke", "#444444");
}

/// Where the base line is of a text whose middle is at y.
inline int middle(int y, int font_size) {
  return y + font_size * 35 / 100;
}

}  // namespace attn::svg
