#pragma once

#include <glib.h>

/* What the bytes of a source mean. Latin-1 is what all other bytes are taken for: it has a
 * character for each, so they come back as they were, whatever they once meant. */
typedef enum
{
  LOOM_TEXT_UTF8,
  LOOM_TEXT_LATIN1,
  LOOM_TEXT_UTF8_MARKED,        /* these begin with a byte order mark */
  LOOM_TEXT_UTF16LE,
  LOOM_TEXT_UTF16BE,
} LoomTextEncoding;

char       *loom_text_decode            (const char        *bytes,
                                         gsize              length,
                                         LoomTextEncoding  *encoding,
                                         gsize             *decoded);
char       *loom_text_encode            (const char        *text,
                                         gsize              length,
                                         LoomTextEncoding   encoding,
                                         gsize             *encoded);
const char *loom_text_find_unencodable  (const char        *text,
                                         gsize              length,
                                         LoomTextEncoding   encoding);
const char *loom_text_encoding_get_name (LoomTextEncoding   encoding);
