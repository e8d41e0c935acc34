// One step through bytes that may be UTF-8.
#pragma once

#include <cstdint>

namespace sheet {

struct Sequence {
  std::uint8_t length;  // bytes to step over, at least 1
  bool is_valid;        // false: these bytes are what one U+FFFD stands for
};

// The sequence at `at`, which is before `end`. A broken one ends where Unicode's practice of "maximal
// subparts" ends it (chapter 3.9): before the first byte that cannot continue it.
inline Sequence sequence_at(const char* at, const char* end) {
  const auto byte = [at](int index) { return static_cast<unsigned char>(at[index]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true};
  if (lead < 0xC2 || lead > 0xF4) return {1, false};

  // The second byte's range depends on the lead: no overlong forms, no surrogates, none past U+10FFFF.
  const unsigned char least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (end - at < 2 || byte(1) < least || byte(1) > most) return {1, false};

  const std::uint8_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  for (std::uint8_t length = 2; length < wanted; ++length)
    if (end - at <= length || (byte(length) & 0xC0) != 0x80) return {length, false};
  return {wanted, true};
}

// UTF-16 units of a valid sequence, or of the U+FFFD for a broken one.
inline int units_of(Sequence sequence) { return sequence.is_valid && sequence.length == 4 ? 2 : 1; }

}  // namespace sheet
