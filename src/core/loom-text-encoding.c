/* loom-text-encoding.c: sources in other encodings than UTF-8, there and back
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-text-encoding.h"

#include <string.h>

#define UTF8 "UTF-8"

/* Names as GLib has them. */
static const struct
{
  const char *name;
  const char *mark;
} encodings[] = {
  [LOOM_TEXT_UTF8] = { UTF8, "" },
  [LOOM_TEXT_LATIN1] = { "ISO-8859-1", "" },
  [LOOM_TEXT_UTF8_MARKED] = { UTF8, "\xef\xbb\xbf" },
  [LOOM_TEXT_UTF16LE] = { "UTF-16LE", "\xff\xfe" },
  [LOOM_TEXT_UTF16BE] = { "UTF-16BE", "\xfe\xff" },
};

static LoomTextEncoding
find_encoding (const char *bytes,
               gsize       length)
{
  const gboolean is_utf8 = g_utf8_validate_len (bytes, length, NULL);

  for (guint i = LOOM_TEXT_UTF8_MARKED; i < G_N_ELEMENTS (encodings); i++)
    if (length >= strlen (encodings[i].mark)
        && memcmp (bytes, encodings[i].mark, strlen (encodings[i].mark)) == 0
        && (is_utf8 || i != LOOM_TEXT_UTF8_MARKED))
      return i;

  return is_utf8 ? LOOM_TEXT_UTF8 : LOOM_TEXT_LATIN1;
}

/**
 * loom_text_decode:
 * @bytes: what stands in a file
 * @length: of @bytes
 * @encoding: (out): what the bytes are
 * @decoded: (out): bytes of what is returned
 *
 * Reads the text of a file in any encoding. A byte order mark is none of the text.
 *
 * Returns: (transfer full) (nullable): UTF-8, ended by NUL; %NULL for what is no text: it holds
 *   zero bytes, or surrogates that don't match
 */
char *
loom_text_decode (const char       *bytes,
                  gsize             length,
                  LoomTextEncoding *encoding,
                  gsize            *decoded)
{
  char *text;
  gsize mark, n = 0;

  g_return_val_if_fail (bytes != NULL || length == 0, NULL);

  *encoding = find_encoding (bytes, length);
  mark = strlen (encodings[*encoding].mark);
  text = g_convert (bytes + mark, (gssize) (length - mark), UTF8, encodings[*encoding].name, NULL,
                    &n, NULL);
  if (text == NULL || memchr (text, '\0', n) != NULL)
    g_clear_pointer (&text, g_free);
  *decoded = n;
  return text;
}

/**
 * loom_text_encode:
 * @text: UTF-8
 * @length: of @text
 * @encoding: what the bytes of its file are
 * @encoded: (out): how many bytes are returned
 *
 * Writes a text as loom_text_decode() read it, byte for byte.
 *
 * Returns: (transfer full) (nullable): what goes into the file; %NULL where
 *   loom_text_find_unencodable() finds something
 */
char *
loom_text_encode (const char       *text,
                  gsize             length,
                  LoomTextEncoding  encoding,
                  gsize            *encoded)
{
  g_autofree char *converted = NULL;
  GString *bytes;
  gsize n = 0;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  converted = g_convert (text, (gssize) length, encodings[encoding].name, UTF8, NULL, &n, NULL);
  if (converted == NULL)
    return NULL;

  bytes = g_string_new (encodings[encoding].mark);
  g_string_append_len (bytes, converted, (gssize) n);
  *encoded = bytes->len;
  return g_string_free (bytes, FALSE);
}

/**
 * loom_text_find_unencodable:
 * @text: UTF-8
 * @length: of @text
 * @encoding: what it shall be written in
 *
 * Returns: (transfer none) (nullable): the first character of @text that @encoding has not
 */
const char *
loom_text_find_unencodable (const char       *text,
                            gsize             length,
                            LoomTextEncoding  encoding)
{
  const char *end = text + length;

  if (encoding != LOOM_TEXT_LATIN1)
    return NULL;

  for (; text < end; text = g_utf8_next_char (text))
    if (g_utf8_get_char (text) > 0xff)
      return text;

  return NULL;
}

/**
 * loom_text_encoding_get_name:
 * @encoding: what the bytes of a file are
 *
 * Returns: (transfer none): how people call it, the same in every language
 */
const char *
loom_text_encoding_get_name (LoomTextEncoding encoding)
{
  return encoding == LOOM_TEXT_LATIN1 ? "Latin-1" : encodings[encoding].name;
}
