/* test-texture.c: words of textures, what a source tells of them, references, and the wire
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loom-plan.h"

#include "loom-error.h"
#include "loom-source-references.h"
#include "loom-source-textures.h"

#include <string.h>

static void
test_words_are_read_and_written (void)
{
  static const char *const rows[][2] = {
    { "plain", "wrap" },
    { "clamp", "clamp" },
    { "clamp,linear", "clamp linear" },
    { " mirror  normalized point ", "mirror normalized" },
    { "wrap border", "wrap border" },
    { "wrap wrap clamp", "wrap wrap clamp" },
    { "wrap clamp mirror normalized-float layered", "wrap clamp mirror normalized-float layered" },
    { "buffer", "wrap buffer" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = NULL;
      LoomTexture texture, again;

      g_assert_true (loom_texture_parse (rows[i][0], LOOM_TEXTURE_SAMPLED, &texture, NULL));
      text = loom_texture_format (&texture);
      g_assert_cmpstr (text, ==, rows[i][1]);
      g_assert_true (loom_texture_parse (text, LOOM_TEXTURE_SAMPLED, &again, NULL));
      g_assert_cmpmem (&texture, sizeof texture, &again, sizeof again);
    }
}

static void
test_words_that_mean_nothing (void)
{
  static const struct { const char *text; LoomTextureKind kind; } rows[] = {
    { "nearest", LOOM_TEXTURE_SAMPLED },
    { "wrap wrap wrap wrap", LOOM_TEXTURE_SAMPLED },
    { "linear;clamp", LOOM_TEXTURE_SAMPLED },
    { "clamp", LOOM_TEXTURE_SURFACE },
    { "linear", LOOM_TEXTURE_SURFACE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      LoomTexture texture = { .kind = 77 };

      g_assert_false (loom_texture_parse (rows[i].text, rows[i].kind, &texture, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_cmpuint (texture.kind, ==, 77);
    }
}

static void
test_the_source_tells_of_them (void)
{
  static const struct
  {
    const char *source;
    guint       kind;
    const char *type;
    guint       rank;
    gboolean    layered, buffer;
  } rows[] = {
    { "__global__ void k (cudaTextureObject_t t) { tex2D<float4> (t, 1, 2); }", 1, "float4", 2 },
    { "__global__ void k (unsigned long long t) { tex3D<uchar2> (t, 1, 2, 3); }", 1, "uchar2", 3 },
    { "__global__ void k (cudaTextureObject_t t) { x = tex1DLayered<float> (t, 1, 2); }", 1, "float",
      2, TRUE },
    { "__global__ void k (cudaTextureObject_t t) { tex1Dfetch<int> (t, 1); }", 1, "int", 1, FALSE,
      TRUE },
    { "__global__ void k (cudaTextureObject_t t) { look (t); }", 1, "float", 0 },
    { "__global__ void k (cudaSurfaceObject_t t) { surf2Dwrite (f (a, b), t, 4, 5); }", 2, "float", 2 },
    { "__global__ void k (cudaSurfaceObject_t t) { surf2DLayeredread<short> (t, 4, 5, 6); }", 2,
      "short", 3, TRUE },
    { "__global__ void k (cudaSurfaceObject_t t) { surf2Dwrite (v, t, 4, 5); surf2Dread<int2> (t, 0, 0); }",
      2, "int2", 2 },
    { "__global__ void k (unsigned long long t) { f (t + 1); }", 0 },
    { "__global__ void k (unsigned long long t) { tex2D<float> (other, t, 1); }", 0 },
    { "__global__ void j (cudaTextureObject_t t) {} __global__ void k (unsigned long long t) {}", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (LoomSourceScan) scan = loom_source_scan_new (rows[i].source, strlen (rows[i].source));
      g_autofree char *type = NULL;
      LoomSourceTexture found;

      g_test_message ("%s", rows[i].source);
      g_assert_cmpint (loom_source_texture_read (scan, "k", "t", &found), ==, rows[i].kind != 0);
      g_assert_cmpuint (found.how.kind, ==, rows[i].kind);
      if (rows[i].kind == 0)
        continue;
      type = loom_type_format (&found.type);
      g_assert_cmpuint (found.rank, ==, rows[i].rank);
      g_assert_cmpint (found.how.is_layered, ==, rows[i].layered);
      g_assert_cmpint (found.how.is_buffer, ==, rows[i].buffer);
      g_assert_cmpstr (type, ==, rows[i].type);
    }
}

static void
test_references_become_parameters (void)
{
  static const char *const rows[][3] = {
    { "texture<float, 2, cudaReadModeElementType> image;\n"
      "__global__ void look (float *f) { f[0] = tex2D (image, 1, 2) + tex2D(image, 3, 4); }\n",
      "cudaTextureObject_t image",
      "__global__ void look (float *f, cudaTextureObject_t image) { f[0] = tex2D<float> (image, 1, 2) + "
      "tex2D<float>(image, 3, 4); }\n" },
    { "texture<uchar4, 1, cudaReadModeNormalizedFloat> t;\n__global__ __launch_bounds__ (64) void\n"
      "a () { float4 v = tex1D (t, 1); }\n__global__ void b (int n) {}\n",
      "cudaTextureObject_t t",
      "__global__ __launch_bounds__ (64) void\na (cudaTextureObject_t t) { float4 v = tex1D<float4> (t, 1); }\n"
      "__global__ void b (int n) {}\n" },
    { "surface<void, 2> s;\n__global__ void w (int n) { surf2Dwrite (1.0f, s, 4, 5); }\n",
      "cudaSurfaceObject_t s",
      "__global__ void w (int n, cudaSurfaceObject_t s) { surf2Dwrite (1.0f, s, 4, 5); }\n" },
    { "texture<float> unused;\n__global__ void w (int n) { }\n", "cudaTextureObject_t unused", NULL },
    { "static texture<float, 2> a, b;\n__global__ void v (void) { tex2D (b, 1, 1); }\n"
      "__global__ void w (int n) { tex2D (a, 1, 1) + tex2D (b, 2, 2); }\n",
      "cudaTextureObject_t a, cudaTextureObject_t b",
      "__global__ void v (cudaTextureObject_t b) { tex2D<float> (b, 1, 1); }\n"
      "__global__ void w (int n, cudaTextureObject_t a, cudaTextureObject_t b) "
      "{ tex2D<float> (a, 1, 1) + tex2D<float> (b, 2, 2); }\n" },
    { "texture<float> a, b[2];\n__global__ void w (int n) { tex1D (a, 1); }\n", NULL, NULL },
    { "texture<", NULL, NULL },
    { "texture<float4, 2> t;\n__device__ float at (float x);\n"
      "__device__ __forceinline__ float at (float x) { return tex2D (t, x, 0).x; }\n"
      "__device__ int size () { return 3; }\n"
      "__host__ __device__ float mean () { return at (1) + at (at (2)); }\n"
      "__global__ void k (float *f) { f[size ()] = mean () + at (f[0]); }\n",
      "cudaTextureObject_t t",
      "__device__ float at (float x, cudaTextureObject_t t);\n"
      "__device__ __forceinline__ float at (float x, cudaTextureObject_t t) "
      "{ return tex2D<float4> (t, x, 0).x; }\n"
      "__device__ int size () { return 3; }\n"
      "__host__ __device__ float mean (cudaTextureObject_t t) { return at (1, t) + at (at (2, t), t); }\n"
      "__global__ void k (float *f, cudaTextureObject_t t) "
      "{ f[size ()] = mean (t) + at (f[0], t); }\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const gsize length = strlen (rows[i][0]);
      g_autofree char *object = loom_source_dup_reference (rows[i][0], length, 1);
      g_autofree char *after = NULL;
      LoomTextEdit edit = { 0 };

      g_assert_cmpstr (object, ==, rows[i][1]);
      g_assert_cmpint (loom_source_replace_reference (rows[i][0], length, 1, &edit), ==,
                       rows[i][2] != NULL);
      if (rows[i][2] == NULL)
        continue;
      after = g_strdup_printf ("%.*s%s%s", (int) edit.offset, rows[i][0], edit.text,
                               rows[i][0] + edit.offset + edit.length);
      g_assert_cmpstr (after, ==, rows[i][2]);
      loom_text_edit_clear (&edit);
    }
}

static LoomPlan *
make_plan (void)
{
  LoomPlan *plan = loom_plan_new ();

  plan->kernel = g_strdup ("k");
  plan->entry = g_strdup ("k");
  for (guint i = 0; i < 2; i++)
    {
      LoomPlanArg *arg = loom_plan_arg_new ();

      arg->name = g_strdup (i == 0 ? "t" : "f");
      arg->kind = LOOM_PARAM_ARRAY;
      arg->type = loom_type_of (LOOM_SCALAR_F32, 1);
      arg->shape = (LoomShape) { 2, 8, 4, 1 };
      arg->texture.kind = i == 0 ? LOOM_TEXTURE_SAMPLED : LOOM_TEXTURE_NONE;
      g_ptr_array_add (plan->args, arg);
    }
  return plan;
}

static LoomPlan *
send (LoomPlan *plan)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (loom_plan_to_variant (plan));

  return loom_plan_from_variant (variant, NULL);
}

/* What no binder makes, a hostile peer may send. */
static void
test_the_wire_is_checked (void)
{
  for (guint i = 0; i < 9; i++)
    {
      g_autoptr (LoomPlan) plan = make_plan (), got = NULL;
      LoomPlanArg *t = g_ptr_array_index (plan->args, 0), *f = g_ptr_array_index (plan->args, 1);

      switch (i)
        {
        case 0: break;
        case 1: t->texture.kind = 3; break;
        case 2: t->texture.address[2] = 4; break;
        case 3: t->type = loom_type_of (LOOM_SCALAR_F64, 1); break;
        case 4: t->kind = LOOM_PARAM_SCALAR; break;
        case 5: f->same = 0; break;
        case 6: t->texture.is_layered = TRUE; t->shape = (LoomShape) { 1, 8, 1, 1 }; break;
        case 7: t->texture.is_buffer = TRUE; break;
        default: g_array_append_vals (plan->swaps, ((guint[]) { 0, 1 }), 2); break;
        }
      got = send (plan);
      g_test_message ("%u", i);
      g_assert_cmpint (got != NULL, ==, i == 0);
      if (got != NULL)
        g_assert_cmpuint (((LoomPlanArg *) got->args->pdata[0])->texture.kind, ==, LOOM_TEXTURE_SAMPLED);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/texture/words-are-read-and-written", test_words_are_read_and_written);
  g_test_add_func ("/core/texture/words-that-mean-nothing", test_words_that_mean_nothing);
  g_test_add_func ("/core/texture/the-source-tells-of-them", test_the_source_tells_of_them);
  g_test_add_func ("/core/texture/references-become-parameters", test_references_become_parameters);
  g_test_add_func ("/core/texture/the-wire-is-checked", test_the_wire_is_checked);

  return g_test_run ();
}
