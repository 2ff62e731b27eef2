/* test-source-outline.c: names are found where they are defined, each in its scope
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-source-outline.h"

#include <string.h>

/* `^` stands before a name that is used, `@` before the name that it means; none: it means nothing
 * that the text defines. */
static const struct
{
  const char *name, *text;
} rows[] = {
  { "kernel", "__global__ void @scale (float *f) { }\nint main () { ^scale <<<1, 1>>> (0); }" },
  { "kernel-with-bounds", "extern \"C\" __global__ void __launch_bounds__ (128, 2)\n"
                          "@k (int n) { }\nvoid f () { ^k (1); }" },
  { "prototype-then-definition", "__device__ int g (int a);\nint h () { return ^g (1); }\n"
                                 "__device__ int @g (int a) { return a; }" },
  { "prototype-alone", "__device__ int @g (int a);\nint h () { return ^g (1); }" },
  { "macro", "#define @N(a) (a + 1)\nint a[^N (2)];" },
  { "macro-in-an-if", "#if X\n#  define @W 3\n#endif\nint a = ^W;" },
  { "struct", "struct @Body { float3 at, speed; };\n__global__ void k (^Body *b) { }" },
  { "typedef-struct", "typedef struct { int a; } @Pair;\n^Pair p;" },
  { "typedef", "typedef unsigned long long @u64;\n^u64 p;" },
  { "using", "using @real = float;\n^real p;" },
  { "template-struct", "template <typename T> struct @S { T a; };\n^S<int> p;" },
  { "template-parameter", "template <typename @T, int N = 4> __global__ void k (^T *p) { }" },
  { "member", "struct S { float3 at, @speed; };\nvoid f (S *s) { s->^speed.x = 1; }" },
  { "method", "struct S { int a; __device__ int @get () { return a; } };\n"
              "int f (S s) { return s.^get (); }" },
  { "enumerator", "enum class E { A, @B = 2, C };\nint i = (int) E::^B;" },
  { "constant", "__constant__ float @weights[16];\nfloat f () { return ^weights[0]; }" },
  { "constexpr", "static constexpr int @TILE = 16;\nint a[^TILE];" },
  { "several", "int a = f (1, 2), *@b, c[3];\nint *d = ^b;" },
  { "in-a-namespace", "namespace n { namespace { __device__ int @g () { return 1; } } }\n"
                      "int h () { return n::^g (); }" },
  { "in-extern-c", "extern \"C\" { __global__ void @k () { } }\nvoid h () { ^k (); }" },
  { "behind-a-namespace", "namespace n { int a; }\n__device__ float @gain;\n"
                          "float f () { return ^gain; }" },
  { "parameter", "void f (int a) { }\nvoid g (const int *__restrict__ @a) { ^a[0]; }" },
  { "parameter-with-default", "void g (int @a = 2, int b = 3) { ^a; }" },
  { "local", "int i;\nvoid f () { int @i = 0; ^i++; }" },
  { "local-of-another", "int @i;\nvoid f () { int i = 0; i++; }\nvoid g () { ^i++; }" },
  { "inner-block", "void f () { int i; { float @i = 1; ^i; } i; }" },
  { "behind-the-block", "void f () { int @i; { float i = 1; i; } ^i; }" },
  { "loop", "void f () { for (int @i = 0; i < 3; i++) { ^i; } }" },
  { "loop-without-braces", "void f () { for (int @i = 0; i < 3; i++) g (^i); }" },
  { "dim3", "int main () { dim3 @block (16, 16); k<<<1, ^block>>> (); }" },
  { "shared", "__global__ void k () { extern __shared__ float @tile[]; ^tile[0] = 1; }" },
  { "brace", "void f () { float4 @v { 1, 2, 3, 4 }; ^v.x; }" },
  { "none", "void f () { ^nothing (1); }" },
  { "no-declaration", "void f () { return ^x; }" },
  { "comment", "// int n;\nvoid f () { ^n; }" },
  { "being-typed", "__global__ void @k (float *f)\n{\n  if (x) {\n    ^k" },
  { "open-parenthesis", "void @f (int a { ^f (" },
};

static char *
dup_without_marks (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text != '^' && *text != '@')
      g_string_append_c (plain, *text);
  return g_string_free (plain, FALSE);
}

static char *
dup_name (const char *at)
{
  return g_strndup (at, strspn (at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"));
}

static void
test_row (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  const char *marked = rows[row].text, *used = strchr (marked, '^'), *meant = strchr (marked, '@');
  g_autofree char *text = dup_without_marks (marked), *name = dup_name (used + 1);
  const gsize use = used - marked - (meant != NULL && meant < used);
  g_autoptr (GPtrArray) outline = loom_source_outline_new (text, strlen (text));
  const LoomDefinition *found = loom_source_outline_find (outline, name, use);

  if (meant == NULL)
    {
      g_assert_null (found);
      return;
    }
  g_assert_nonnull (found);
  g_assert_cmpuint (found->offset, ==, meant - marked - (used < meant));
  g_assert_true (g_str_has_prefix (text + found->offset, name));
}

/* Any part of a text is read to its end, and what is found lies in it. */
static void
test_torn (void)
{
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      g_autofree char *text = dup_without_marks (rows[row].text);
      const gsize length = strlen (text);

      for (gsize from = 0; from < length; from++)
        {
          g_autofree char *part = g_strdup (text + from);
          g_autoptr (GPtrArray) outline = loom_source_outline_new (part, length - from);

          for (guint i = 0; i < outline->len; i++)
            {
              const LoomDefinition *definition = g_ptr_array_index (outline, i);

              g_assert_cmpuint (definition->offset + strlen (definition->name), <=, length - from);
              g_assert_true (g_str_has_prefix (part + definition->offset, definition->name));
            }
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/source-outline/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/source-outline/torn", test_torn);
  return g_test_run ();
}
