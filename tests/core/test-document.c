/* test-document.c: settings are found, read raw, and changed byte for byte
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-dismissed.h"
#include "loom-document-vocabulary.h"
#include "loom-texture.h"
#include "loom-document.h"
#include "loom-link.h"
#include "loom-statement.h"
#include "loom-error.h"

#include <string.h>

#define SOURCE "__global__ void k (float *f) {}\n"
#define BLOCK "/* gridloom\n[launch]\nblock=8,8\n# kept = as it is\n[arg f]\nfill = expr: x + 1  \n*/\n"

static LoomDocument *
parse (const char *text)
{
  return loom_document_parse (text, -1);
}

static LoomDiagnostic *
get_problem (LoomDocument *document,
             guint         index)
{
  GPtrArray *problems = loom_document_get_problems (document);

  g_assert_cmpuint (index, <, problems->len);
  return g_ptr_array_index (problems, index);
}

static char *
edit (const char *text,
      const char *group,
      const char *key,
      const char *value)
{
  g_autoptr (LoomDocument) document = parse (text);
  g_autoptr (GError) error = NULL;
  LoomTextEdit change;
  char *result;

  loom_document_edit (document, group, key, value, &change, &error);
  g_assert_no_error (error);
  result = loom_text_edit_apply (&change, text);
  loom_text_edit_clear (&change);
  return result;
}

static void
test_reads_values_raw (void)
{
  g_autoptr (LoomDocument) document = parse (SOURCE "\n" BLOCK);
  g_auto (GStrv) groups = loom_document_list_groups (document);
  gsize length;

  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
  g_assert_cmpstr (loom_document_get_value (document, "launch", "block"), ==, "8,8");
  g_assert_cmpstr (loom_document_get_value (document, "arg f", "fill"), ==, "expr: x + 1");
  g_assert_null (loom_document_get_value (document, "launch", "grid"));
  g_assert_cmpuint (loom_document_get_value_line (document, "arg f", "fill"), ==, 8);
  g_assert_cmpuint (loom_document_get_group_line (document, "arg f"), ==, 7);
  g_assert_cmpuint (loom_document_get_block_line (document), ==, 3);
  g_assert_cmpuint (g_strv_length (groups), ==, 2);
  loom_document_get_source (document, &length);
  g_assert_cmpuint (length, ==, strlen (SOURCE "\n"));
}

static const struct
{
  const char   *name;
  const char   *text;
  LoomSeverity  severity;
  guint         line;
  LoomFix       fix;
} problem_rows[] = {
  { "no-key", "/* gridloom\n[launch]\nblock 8\n*/", LOOM_SEVERITY_ERROR, 3, LOOM_FIX_NONE },
  { "open-group", "/* gridloom\n[launch\n*/", LOOM_SEVERITY_ERROR, 2, LOOM_FIX_NONE },
  { "text-after-group", "/* gridloom\n[steps] launch k\nlaunch k\n*/", LOOM_SEVERITY_ERROR, 2,
    LOOM_FIX_NONE },
  { "no-group", "/* gridloom\nblock=8\n*/", LOOM_SEVERITY_ERROR, 2, LOOM_FIX_NONE },
  { "not-closed", "int a;\n/* gridloom\n[launch]\n", LOOM_SEVERITY_ERROR, 2, LOOM_FIX_NONE },
  { "text-after", "/* gridloom\n[launch]\n*/\n\nint a;\n", LOOM_SEVERITY_ERROR, 5, LOOM_FIX_MOVE_BLOCK },
  { "unknown-key", "/* gridloom\n[launch]\nblok=8\n*/", LOOM_SEVERITY_WARNING, 3, LOOM_FIX_SET_LINE },
  { "misspelt-group", "/* gridloom\n[lunch]\nblock=8\n*/", LOOM_SEVERITY_WARNING, 2, LOOM_FIX_RENAME_GROUP },
  { "unknown-group", "/* gridloom\n[extra]\nblock=8\n*/", LOOM_SEVERITY_WARNING, 2, LOOM_FIX_NONE },
  { "group-without-name", "/* gridloom\n[arg]\nfill=ones\n*/", LOOM_SEVERITY_WARNING, 2, LOOM_FIX_NONE },
  { "key-twice", "/* gridloom\n[launch]\nblock=8\nblock=9\n*/", LOOM_SEVERITY_WARNING, 4, LOOM_FIX_NONE },
  { "version", "/* gridloom\n[launch]\nversion=2\n*/", LOOM_SEVERITY_WARNING, 3, LOOM_FIX_NONE },
  { "two-blocks", "/* gridloom\n*/\n/* gridloom\n*/", LOOM_SEVERITY_WARNING, 1, LOOM_FIX_NONE },
  { "latin-1", "int a; // \xe9\n", LOOM_SEVERITY_ERROR, 1, LOOM_FIX_NONE },
};

static void
test_reports_the_line (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomDocument) document = parse (problem_rows[i].text);
  LoomDiagnostic *problem = get_problem (document, 0);

  g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 1);
  g_assert_cmpint (problem->severity, ==, problem_rows[i].severity);
  g_assert_cmpuint (problem->line, ==, problem_rows[i].line);
  g_assert_cmpint (problem->fix, ==, problem_rows[i].fix);
  g_assert_cmpint (loom_document_is_broken (document), ==,
                   problem_rows[i].severity == LOOM_SEVERITY_ERROR);
}

static const struct
{
  const char *name;
  const char *text;
  guint       block_line;
} block_rows[] = {
  { "empty", "", 0 },
  { "bare", SOURCE, 0 },
  { "in-a-string", "const char *s = \"/* gridloom\";\n", 0 },
  { "in-a-raw-string", "auto s = R\"x(\n/* gridloom\n[a]\n*/\n)x\"; int a;\n", 0 },
  { "in-a-line-comment", "// /* gridloom\nint a;\n", 0 },
  { "another-comment", "/* gridloom is great */\nint a;\n", 0 },
  { "a-longer-word", "/* gridlooms\n*/\n", 0 },
  { "empty-block", "int a;\n/* gridloom */", 2 },
  { "crlf", "int a;\r\n/* gridloom\r\n[launch]\r\nblock=8\r\n*/\r\n", 2 },
  { "after-a-directive", "#define A 'x\n/* gridloom\n*/", 2 },
  { "behind-an-open-comment", "int a; /* typing\n" BLOCK, 2 },
  { "behind-an-open-raw-string", "auto s = R\"(typing\n" BLOCK, 2 },
  { "behind-an-open-string", "auto s = \"typing\n" BLOCK, 2 },
};

static void
test_finds_the_block (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomDocument) document = parse (block_rows[i].text);

  g_assert_cmpuint (loom_document_get_block_line (document), ==, block_rows[i].block_line);
  g_assert_cmpint (loom_document_has_block (document), ==, block_rows[i].block_line > 0);
  g_assert_false (loom_document_is_broken (document));
}

static const struct
{
  const char *name, *text, *group, *key, *value, *expected;
} edit_rows[] = {
  { "value", "a\n/* gridloom\n[launch]\nblock = 8 \n*/\n", "launch", "block", "16,16",
    "a\n/* gridloom\n[launch]\nblock = 16,16 \n*/\n" },
  { "new-key", "/* gridloom\n[launch]\nblock=8\n\n# c\n[view]\n*/\n", "launch", "grid", "2",
    "/* gridloom\n[launch]\nblock=8\ngrid=2\n\n# c\n[view]\n*/\n" },
  { "new-group", "/* gridloom\n[launch]\n*/\n", "arg f", "fill", "ones",
    "/* gridloom\n[launch]\n[arg f]\nfill=ones\n*/\n" },
  { "new-block", "int a;\n", "launch", "block", "8", "int a;\n\n/* gridloom\n[launch]\nblock=8\n*/\n" },
  { "new-block-no-newline", "int a;", "launch", "block", "8", "int a;\n\n/* gridloom\n[launch]\nblock=8\n*/\n" },
  { "new-block-crlf", "int a;\r\n", "launch", "block", "8",
    "int a;\r\n\r\n/* gridloom\r\n[launch]\r\nblock=8\r\n*/\r\n" },
  { "empty-text", "", "launch", "block", "8", "/* gridloom\n[launch]\nblock=8\n*/\n" },
  { "closed-in-line", "/* gridloom\n[launch]\nblock=8 */", "launch", "grid", "2",
    "/* gridloom\n[launch]\nblock=8 \ngrid=2\n*/" },
  { "empty-block", "/* gridloom */", "launch", "grid", "2", "/* gridloom \n[launch]\ngrid=2\n*/" },
  { "remove", "/* gridloom\n[launch]\nblock=8\ngrid=2\n*/", "launch", "block", NULL,
    "/* gridloom\n[launch]\ngrid=2\n*/" },
  { "remove-twice-given", "/* gridloom\n[launch]\nblock=8\ngrid=2\nblock=9\n*/", "launch", "block", NULL,
    "/* gridloom\n[launch]\ngrid=2\n*/" },
  { "remove-absent", "/* gridloom\n*/", "launch", "block", NULL, "/* gridloom\n*/" },
  { "empty-value", "/* gridloom\n[launch]\nblock=\n*/", "launch", "block", "4",
    "/* gridloom\n[launch]\nblock=4\n*/" },
};

static void
test_edit_is_smallest (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *result = edit (edit_rows[i].text, edit_rows[i].group, edit_rows[i].key, edit_rows[i].value);

  g_assert_cmpstr (result, ==, edit_rows[i].expected);
}

static const struct
{
  const char *name, *text, *group, *key, *value;
} refused_rows[] = {
  { "comment-end", BLOCK, "launch", "block", "8*/" },
  { "newline", BLOCK, "launch", "block", "8\n9" },
  { "equals-in-key", BLOCK, "launch", "a=b", "8" },
  { "empty-key", BLOCK, "launch", "", "8" },
  { "bracket-in-group", BLOCK, "a]b", "c", "8" },
  { "block-not-closed", "/* gridloom\n[launch]\n", "launch", "block", "8" },
  { "not-utf-8", "\xff", "launch", "block", "8" },
  { "value-not-utf-8", BLOCK, "launch", "block", "\xff" },
};

static void
test_edit_refuses (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (LoomDocument) document = parse (refused_rows[i].text);
  g_autoptr (GError) error = NULL;
  LoomTextEdit change;

  g_assert_false (loom_document_edit (document, refused_rows[i].group, refused_rows[i].key,
                                      refused_rows[i].value, &change, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

/* Every other setting of a document, as one text. */
static char *
list_others (LoomDocument *document,
             const char   *group,
             const char   *key)
{
  g_auto (GStrv) groups = loom_document_list_groups (document);
  GString *text = g_string_new (NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) keys = loom_document_list_keys (document, groups[i]);

      for (guint j = 0; keys[j] != NULL; j++)
        {
          if (strcmp (groups[i], group) != 0 || strcmp (keys[j], key) != 0)
            g_string_append_printf (text, "%s/%s=%s\n", groups[i], keys[j],
                                    loom_document_get_value (document, groups[i], keys[j]));
        }
    }

  return g_string_free (text, FALSE);
}

/* Random pieces of settings, well formed and not, closed at the end. */
static char *
make_text (GRand *random)
{
  static const char * const pieces[] = {
    "[launch]\n", "[arg f]\n", "[ arg  f ]\n", "block=8\n", "block = 9 \n", "fill=ones\r\n", "# note\n", "\n",
    "  grid=1,2\n", "broken\n", "[open\n", "=x\n", "a=b=c\n", "é=ü\n", "value=/* x\n", "[]\n",
  };
  GString *text = g_string_new (g_rand_boolean (random) ? SOURCE : "");
  guint n = g_rand_int_range (random, 0, 12);

  g_string_append (text, "/* gridloom\n");
  for (guint i = 0; i < n; i++)
    g_string_append (text, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
  if (g_rand_boolean (random))
    g_string_truncate (text, text->len - 1);
  g_string_append (text, " */");
  return g_string_free (text, FALSE);
}

static void
test_edit_changes_only_its_value (void)
{
  static const char * const groups[] = { "launch", "arg f", "view" };
  static const char * const keys[] = { "block", "fill", "grid" };
  static const char * const values[] = { "1", "", "a = b [c] # d", "ü", NULL };
  g_autoptr (GRand) random = g_rand_new_with_seed (20250101);

  for (guint round = 0; round < 20000; round++)
    {
      const char *group = groups[g_rand_int_range (random, 0, G_N_ELEMENTS (groups))];
      const char *key = keys[g_rand_int_range (random, 0, G_N_ELEMENTS (keys))];
      const char *value = values[g_rand_int_range (random, 0, G_N_ELEMENTS (values))];
      g_autofree char *before = make_text (random);
      g_autofree char *after = edit (before, group, key, value);
      g_autoptr (LoomDocument) old = parse (before);
      g_autoptr (LoomDocument) new = parse (after);
      g_autofree char *old_others = list_others (old, group, key);
      g_autofree char *new_others = list_others (new, group, key);

      if (g_test_verbose ())
        g_test_message ("%s\n--- [%s] %s=%s\n%s", before, group, key, value, after);
      g_assert_cmpstr (loom_document_get_value (new, group, key), ==, value);
      g_assert_cmpstr (new_others, ==, old_others);
      g_assert_cmpstr (loom_document_get_source_hash (new), ==, loom_document_get_source_hash (old));
    }
}

static void
test_hash_knows_only_the_source (void)
{
  g_autofree char *with_block = edit (SOURCE, "launch", "block", "8");
  g_autoptr (LoomDocument) bare = parse (SOURCE);
  g_autoptr (LoomDocument) block = parse (with_block);
  g_autoptr (LoomDocument) other = parse (SOURCE "int a;\n");

  g_assert_cmpstr (loom_document_get_source_hash (bare), ==, loom_document_get_source_hash (block));
  g_assert_cmpstr (loom_document_get_source_hash (bare), !=, loom_document_get_source_hash (other));
}

static void
test_moves_the_block (void)
{
  const char *text = "int a;\n/* gridloom\n[launch]\nblock=8\n*/\n\nint b;\n";
  g_autoptr (LoomDocument) document = parse (text);
  g_autoptr (LoomDocument) moved = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *result = NULL;
  LoomTextEdit change;

  loom_document_move_block (document, &change, &error);
  g_assert_no_error (error);
  result = loom_text_edit_apply (&change, text);
  loom_text_edit_clear (&change);
  g_assert_cmpstr (result, ==, "int a;\nint b;\n\n/* gridloom\n[launch]\nblock=8\n*/\n");

  moved = parse (result);
  g_assert_false (loom_document_is_broken (moved));
  g_assert_false (loom_document_move_block (moved, &change, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

static void
test_renames_a_group (void)
{
  g_autoptr (LoomDocument) document = parse (BLOCK);
  g_autoptr (GError) error = NULL;
  g_autofree char *result = NULL;
  LoomTextEdit change;

  loom_document_rename_group (document, 5, "arg g", &change, &error);
  g_assert_no_error (error);
  result = loom_text_edit_apply (&change, BLOCK);
  loom_text_edit_clear (&change);
  g_assert_nonnull (strstr (result, "\n[arg g]\nfill = expr: x + 1  \n*/"));
  g_assert_false (loom_document_rename_group (document, 6, "arg g", &change, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
}

static void
test_a_line_is_replaced (void)
{
  static const struct { const char *before; guint line; const char *text, *after; } rows[] = {
    { "a\n  b;\nc\n", 2, "if (x)\n  b;", "a\n  if (x)\n    b;\nc\n" },
    { "a\r\n\tb;\r\nc", 2, "d\ne", "a\r\n\td\r\n\te\r\nc" },
    { "a\n b", 2, "c", "a\n c" },
    { "a\n", 1, "b", "b\n" },
  };
  g_autoptr (LoomDocument) document = parse ("a\n");
  g_autoptr (GError) error = NULL;
  LoomTextEdit change;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomDocument) before = parse (rows[i].before);
      g_autofree char *after = NULL;

      g_assert_true (loom_document_set_line (before, rows[i].line, rows[i].text, &change, NULL));
      after = loom_text_edit_apply (&change, rows[i].before);
      loom_text_edit_clear (&change);
      g_assert_cmpstr (after, ==, rows[i].after);
    }
  g_assert_false (loom_document_set_line (document, 3, "b", &change, &error));
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
  g_assert_false (loom_document_set_line (document, 0, "b", &change, NULL));
}

static void
test_a_header_is_included (void)
{
  static const struct { const char *before, *after; } rows[] = {
    { "/* Title */\n__global__ void k ();\n",
      "/* Title */\n#include <mma.h>\n\n__global__ void k ();\n" },
    { "#include <a.h>\n#include \"b.h\"\nint i;\n#include <c.h>\n",
      "#include <a.h>\n#include \"b.h\"\n#include <mma.h>\nint i;\n#include <c.h>\n" },
    { "#include <a.h>\r\nint i;\r\n", "#include <a.h>\r\n#include <mma.h>\r\nint i;\r\n" },
    { "#include <a.h>\n#ifdef X\n#include <b.h>\n#endif\nint i;\n",
      "#include <a.h>\n#include <mma.h>\n#ifdef X\n#include <b.h>\n#endif\nint i;\n" },
    { "", "#include <mma.h>\n\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomDocument) before = parse (rows[i].before);
      g_autofree char *after = NULL;
      LoomTextEdit change;

      loom_document_include (before, "mma.h", &change);
      after = loom_text_edit_apply (&change, rows[i].before);
      loom_text_edit_clear (&change);
      g_assert_cmpstr (after, ==, rows[i].after);
    }
}

/* What is misspelt in the settings comes with the line, or the group, that was meant. */
static void
test_the_misspelt_can_be_mended (void)
{
  static const struct { const char *line; LoomFix fix; const char *replacement; } rows[] = {
    { "  blok = 8, 8", LOOM_FIX_SET_LINE, "block = 8, 8" },
    { "[lauch]", LOOM_FIX_RENAME_GROUP, "launch" },
    { "[agr f]", LOOM_FIX_NONE, NULL },
    { "[symbl s]", LOOM_FIX_RENAME_GROUP, "symbol s" },
    { "[symbl]", LOOM_FIX_NONE, NULL },
    { "colour=8", LOOM_FIX_NONE, NULL },
    { "[steps]\nlauch k", LOOM_FIX_SET_LINE, "launch k" },
    { "[steps]\njump k", LOOM_FIX_NONE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("/* gridloom\n[launch]\n%s\n*/\n", rows[i].line);
      g_autoptr (LoomDocument) document = parse (text);
      GPtrArray *problems = loom_document_get_problems (document);
      const LoomDiagnostic *problem = g_ptr_array_index (problems, 0);

      g_assert_cmpuint (problems->len, ==, 1);
      g_assert_cmpint (problem->fix, ==, rows[i].fix);
      g_assert_cmpstr (problem->replacement, ==, rows[i].replacement);
    }
}

/* Only the last header of a group goes, and only where it says nothing. */
static void
test_an_empty_group_goes (void)
{
  static const struct
  {
    const char *before, *after;         /* NULL: it stays */
  } rows[] = {
    { "/* gridloom\n[arg p]\n[launch]\nblock=8\n*/\n", "/* gridloom\n[launch]\nblock=8\n*/\n" },
    { "/* gridloom\n[launch]\nblock=8\n\n[ arg  p ]  \n\n*/\n", "/* gridloom\n[launch]\nblock=8\n*/\n" },
    { "/* gridloom\n[launch]\nblock=8\n\n[arg p]\n\n\n[view]\n*/\n", "/* gridloom\n[launch]\nblock=8\n\n[view]\n*/\n" },
    { "/* gridloom\r\n[arg p]\r\n*/\r\n", "/* gridloom\r\n*/\r\n" },
    { "/* gridloom\n[arg p]\nfill=ones\n[arg p]\n*/\n", "/* gridloom\n[arg p]\nfill=ones\n*/\n" },
    { "/* gridloom\n[arg p]\nfill=ones\n*/\n", NULL },
    { "/* gridloom\n[arg p]\n# of p\n*/\n", NULL },
    { "/* gridloom\n[arg q]\n*/\n", NULL },
    { "/* gridloom\n[arg p]\n", NULL },
    { "", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomDocument) document = loom_document_parse (rows[i].before, -1);
      g_auto (LoomTextEdit) change = { 0 };
      g_autofree char *after = NULL;

      g_assert_cmpint (loom_document_edit_empty_group (document, "arg p", &change), ==,
                       rows[i].after != NULL);
      after = rows[i].after != NULL ? loom_document_apply_edit (document, &change) : NULL;
      g_assert_cmpstr (after, ==, rows[i].after);
    }
}

static void
test_binary_is_refused (void)
{
  static const char bytes[] = "\x7f" "ELF\0\0\1/* gridloom\n[launch]\n*/";
  g_autoptr (LoomDocument) document = loom_document_parse (bytes, sizeof bytes);

  g_assert_true (loom_document_is_broken (document));
  g_assert_cmpint (get_problem (document, 0)->severity, ==, LOOM_SEVERITY_ERROR);
  g_assert_false (loom_document_has_block (document));
}

/* Each text would take hours, and the test would be ended, if any part looked again and again at
 * the same bytes. */
static void
test_two_megabytes_take_no_time (void)
{
  static const char * const pieces[] = {
    "/* gridloom\n", "/*", "R\"a(", "\"", "'", "#\\\n", "\\\n", "[launch]\n", "block=1\n", "[arg x", "x\n", " ", "/",
    " /*\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      GString *text = g_string_new (i % 2 ? "/* gridloom\n" : "");
      g_autoptr (LoomDocument) document = NULL;

      while (text->len < 2 * 1024 * 1024)
        g_string_append (text, pieces[i]);
      document = loom_document_parse (text->str, text->len);
      g_assert_cmpuint (loom_document_get_problems (document)->len, <=, 100);
      g_string_free (text, TRUE);
    }
}

#define ADD_ROWS(prefix, rows, function) \
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) \
    { \
      g_autofree char *path = g_strconcat (prefix, rows[i].name, NULL); \
      g_test_add_data_func (path, GSIZE_TO_POINTER (i), function); \
    }

/* Words of [steps] and [after] mean something there alone; all else that is listed means something, and no two keys of a
 * group mean the same. */
static void
test_each_key_has_a_meaning_in_its_group (void)
{
  g_auto (GStrv) names = loom_document_vocabulary_list_groups ();
  guint n_groups = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) keys = loom_document_vocabulary_list_keys (names[i]);
      g_autoptr (GHashTable) meanings = g_hash_table_new (g_str_hash, g_str_equal);

      g_assert_nonnull (loom_document_vocabulary_describe (names[i], NULL));
      n_groups++;
      for (guint k = 0; keys[k] != NULL; k++)
        {
          const char *meaning = loom_document_vocabulary_describe (names[i], keys[k]);

          g_assert_nonnull (meaning);
          g_assert_true (g_hash_table_add (meanings, (gpointer) meaning));
        }
    }
  g_assert_cmpuint (n_groups, >=, 11);
  for (guint i = 0; i < LOOM_N_LINKS; i++)
    {
      g_assert_nonnull (loom_document_vocabulary_describe ("after", loom_link_kind_get_word (i)));
      g_assert_null (loom_document_vocabulary_describe ("view", loom_link_kind_get_word (i)));
      g_assert_cmpstr (loom_document_vocabulary_describe ("after", loom_link_kind_get_word (i)), ==,
                       loom_link_kind_get_meaning (i));
    }
  for (guint i = 0; i < LOOM_N_STATEMENTS; i++)
    {
      g_assert_cmpstr (loom_document_vocabulary_describe ("steps", loom_statement_kind_get_word (i)), ==,
                       loom_statement_kind_get_meaning (i));
      g_assert_null (loom_document_vocabulary_describe ("view", loom_statement_kind_get_word (i)));
    }
  g_assert_null (loom_document_vocabulary_describe ("launch", "nothing"));
  g_assert_null (loom_document_vocabulary_describe ("nothing", NULL));
}

static void
assert_values (const char *group,
               const char *key,
               const char *expected)
{
  g_auto (GStrv) values = loom_document_vocabulary_list_values (group, key);
  g_autofree char *joined = g_strjoinv (" ", values);

  g_assert_cmpstr (joined, ==, expected);
}

/* What is offered behind a key is what its reader takes. */
static void
test_each_offered_value_is_taken (void)
{
  const LoomTextureKind kinds[] = { LOOM_TEXTURE_SAMPLED, LOOM_TEXTURE_SURFACE };
  g_auto (GStrv) dismissed = loom_document_vocabulary_list_values ("launch", "dismissed");

  assert_values ("arg f", "fill", "zeros ones iota poison random values: file: expr:");
  assert_values ("symbol s", "fill", "zeros ones iota poison random values: file: expr:");
  assert_values ("arg f", "texture", "wrap clamp mirror border point linear normalized "
                                     "normalized-float layered buffer");
  assert_values ("arg f", "surface", "plain layered");
  assert_values ("launch", "manual-grid", "true false");
  assert_values ("launch", "kernel", "");
  assert_values ("launch", "nothing", "");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (GStrv) words = loom_document_vocabulary_list_values ("arg f",
                                                                   i == 0 ? "texture" : "surface");
      LoomTexture texture;

      for (guint k = 0; words[k] != NULL; k++)
        g_assert_true (loom_texture_parse (words[k], kinds[i], &texture, NULL));
    }
  g_assert_cmpuint (g_strv_length (dismissed), ==, 15);
  for (guint i = 0; dismissed[i] != NULL; i++)
    g_assert_true (loom_dismissed_check (dismissed[i], NULL));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/document/reads-values-raw", test_reads_values_raw);
  ADD_ROWS ("/core/document/reports-the-line/", problem_rows, test_reports_the_line);
  ADD_ROWS ("/core/document/finds-the-block/", block_rows, test_finds_the_block);
  ADD_ROWS ("/core/document/edit-is-smallest/", edit_rows, test_edit_is_smallest);
  ADD_ROWS ("/core/document/edit-refuses/", refused_rows, test_edit_refuses);
  g_test_add_func ("/core/document/edit-changes-only-its-value", test_edit_changes_only_its_value);
  g_test_add_func ("/core/document/hash-knows-only-the-source", test_hash_knows_only_the_source);
  g_test_add_func ("/core/document/moves-the-block", test_moves_the_block);
  g_test_add_func ("/core/document/renames-a-group", test_renames_a_group);
  g_test_add_func ("/core/document/a-line-is-replaced", test_a_line_is_replaced);
  g_test_add_func ("/core/document/a-header-is-included", test_a_header_is_included);
  g_test_add_func ("/core/document/the-misspelt-can-be-mended", test_the_misspelt_can_be_mended);
  g_test_add_func ("/core/document/an-empty-group-goes", test_an_empty_group_goes);
  g_test_add_func ("/core/document/each-key-has-a-meaning-in-its-group", test_each_key_has_a_meaning_in_its_group);
  g_test_add_func ("/core/document/each-offered-value-is-taken", test_each_offered_value_is_taken);
  g_test_add_func ("/core/document/binary-is-refused", test_binary_is_refused);
  g_test_add_func ("/core/document/two-megabytes-take-no-time", test_two_megabytes_take_no_time);

  return g_test_run ();
}
