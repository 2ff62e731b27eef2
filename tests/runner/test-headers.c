/* test-headers.c: stand-ins go with each other and with any source's macros
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "runner-fixture.h"

#include "loom-runner-resources.h"
#include "loom-signature.h"

#include <string.h>

#define HEADERS "/org/gridloom/runner/headers"
#define KERNEL "__global__ void k (int *a) { a[0] = 1; }\n"
#define SEED 20240607
#define N_TRIPLES 40

static GPtrArray *names;        /* (element-type utf8) of all stand-ins */
static GPtrArray *distinct;     /* (element-type utf8) one for each text */

static void
list_names (const char *folder,
            GHashTable *texts)
{
  g_autofree char *path = g_strconcat (HEADERS, folder, NULL);
  g_auto (GStrv) children = g_resources_enumerate_children (path, 0, NULL);

  for (guint i = 0; children[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (folder, "/", children[i], NULL);
      g_autofree char *file = g_strconcat (HEADERS, name, NULL);
      GBytes *text;

      if (g_str_has_suffix (name, "/"))
        {
          name[strlen (name) - 1] = '\0';
          list_names (name, texts);
          continue;
        }

      text = g_resources_lookup_data (file, 0, NULL);
      if (g_hash_table_add (texts, text))
        g_ptr_array_add (distinct, g_strdup (name + 1));
      g_ptr_array_add (names, g_strdup (name + 1));
    }
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static void
assert_compiles (const char *source)
{
  g_autoptr (LoomCompiled) compiled = fixture_compile (source);

  if (compiled->ptx == NULL || compiled->diagnostics->len > 0)
    g_error ("this does not compile without a word:\n%s\n%s", source, compiled->log);
}

static void
append_include (GString    *source,
                const char *name)
{
  g_string_append_printf (source, "#include <%s>\n", name);
}

static void
test_each_compiles_alone_and_twice (void)
{
  for (guint i = 0; i < distinct->len; i++)
    {
      g_autoptr (GString) source = g_string_new (NULL);

      append_include (source, distinct->pdata[i]);
      append_include (source, distinct->pdata[i]);
      g_string_append (source, KERNEL);
      assert_compiles (source->str);
    }
}

static void
test_all_names_go_together (void)
{
  g_autoptr (GString) source = g_string_new (NULL);

  for (guint turn = 0; turn < 2; turn++)
    for (guint i = 0; i < names->len; i++)
      append_include (source, names->pdata[turn == 0 ? i : names->len - 1 - i]);
  g_string_append (source, KERNEL);
  assert_compiles (source->str);
}

/* Also with headers of the toolkit, where it has them. */
static void
test_any_order_does (void)
{
  static const char * const of_toolkit[] = {
    "cuda_fp16.h", "cuda_bf16.h", "mma.h", "cuda_pipeline.h", "cuComplex.h", "math_constants.h",
    "cooperative_groups.h", "curand_kernel.h", "cuda/atomic", "cuda/std/limits",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_TRIPLES; i++)
    {
      g_autoptr (GString) source = g_string_new (NULL);
      const char *own = of_toolkit[g_rand_int_range (rand, 0, G_N_ELEMENTS (of_toolkit))];
      const guint place = g_rand_int_range (rand, 0, 4);

      for (guint j = 0; j < 4; j++)
        if (j == place)
          g_string_append_printf (source, "#if __has_include(<%s>)\n#include <%s>\n#endif\n", own,
                                  own);
        else
          append_include (source, distinct->pdata[g_rand_int_range (rand, 0, distinct->len)]);
      g_string_append (source, "#include <cstdint>\n#include <climits>\n#include <cmath>\n"
                               "__global__ void k (int64_t *a)\n"
                               "{ a[0] = INT_MAX + INT64_MAX * M_PI + INFINITY; }\n");
      assert_compiles (source->str);
    }
}

/* Where the toolkit has the headers that nvcc finds them in. */
static void
test_libraries_of_the_host_bring_their_types (void)
{
  static const char * const of_library[][2] = {
    { "cublas_v2.h", "__half h = a[0]; __nv_bfloat16 b = a[1];"
                     "a[0] = float (h) + float (b) + cuCmulf ({}, {}).x;" },
    { "cusparse.h", "__half h = cuConj ({}).x; cudaDataType t = CUDA_R_16F; a[0] = float (h) + t;" },
    { "cufft.h", "cufftComplex c = cuCaddf ({}, {}); a[0] = c.x;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (of_library); i++)
    {
      g_autofree char *source = g_strdup_printf (
          "#include <%s>\n__global__ void k (float *a)\n{\n#if __has_include(<cuda_fp16.h>)\n"
          "  %s\n#endif\n}\n", of_library[i][0], of_library[i][1]);

      assert_compiles (source);
    }
}

/* What is read says so. */
static void
test_libraries_that_nothing_uses_are_not_read (void)
{
  assert_compiles ("#if __has_include(<thrust/version.h>)\n"
                   "#include <cub/block/block_reduce.cuh>\n"
                   "#include <cooperative_groups.h>\n#endif\n"
                   "#if defined(_CCCL_FORCEINLINE) || defined(_CG_HAS_STL_ATOMICS)\n"
                   "#error read\n#endif\n" KERNEL);
}

static void
test_libraries_are_there_all_the_same (void)
{
  assert_compiles ("#if __has_include(<thrust/version.h>)\n"
                   "#include <cub/block/block_reduce.cuh>\n_CCCL_DEVICE inline void f () {}\n"
                   "__global__ void with_cub (int *a) { f (); a[0] = 1; }\n"
                   "#include <cooperative_groups.h>\n"
                   "__global__ void with_groups (int *a)\n"
                   "{ cuda::atomic_ref<int, cuda::thread_scope_device> (a[0]).fetch_add (1);\n"
                   "  cooperative_groups::this_thread_block ().sync (); }\n#endif\n" KERNEL);
}

/* Each word that stands in what is appended to a source is a macro there. */
static void
test_no_macro_meets_the_question_for_types (void)
{
  static const char * const of_compiler[] = {
    "__device__", "__global__", "__is_enum", "__underlying_type", NULL
  };
  g_autoptr (GRegex) words = g_regex_new ("(?<![\"\\w-])[A-Za-z_]\\w*(?![\\w-])", 0, 0, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  const char *text = strchr (strstr (loom_signature_source, "#line") + 1, '\n');

  for (g_regex_match (words, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *word = g_match_info_fetch (match, 0);
      g_autofree char *source = NULL;
      g_autoptr (LoomCompiled) compiled = NULL;
      LoomKernel *kernel;

      if (g_strv_contains (of_compiler, word) || !g_hash_table_add (seen, g_strdup (word)))
        continue;

      source = g_strdup_printf ("__constant__ float w[4];\n"
                                "__global__ void k (const float *f, unsigned char n) {}\n"
                                "#define %s 12 34\n",
                                word);
      compiled = fixture_compile (source);
      g_test_message ("%s: %s", word, compiled->log);
      g_assert_nonnull (compiled->ptx);
      g_assert_cmpuint (compiled->kernels->len, ==, 1);
      kernel = compiled->kernels->pdata[0];
      g_assert_cmpstr (((LoomParam *) kernel->params->pdata[0])->name, ==, "f");
      g_assert_cmpint (((LoomParam *) kernel->params->pdata[1])->type.scalar, ==, LOOM_SCALAR_U8);
      g_assert_cmpuint (compiled->symbols->len, ==, 1);
      g_assert_cmpuint (((LoomSymbol *) compiled->symbols->pdata[0])->shape.cols, ==, 4);
    }

  g_assert_cmpuint (g_hash_table_size (seen), >, 25);
}

/* Words that people define before they include: letters, plain words, and functions that C lacks.
 * What a header is there to offer (the members of a vector) is not among them. */
static void
test_no_macro_meets_a_header (void)
{
  static const char * const plain[] = {
    "arg0", "args", "base", "block", "cell", "cells", "grid", "half", "held", "high", "index",
    "kernel", "lane", "lanes", "left", "low", "member", "places", "right", "state", "threads",
    "to", "width", "height", "val", "tmp", "res", "sum", "EPS", "SIZE", "LEN", "DIM", "TILE",
  };
  g_autoptr (GString) macros = g_string_new ("#define min(a, b) ((a) < (b) ? (a) : (b))\n"
                                             "#define max(a, b) ((a) > (b) ? (a) : (b))\n"
                                             "#define abs(a) ((a) < 0 ? -(a) : (a))\n"
                                             "#define swap(a, b) nonsense\n"
                                             "#define clamp(a, b, c) nonsense\n"
                                             "#define lerp(a, b, c) nonsense\n");

  for (char c = 'a'; c <= 'z'; c++)
    {
      if (strchr ("wxyz", c) == NULL)
        g_string_append_printf (macros, "#define %c 12 34\n", c);
      g_string_append_printf (macros, "#define %c 12 34\n", g_ascii_toupper (c));
    }
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    g_string_append_printf (macros, "#define %s 12 34\n", plain[i]);

  for (guint i = 0; i < distinct->len; i++)
    {
      const char *name = distinct->pdata[i];
      g_autofree char *file = g_strconcat (HEADERS "/", name, NULL);
      g_autoptr (GBytes) text = g_resources_lookup_data (file, 0, NULL);
      g_autoptr (GString) source = g_string_new (macros->str);

      /* These bring the toolkit's own. */
      if (g_str_has_prefix (name, "cub/") || g_str_has_prefix (name, "cuda/")
          || strstr (g_bytes_get_data (text, NULL), "#include <cuComplex.h>") != NULL)
        continue;

      append_include (source, name);
      g_string_append (source, "__global__ void kern (int *out) { out[0] = 1; }\n");
      assert_compiles (source->str);
    }
}

/* What nvcc has without an include. */
static void
test_what_nvcc_has_first_is_there (void)
{
  assert_compiles ("__global__ void k (uint *a, ushort b, u_int32_t c, ulong d, float *f)\n"
                   "{\n"
                   "  std::pair<int, float> p (1, 2);\n"
                   "  a[0] = b + c + d + INT_MAX + CHAR_BIT + RAND_MAX + sizeof (time_t);\n"
                   "  f[0] = M_PI + INFINITY + std::sqrt (p.second) + std::abs (p.first);\n"
                   "  std::swap (f[1], f[2]);\n"
                   "}\n");
  assert_compiles ("__global__ void k (int8_t *a, int16_t b, int32_t c, int64_t d)\n"
                   "{\n"
                   "  a[0] = b + c + d;\n"
                   "}\n");
}

static void
test_words_of_gnu_c_are_known (void)
{
  assert_compiles ("static __device__ __const__ float scale = 2;\n"
                   "__device__ __const int offsets[] = { 1, 2 };\n"
                   "__global__ void k (__signed__ char *a, __volatile int *b)\n"
                   "{\n"
                   "  unsigned lane;\n"
                   "\n"
                   "  __asm__ __volatile__ (\"mov.u32 %0, %%laneid;\" : \"=r\" (lane));\n"
                   "  __asm (\"\");\n"
                   "  a[0] = __extension__ (lane * scale) + offsets[b[0]] + (__signed char) 200;\n"
                   "}\n");
}

/* A file that has them from there does not include <cstdint> as well. */
static void
test_library_brings_names_of_integers (void)
{
  static const char * const headers[] = {
    "algorithm", "chrono", "cuda.h", "iostream", "memory", "mutex", "random", "string", "vector",
  };

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      g_autoptr (GString) source = g_string_new (NULL);

      append_include (source, headers[i]);
      g_string_append (source, "__global__ void k (uint32_t *a, uint8_t b) { a[0] = b; }\n");
      assert_compiles (source->str);
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GHashTable) texts = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);

  g_resources_register (loom_runner_get_resource ());
  texts = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  names = g_ptr_array_new_with_free_func (g_free);
  distinct = g_ptr_array_new_with_free_func (g_free);
  list_names ("", texts);
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_sort (distinct, compare_names);

  g_test_add_func ("/runner/headers/each-compiles-alone-and-twice",
                   test_each_compiles_alone_and_twice);
  g_test_add_func ("/runner/headers/all-names-go-together", test_all_names_go_together);
  g_test_add_func ("/runner/headers/any-order-does", test_any_order_does);
  g_test_add_func ("/runner/headers/libraries-of-the-host-bring-their-types",
                   test_libraries_of_the_host_bring_their_types);
  g_test_add_func ("/runner/headers/libraries-that-nothing-uses-are-not-read",
                   test_libraries_that_nothing_uses_are_not_read);
  g_test_add_func ("/runner/headers/libraries-are-there-all-the-same",
                   test_libraries_are_there_all_the_same);
  g_test_add_func ("/runner/headers/no-macro-meets-the-question-for-types",
                   test_no_macro_meets_the_question_for_types);
  g_test_add_func ("/runner/headers/no-macro-meets-a-header", test_no_macro_meets_a_header);
  g_test_add_func ("/runner/headers/what-nvcc-has-first-is-there",
                   test_what_nvcc_has_first_is_there);
  g_test_add_func ("/runner/headers/words-of-gnu-c-are-known", test_words_of_gnu_c_are_known);
  g_test_add_func ("/runner/headers/library-brings-names-of-integers",
                   test_library_brings_names_of_integers);

  status = g_test_run ();
  fixture_drop_client ();
  g_ptr_array_unref (names);
  g_ptr_array_unref (distinct);
  return status;
}
