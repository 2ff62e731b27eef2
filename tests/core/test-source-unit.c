/* test-source-unit.c: a document and its headers become one text, and its lines are found again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-unit.h"

#include <string.h>

/* Files as "name\0text\0…", ended by an empty name. */
static GBytes *
read_cb (const char *name,
         gpointer    data)
{
  for (const char *at = data; *at != '\0'; at += strlen (at) + 1)
    {
      const char *text = at + strlen (at) + 1;

      if (strcmp (at, name) == 0)
        return g_bytes_new_static (text, strlen (text));
      at = text;
    }

  return NULL;
}

static gboolean
is_known_cb (const char *name,
             gpointer    data)
{
  return strcmp (name, "cuda_runtime.h") == 0;
}

static LoomSourceUnit *
make (const char         *document,
      const char         *files,
      const char * const *folders)
{
  const LoomSourceFiles around
      = { .read = read_cb, .is_known = is_known_cb, .data = (gpointer) files, .folders = folders };

  return loom_source_unit_new (document, strlen (document), "doc.cu", &around);
}

static const struct
{
  const char *name;
  const char *document;
  const char *files;
  const char *expected;
} units[] = {
  /* calls of macros that make device code and host code at once */
  { "kernel-and-its-launch", "#define B(n, b) __global__ void n () { b } void l_##n () { n<<<1, 2>>> (#b); }\nB (k,\n  s ('\"', \"\\n\");) int c;\n",
    "\0", "#define B(n, b) __global__ void n () { b } void l_##n () { n<<<1, 2>>> (#b); }\n"
    " __global__ void k () {\n s ('\"', \"\\n\"); } void l_k () { k <<<1, 2>>> ( \"s ('\\\"', \\\"\\\\n\\\");\" ); } int c;\n" },
  { "function-as-an-argument", "#define ID(...) __VA_ARGS__\nnamespace a {\nID (int f ()\n{\n  return 1;\n})\n}\n", "\0",
    "#define ID(...) __VA_ARGS__\nnamespace a {\n int f ()\n {\n return 1;\n }\n}\n" },
  { "device-code-of-a-macro", "#define K(n) __global__ void n () { } __device__ int n##_f () { }\nK (k)\n", "\0",
    "#define K(n) __global__ void n () { } __device__ int n##_f () { }\nK (k)\n" },
  { "call-within-a-function", "#define ID(...) __VA_ARGS__\nvoid f () { ID ({ int a; }) }\nstruct A { ID (int b () { }) };\n", "\0",
    "#define ID(...) __VA_ARGS__\nvoid f () { ID ({ int a; }) }\nstruct A { ID (int b () { }) };\n" },
  { "call-that-closes-more", "#define ID(...) __VA_ARGS__ }\nvoid f () {\nID (int a () { })\n", "\0",
    "#define ID(...) __VA_ARGS__ }\nvoid f () {\nID (int a () { })\n" },
  { "nothing-behind-the-comma", "#define B(f, ...) __global__ void k () { f (1, ##__VA_ARGS__); } void h () { }\nB (g)\n", "\0",
    "#define B(f, ...) __global__ void k () { f (1, ##__VA_ARGS__); } void h () { }\n __global__ void k () { g (1 ); } void h () { }\n" },
  { "named-rest", "#define B(a...) __global__ void k () { f (a); } void h () { }\nB (1, 2)\n", "\0",
    "#define B(a...) __global__ void k () { f (a); } void h () { }\n __global__ void k () { f ( 1, 2 ); } void h () { }\n" },
  { "nothing-included", "__global__ void k () {}\n", "\0", "__global__ void k () {}\n" },
  { "beside-it", "int a;\n#include \"x.h\"\nint c;\n", "x.h\0int b;\n\0",
    "int a;\n#line 1 \"x.h\"\nint b;\n#line 3 \"doc.cu\"\nint c;\n" },
  { "last-line-without-end", "#include \"x.h\"", "x.h\0int b;\0",
    "#line 1 \"x.h\"\nint b;\n#line 2 \"doc.cu\"\n" },
  { "last-line-goes-on", "#include \"x.h\"\nint c;\n", "x.h\0int b;\\\n\0",
    "#line 1 \"x.h\"\nint b;\\\n\n#line 2 \"doc.cu\"\nint c;\n" },
  { "line-ends-of-windows", "#include \"x.h\"\r\nint c;\r\n", "x.h\0int b;\r\n\0",
    "#line 1 \"x.h\"\nint b;\r\n#line 2 \"doc.cu\"\nint c;\r\n" },
  { "folder-of-the-header", "#include \"sub/x.h\"\n",
    "sub/x.h\0#include \"y.h\"\n\0sub/y.h\0int y;\n\0",
    "#line 1 \"sub/x.h\"\n#line 1 \"sub/y.h\"\nint y;\n#line 2 \"sub/x.h\"\n#line 2 \"doc.cu\"\n" },
  { "steps-back", "#include \"sub/../../common/./x.h\"\n", "../common/x.h\0int x;\n\0",
    "#line 1 \"../common/x.h\"\nint x;\n#line 2 \"doc.cu\"\n" },
  { "guarded-once", "#include \"x.h\"\n#include \"x.h\"\nint c;\n",
    "x.h\0// A header.\n#ifndef X_H\n#define X_H\nint b;\n#endif /* X_H */\n\0",
    "#line 1 \"x.h\"\n// A header.\n#ifndef X_H\n#define X_H\nint b;\n#endif /* X_H */\n"
    "#line 2 \"doc.cu\"\n\nint c;\n" },
  { "pragma-once", "#include \"x.h\"\n#include \"./x.h\" /*\n*/\nint c;\n",
    "x.h\0#pragma once\nint b;\n\0",
    "#line 1 \"x.h\"\n\nint b;\n#line 2 \"doc.cu\"\n\n\nint c;\n" },
  { "undefined-guard", "#include \"x.h\"\n#undef X\n#include \"x.h\"\n",
    "x.h\0#ifndef X\n#define X\n#endif\n\0",
    "#line 1 \"x.h\"\n#ifndef X\n#define X\n#endif\n#line 2 \"doc.cu\"\n#undef X\n"
    "#line 1 \"x.h\"\n#ifndef X\n#define X\n#endif\n#line 4 \"doc.cu\"\n" },
  { "list-of-macros", "#include \"x.def\"\n#include \"x.def\"\n", "x.def\0X (1)\n\0",
    "#line 1 \"x.def\"\nX (1)\n#line 2 \"doc.cu\"\n"
    "#line 1 \"x.def\"\nX (1)\n#line 3 \"doc.cu\"\n" },
  { "branch-that-is-not-taken", "#if 0\n#include \"x.h\"\n#include \"no.h\"\n#endif\n",
    "x.h\0int b;\n\0", "#if 0\n#include \"x.h\"\n#include \"no.h\"\n#endif\n" },
  { "host-branch", "#ifndef __CUDACC_RTC__\n#include \"x.h\"\n#endif\n", "x.h\0int b;\n\0",
    "#ifndef __CUDACC_RTC__\n#include \"x.h\"\n#endif\n" },
  { "either-branch",
    "#ifdef A\n#include \"x.h\"\n#else\n#include \"x.h\"\n#endif\n#include \"x.h\"\n",
    "x.h\0#pragma once\nint b;\n\0",
    "#ifdef A\n#line 1 \"x.h\"\n\nint b;\n#line 3 \"doc.cu\"\n#else\n"
    "#line 1 \"x.h\"\n\nint b;\n#line 5 \"doc.cu\"\n#endif\n\n" },
  { "one-of-the-branches", "#ifdef A\n#include \"x.h\"\n#endif\n#include \"x.h\"\n",
    "x.h\0#pragma once\nint b;\n\0",
    "#ifdef A\n#line 1 \"x.h\"\n\nint b;\n#line 3 \"doc.cu\"\n#endif\n"
    "#line 1 \"x.h\"\n\nint b;\n#line 5 \"doc.cu\"\n" },
  { "numbers-decide", "#define A 2\n#if A > 2\n#include \"x.h\"\n#endif\n", "x.h\0int b;\n\0",
    "#define A 2\n#if A > 2\n#include \"x.h\"\n#endif\n" },
  { "comments-and-strings",
    "// #include \"x.h\"\n/*\n#include \"x.h\"\n*/\n"
    "const char *s = R\"(\n#include \"x.h\"\n)\";\n",
    "x.h\0int b;\n\0",
    "// #include \"x.h\"\n/*\n#include \"x.h\"\n*/\n"
    "const char *s = R\"(\n#include \"x.h\"\n)\";\n" },
  { "comment-before-it", "/* x */ #include \"x.h\" // y\nint c;\n", "x.h\0int b;\n\0",
    "/* x */ \n#line 1 \"x.h\"\nint b;\n#line 2 \"doc.cu\"\nint c;\n" },
  { "over-two-lines", "#include \\\n  \"x.h\"\nint c;\n", "x.h\0int b;\n\0",
    "#line 1 \"x.h\"\nint b;\n#line 3 \"doc.cu\"\nint c;\n" },
  { "name-from-a-macro", "#define H \"x.h\"\n#include H\n", "x.h\0int b;\n\0",
    "#define H \"x.h\"\n#include H\n" },
  { "known-to-the-compiler", "#include \"cuda_runtime.h\"\n#include <cuda_runtime.h>\n", "\0",
    "#include \"cuda_runtime.h\"\n#include <cuda_runtime.h>\n" },
  { "angled-beside-it", "#include <x.h>\n", "x.h\0int b;\n\0",
    "#line 1 \"x.h\"\nint b;\n#line 2 \"doc.cu\"\n" },
  { "nowhere", "#include <no.h>\n#include \"no.h\" /*\n*/\n", "\0",
    "#warning gridloom:missing-header 0\n#warning gridloom:missing-header 0\n\n" },
  { "quotes-in-its-name", "#include \"a\\b.h\"\n", "a\\b.h\0int b;\n\0",
    "#line 1 \"a\\\\b.h\"\nint b;\n#line 2 \"doc.cu\"\n" },
  { "byte-order-mark", "#include \"x.h\"\n", "x.h\0\xef\xbb\xbfint b;\n\0",
    "#line 1 \"x.h\"\nint b;\n#line 2 \"doc.cu\"\n" },
  { "latin-1", "#include \"x.h\"\n", "x.h\0// caf\xe9 caf\xc3\xa9\n\0",
    "#line 1 \"x.h\"\n// caf\xc3\xa9 caf\xc3\xa9\n#line 2 \"doc.cu\"\n" },
  { "document", "int a;\n#include \"x.h\"\n",
    "x.h\0#include \"doc.cu\"\nint b;\n\0doc.cu\0int a;\n\0",
    "int a;\n#line 1 \"x.h\"\n\nint b;\n#line 3 \"doc.cu\"\n" },
  { "guarded-cycle", "#include \"x.h\"\n",
    "x.h\0#pragma once\n#include \"y.h\"\nint x;\n\0"
    "y.h\0#ifndef Y\n#define Y\n#include \"x.h\"\nint y;\n#endif\n\0",
    "#line 1 \"x.h\"\n\n#line 1 \"y.h\"\n#ifndef Y\n#define Y\n\nint y;\n#endif\n#line 3 \"x.h\"\n"
    "int x;\n#line 2 \"doc.cu\"\n" },
};

static void
test_unit (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (LoomSourceUnit) unit = make (units[i].document, units[i].files, NULL);

  g_assert_null (unit->refused);
  g_assert_cmpstr (unit->text, ==, units[i].expected);
  g_assert_cmpuint (unit->length, ==, strlen (unit->text));
}

static void
test_folders_are_searched_in_order (void)
{
  static const char * const folders[] = { "one", "two", NULL };
  g_autoptr (LoomSourceUnit) unit
      = make ("#include \"x.h\"\n#include <y.h>\n",
              "two/x.h\0X2\n\0one/x.h\0X1\n\0y.h\0Y0\n\0two/y.h\0Y2\n\0",
              folders);

  g_assert_cmpstr (unit->text, ==,
                   "#line 1 \"one/x.h\"\nX1\n#line 2 \"doc.cu\"\n"
                   "#line 1 \"two/y.h\"\nY2\n#line 3 \"doc.cu\"\n");
}

static void
test_missing_headers_are_listed_once (void)
{
  g_autoptr (LoomSourceUnit) unit
      = make ("\n#include \"sub/x.h\"\n#include <no.h>\n#include \"no.h\"\n",
              "sub/x.h\0\n\n#include \"../../no.h\"\n#include \"no.h\"\n\0", NULL);
  const LoomMissingHeader *first, *second;

  g_assert_cmpuint (unit->missing->len, ==, 2);
  first = unit->missing->pdata[0];
  second = unit->missing->pdata[1];
  g_assert_cmpstr (first->name, ==, "../../no.h");
  g_assert_cmpstr (first->path, ==, "../no.h");
  g_assert_cmpstr (first->file, ==, "sub/x.h");
  g_assert_cmpuint (first->line, ==, 3);
  g_assert_cmpstr (second->name, ==, "no.h");
  g_assert_cmpstr (second->file, ==, "sub/x.h");
  g_assert_cmpuint (second->line, ==, 4);
}

/* The first line of a call has columns that the file does not have. */
static void
test_columns_are_known_but_for_calls (void)
{
  g_autoptr (LoomSourceUnit) unit
      = make ("#define ID(...) __VA_ARGS__\n#include \"x.h\"\nID (int f ()\n{ })\nint c;\n",
              "x.h\0ID (int g () { })\nint d;\n\0", NULL);

  g_assert_true (loom_source_unit_has_columns (unit, NULL, 1));
  g_assert_false (loom_source_unit_has_columns (unit, NULL, 3));
  g_assert_false (loom_source_unit_has_columns (unit, NULL, 4));
  g_assert_true (loom_source_unit_has_columns (unit, NULL, 5));
  g_assert_false (loom_source_unit_has_columns (unit, "x.h", 1));
  g_assert_true (loom_source_unit_has_columns (unit, "x.h", 2));
}

/* Each word says where it stands. */
static void
test_every_line_is_found_again (void)
{
  g_autoptr (LoomSourceUnit) unit
      = make ("doc.cu:1\n#include \"a.h\"\ndoc.cu:3\n"
              "#include \\\n\"a.h\"\n#include <no.h>\ndoc.cu:7\n",
              "a.h\0#define A\na.h:2\n#include \"b.h\" // b\na.h:4\0b.h\0b.h:1\n\nb.h:3\n\0", NULL);
  g_auto (GStrv) lines = g_strsplit (unit->text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const LoomSourcePlace by_line = loom_source_unit_locate_line (unit, i + 1);
      g_autofree char *place = g_strdup_printf (
          "%s:%u", by_line.file != NULL ? by_line.file : "doc.cu", by_line.line);

      if (*lines[i] == '#' || *lines[i] == '\0')
        continue;
      n++;
      g_assert_cmpstr (lines[i], ==, place);
      if (by_line.file == NULL)
        g_assert_cmpuint (loom_source_unit_find_line (unit, NULL, by_line.line), ==, i + 1);
    }

  g_assert_cmpuint (n, ==, 3 + 2 * 4);
  g_assert_cmpuint (loom_source_unit_find_line (unit, "b.h", 9), ==, 0);
  g_assert_cmpuint (loom_source_unit_find_line (unit, "c.h", 1), ==, 0);
}

static void
test_endless_includes_are_refused_by_name (void)
{
  g_autoptr (LoomSourceUnit) unit
      = make ("\n#include \"x.h\"\n", "x.h\0\n\n#include \"x.h\"\n\0", NULL);

  g_assert_nonnull (unit->refused);
  g_assert_cmpstr (unit->refused->file, ==, "x.h");
  g_assert_cmpuint (unit->refused->line, ==, 3);
  g_assert_nonnull (strstr (unit->refused->text, "x.h"));
  g_assert_nonnull (strstr (unit->refused->text, "100"));
}

/* 2 to the power of 30 lines, were there no bound. */
static void
test_what_doubles_is_refused_by_size (void)
{
  g_autoptr (GString) files = g_string_new (NULL);
  g_autoptr (LoomSourceUnit) unit = NULL;

  for (guint i = 0; i < 30; i++)
    {
      g_string_append_printf (files, "%u.h", i);
      g_string_append_c (files, '\0');
      g_string_append_printf (files, "#include \"%u.h\"\n#include \"%u.h\"\n", i + 1, i + 1);
      g_string_append_c (files, '\0');
    }
  g_string_append (files, "30.h");
  g_string_append_c (files, '\0');
  g_string_append (files, "int x;\n");
  g_string_append_c (files, '\0');

  unit = make ("#include \"0.h\"\n", files->str, NULL);
  g_assert_nonnull (unit->refused);
  g_assert_nonnull (strstr (unit->refused->text, "16 MiB"));
}

/* Each of the headers includes all those before it, in a branch that may be taken or not. */
static void
test_guards_hold_within_a_branch (void)
{
  g_autoptr (GString) files = g_string_new (NULL);
  g_autoptr (LoomSourceUnit) unit = NULL;

  for (guint i = 0; i < 40; i++)
    {
      g_string_append_printf (files, "%u.h", i);
      g_string_append_c (files, '\0');
      g_string_append_printf (files, "#ifndef H%u\n#define H%u\n", i, i);
      for (guint j = 0; j < i; j++)
        g_string_append_printf (files, "#include \"%u.h\"\n", j);
      g_string_append (files, "#endif\n");
      g_string_append_c (files, '\0');
    }

  unit = make ("#if MAYBE > 3\n#include \"39.h\"\n#endif\n", files->str, NULL);
  g_assert_null (unit->refused);
  g_assert_cmpuint (unit->length, <, 40 * 1000);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/source-unit/%s", units[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_unit);
    }
  g_test_add_func ("/core/source-unit/folders-are-searched-in-order",
                   test_folders_are_searched_in_order);
  g_test_add_func ("/core/source-unit/missing-headers-are-listed-once",
                   test_missing_headers_are_listed_once);
  g_test_add_func ("/core/source-unit/every-line-is-found-again", test_every_line_is_found_again);
  g_test_add_func ("/core/source-unit/columns-are-known-but-for-calls",
                   test_columns_are_known_but_for_calls);
  g_test_add_func ("/core/source-unit/endless-includes-are-refused-by-name",
                   test_endless_includes_are_refused_by_name);
  g_test_add_func ("/core/source-unit/what-doubles-is-refused-by-size",
                   test_what_doubles_is_refused_by_size);
  g_test_add_func ("/core/source-unit/guards-hold-within-a-branch",
                   test_guards_hold_within_a_branch);
  return g_test_run ();
}
