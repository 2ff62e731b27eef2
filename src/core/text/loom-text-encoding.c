/* loom-text-encoding.c: sources in other encodings than UTF-8, there and back
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-text-encoding.h"

#include <string.h>

static const struct
{
  const char *name;             /* the same in every language */
  const char *mark;
} encodings[] = {
  [LOOM_TEXT_UTF8] = { "UTF-8", "" },
  [LOOM_TEXT_LATIN1] = { "Latin-1", "" },
  [LOOM_TEXT_UTF8_MARKED] = { "UTF-8", "\xef\xbb\xbf" },
  [LOOM_TEXT_UTF16LE] = { "UTF-16", "\xff\xfe" },
  [LOOM_TEXT_UTF16BE] = { "UTF-16", "\xfe\xff" },
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

/* By hand, since where sources are compiled nothing may be read that iconv would need. */
static char *
decode_latin1 (const char *bytes,
               gsize       length,
               gsize      *decoded)
{
  GString *text = g_string_sized_new (length + length / 8);

  for (gsize i = 0; i < length; i++)
    g_string_append_unichar (text, (guchar) bytes[i]);
  *decoded = text->len;
  return g_string_free (text, FALSE);
}

static gunichar2
swap (gunichar2        unit,
      LoomTextEncoding encoding)
{
  return encoding == LOOM_TEXT_UTF16LE ? GUINT16_FROM_LE (unit) : GUINT16_FROM_BE (unit);
}

static char *
decode_utf16 (const char       *bytes,
              gsize             length,
              LoomTextEncoding  encoding,
              gsize            *decoded)
{
  const gsize n = length / sizeof (gunichar2);
  g_autofree gunichar2 *units = g_new (gunichar2, n + 1);
  glong read = 0, written = 0;
  char *text;

  memcpy (units, bytes, n * sizeof (gunichar2));
  for (gsize i = 0; i < n; i++)
    units[i] = swap (units[i], encoding);
  text = g_utf16_to_utf8 (units, (glong) n, &read, &written, NULL);
  if (text != NULL && (length % sizeof (gunichar2) != 0 || (gsize) read != n))
    g_clear_pointer (&text, g_free);
  *decoded = (gsize) written;
  return text;
}

static void
append_utf16 (GString          *bytes,
              const char       *text,
              gsize             length,
              LoomTextEncoding  encoding)
{
  glong n = 0;
  g_autofree gunichar2 *units = g_utf8_to_utf16 (text, (glong) length, NULL, &n, NULL);

  for (glong i = 0; i < n; i++)
    {
      const gunichar2 unit = swap (units[i], encoding);

      g_string_append_len (bytes, (const char *) &unit, sizeof unit);
    }
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
  bytes += mark;
  length -= mark;
  if (*encoding == LOOM_TEXT_LATIN1)
    text = decode_latin1 (bytes, length, &n);
  else if (*encoding >= LOOM_TEXT_UTF16LE)
    text = decode_utf16 (bytes, length, *encoding, &n);
  else
    text = g_strndup (bytes, n = length);
  if (text == NULL || memchr (text, '\0', n) != NULL)
    g_clear_pointer (&text, g_free);
  *decoded = n;
  return text;
}

/**
 * loom_text_encode:
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
  GString *bytes;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (loom_text_find_unencodable (text, length, encoding) != NULL)
    return NULL;

  bytes = g_string_new (encodings[encoding].mark);
  if (encoding == LOOM_TEXT_LATIN1)
    {
      for (const char *at = text; at < text + length; at = g_utf8_next_char (at))
        g_string_append_c (bytes, (char) g_utf8_get_char (at));
    }
  else if (encoding >= LOOM_TEXT_UTF16LE)
    append_utf16 (bytes, text, length, encoding);
  else
    g_string_append_len (bytes, text, (gssize) length);
  *encoded = bytes->len;
  return g_string_free (bytes, FALSE);
}

/**
 * loom_text_find_unencodable:
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
 *
 * Returns: (transfer none): how people call it, the same in every language
 */
const char *
loom_text_encoding_get_name (LoomTextEncoding encoding)
{
  return encodings[encoding].name;
}
