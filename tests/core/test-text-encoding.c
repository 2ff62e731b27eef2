/* test-text-encoding.c: any bytes come back as they were
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-text-encoding.h"

#include <string.h>

static void
assert_returns (const char       *bytes,
                gsize             length,
                LoomTextEncoding  expected,
                const char       *text)
{
  LoomTextEncoding encoding;
  gsize n_decoded, n_encoded;
  g_autofree char *decoded = loom_text_decode (bytes, length, &encoding, &n_decoded);
  g_autofree char *encoded = NULL;

  g_assert_cmpstr (decoded, ==, text);
  g_assert_cmpuint (n_decoded, ==, strlen (text));
  g_assert_cmpint (encoding, ==, expected);
  g_assert_null (loom_text_find_unencodable (decoded, n_decoded, encoding));
  encoded = loom_text_encode (decoded, n_decoded, encoding, &n_encoded);
  g_assert_cmpmem (encoded, n_encoded, bytes, length);
}

static void
test_bytes_come_back (void)
{
  assert_returns ("", 0, LOOM_TEXT_UTF8, "");
  assert_returns ("int a;\r\n", 8, LOOM_TEXT_UTF8, "int a;\r\n");
  assert_returns ("// \xc3\xbc", 5, LOOM_TEXT_UTF8, "// \xc3\xbc");
  assert_returns ("\xef\xbb\xbf//", 5, LOOM_TEXT_UTF8_MARKED, "//");
  assert_returns ("// \xfc\x80", 5, LOOM_TEXT_LATIN1, "// \xc3\xbc\xc2\x80");
  assert_returns ("\xef\xbb\xbf\xfc", 4, LOOM_TEXT_LATIN1, "\xc3\xaf\xc2\xbb\xc2\xbf\xc3\xbc");
  assert_returns ("\xff\xfe", 2, LOOM_TEXT_UTF16LE, "");
  assert_returns ("\xff\xfe" "a\0\xfc\0\x3d\xd8\0\xde", 10, LOOM_TEXT_UTF16LE,
                  "a\xc3\xbc\xf0\x9f\x98\x80");
  assert_returns ("\xfe\xff\0a\0\xfc\n\0", 8, LOOM_TEXT_UTF16BE, "a\xc3\xbc\xe0\xa8\x80");
}

/* Whatever they mean: a text of another encoding is shown wrong, but none of it is lost. */
static void
test_random_bytes_come_back (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20240607);

  for (guint i = 0; i < 2000; i++)
    {
      const gsize length = g_rand_int_range (rand, 1, 64);
      g_autofree char *bytes = g_malloc (length);
      g_autofree char *decoded = NULL;
      g_autofree char *encoded = NULL;
      LoomTextEncoding encoding;
      gsize n_decoded, n_encoded;

      for (gsize j = 0; j < length; j++)
        bytes[j] = (char) g_rand_int_range (rand, 1, 256);
      decoded = loom_text_decode (bytes, length, &encoding, &n_decoded);
      if (decoded == NULL)
        {
          g_assert_cmpint (encoding, >=, LOOM_TEXT_UTF16LE);
          continue;
        }
      g_assert_true (g_utf8_validate_len (decoded, n_decoded, NULL));
      encoded = loom_text_encode (decoded, n_decoded, encoding, &n_encoded);
      g_assert_cmpmem (encoded, n_encoded, bytes, length);
    }
}

static void
assert_no_text (const char *bytes,
                gsize       length)
{
  LoomTextEncoding encoding;
  gsize decoded;

  g_assert_null (loom_text_decode (bytes, length, &encoding, &decoded));
}

static void
test_what_is_no_text_is_none (void)
{
  assert_no_text ("\177ELF\0\1", 6);
  assert_no_text ("\xfc\0", 2);
  assert_no_text ("\xff\xfe" "a\0\0\0", 6);
  assert_no_text ("\xff\xfe" "a\0b", 5);
  assert_no_text ("\xff\xfe\0\xdc", 4);
}

static void
test_what_has_no_byte_is_found (void)
{
  const char *text = "a\xc3\xbc\xe2\x86\x92 \xce\xb1";
  gsize n;

  g_assert_true (loom_text_find_unencodable (text, strlen (text), LOOM_TEXT_LATIN1) == text + 3);
  g_assert_null (loom_text_find_unencodable (text, strlen (text), LOOM_TEXT_UTF8));
  g_assert_null (loom_text_find_unencodable (text, strlen (text), LOOM_TEXT_UTF16BE));
  g_assert_null (loom_text_encode (text, strlen (text), LOOM_TEXT_LATIN1, &n));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/text-encoding/bytes-come-back", test_bytes_come_back);
  g_test_add_func ("/core/text-encoding/random-bytes-come-back", test_random_bytes_come_back);
  g_test_add_func ("/core/text-encoding/what-is-no-text-is-none", test_what_is_no_text_is_none);
  g_test_add_func ("/core/text-encoding/what-has-no-byte-is-found",
                   test_what_has_no_byte_is_found);

  return g_test_run ();
}
