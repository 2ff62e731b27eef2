/* test-source-device-random.c: random programs whose device code is known to what writes them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-source-device.h"

#include <string.h>

#define N_PROGRAMS 2000
#define MAX_PARTS 24

/* A declaration: @ is its number, $ names others, and within « » is host code. */
typedef struct
{
  const char *text;
  const char *name;             /* how others name it; NULL: they can't */
  gboolean    is_device;        /* of itself; else it is kept if device code names it */
} Part;

static const Part parts[] = {
  /* device code */
  { "__global__ void k@ (int *a) { a[0] = $; }", NULL, TRUE },
  { "template <typename T, int N = (3 > 2)>\n__global__ void k@ (T *a)\n{\n  $;\n}", NULL, TRUE },
  { "static __device__ __forceinline__ int f@ (int a) { return a + $; }", NULL, TRUE },
  { "HD auto f@ (int a) -> decltype (a)\n{ return $; }", NULL, TRUE },
  { "[[nodiscard]] HD int f@ () { return '}' + $; }", NULL, TRUE },
  { "__device__ int table@[2] = { $, 1 }, more@;", NULL, TRUE },
  { "__constant__ struct { int a, b; } constants@;", NULL, TRUE },
  { "KERNEL (k@) { *a = $; }", NULL, TRUE },
  { "MAKE (made@)", NULL, TRUE },
  { "struct op@ {« op@ (int b) : a {b}, c (0) { }» HD int operator() (int b) { return $; }\n"
    "« void print () const { puts (\"}\"); }» int a, c; };", NULL, TRUE },
  /* what device code may need */
  { "struct type@ { int a;« ~type@ ();» char b[sizeof ($)]; };", "type@ ().a" },
  { "template <typename T> struct type@ { T a[$];« static int n; void go () { n++; }» };",
    "sizeof (type@<int>)" },
  { "typedef int (*alias@) (char (*) [$]);", "(alias@) 0" },
  { "using alias@ = int[sizeof ($)];", "sizeof (alias@)" },
  { "const int constant@ = $, also@ = 1;", "constant@" },
  { "static constexpr float constant@[] = { $ };", "constant@[0]" },
  { "enum { FIRST@ = $, SECOND@ };", "SECOND@" },
  { "enum class type@ : int { a = $ };", "(int) type@::a" },
  { "template <int n> constexpr int count@ () { return n + $; }", "count@<3> ()" },
  { "struct forward@;", "sizeof (forward@ *)" },
  /* host code */
  { "«int h@ (int a) { return $; }»" },
  { "«static void h@ (const char *a = \"{\", int b = $);»" },
  { "«template <typename T>\nT h@ (T a)\n{\n  k0<<<1, $>>> (a);\n"
    "  auto l = [&] (int b) { return b; };\n}»" },
  { "«std::vector<int> h@, i@ ($);»" },
  { "«int *h@ = nullptr, i@[4] = { $ };»" },
  { "«void (*h@[]) (int) = { 0 };»" },
  { "«TEST (h@) { CHECK ($); }»" },
  { "«outer::inner::inner () : a {$}, b (2) try { } catch (...) { }»" },
  { "«bool operator== (const other &a, const other &b) { return $; }»" },
  { "«int main@ (argc, argv) int argc; char **argv; { return $; }»" },
  { "«auto h@ (int a) -> int { return R\"x(}\" ' { $)x\"[0]; }»" },
};

#define LAST_HOST (G_N_ELEMENTS (parts) - 1)

static const char preamble[] =
  "#define HD __host__ __device__\n"
  "#define KERNEL(name) __global__ void name (int *a)\n"
  "#define MAKE(name) __device__ int name () { return 1; }\n"
  "#define TEST(name) void test_##name ()\n"
  "#define CHECK(x) do { if (x) abort (); } while (0)\n"
  "#define BEGIN(name) namespace name {\n"
  "#define END }\n";

/* What may stand around a declaration. */
static const struct
{
  const char *before, *after;
} frames[] = {
  { "", "" }, { "", "" }, { "namespace outer {\n", "}\n" }, { "extern \"C\" {\n", "}\n" },
  { "#ifdef SOMETHING\n", "#endif\n" }, { "#if OTHER > 1\n#else\n", "#endif\n" },
  { "BEGIN (inner)\n", "END\n" }, { "// } __device__ {\n", "/* } */\n" },
  { "#ifndef _WIN32\n", "#else\nint main () {\n#endif\n" }, { "#pragma once\n", "\n" },
  { "#if 0\nint main () {\n#endif\n", ";\n" },
};

typedef struct
{
  GRand   *rand;
  guint    n;
  guint    kinds[MAX_PARTS];
  gboolean uses[MAX_PARTS][MAX_PARTS];
  gboolean is_kept[MAX_PARTS];
  GString *text, *left;
} Program;

/* What the part at `index` names of those before it. */
static char *
make_uses (Program *self,
           guint    index)
{
  GString *uses = g_string_new ("1");

  for (guint i = 0; i < index; i++)
    if (self->uses[index][i])
      {
        g_autofree char *number = g_strdup_printf ("%u", i);
        g_autoptr (GString) name = g_string_new (parts[self->kinds[i]].name);

        g_string_replace (name, "@", number, 0);
        g_string_append_printf (uses, " + %s", name->str);
      }

  return g_string_free (uses, FALSE);
}

static void
keep (Program *self,
      guint    index)
{
  if (self->is_kept[index])
    return;

  self->is_kept[index] = TRUE;
  for (guint i = 0; i < index; i++)
    if (self->uses[index][i])
      keep (self, i);
}

static void
choose_parts (Program *self)
{
  self->n = g_rand_int_range (self->rand, 2, MAX_PARTS);
  for (guint i = 0; i < self->n; i++)
    {
      /* The last one is host code, so that there is some. */
      self->kinds[i] = i + 1 < self->n ? g_rand_int_range (self->rand, 0, G_N_ELEMENTS (parts))
                       : LAST_HOST;
      for (guint j = 0; j < i; j++)
        self->uses[i][j] = strchr (parts[self->kinds[i]].text, '$') != NULL &&
                           parts[self->kinds[j]].name != NULL &&
                           g_rand_int_range (self->rand, 0, 4) == 0;
    }

  for (guint i = 0; i < self->n; i++)
    if (parts[self->kinds[i]].is_device)
      keep (self, i);
}

static void
append (Program    *self,
        const char *text,
        gsize       length,
        gboolean    is_left)
{
  g_string_append_len (self->text, text, length);
  for (gsize i = 0; i < length; i++)
    g_string_append_c (self->left, is_left || text[i] == '\n' ? text[i] : ' ');
}

static void
write_part (Program *self,
            guint    index)
{
  g_autofree char *number = g_strdup_printf ("%u", index);
  g_autofree char *uses = make_uses (self, index);
  g_autoptr (GString) text = g_string_new (parts[self->kinds[index]].text);
  gboolean is_host = FALSE;
  g_auto (GStrv) halves = NULL;

  g_string_replace (text, "@", number, 0);
  g_string_replace (text, "$", uses, 0);
  g_string_replace (text, "»", "«", 0);
  halves = g_strsplit (text->str, "«", -1);
  for (guint i = 0; halves[i] != NULL; i++)
    {
      append (self, halves[i], strlen (halves[i]), self->is_kept[index] && !is_host);
      is_host = !is_host;
    }
}

static void
write_program (Program *self)
{
  append (self, preamble, strlen (preamble), TRUE);
  for (guint i = 0; i < self->n; i++)
    {
      guint frame = g_rand_int_range (self->rand, 0, G_N_ELEMENTS (frames));

      append (self, frames[frame].before, strlen (frames[frame].before), TRUE);
      write_part (self, i);
      append (self, "\n", 1, TRUE);
      append (self, frames[frame].after, strlen (frames[frame].after), TRUE);
    }
}

static void
test_finds_what_was_written (void)
{
  for (guint seed = 0; seed < N_PROGRAMS; seed++)
    {
      Program program = { .rand = g_rand_new_with_seed (seed) };
      g_autoptr (GString) text = g_string_new (NULL), left = g_string_new (NULL);
      g_autoptr (LoomSourceDevice) device = NULL;

      program.text = text;
      program.left = left;
      choose_parts (&program);
      write_program (&program);
      device = loom_source_device_new (text->str, text->len);
      if (strcmp (loom_source_device_text (device, NULL), left->str) != 0)
        g_test_message ("seed %u\n%s\n---\n%s", seed, text->str,
                        loom_source_device_text (device, NULL));
      g_assert_cmpstr (loom_source_device_text (device, NULL), ==, left->str);
      g_rand_free (program.rand);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/source-device-random/finds-what-was-written",
                   test_finds_what_was_written);

  return g_test_run ();
}
