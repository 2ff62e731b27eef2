/* test-generator.c: what forms accept, what they write, and where they say that something is wrong
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-document-vocabulary.h"
#include "loom-document.h"
#include "loom-error.h"
#include "loom-form-settings.h"
#include "loom-generator.h"
#include "loom-mapping.h"

#include <string.h>

/* A definition whose form is right but for what each test changes. */
static const char elementwise[] = "form=elementwise\ninputs=float32 x, T y\noutputs=T z\n"
                                  "body=z = x * y\nname=multiply\n";
static const char reduction[] = "form=reduction\ninputs=T x\noutputs=T y\nmap=x\nreduce=a + b\n"
                                "post-map=y = a\nidentity=0\n";
static const char stencil[] = "form=stencil\nfields=f, g: float64[2D]\n"
                              "assignments=g[0,0] = f[0,1] - f[0,-1]\n";
static const char raw[] = "form=raw\nparameters=const float32 *a, float32 *c\n";

/* Replaces the parts that @changes names; a value goes on to the end of its line. */
static char *
write_changed (const char     *base,
               const char     *changes,
               LoomPartPlace  *place,
               GPtrArray      *warnings,
               GError        **error)
{
  g_auto (LoomDefinition) definition = { 0 }, changed = { 0 };
  g_autofree char *text = g_strconcat ("form=", loom_form_get_name (LOOM_FORM_RAW), "\n", changes,
                                       NULL);

  g_assert_true (loom_definition_parse (base, &definition, NULL));
  g_assert_true (loom_definition_parse (text, &changed, NULL));
  for (guint i = 0; i < LOOM_N_PARTS; i++)
    if (changed.parts[i] != NULL)
      loom_definition_set_part (&definition, i, changed.parts[i]);
  return loom_generator_write (&definition, warnings, place, error);
}

static void
test_definitions_are_read (void)
{
  static const char text[] = "form=stencil\nname=wave\nassignments=a = f[0,0]\n g[0,0] = a = 2\n";
  g_auto (LoomDefinition) definition = { 0 };

  g_assert_true (loom_definition_parse (text, &definition, NULL));
  g_assert_cmpint (definition.form, ==, LOOM_FORM_STENCIL);
  g_assert_cmpstr (loom_definition_get_part (&definition, LOOM_PART_NAME), ==, "wave");
  g_assert_cmpstr (loom_definition_get_part (&definition, LOOM_PART_ASSIGNMENTS), ==,
                   "a = f[0,0]\ng[0,0] = a = 2");
}

static void
test_definitions_name_the_line_that_is_wrong (void)
{
  static const struct
  {
    const char *text, *wrong;
  } rows[] = {
    { "form=elementwise\nnonsense", "line 2" },
    { "form=elementwise\nbody=1\nbdoy=2", "no form has a part “bdoy”" },
    { "form=wavelet", "wavelet" },
    { "name=a\nname=b", "line 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (LoomDefinition) definition = { 0 };
      g_autoptr (GError) error = NULL;

      g_assert_false (loom_definition_parse (rows[i].text, &definition, &error));
      g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
      g_assert_nonnull (strstr (error->message, rows[i].wrong));
    }
}

/* What is wrong: the part, and the text that stands at its place. */
static const struct
{
  const char *name, *base, *changes;
  LoomPart    part;
  const char *there, *said;
} mistakes[] = {
  { "unknown-type", elementwise, "inputs=flot32 x\n", LOOM_PART_INPUTS, "flot32", "flot32" },
  { "missing-type", elementwise, "inputs=float32 x, y\n", LOOM_PART_INPUTS, "y", "a type" },
  { "missing-name", elementwise, "inputs=float32\n", LOOM_PART_INPUTS, "float32", "a name" },
  { "double-comma", elementwise, "inputs=float32 x,, T y\n", LOOM_PART_INPUTS, ",", "missing" },
  { "same-name", elementwise, "outputs=T x\n", LOOM_PART_OUTPUTS, "x", "two parameters" },
  { "reserved-i", elementwise, "inputs=float32 i\n", LOOM_PART_INPUTS, "i", "something else" },
  { "reserved-index", elementwise, "inputs=float32 _ind\n", LOOM_PART_INPUTS, "_ind",
    "something else" },
  { "python-power", stencil, "assignments=g[0,0] = f[0,1]**2\n", LOOM_PART_ASSIGNMENTS, "**", "pow" },
  { "python-power-of-a-sum", elementwise, "body=z = (x + y) ** 2\n", LOOM_PART_BODY, "**", "pow" },
  { "power-by-xor", stencil, "assignments=g[0,0] = f[0,1]^2\n", LOOM_PART_ASSIGNMENTS, "^", "pow" },
  { "power-by-xor-of-a-map", reduction, "map=x ^ 2\n", LOOM_PART_MAP, "^", "pow" },
  { "size-of-a-pointer", elementwise, "inputs=raw float32 x, T y\nbody=z = y + x.size ()\n",
    LOOM_PART_BODY, "x.size", "does not know its size" },
  { "keyword", elementwise, "inputs=float32 for\n", LOOM_PART_INPUTS, "for", "word of CUDA C" },
  { "name-of-cuda", elementwise, "inputs=float32 threadIdx\n", LOOM_PART_INPUTS, "threadIdx",
    "can't be a name" },
  { "kernel-named-as-cuda", elementwise, "name=blockIdx\n", LOOM_PART_NAME, "blockIdx",
    "word of CUDA C" },
  { "end-of-a-body", elementwise, "body=z = x *;\n", LOOM_PART_BODY, "*", "behind “*”" },
  { "end-of-an-assignment", stencil, "assignments=g[0,0] = f[0,1] +; g[0,0] += 1\n",
    LOOM_PART_ASSIGNMENTS, "+", "behind “+”" },
  { "no-output", elementwise, "outputs= \n", LOOM_PART_OUTPUTS, "", "one output" },
  { "no-body", elementwise, "body=\n", LOOM_PART_BODY, "", "one cell" },
  { "open-bracket", elementwise, "body=z = (x * y\n", LOOM_PART_BODY, "(", "not closed" },
  { "wrong-bracket", elementwise, "body=z = (x * y]\n", LOOM_PART_BODY, "]", "closes nothing" },
  { "open-text", elementwise, "body=z = \"x\n", LOOM_PART_BODY, "\"x", "not closed" },
  { "open-comment", elementwise, "body=z = x; /* and\n", LOOM_PART_BODY, "/*", "comment" },
  { "strange-sign", elementwise, "body=z = x \xc3\x97 y\n", LOOM_PART_BODY, "\xc3\x97", "CUDA C" },
  { "unknown-in-body", elementwise, "body=z = w + x\n", LOOM_PART_BODY, "w", "neither an input" },
  { "unknown-in-map", reduction, "map=1 - v\n", LOOM_PART_MAP, "v", "neither an input" },
  { "letter", elementwise, "types=t=float32\n", LOOM_PART_TYPES, "t", "a letter" },
  { "type-of-letter", elementwise, "types=T=flaot\n", LOOM_PART_TYPES, "flaot", "flaot" },
  { "bad-name", elementwise, "name=2times\n", LOOM_PART_NAME, "2times", "2times" },
  { "bad-shape", elementwise, "shape=64,0\n", LOOM_PART_SHAPE, "64,0", "0" },
  { "shape-of-nobody", elementwise, "shape=q=64\n", LOOM_PART_SHAPE, "q=64", "called" },
  { "shapes-that-differ", elementwise, "shape=x=4,5; y=3,5\n", LOOM_PART_SHAPE, "x=4,5; y=3,5",
    "shape 3,5" },
  { "shape-of-output", elementwise, "shape=8,8; z=8\n", LOOM_PART_SHAPE, "8,8; z=8", "output z" },
  { "value-of-nobody", elementwise, "values=s=3\n", LOOM_PART_VALUES, "s=3", "called" },
  { "value-without-name", elementwise, "values=ones\n", LOOM_PART_VALUES, "ones", "a name" },
  { "scalar-output", elementwise, "values=z=1\n", LOOM_PART_VALUES, "z=1", "array" },
  { "end-of-settings", elementwise, "values=x=expr:1 */ 2\n", LOOM_PART_VALUES, "x=expr:1 */ 2",
    "settings" },
  { "bad-block", elementwise, "block=8 by 8\n", LOOM_PART_BLOCK, "8 by 8", "8" },
  { "no-reduce", reduction, "reduce=\n", LOOM_PART_REDUCE, "", "a + b" },
  { "no-identity", reduction, "identity=\n", LOOM_PART_IDENTITY, "", "0 for a + b" },
  { "input-in-reduce", reduction, "reduce=a + x\n", LOOM_PART_REDUCE, "x", "a and b" },
  { "input-in-post-map", reduction, "post-map=y = x\n", LOOM_PART_POST_MAP, "x", "reduced" },
  { "output-in-map", reduction, "map=y\n", LOOM_PART_MAP, "y", "output" },
  { "statement-in-map", reduction, "map=x;\n", LOOM_PART_MAP, ";", "semicolon" },
  { "name-of-values", reduction, "inputs=T a\n", LOOM_PART_INPUTS, "a", "something else" },
  { "rows-of-a-line", reduction, "over=rows\nshape=100\n", LOOM_PART_SHAPE, "100", "2 axes" },
  { "over-planes", reduction, "over=planes\n", LOOM_PART_OVER, "planes", "rows" },
  { "block-of-columns", reduction, "over=columns\nblock=32\n", LOOM_PART_BLOCK, "", "32,32" },
  { "square-block", reduction, "block=16,16\n", LOOM_PART_BLOCK, "16,16", "along x" },
  { "too-many-blocks", reduction, "grid=5000\n", LOOM_PART_GRID, "5000", "1024" },
  { "fields-without-type", stencil, "fields=f, g\n", LOOM_PART_FIELDS, "f, g", "float64[2D]" },
  { "dimensions", stencil, "fields=f, g: float64[4D]\n", LOOM_PART_FIELDS, "4D", "3D" },
  { "field-called-x", stencil, "fields=x, g: float64[2D]\n", LOOM_PART_FIELDS, "x", "axis" },
  { "no-assignment", stencil, "assignments=f[0,0]\n", LOOM_PART_ASSIGNMENTS, "f[0,0]",
    "assignment" },
  { "too-few-offsets", stencil, "assignments=g[0,0] = f[1]\n", LOOM_PART_ASSIGNMENTS, "f[1]",
    "2 axes" },
  { "offset-that-varies", stencil, "assignments=g[0,0] = f[x,0]\n", LOOM_PART_ASSIGNMENTS,
    "f[x,0]", "offsets" },
  { "no-offset", stencil, "assignments=g[0,0] = f\n", LOOM_PART_ASSIGNMENTS, "f", "[0,0]" },
  { "writes-neighbour", stencil, "assignments=g[0,1] = f[0,0]\n", LOOM_PART_ASSIGNMENTS, "g[0,1]",
    "centre" },
  { "reads-what-it-writes", stencil, "assignments=f[0,0] = f[0,1]\n", LOOM_PART_ASSIGNMENTS,
    "f[0,1]", "another field" },
  { "value-called-x", stencil, "assignments=x = f[0,0]; g[0,0] = x\n", LOOM_PART_ASSIGNMENTS, "x",
    "new name" },
  { "unknown-name", stencil, "assignments=g[0,0] = omega * f[0,0]\n", LOOM_PART_ASSIGNMENTS,
    "omega", "omega" },
  { "ghosts-too-few", stencil, "ghost-layers=0\n", LOOM_PART_GHOST_LAYERS, "0", "1 cell far" },
  { "ghosts-no-number", stencil, "ghost-layers=one\n", LOOM_PART_GHOST_LAYERS, "one", "one" },
  { "ghosts-too-many", stencil, "ghost-layers=32\n", LOOM_PART_SHAPE, "", "no cell" },
  { "slice-too-short", stencil, "slice=[:]\n", LOOM_PART_SLICE, "]", "2 axes" },
  { "slice-too-long", stencil, "slice=[:, :, :]\n", LOOM_PART_SLICE, ":", "2 axes" },
  { "slice-of-inner-counter", stencil, "slice=[x:, :]\n", LOOM_PART_SLICE, "x", "x" },
  { "slice-in-ghosts", stencil, "slice=[0:, :]\n", LOOM_PART_SLICE, "0", "ghost" },
  { "slice-too-far", stencil, "slice=[:64, :]\n", LOOM_PART_SLICE, "64", "ghost" },
  { "slice-step", stencil, "slice=[::0, :]\n", LOOM_PART_SLICE, "0", "step" },
  { "slice-empty", stencil, "slice=[9:9, :]\n", LOOM_PART_SLICE, "9:9", "no cell" },
  { "slice-colons", stencil, "slice=[1:2:3:4, :]\n", LOOM_PART_SLICE, ":", "colons" },
  { "mapping", stencil, "mapping=tiles\n", LOOM_PART_MAPPING, "tiles", "grid-stride" },
  { "mapping-of-elements", elementwise, "mapping=tiles\n", LOOM_PART_MAPPING, "tiles", "row" },
  { "return-and-go-on", elementwise, "mapping=grid-stride\nbody=z = x; if (x > y) return;\n",
    LOOM_PART_BODY, "return", "write continue" },
  { "break-and-go-on", elementwise, "mapping=row\nbody=z = x; if (x > y) break;\n",
    LOOM_PART_BODY, "break", "write continue" },
  { "nothing-written", raw, "parameters=const float *a\n", LOOM_PART_PARAMETERS,
    "const float *a", "written" },
  { "pointer-to-pointer", raw, "parameters=float **a\n", LOOM_PART_PARAMETERS, "float **a",
    "addresses" },
  { "letter-in-raw", raw, "parameters=T *a\n", LOOM_PART_PARAMETERS, "T", "int64 or complex64" },
  { "letter-of-a-field", stencil, "fields=f, g: T[2D]\n", LOOM_PART_FIELDS, "T",
    "int64 or complex64" },
  { "letter-for-a-letter", elementwise, "types=T=U\n", LOOM_PART_TYPES, "U", "int64 or complex64" },
  { "rank", raw, "rank=4\n", LOOM_PART_RANK, "4", "3" },
  { "rank-and-shape", raw, "rank=2\nshape=100\n", LOOM_PART_SHAPE, "100", "1 axes" },
};

static void
test_mistake (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_auto (LoomDefinition) changed = { 0 };
  g_autofree char *text = g_strconcat ("form=raw\n", mistakes[i].changes, NULL);
  g_autofree char *document = NULL, *there = NULL;
  g_autoptr (GError) error = NULL;
  LoomPartPlace place = { 0 };

  document = write_changed (mistakes[i].base, mistakes[i].changes, &place, NULL, &error);
  g_assert_null (document);
  g_assert_error (error, LOOM_ERROR, LOOM_ERROR_DOCUMENT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, mistakes[i].said));
  g_assert_cmpint (place.part, ==, mistakes[i].part);

  g_assert_true (loom_definition_parse (text, &changed, NULL));
  there = g_strndup (loom_definition_get_part (&changed, place.part)
                       + MIN (place.start, strlen (loom_definition_get_part (&changed,
                                                                             place.part))),
                     place.length);
  g_assert_cmpstr (there, ==, mistakes[i].there);
}

/* Places are bytes of the part, also behind others. */
static void
test_place_is_within_its_part (void)
{
  g_autoptr (GError) error = NULL;
  LoomPartPlace place = { 0 };

  g_assert_null (write_changed (elementwise, "inputs=float32 x,  flot32 y\n", &place, NULL, &error));
  g_assert_cmpuint (place.start, ==, 12);
  g_assert_cmpuint (place.length, ==, 6);
}

static void
test_elementwise_is_what_one_would_write (void)
{
  g_autofree char *document = write_changed (elementwise, "shape=100\ntypes=T=int32\n", NULL, NULL,
                                             NULL);

  g_assert_true (g_str_has_prefix (document,
    "/* Every thread computes one element, number i. */\n"
    "\n"
    "using T = int;\n"
    "\n"
    "__global__ void\n"
    "multiply (const float *__restrict__ x, const T *__restrict__ y, T *__restrict__ z, int n)\n"
    "{\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "\n"
    "  if (i < n)\n"
    "    z[i] = x[i] * y[i];\n"
    "}\n"));
}

static void
test_stencil_is_what_one_would_write (void)
{
  g_autofree char *document = write_changed (stencil, "name=ddx\n", NULL, NULL, NULL);

  g_assert_true (g_str_has_prefix (document,
    "/* Every thread computes one cell from its neighbours. */\n"
    "__global__ void\n"
    "ddx (const double *__restrict__ f, double *__restrict__ g, int cols, int rows)\n"
    "{\n"
    "  const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;\n"
    "  const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;\n"
    "\n"
    "  if (x < cols - 1 && y < rows - 1)\n"
    "    g[y * cols + x] = f[y * cols + x + 1] - f[y * cols + x - 1];\n"
    "}\n"));
}

static void
test_elements_are_gone_over_as_one_would_write (void)
{
  g_autofree char *stride = write_changed (elementwise, "shape=100\ntypes=T=int32\n"
                                           "mapping=grid-stride\n", NULL, NULL, NULL);
  g_autofree char *row = write_changed (elementwise, "shape=64,64\nmapping=row\n"
                                        "body=z = x * y + i;\n", NULL, NULL, NULL);

  g_assert_nonnull (strstr (stride,
    "{\n"
    "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
    "    z[i] = x[i] * y[i];\n"
    "}\n"));
  g_assert_nonnull (strstr (row,
    "{\n"
    "  for (int row = blockIdx.y; row < rows; row += gridDim.y)\n"
    "    for (int col = threadIdx.x; col < cols; col += blockDim.x)\n"
    "      {\n"
    "        const int i = row * cols + col;\n"
    "\n"
    "        z[i] = x[i] * y[i] + i;\n"
    "      }\n"
    "}\n"));
}

/* A grid is as large as it need be where threads go on. */
static void
test_grids_are_limited (void)
{
  g_autofree char *large = write_changed (elementwise, "shape=4000,4000\nmapping=grid-stride\n",
                                          NULL, NULL, NULL);
  g_autofree char *given = write_changed (elementwise, "shape=4000,4000\nmapping=grid-stride\n"
                                          "grid=3,5\n", NULL, NULL, NULL);
  g_autofree char *cell = write_changed (elementwise, "shape=4000,4000\n", NULL, NULL, NULL);

  g_assert_nonnull (strstr (large, "\nblock=32,8\ngrid=auto\nrange=512,504\n"));
  g_assert_nonnull (strstr (given, "\nblock=32,8\ngrid=3,5\nrange=96,40\n"));
  g_assert_null (strstr (cell, "range="));
}

/* Every part that a document may be written from is a key of its settings, and no other. */
static void
test_settings_know_the_parts_of_forms (void)
{
  g_auto (GStrv) keys = loom_document_vocabulary_list_keys (LOOM_GROUP_FORM);

  g_assert_cmpuint (g_strv_length (keys), ==, LOOM_N_PARTS + 2);
  for (guint part = 0; part < LOOM_N_PARTS; part++)
    {
      const char *key = loom_part_get_key (part);

      g_assert_true (g_strv_contains ((const char *const *) keys, key));
      g_assert_cmpstr (loom_document_vocabulary_describe (LOOM_GROUP_FORM, key), ==,
                       loom_part_get_help (part));
    }
}

/* What is kept of a definition is read back as it was, whatever was typed. */
static void
test_parts_are_read_back_from_settings (void)
{
  static const char *const bodies[] = {
    "z = x", " z = x ", "z = x; /* a */ // \\ b\n", "\n\t\v\f z = x;\r\n", "z = '\\n'; /*/ */ /**/",
    "s\\s \\", " ", "*/*/*",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_auto (LoomDefinition) definition = { 0 }, found = { 0 };
      g_autoptr (LoomDocument) source = loom_document_parse ("int k;\n", -1);
      g_autoptr (LoomDocument) document = NULL;
      g_autofree char *group = NULL, *text = NULL;
      g_autoptr (GError) error = NULL;

      loom_definition_set_part (&definition, LOOM_PART_BODY, bodies[i]);
      group = loom_form_settings_format (&definition, source);
      text = g_strconcat ("int k;\n\n/* gridloom\n", group, "*/\n", NULL);
      document = loom_document_parse (text, -1);
      g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
      loom_form_settings_read (document, &found, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (loom_definition_get_part (&found, LOOM_PART_BODY), ==,
                       loom_definition_get_part (&definition, LOOM_PART_BODY));
      g_assert_cmpstr (loom_definition_get_part (&found, LOOM_PART_MAPPING), ==, "cell");
      g_assert_true (loom_form_settings_check (document, &found, NULL));
      loom_definition_set_part (&found, LOOM_PART_BODY, "z = 2");
      g_assert_false (loom_form_settings_check (document, &found, NULL));
    }
}

static void
test_indices_grow_with_the_array (void)
{
  g_autofree char *small = write_changed (elementwise, "shape=40000,40000\n", NULL, NULL, NULL);
  g_autofree char *large = write_changed (elementwise, "shape=60000,60000\n", NULL, NULL, NULL);
  g_autofree char *line = write_changed (elementwise, "shape=4000000000\n", NULL, NULL, NULL);
  g_autofree char *loop = write_changed (elementwise, "shape=4000000000\nmapping=grid-stride\n",
                                         NULL, NULL, NULL);
  g_autofree char *sum = write_changed (reduction, "shape=60000,60000\n", NULL, NULL, NULL);

  g_assert_nonnull (strstr (small, "const int i = row * cols + col;"));
  g_assert_nonnull (strstr (large, "const size_t i = (size_t) row * cols + col;"));
  g_assert_nonnull (strstr (line, "size_t n)"));
  g_assert_nonnull (strstr (line, "const size_t i = (size_t) blockIdx.x * blockDim.x"));
  g_assert_nonnull (strstr (loop, "i += (size_t) gridDim.x * blockDim.x"));
  g_assert_nonnull (strstr (sum, "for (size_t first = (size_t) blockIdx.x"));
}

/* Warps lie along rows, as far as rows are long and blocks along y are few enough. */
static void
test_blocks_suit_the_shape (void)
{
  static const struct
  {
    const char *shape, *block;
  } rows[] = {
    { "shape=1000\n", "\nblock=256\n" }, { "shape=40\n", "\nblock=64\n" },
    { "shape=64,64\n", "\nblock=32,8\n" }, { "shape=1000,3\n", "\nblock=4,64\n" },
    { "shape=1000000,64\n", "\nblock=16,16\n" }, { "shape=16,64,64\n", "\nblock=32,4,2\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *document = write_changed (elementwise, rows[i].shape, NULL, NULL, NULL);

      g_test_message ("%s", rows[i].shape);
      g_assert_nonnull (strstr (document, rows[i].block));
    }
}

static void
test_only_what_is_needed_is_included (void)
{
  g_autofree char *plain = write_changed (elementwise, "", NULL, NULL, NULL);
  g_autofree char *half = write_changed (elementwise, "inputs=half x, T y\n", NULL, NULL, NULL);
  g_autofree char *complex = write_changed (elementwise, "inputs=complex64 x\noutputs=complex64 z\n"
                                            "body=z = x\n", NULL, NULL, NULL);

  g_assert_null (strstr (plain, "#include"));
  g_assert_nonnull (strstr (half, "#include <cuda_fp16.h>\n"));
  g_assert_null (strstr (half, "cuda_bf16.h"));
  g_assert_null (strstr (complex, "#include"));
  g_assert_nonnull (strstr (complex, "struct __align__ (8) complex64\n"));
  g_assert_null (strstr (complex, "complex128"));
}

static void
test_one_block_needs_no_last_one (void)
{
  g_autofree char *small = write_changed (reduction, "shape=1000\n", NULL, NULL, NULL);
  g_autofree char *large = write_changed (reduction, "shape=100000\n", NULL, NULL, NULL);

  g_assert_null (strstr (small, "atomicInc"));
  g_assert_nonnull (strstr (large, "atomicInc"));
}

static void
test_the_result_of_a_reduction_is_what_is_shown (void)
{
  g_autofree char *text = write_changed (reduction, "outputs=T low, T high\npost-map=low = a; high = a\n",
                                         NULL, NULL, NULL);

  g_assert_nonnull (strstr (text, "\n[view]\narray=low\nlens=expected\n"));
}

/* A bound that hangs on an outer counter. */
static void
test_range_that_cannot_be_derived_is_a_warning (void)
{
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *plain = write_changed (stencil, "slice=[2:-2, :]\n", NULL, warnings, NULL);
  g_autofree char *triangle = NULL;

  g_assert_null (strstr (plain, "manual-grid"));
  g_assert_cmpuint (warnings->len, ==, 0);
  triangle = write_changed (stencil, "slice=[:, y:]\n", NULL, warnings, NULL);
  g_assert_nonnull (strstr (triangle, "manual-grid=true\n"));
  g_assert_cmpuint (warnings->len, ==, 1);
}

static void
test_cut_quotients_are_told (void)
{
  static const struct
  {
    const char *assignment;
    guint       n;
  } rows[] = {
    { "1/2 * f[0,1]", 1 }, { "f[0,1] * 1/2", 0 }, { "4/2 * f[0,1]", 0 }, { "1.0/2 * f[0,1]", 0 },
    { "f[0,1] - (2/3 + 7 / 4)", 2 }, { "f[0,1] / 2", 0 }, { "1/0 + f[0,1]", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *changes = g_strconcat ("assignments=g[0,0] = ", rows[i].assignment, "\n",
                                              NULL);
      g_autofree char *document = write_changed (stencil, changes, NULL, warnings, NULL);

      g_assert_nonnull (document);
      g_assert_cmpuint (warnings->len, ==, rows[i].n);
    }
}

/* Of an assignment before, and of the limits in C's headers. */
static void
test_names_of_an_assignment_are_known (void)
{
  g_autofree char *document = write_changed (
      stencil, "assignments=t = f[0,1]; g[0,0] = fmin (t, FLT_MAX) + t * INT_MIN\n", NULL, NULL,
      NULL);

  g_assert_nonnull (document);
}

static void
test_blocks_are_fitted (void)
{
  static const struct
  {
    const char *changes, *block;
  } rows[] = {
    { "shape=9,12\n", "\nblock=16,16\n" },
    { "shape=9,12\nfit=trim\n", "\nblock=10,7\n" },
    { "shape=9,12\nfit=warp\n", "\nblock=32,7\n" },
    { "shape=64,64\nfit=warp\nblock=8,8\n", "\nblock=8,8\n" },
    { "mapping=row\nshape=64,40\nfit=trim\n", "\nblock=38\n" },
    { "mapping=row\nblock=8,8\n", "\nblock=64\n" },
    { "mapping=row\nshape=70000,40\n", "\nrange=256,65535\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *document = write_changed (stencil, rows[i].changes, NULL, NULL, NULL);

      g_test_message ("%s", rows[i].changes);
      g_assert_nonnull (strstr (document, rows[i].block));
    }
}

static void
test_documents_have_no_problems (void)
{
  const char *const bases[] = { elementwise, reduction, stencil, raw };

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      g_autofree char *text = write_changed (bases[i], "", NULL, NULL, NULL);
      g_autoptr (LoomDocument) document = loom_document_parse (text, -1);

      g_assert_cmpuint (loom_document_get_problems (document)->len, ==, 0);
    }
}

/* The index goes by the name that the body has for it, and the comment speaks of the same. */
static void
test_raw_places_are_called_what_the_body_calls_them (void)
{
  const struct
  {
    const char *changes, *comment, *line;
  } rows[] = {
    { "body=c[i] = 2 * a[i]\n", "cell: i is its place.", "  int i = blockIdx.x" },
    { "body=c[x] = 2 * a[x]\n", "cell: x is its place.", "  int x = blockIdx.x" },
    { "parameters=const float32 *x, float32 *y, int n\nbody=y[i] = 2 * x[i]\n",
      "cell: i is its place.", "  int i = blockIdx.x" },
    { "parameters=const float32 *x, float32 *y\n", "cell: i is its place.", "y[i] = x[i];" },
    { "parameters=float32 *a, int i\nbody=a[x] = i\n", "cell: x is its place.", "a[x] = i;" },
    { "parameters=const float32 *x, float32 *y\nrank=2\nbody=y[i] = x[i]\n",
      "cell: col is its column, row its row.", "      const int i = row * cols + col;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = write_changed (raw, rows[i].changes, NULL, NULL, NULL);

      g_test_message ("%s", text);
      g_assert_nonnull (strstr (text, rows[i].comment));
      g_assert_nonnull (strstr (text, rows[i].line));
    }
}

static void
test_names (void)
{
  const char *const good[] = { "kernel", "_a", "Scale2", "x" };
  const char *const bad[] = { "", "2a", "a b", "float", "a-b", "\xc3\xa4", "main", "a;" };

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (loom_generator_is_name (good[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (loom_generator_is_name (bad[i]));
}

/* Each line of a person's code leads to its part, and no other line does. */
static void
test_parts_of_lines (void)
{
  static const struct
  {
    const char *form;
    LoomPart    part;
    const char *text;
  } rows[] = {
    { elementwise, LOOM_PART_BODY, "z = x * 12345\n+ y" },
    { elementwise, LOOM_PART_PREAMBLE, "static int k = 12345;" },
    { reduction, LOOM_PART_MAP, "x * 12345" },
    { reduction, LOOM_PART_REDUCE, "a + b * 12345" },
    { stencil, LOOM_PART_ASSIGNMENTS, "g[0,0] = 12345 * f[0,1]" },
    { raw, LOOM_PART_BODY, "c[i] = 12345;\nc[i] = 2;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (LoomDefinition) definition = { 0, };
      g_autofree char *document = NULL;
      g_autoptr (GError) error = NULL;
      g_auto (GStrv) lines = NULL;
      guint found = 0;

      g_assert_true (loom_definition_parse (rows[i].form, &definition, NULL));
      loom_definition_set_part (&definition, rows[i].part, rows[i].text);
      document = loom_generator_write (&definition, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_null (strpbrk (document, "\1\2"));
      lines = g_strsplit (document, "\n", -1);
      /* settings may be made of several parts, and are none of the code */
      for (guint line = 0; !g_str_equal (lines[line], "/* gridloom"); line++)
        {
          const gboolean has_code = strstr (lines[line], "12345") != NULL;
          LoomPart part;
          const gboolean is_found = loom_generator_find_part (&definition, line + 1, &part);

          if (has_code)
            g_assert_true (is_found && part == rows[i].part);
          found += has_code;
        }
      g_assert_cmpuint (found, >, 0);
    }
}

static LoomDocument *
parse_replaced (const char *text,
                const char *old,
                const char *replacement)
{
  g_auto (GStrv) parts = g_strsplit (text, old, -1);
  g_autofree char *changed = g_strjoinv (replacement, parts);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return loom_document_parse (changed, -1);
}

/* Whoever gives an input another fill expects another output, and as often as they do. */
static void
test_references_follow_the_fills (void)
{
  g_autofree char *text = write_changed ("form=elementwise\ninputs=float32 x, float32 s\noutputs=float32 z\n"
                                         "body=z = s * x\n", "values=x=iota; s=3\nshape=4,4\n", NULL, NULL, NULL);
  g_autoptr (LoomDocument) same = loom_document_parse (text, -1);
  g_autoptr (LoomDocument) ones = parse_replaced (text, "[arg x]\nfill=iota", "[arg x]\nfill=ones");
  g_autofree char *followed = loom_mapping_follow_values (ones), *again = NULL, *of_file = NULL;
  g_autofree char *back = NULL;
  g_autoptr (LoomDocument) now = NULL, zeros = NULL, own = NULL, unknown = NULL, known = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (loom_mapping_follow_values (same));
  g_assert_nonnull (followed);
  g_assert_nonnull (strstr (followed, "(float) (1), (float) (3)"));
  g_assert_nonnull (strstr (followed, "\nvalues=s=3; x=ones\n"));
  now = loom_document_parse (followed, -1);
  g_assert_cmpstr (loom_mapping_find (now, &error), ==, "cell");
  g_assert_no_error (error);
  g_assert_null (loom_mapping_follow_values (now));

  zeros = parse_replaced (followed, "[arg s]\nvalue=3", "[arg s]\nvalue=5");
  again = loom_mapping_follow_values (zeros);
  g_assert_nonnull (again);
  g_assert_nonnull (strstr (again, "(float) (1), (float) (5)"));

  /* what somebody wrote stays, and of a file nobody expects anything */
  {
    g_autofree char *mine = NULL;

    own = parse_replaced (again, "reference=expr:", "reference=expr:1 + ");
    mine = loom_document_apply_edit (own, &(LoomTextEdit) { 0, 0, (char *) "" });
    g_clear_pointer (&own, loom_document_unref);
    own = parse_replaced (mine, "[arg s]\nvalue=5", "[arg s]\nvalue=6");
    g_assert_null (loom_mapping_follow_values (own));
  }
  unknown = parse_replaced (text, "[arg x]\nfill=iota", "[arg x]\nfill=file:x.npy");
  of_file = loom_mapping_follow_values (unknown);
  g_assert_nonnull (of_file);
  g_assert_null (strstr (of_file, "reference="));
  known = parse_replaced (of_file, "[arg x]\nfill=file:x.npy", "[arg x]\nfill=iota");
  back = loom_mapping_follow_values (known);
  g_assert_nonnull (back);
  g_assert_nonnull (strstr (back, "reference=expr:"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/generator/definition/is-read", test_definitions_are_read);
  g_test_add_func ("/generator/definition/names-the-line",
                   test_definitions_name_the_line_that_is_wrong);
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *path = g_strconcat ("/generator/mistake/", mistakes[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_mistake);
    }
  g_test_add_func ("/generator/mistake/place", test_place_is_within_its_part);
  g_test_add_func ("/generator/elementwise/source", test_elementwise_is_what_one_would_write);
  g_test_add_func ("/generator/elementwise/loops", test_elements_are_gone_over_as_one_would_write);
  g_test_add_func ("/generator/elementwise/grid", test_grids_are_limited);
  g_test_add_func ("/generator/settings/words", test_settings_know_the_parts_of_forms);
  g_test_add_func ("/generator/settings/reads-back", test_parts_are_read_back_from_settings);
  g_test_add_func ("/generator/elementwise/wide", test_indices_grow_with_the_array);
  g_test_add_func ("/generator/elementwise/blocks", test_blocks_suit_the_shape);
  g_test_add_func ("/generator/elementwise/headers", test_only_what_is_needed_is_included);
  g_test_add_func ("/generator/reduction/one-block", test_one_block_needs_no_last_one);
  g_test_add_func ("/generator/reduction/view", test_the_result_of_a_reduction_is_what_is_shown);
  g_test_add_func ("/generator/stencil/source", test_stencil_is_what_one_would_write);
  g_test_add_func ("/generator/stencil/range", test_range_that_cannot_be_derived_is_a_warning);
  g_test_add_func ("/generator/stencil/names", test_names_of_an_assignment_are_known);
  g_test_add_func ("/generator/stencil/fit", test_blocks_are_fitted);
  g_test_add_func ("/generator/raw/names", test_raw_places_are_called_what_the_body_calls_them);
  g_test_add_func ("/generator/references-follow-the-fills", test_references_follow_the_fills);
  g_test_add_func ("/generator/lines-lead-to-their-parts", test_parts_of_lines);
  g_test_add_func ("/generator/documents", test_documents_have_no_problems);
  g_test_add_func ("/generator/names", test_names);
  g_test_add_func ("/generator/cut-quotients-are-told", test_cut_quotients_are_told);
  return g_test_run ();
}
