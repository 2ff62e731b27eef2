/* test-listing.c: which line of the source each line of a listing was made from, against the parser of modules
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-ptx-listing.h"
#include "ptx-test.h"

#include <string.h>

/* How many instructions were made from each line of the document, as the parser has it. */
static GHashTable *
count_in_module (const char *text)
{
  g_autoptr (LoomPtxModule) module = loom_ptx_module_parse (text, -1, NULL);
  GHashTable *counts = g_hash_table_new (NULL, NULL);

  g_assert_nonnull (module);
  for (guint i = 0; i < module->functions->len; i++)
    {
      const LoomPtxFunction *function = module->functions->pdata[i];

      for (guint j = 0; j < function->instructions->len; j++)
        {
          const char *file;
          const guint line = loom_ptx_module_get_place (
            module, &g_array_index (function->instructions, LoomPtxInstruction, j), &file);
          gpointer key = GUINT_TO_POINTER (line);

          if (line > 0 && file == NULL)
            g_hash_table_insert (counts, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1));
        }
    }
  return counts;
}

static guint
count_in_listing (const LoomListing *listing,
                  guint                 line)
{
  guint n = 0;

  for (guint i = 0; i < listing->lines->len; i++)
    n += loom_listing_get_line (listing, i) == line;
  return n;
}

static void
check (const char *path,
       const char *document)
{
  g_autofree char *text = NULL;
  g_autoptr (GHashTable) counts = NULL;
  g_autoptr (LoomListing) listing = NULL;
  GHashTableIter iter;
  gpointer line, n;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  counts = count_in_module (text);
  listing = loom_ptx_listing_new (text, document);
  g_assert_null (strstr (listing->text->str, "\t.loc\t"));
  g_assert_null (strstr (listing->text->str, ".file"));
  g_assert_cmpuint (g_hash_table_size (counts), >, 0);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &line, &n))
    if (count_in_listing (listing, GPOINTER_TO_UINT (line)) != GPOINTER_TO_UINT (n))
      g_error ("%s: line %u became %u instructions, and the listing has %u", path, GPOINTER_TO_UINT (line),
               GPOINTER_TO_UINT (n), count_in_listing (listing, GPOINTER_TO_UINT (line)));
}

static void
test_lines_are_those_of_the_parser (gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "kernels", "ptx", data, NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".ptx")), *document = g_strconcat (stem, ".cu", NULL);

      if (!g_str_has_suffix (name, ".ptx"))
        continue;
      g_test_message ("%s", name);
      check (file, document);
      n++;
    }
  g_assert_cmpuint (n, >, 20);
}

static void
test_kernels_are_found (void)
{
  static const char text[] =
    ".version 9.0\n.visible .entry a(\n\t.param .u64 p\n)\n{\n\t.loc\t1 3 2\n\tmov.u32 \t%r1, 1;\n"
    "\t{ // callseq 0, 0\n\t.param .b64 param0;\n\tst.param.b64 \t[param0+0], %rd1;\n\tcall.uni \n\tf, \n\t(\n\tparam0\n\t);\n\t}\n"
    "\tret;\n}\n.visible .entry aa(\n)\n{\n\tret;\n}\n"
    "\t.loc\t2 9 1, function_name $L__info_string0, inlined_at 1 5 3\n\tret;\n\t.file\t1 \"k.cu\"\n\t.file\t2 \"/x/y.h\"\n"
    "\t.section\t.debug_str\n\t{\n$L__info_string0:\n.b8 1,0\n\t}\n";
  g_autoptr (LoomListing) listing = loom_ptx_listing_new (text, "k.cu");

  g_assert_cmpint (loom_listing_find_entry (listing, "a"), ==, 1);
  g_assert_cmpint (loom_listing_find_entry (listing, "aa"), ==, 17);
  g_assert_cmpint (loom_listing_find_entry (listing, "aaa"), ==, -1);
  g_assert_null (strstr (listing->text->str, "debug_str"));
  /* a call's braces end no function; what was inlined counts for the line that called it */
  g_assert_cmpuint (count_in_listing (listing, 3), ==, 4);
  g_assert_cmpuint (count_in_listing (listing, 5), ==, 1);
  g_assert_cmpuint (count_in_listing (listing, 9), ==, 0);
}

/* Nothing that a compiler would write. */
static void
test_anything_is_text (void)
{
  static const char *const texts[] = { "", "\n", "\t.loc\t", ".loc 99999999999999999999 5 5", "\t.file\t", "\t.section\t.x", "}}}\n\xff;" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LoomListing) listing = loom_ptx_listing_new (texts[i], "k.cu");

      g_assert_true (g_utf8_validate (listing->text->str, -1, NULL));
      g_assert_cmpuint (loom_listing_get_line (listing, 1000), ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/ptx/listing/lines-are-those-of-the-parser/13.0", "13.0", test_lines_are_those_of_the_parser);
  g_test_add_data_func ("/ptx/listing/lines-are-those-of-the-parser/11.8", "11.8", test_lines_are_those_of_the_parser);
  g_test_add_func ("/ptx/listing/kernels-are-found", test_kernels_are_found);
  g_test_add_func ("/ptx/listing/anything-is-text", test_anything_is_text);
  return g_test_run ();
}
