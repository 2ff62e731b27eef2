/* test-launch-fields.c: what is typed into the fields of a launch, right and wrong
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-app-test.h"
#include "loom-application.h"
#include "loom-editor-pane.h"
#include "loom-field-row.h"
#include "loom-launch-panel.h"
#include "loom-launch-rows.h"
#include "loom-npy.h"
#include "loom-record.h"
#include "loom-window.h"
#include "mocked-runner.h"
#include "window-fixture.h"

#include <string.h>

/* In every field that there is, each of these is wrong. */
static const char * const wrong_everywhere[] = {
  "", " ", "\t", "abc", "x1", "1.2.3", "*", "/", "%", "16*", "*16", "16**2", "(16", "16)", "()",
  ")(", "(((((", "16 16", "16;", ";", "#16", "@", "$", "\\", "\"16\"", "'", "16/*", "*/", "//",
  "16,,16",
  ",", "16<", "<<", "1<<", "16==", "&&", "|", "^", "~", "!", "?", "16?", ":", "{16}", "[16]", "16]",
  "×", "16×2", "½", "−16", "１６ １６", "16 bytes", "sixteen", "0xg", "1e", "16e+", "++", "--", "…",
};

/* Those of a kind of field. */
static const char * const wrong_extents[] = {
  "0", "-3", "-0", "1.5", "1e3", "99999999999", "4294967296", "1<<40", "1<<64", "1>>-1", "2-5",
  "~0", "1/0", "1%0", "16,16", "16x16", "010", "16u", "0x", "NaN", "inf", "true", "16.0", "cols",
  "99999999999999999999999999999999999999999999999999999999999999",
};
static const char * const wrong_blocks[] = { "1025", "129", "1<<20", "4294967295", NULL };
static const char * const wrong_depths[] = { "65", "17", "1<<20", "4294967295", NULL };
static const char * const wrong_grids[] = { "4294967295", "1<<31", NULL };
static const char * const wrong_bytes[] = {
  "-1", "1.5", "1e3", "49153", "48*1024+1", "1<<64", "18446744073709551616", "1/0", "4 KiB", "010",
  "99999999999999999999999", "cols", "true", NULL
};
static const char * const wrong_integers[] = {
  "1.5", "2147483648", "-2147483649", "99999999999", "1<<40", "1/0", "0x100000000", "n", "x", "f",
  "cols rows", "cols +", "* cols", "cols)", "(cols", "16x16", "Cols", "1e99", NULL
};
static const char * const wrong_floats[] = {
  "1,5", "1.5.", "1.5x", "1e", "n", "x", "a", "cols rows", "cols +", "1.5 2.5", "one", "NaN NaN",
  "cols * / rows", NULL
};
static const char * const wrong_shapes[] = {
  "0", "-3", "1.5", "1e3", "16,", ",16", "16x16", "16 × 16", "1,2,3,4", "16,b", "0,16", "16,0",
  "16;16", "1<<63", "4294967296,4294967296", "9223372036854775807,2", "1/0", "cols", "16.0,16",
  "010", "99999999999999999999", NULL
};
static const char * const wrong_seeds[] = {
  "-1", "1.5", "1e3", "18446744073709551616", "1<<64", "1/0", "cols", "1,2", "time", "010", NULL
};
static const char * const wrong_values[] = {
  "1", "1,2,3", "1,2,", ",1,2", "1;2", "1 2", "1,two", "1,2,3,4,5", "nan nan", "0x", "1.5.2", NULL
};
static const char * const wrong_files[] = {
  "missing.npy", "ints.npy", "small.npy", "text.npy", "folder", "folder/", ".", "..", "../f.npy",
  "/", "/etc/passwd", "/etc/", "folder/../../f.npy", "~/f.npy", "file:floats.npy", "floats.NPY",
  "1", NULL
};
static const char * const wrong_bytes_files[] = {
  "missing.bin", "floats.npy", "folder", "..", "/etc/passwd", "../s.bin", NULL
};
static const char * const wrong_formulas[] = {
  "size", "n", "f", "i", "X", "x y", "x +", "* x", "x)", "(x", "x;", "x ++", "x = ", "1.5.2",
  "x @ y", "float", "2 x", "threadId", "x ? y", "", NULL
};

#define SOURCE "__global__ void fill (float *f, int n, float a, S s) { }\n"

#define HEAD SOURCE "/* gridloom\n[launch]\nblock=8,8\ngrid=13,13\nrange=100,100\n"
#define SETTINGS HEAD "[arg f]\nshape=100,100\nfill=%s\n[arg n]\nvalue=7\n"                      \
                 "[arg a]\nvalue=0.5\n[arg s]\nfill=file:s.bin\n*/\n"

typedef LoomTestWindow Fixture;

static void
save (Fixture    *fixture,
      const char *name,
      const char *shape_text,
      LoomScalar  scalar)
{
  const LoomType type = loom_type_of (scalar, 1);
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LoomArray) array = NULL;
  LoomShape shape;
  guint64 cells;

  g_assert_true (loom_shape_parse (shape_text, &shape, NULL));
  loom_shape_cells (&shape, &cells);
  bytes = g_bytes_new_take (g_malloc0 (cells * type.size), cells * type.size);
  array = loom_array_new (&type, &shape, bytes, NULL);
  g_assert_true (loom_npy_save (array, path, NULL));
}

static void
make_files (Fixture *fixture)
{
  g_autofree char *document = NULL, *text = NULL, *bytes = NULL, *inner = NULL;

  document = loom_test_write (fixture->folder, "fill.cu", SOURCE);
  text = loom_test_write (fixture->folder, "text.npy", "no array");
  bytes = loom_test_write (fixture->folder, "s.bin", "twelve bytes");
  inner = g_build_filename (fixture->folder, "folder", NULL);
  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  save (fixture, "floats.npy", "100,100", LOOM_SCALAR_F32);
  save (fixture, "folder/more.npy", "100,100", LOOM_SCALAR_F32);
  save (fixture, "ints.npy", "100,100", LOOM_SCALAR_I32);
  save (fixture, "small.npy", "3,3", LOOM_SCALAR_F32);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  application)
{
  loom_test_window_set_up (fixture, application);
  make_files (fixture);
}

static LoomParam *
param_new (const char    *name,
           LoomParamKind  kind,
           const char    *type)
{
  LoomParam *param = loom_param_new ();

  param->name = g_strdup (name);
  param->type_name = g_strdup (type);
  param->kind = kind;
  g_assert_true (loom_type_parse (type, &param->type, NULL));
  return param;
}

static LoomCompiled *
compiled_new (void)
{
  LoomCompiled *compiled = loom_compiled_new ();
  LoomKernel *kernel = loom_kernel_new ();

  compiled->ptx = g_strdup ("// PTX");
  kernel->name = g_strdup ("fill");
  kernel->entry = g_strdup ("fill");
  kernel->line = 1;
  g_ptr_array_add (kernel->params, param_new ("f", LOOM_PARAM_ARRAY, "float"));
  g_ptr_array_add (kernel->params, param_new ("n", LOOM_PARAM_SCALAR, "int"));
  g_ptr_array_add (kernel->params, param_new ("a", LOOM_PARAM_SCALAR, "float"));
  g_ptr_array_add (kernel->params, param_new ("s", LOOM_PARAM_STRUCT, "byte[12]"));
  g_ptr_array_add (compiled->kernels, kernel);
  return compiled;
}

static void
expand_all (GtkWidget *widget)
{
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    expand_all (child);
}

static void
begin_compiled (Fixture      *fixture,
                const char   *text,
                LoomCompiled *compiled)
{
  g_autoptr (GFile) file = g_file_new_build_filename (fixture->folder, "fill.cu", NULL);

  loom_session_set_file (fixture->session, file);
  loom_session_set_text (fixture->session, text, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_window_finish_run (fixture);
  gtk_window_present (GTK_WINDOW (fixture->window));
  expand_all (loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL));
  loom_test_settle ();
}

static void
begin (Fixture    *fixture,
       const char *text)
{
  g_autoptr (LoomCompiled) compiled = compiled_new ();

  begin_compiled (fixture, text, compiled);
}

static void
begin_with_fill (Fixture    *fixture,
                 const char *fill)
{
  g_autofree char *text = g_strdup_printf (SETTINGS, fill);

  begin (fixture, text);
}

static const char *
get (Fixture    *fixture,
     const char *group,
     const char *key)
{
  return loom_document_get_value (loom_session_get_document (fixture->session), group, key);
}

static GtkWidget *
find (Fixture    *fixture,
      GType       type,
      const char *title)
{
  GtkWidget *panel
      = loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL);

  return loom_test_find (panel, type, title);
}

static LoomField *
find_extent (Fixture    *fixture,
             const char *title,
             guint       axis)
{
  LoomDim3Row *row = LOOM_DIM3_ROW (find (fixture, LOOM_TYPE_DIM3_ROW, title));

  return LOOM_FIELD (loom_dim3_row_get_field (row, axis));
}

/* Which derives the grid from range and block. */
static GtkWidget *
find_lock (Fixture *fixture)
{
  return loom_test_find (find (fixture, LOOM_TYPE_DIM3_ROW, "Grid"), GTK_TYPE_TOGGLE_BUTTON, NULL);
}

static LoomField *
find_field (Fixture    *fixture,
            const char *argument,
            const char *title)
{
  GtkWidget *row = find (fixture, LOOM_TYPE_FIELD_ROW, title);

  if (argument != NULL)
    row = loom_test_find (find (fixture, ADW_TYPE_EXPANDER_ROW, argument), LOOM_TYPE_FIELD_ROW,
                          title);
  return loom_field_row_get_field (LOOM_FIELD_ROW (row));
}

/* The page of a note in the row that is shown says just this. */
static gboolean
is_said (GtkWidget  *widget,
         const char *text)
{
  if (GTK_IS_INSCRIPTION (widget) && gtk_widget_get_child_visible (widget)
      && g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_said (child, text))
      return TRUE;
  return FALSE;
}

static void
leave (Fixture   *fixture,
       LoomField *field)
{
  GtkWidget *editor = loom_test_find (GTK_WIDGET (fixture->window), GTK_SOURCE_TYPE_VIEW, NULL);

  gtk_widget_grab_focus (editor);
}

/* As it is after each key, after Enter and after Tab. */
static void
assert_refused (Fixture    *fixture,
                LoomField  *field,
                const char *typed,
                const char *before,
                guint       runs)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);
  const char *reason = loom_field_get_reason (field);

  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, before);
  g_assert_cmpstr (loom_field_get_text (field), ==, typed);
  g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, runs);
  g_assert_false (loom_mocked_runner_is_running (fixture->fake));
  g_assert_true (reason != NULL && strlen (reason) > 3);
  g_assert_true (is_said (row, reason));
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (field), "error"));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       reason);
}

static void
type_wrong (Fixture    *fixture,
            LoomField  *field,
            const char *typed)
{
  g_autofree char *before = g_strdup (loom_session_get_text (fixture->session));
  const guint runs = loom_mocked_runner_get_runs (fixture->fake);

  g_test_message ("“%s”", typed);
  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (GTK_EDITABLE (field), typed);
  assert_refused (fixture, field, typed, before, runs);
  g_signal_emit_by_name (field, "activate");
  loom_test_settle ();
  assert_refused (fixture, field, typed, before, runs);
  leave (fixture, field);
  loom_test_settle ();
  assert_refused (fixture, field, typed, before, runs);
  g_test_message ("  %s", loom_field_get_reason (field));
}

/* A right value mends it. While the window is not the active one, a field that has the focus already
 * is not entered by grabbing it, and so not left either. */
static void
type_right (Fixture    *fixture,
            LoomField  *field,
            const char *typed,
            const char *shown)
{
  leave (fixture, field);
  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (GTK_EDITABLE (field), typed);
  leave (fixture, field);
  g_assert_null (loom_field_get_reason (field));
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (field), "error"));
  g_assert_cmpstr (loom_field_get_text (field), ==, shown);
  loom_test_window_finish_run (fixture);
  g_assert_false (loom_field_is_typed (field));
  g_assert_cmpstr (loom_field_get_text (field), ==, shown);
}

static void
try_all (Fixture            *fixture,
         LoomField          *field,
         const char * const *wrong,
         guint               n_wrong,
         const char         *right,
         const char         *shown)
{
  g_assert_cmpuint (G_N_ELEMENTS (wrong_everywhere) + n_wrong, >=, 30);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_everywhere); i++)
    type_wrong (fixture, field, wrong_everywhere[i]);
  for (guint i = 0; i < n_wrong; i++)
    type_wrong (fixture, field, wrong[i]);
  type_right (fixture, field, right, shown);
}

static void
test_wrong_extents (Fixture       *fixture,
                    gconstpointer  unused)
{
  static const struct
  {
    const char         *title;
    guint               axis;
    const char         *key, *right, *shown, *value;
    const char * const *more;
  } rows[] = {
    { "Range", 0, "range", "64*2", "128", "128,100", NULL },
    { "Range", 1, "range", "0x40", "64", "128,64", NULL },
    { "Range", 2, "range", "1+1", "2", "128,64,2", NULL },
    { "Block", 0, "block", "4*4", "16", "16,8", wrong_blocks },
    { "Block", 1, "block", "1<<2", "4", "16,4", wrong_blocks },
    { "Block", 2, "block", "6/3", "2", "16,4,2", wrong_depths },
    { "Grid", 0, "grid", "(100+15)/16", "7", "7,13", wrong_grids },
    { "Grid", 1, "grid", "2*(3+4)", "14", "7,14", wrong_grids },
    { "Grid", 2, "grid", "9%7", "2", "7,14,2", wrong_grids },
  };

  begin_with_fill (fixture, "zeros");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LoomField *field = find_extent (fixture, rows[i].title, rows[i].axis);

      for (guint j = 0; rows[i].more != NULL && rows[i].more[j] != NULL; j++)
        type_wrong (fixture, field, rows[i].more[j]);
      try_all (fixture, field, wrong_extents, G_N_ELEMENTS (wrong_extents), rows[i].right,
               rows[i].shown);
      g_assert_cmpstr (get (fixture, "launch", rows[i].key), ==, rows[i].value);
    }
}

static void
test_wrong_bytes (Fixture       *fixture,
                  gconstpointer  unused)
{
  begin_with_fill (fixture, "zeros");
  try_all (fixture, find_field (fixture, NULL, "Bytes for each block"), wrong_bytes,
           G_N_ELEMENTS (wrong_bytes) - 1, "32*32*4", "4096");
  g_assert_cmpstr (get (fixture, "launch", "shared"), ==, "4096");
}

static void
test_wrong_scalars (Fixture       *fixture,
                    gconstpointer  unused)
{
  begin_with_fill (fixture, "zeros");
  try_all (fixture, find_field (fixture, NULL, "n · int"), wrong_integers,
           G_N_ELEMENTS (wrong_integers) - 1, "16*2", "32");
  g_assert_cmpstr (get (fixture, "arg n", "value"), ==, "32");
  type_right (fixture, find_field (fixture, NULL, "n · int"), "cols * 2", "cols * 2");
  g_assert_cmpstr (get (fixture, "arg n", "value"), ==, "cols * 2");
  try_all (fixture, find_field (fixture, NULL, "a · float"), wrong_floats,
           G_N_ELEMENTS (wrong_floats) - 1, "1.5f", "1.5f");
  g_assert_cmpstr (get (fixture, "arg a", "value"), ==, "1.5f");
}

/* Each number of what is passed by value has a field, which writes its own line. */
static void
test_numbers_of_a_vector (Fixture       *fixture,
                          gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = compiled_new ();
  LoomKernel *kernel = compiled->kernels->pdata[0];
  GtkWidget *row;

  g_ptr_array_add (kernel->params, param_new ("v", LOOM_PARAM_STRUCT, "float2"));
  begin_compiled (fixture, "__global__ void fill () {}\n/* gridloom\n[arg v]\nvalue=1,cols\n*/\n",
                  compiled);
  row = find (fixture, LOOM_TYPE_STRUCT_ROW, "v");
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==, "float2: x=1, y=cols");
  g_assert_cmpstr (loom_field_get_text (find_field (fixture, "v", "y · float")), ==, "cols");

  type_wrong (fixture, find_field (fixture, "v", "x · float"), "rows +");
  type_right (fixture, find_field (fixture, "v", "x · float"), "2.5", "2.5");
  g_assert_cmpstr (get (fixture, "arg v", "value.x"), ==, "2.5");
  g_assert_cmpstr (get (fixture, "arg v", "value"), ==, "1,cols");
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==,
                   "float2: x=2.5, y=cols");
}

/* An array that a struct points to has its row there, with all that an array has. */
static void
test_array_of_a_struct (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autoptr (LoomCompiled) compiled = compiled_new ();
  LoomKernel *kernel = compiled->kernels->pdata[0];
  LoomParam *param = param_new ("A", LOOM_PARAM_STRUCT, "float2");
  GtkWidget *row, *array;

  param->type = loom_type_of_record (
      loom_record_parse ("\"Matrix\"16{width 0 int;height 4 int;elements 8 *float;}"));
  g_ptr_array_add (kernel->params, param);
  loom_kernel_list_pointers (kernel);
  begin_compiled (fixture, "__global__ void fill () {}\n/* gridloom\n[launch]\nshape=8,9\n*/\n",
                  compiled);
  row = find (fixture, LOOM_TYPE_STRUCT_ROW, "A");
  array = loom_test_find (row, LOOM_TYPE_ARGUMENT_ROW, "elements");
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==,
                   "Matrix: width=9, height=8, elements");
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (array)), ==,
                   "float, 8 × 9, Zeros");

  type_wrong (fixture, find_field (fixture, "elements", "Shape (rows, columns)"), "1,2,3,4");
  type_right (fixture, find_field (fixture, "elements", "Shape (rows, columns)"), "4*4, 3", "16,3");
  g_assert_cmpstr (get (fixture, "arg A.elements", "shape"), ==, "16,3");
  adw_combo_row_set_selected (
      ADW_COMBO_ROW (loom_test_find (array, ADW_TYPE_COMBO_ROW, "Fill")), 1);
  g_assert_cmpstr (get (fixture, "arg A.elements", "fill"), ==, "ones");
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (array)), ==,
                   "float, 16 × 3, Ones");
  type_right (fixture, find_field (fixture, "A", "width · int"), "3", "3");
  g_assert_cmpstr (get (fixture, "arg A", "value.width"), ==, "3");
}

static void
test_wrong_shapes (Fixture       *fixture,
                   gconstpointer  unused)
{
  begin_with_fill (fixture, "zeros");
  try_all (fixture, find_field (fixture, "f", "Shape (rows, columns)"), wrong_shapes,
           G_N_ELEMENTS (wrong_shapes) - 1, "8*2, 64", "16,64");
  g_assert_cmpstr (get (fixture, "arg f", "shape"), ==, "16,64");
}

static void
test_switches_are_those_of_the_options (Fixture       *fixture,
                                        gconstpointer  unused)
{
  static const struct { const char *options; gboolean fast_math, fmad; } rows[] = {
    { "-DN=2", FALSE, TRUE }, { "-use_fast_math", TRUE, TRUE }, { "--fmad=false", FALSE, FALSE },
  };
  GtkWidget *group;

  begin_with_fill (fixture, "zeros");
  group = find (fixture, LOOM_TYPE_OPTIONS_GROUP, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkSwitch *fast_math, *fmad;

      loom_session_edit (fixture->session, "launch", "options", rows[i].options, NULL);
      loom_test_settle ();
      fast_math = GTK_SWITCH (gtk_widget_get_template_child (group, LOOM_TYPE_OPTIONS_GROUP,
                                                             "fast_math"));
      fmad = GTK_SWITCH (gtk_widget_get_template_child (group, LOOM_TYPE_OPTIONS_GROUP, "fmad"));
      g_assert_cmpint (gtk_switch_get_active (fast_math), ==, rows[i].fast_math);
      g_assert_cmpint (gtk_switch_get_active (fmad), ==, rows[i].fmad);
    }
}

static void
test_wrong_seeds (Fixture       *fixture,
                  gconstpointer  unused)
{
  begin_with_fill (fixture, "random(3)");
  try_all (fixture, find_field (fixture, "f", "Seed"), wrong_seeds, G_N_ELEMENTS (wrong_seeds) - 1,
           "0", "0");
  g_assert_cmpstr (get (fixture, "arg f", "fill"), ==, "random(0)");
}

static void
test_wrong_values (Fixture       *fixture,
                   gconstpointer  unused)
{
  begin (fixture, HEAD "[arg f]\nshape=2\nfill=values:1,2\n[arg s]\nfill=file:s.bin\n*/\n");
  try_all (fixture, find_field (fixture, "f", "Values"), wrong_values,
           G_N_ELEMENTS (wrong_values) - 1, " -1.5, 2e3 ", "-1.5, 2e3");
  g_assert_cmpstr (get (fixture, "arg f", "fill"), ==, "values:-1.5, 2e3");
}

static void
test_wrong_formulas (Fixture       *fixture,
                     gconstpointer  unused)
{
  begin_with_fill (fixture, "expr:x");
  try_all (fixture, find_field (fixture, "f", "Formula"), wrong_formulas,
           G_N_ELEMENTS (wrong_formulas) - 1, "x * cols + y", "x * cols + y");
  g_assert_cmpstr (get (fixture, "arg f", "fill"), ==, "expr:x * cols + y");
}

static void
test_wrong_files (Fixture       *fixture,
                  gconstpointer  unused)
{
  begin_with_fill (fixture, "file:floats.npy");
  try_all (fixture, find_field (fixture, "f", "File"), wrong_files, G_N_ELEMENTS (wrong_files) - 1,
           "folder/more.npy", "folder/more.npy");
  g_assert_cmpstr (get (fixture, "arg f", "fill"), ==, "file:folder/more.npy");
  for (guint i = 0; i + 1 < G_N_ELEMENTS (wrong_bytes_files); i++)
    type_wrong (fixture, find_field (fixture, "s", "File"), wrong_bytes_files[i]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong_everywhere); i++)
    type_wrong (fixture, find_field (fixture, "s", "File"), wrong_everywhere[i]);
}

static void
test_absolute_path (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autofree char *inside = g_build_filename (fixture->folder, "floats.npy", NULL);
  LoomField *field;

  begin_with_fill (fixture, "file:folder/more.npy");
  field = find_field (fixture, "f", "File");
  type_right (fixture, field, inside, "floats.npy");
  g_assert_cmpstr (get (fixture, "arg f", "fill"), ==, "file:floats.npy");

  loom_session_set_file (fixture->session, NULL);
  loom_test_settle ();
  gtk_editable_set_text (GTK_EDITABLE (field), inside);
  g_assert_nonnull (strstr (loom_field_get_reason (field), "not saved in a folder"));
  loom_field_type (field, "floats.npy", TRUE);
}

static void
test_file_is_chosen_before_it_is_named (Fixture       *fixture,
                                        gconstpointer  unused)
{
  GtkWidget *row;
  LoomField *field;
  g_autofree char *before = NULL;

  begin_with_fill (fixture, "zeros");
  row = loom_test_find (find (fixture, ADW_TYPE_EXPANDER_ROW, "f"), ADW_TYPE_COMBO_ROW, "Fill");
  before = g_strdup (loom_session_get_text (fixture->session));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 6);
  field = find_field (fixture, "f", "File");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, before);
  g_assert_cmpstr (loom_field_get_text (field), ==, "");

  /* another edit, and its run, leave the choice alone */
  loom_field_type (find_extent (fixture, "Block", 0), "16", TRUE);
  loom_test_window_finish_run (fixture);
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, 6);
  type_right (fixture, field, "floats.npy", "floats.npy");
  g_assert_cmpstr (get (fixture, "arg f", "fill"), ==, "file:floats.npy");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (row)), ==, 6);
}

/* Two numbers that are only right together. */
static void
test_axes_go_together (Fixture       *fixture,
                       gconstpointer  unused)
{
  LoomField *x, *y;

  begin_with_fill (fixture, "zeros");
  x = find_extent (fixture, "Block", 0);
  y = find_extent (fixture, "Block", 1);
  type_wrong (fixture, x, "1024");
  type_right (fixture, y, "2", "2");
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "8,2");
  g_assert_cmpstr (loom_field_get_text (x), ==, "1024");
  g_assert_nonnull (loom_field_get_reason (x));
  type_right (fixture, y, "1", "1");
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "1024");
  g_assert_null (loom_field_get_reason (x));

  /* what is wrong by itself does not keep the others */
  type_wrong (fixture, x, "abc");
  type_right (fixture, find_extent (fixture, "Grid", 0), "5", "5");
  gtk_editable_set_text (GTK_EDITABLE (y), "1");
  g_assert_cmpstr (loom_field_get_text (x), ==, "abc");
  g_assert_nonnull (loom_field_get_reason (x));

  /* until what holds there changes */
  loom_session_edit (fixture->session, "launch", "block", "32", NULL);
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (loom_field_get_text (x), ==, "32");
  g_assert_null (loom_field_get_reason (x));
}

/* Without Enter or Tab before it. */
static void
test_run_takes_what_is_typed (Fixture       *fixture,
                              gconstpointer  unused)
{
  g_autofree char *before = NULL;
  LoomField *field;

  begin_with_fill (fixture, "zeros");
  field = find_extent (fixture, "Block", 0);
  before = g_strdup (loom_session_get_text (fixture->session));
  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (GTK_EDITABLE (field), "4*4");
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, before);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.run", NULL);
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "16,8");
  g_assert_cmpuint (loom_mocked_runner_get_plan (fixture->fake)->block.x, ==, 16);
  g_assert_cmpstr (loom_field_get_text (field), ==, "16");
}

/* Only a plan knows the defaults, and it is older than the settings by a compilation. */
static void
test_edit_outlives_a_compilation (Fixture       *fixture,
                                  gconstpointer  unused)
{
  static const char * const typed[] = { "16", "32", "16,16", "5" };
  g_autofree char *text = g_strdup_printf ("// longer\n" SETTINGS, "random(3)");
  g_autoptr (LoomCompiled) compiled = compiled_new ();
  LoomField *fields[G_N_ELEMENTS (typed)];

  begin_with_fill (fixture, "random(3)");
  fields[0] = find_extent (fixture, "Block", 0);
  fields[1] = find_field (fixture, NULL, "n · int");
  fields[2] = find_field (fixture, "f", "Shape (rows, columns)");
  fields[3] = find_field (fixture, "f", "Seed");
  loom_session_set_text (fixture->session, text, -1);
  loom_test_wait_until (loom_test_is_compiling, fixture->fake, "a compilation");
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      gtk_widget_grab_focus (GTK_WIDGET (fields[i]));
      gtk_editable_set_text (GTK_EDITABLE (fields[i]), typed[i]);
      leave (fixture, fields[i]);
      loom_test_settle ();
      for (guint j = 0; j <= i; j++)
        g_assert_cmpstr (loom_field_get_text (fields[j]), ==, typed[j]);
    }

  /* a step is one of the number that was typed */
  g_assert_true (loom_test_press (GTK_WIDGET (fields[0]), GDK_KEY_Up, 0));
  loom_test_settle ();
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "17,8");
  loom_mocked_runner_answer_compile (fixture->fake, compiled);
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (loom_field_get_text (fields[0]), ==, "17");
  for (guint i = 1; i < G_N_ELEMENTS (fields); i++)
    g_assert_cmpstr (loom_field_get_text (fields[i]), ==, typed[i]);
}

static void
assert_called_a_guess (GtkWidget *row,
                       gboolean   is_guess)
{
  GtkWidget *note = GTK_WIDGET (loom_field_row_get_note (LOOM_FIELD_ROW (row)));
  const char *text = gtk_label_get_label (GTK_LABEL (loom_test_find (note, GTK_TYPE_LABEL, NULL)));

  g_assert_cmpint (g_str_has_prefix (text, "A guess: "), ==, is_guess);
}

static void
test_default_comes_back (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *row, *button;

  begin_with_fill (fixture, "zeros");
  row = find (fixture, LOOM_TYPE_SCALAR_ROW, "n · int");
  button = loom_test_find (row, GTK_TYPE_BUTTON, NULL);
  g_assert_true (gtk_widget_get_sensitive (button));
  assert_called_a_guess (row, FALSE);
  g_signal_emit_by_name (button, "clicked");
  loom_test_window_finish_run (fixture);
  assert_called_a_guess (row, TRUE);
  g_assert_null (get (fixture, "arg n", "value"));
  g_assert_cmpstr (loom_field_get_text (find_field (fixture, NULL, "n · int")), ==, "100");
  g_assert_false (gtk_widget_get_sensitive (button));
}

static void
test_steps (Fixture       *fixture,
            gconstpointer  unused)
{
  static const struct { guint key; const char *shown; } rows[] = {
    { GDK_KEY_Up, "9" }, { GDK_KEY_Down, "8" }, { GDK_KEY_Page_Up, "16" },
    { GDK_KEY_Page_Down, "8" }, { GDK_KEY_Page_Down, "1" },
  };
  LoomField *field;

  begin_with_fill (fixture, "zeros");
  field = find_extent (fixture, "Block", 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (loom_test_press (GTK_WIDGET (field), rows[i].key, 0));
      g_assert_cmpstr (loom_field_get_text (field), ==, rows[i].shown);
      loom_test_window_finish_run (fixture);
    }
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "1,8");

  /* beyond what the device allows it stays, marked, and comes back */
  type_right (fixture, field, "128", "128");
  loom_test_press (GTK_WIDGET (field), GDK_KEY_Up, 0);
  g_assert_cmpstr (loom_field_get_text (field), ==, "129");
  g_assert_nonnull (loom_field_get_reason (field));
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "128,8");
  loom_test_press (GTK_WIDGET (field), GDK_KEY_Down, 0);
  g_assert_cmpstr (loom_field_get_text (field), ==, "128");
  g_assert_null (loom_field_get_reason (field));
}

static void
press_undo (LoomField *field)
{
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (field)));

  gtk_widget_grab_focus (GTK_WIDGET (field));
  g_assert_true (loom_test_press (text, GDK_KEY_z, GDK_CONTROL_MASK));
  loom_test_settle ();
}

static void
press_redo (LoomField *field)
{
  GtkWidget *text = GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (field)));

  gtk_widget_grab_focus (GTK_WIDGET (field));
  g_assert_true (loom_test_press (text, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  loom_test_settle ();
}

/* One history for text and fields: undo in whichever field takes back the document's last step. */
static void
test_undo (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autofree char *start = NULL;
  LoomField *fields[4];

  begin_with_fill (fixture, "random(3)");
  start = g_strdup (loom_session_get_text (fixture->session));
  fields[0] = find_extent (fixture, "Block", 0);
  fields[1] = find_field (fixture, NULL, "n · int");
  fields[2] = find_field (fixture, "f", "Shape (rows, columns)");
  fields[3] = find_field (fixture, "f", "Seed");

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *changed = NULL;
      LoomField *other = fields[(i + 1) % G_N_ELEMENTS (fields)];

      type_right (fixture, fields[i], i == 2 ? "16,16" : "16", i == 2 ? "16,16" : "16");
      changed = g_strdup (loom_session_get_text (fixture->session));
      g_assert_cmpstr (changed, !=, start);
      press_undo (other);
      loom_session_flush (fixture->session);
      g_assert_cmpstr (loom_session_get_text (fixture->session), ==, start);
      loom_test_window_finish_run (fixture);
      g_assert_cmpstr (loom_field_get_text (fields[i]), !=, "16");
      press_redo (other);
      loom_session_flush (fixture->session);
      g_assert_cmpstr (loom_session_get_text (fixture->session), ==, changed);
      loom_test_window_finish_run (fixture);
      press_undo (fields[i]);
      loom_session_flush (fixture->session);
      g_assert_cmpstr (loom_session_get_text (fixture->session), ==, start);
      loom_test_window_finish_run (fixture);
      leave (fixture, fields[i]);
      g_assert_cmpstr (loom_session_get_text (fixture->session), ==, start);
    }
}

/* What is being typed is taken back first, and is no step of the document. */
static void
test_undo_of_typing (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autofree char *changed = NULL;
  LoomField *field;

  begin_with_fill (fixture, "zeros");
  field = find_extent (fixture, "Block", 0);
  type_right (fixture, field, "16", "16");
  changed = g_strdup (loom_session_get_text (fixture->session));

  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (GTK_EDITABLE (field), "16*");
  press_undo (field);
  g_assert_cmpstr (loom_field_get_text (field), ==, "16");
  g_assert_null (loom_field_get_reason (field));
  g_assert_cmpstr (loom_session_get_text (fixture->session), ==, changed);

  gtk_editable_set_text (GTK_EDITABLE (field), "abc");
  g_assert_true (loom_test_press (GTK_WIDGET (field), GDK_KEY_Escape, 0));
  g_assert_cmpstr (loom_field_get_text (field), ==, "16");
  press_undo (field);
  loom_session_flush (fixture->session);
  g_assert_cmpstr (get (fixture, "launch", "block"), ==, "8,8");
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (loom_field_get_text (field), ==, "8");
}

static gboolean
has_drawn_more (gpointer data)
{
  gint64 *wanted = data;
  GdkFrameClock *clock = GSIZE_TO_POINTER (wanted[1]);

  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
  return gdk_frame_clock_get_frame_counter (clock) >= wanted[0];
}

/* What changed has been laid out. */
static void
draw (Fixture *fixture)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  gint64 wanted[] = { gdk_frame_clock_get_frame_counter (clock) + 4, GPOINTER_TO_SIZE (clock) };

  loom_test_wait_until (has_drawn_more, wanted, "frames");
}

/* Where everything is that can be pressed or typed into, save advice itself. */
static void
add_places (GtkWidget *widget,
            GtkWidget *window,
            GArray    *places)
{
  graphene_rect_t bounds;

  if (LOOM_IS_ADVICE_ROW (widget) || !gtk_widget_get_mapped (widget))
    return;
  if ((LOOM_IS_FIELD (widget) || GTK_IS_BUTTON (widget))
      && gtk_widget_compute_bounds (widget, window, &bounds))
    {
      g_array_append_val (places, bounds.origin.x);
      g_array_append_val (places, bounds.origin.y);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_places (child, window, places);
}

static GArray *
find_places (Fixture *fixture)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (float));

  draw (fixture);
  add_places (loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL),
              GTK_WIDGET (fixture->window), places);
  g_assert_cmpuint (places->len, >=, 2 * 20);
  return places;
}

static void
assert_same_places (GArray *places,
                    GArray *others)
{
  g_assert_cmpuint (places->len, ==, others->len);
  for (guint i = 0; i < places->len; i++)
    g_assert_cmpfloat (g_array_index (places, float, i), ==, g_array_index (others, float, i));
}

static void
set_block (Fixture    *fixture,
           const char *block,
           gboolean    has_advice)
{
  g_assert_true (loom_session_edit (fixture->session, "launch", "block", block, NULL));
  draw (fixture);
  if (loom_mocked_runner_is_running (fixture->fake))
    loom_test_window_finish_run (fixture);
  draw (fixture);
  g_assert_cmpint (find (fixture, LOOM_TYPE_ADVICE_ROW, NULL) != NULL, ==, has_advice);
}

static GtkAdjustment *
get_scroll (Fixture *fixture)
{
  return gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (find (fixture, GTK_TYPE_SCROLLED_WINDOW, NULL)));
}

/* At the top, and scrolled to the end, which advice that goes would pull down. */
static void
test_advice_moves_nothing (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autoptr (GArray) before = NULL, with = NULL, after = NULL, at_end = NULL, still = NULL,
                     back = NULL;
  GtkAdjustment *scroll;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 720);
  begin_with_fill (fixture, "random(3)");
  draw (fixture);
  set_block (fixture, "8,8", FALSE);
  before = find_places (fixture);
  set_block (fixture, "7,9", TRUE);
  with = find_places (fixture);
  assert_same_places (before, with);

  scroll = get_scroll (fixture);
  gtk_adjustment_set_value (scroll, gtk_adjustment_get_upper (scroll));
  at_end = find_places (fixture);
  g_assert_cmpfloat (gtk_adjustment_get_value (scroll), >, 100);
  set_block (fixture, "8,8", FALSE);
  still = find_places (fixture);
  assert_same_places (at_end, still);

  gtk_adjustment_set_value (scroll, 0);
  after = find_places (fixture);
  assert_same_places (before, after);
  set_block (fixture, "64,64", TRUE);
  back = find_places (fixture);
  assert_same_places (before, back);
}

/* Its words as far as they go, beside the button that mends it; all of them are there to be read. */
static void
test_advice_is_one_line (Fixture       *fixture,
                         gconstpointer  unused)
{
  GtkWidget *row;
  guint n = 0;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 720);
  begin_with_fill (fixture, "random(3)");
  draw (fixture);
  g_assert_true (loom_session_edit (fixture->session, "launch", "grid", "1,1", NULL));
  set_block (fixture, "7,9", TRUE);
  for (row = find (fixture, LOOM_TYPE_ADVICE_ROW, NULL); row != NULL;
       row = gtk_widget_get_next_sibling (row), n++)
    {
      GtkWidget *label = loom_test_find (row, GTK_TYPE_LABEL, NULL);
      GtkWidget *button = loom_test_find (row, GTK_TYPE_BUTTON, NULL);

      g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), ==,
                       1);
      g_assert_cmpint (gtk_widget_get_height (row), <, 2 * gtk_widget_get_height (button));
      g_assert_cmpstr (gtk_widget_get_tooltip_text (row), ==,
                       gtk_label_get_text (GTK_LABEL (label)));
    }
  g_assert_cmpuint (n, ==, 2);
}

/* One of its buttons may be just pressed while what the machine code takes is told. */
static void
test_advice_keeps_its_row (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autoptr (GtkWidget) row = NULL;

  begin_with_fill (fixture, "random(3)");
  draw (fixture);
  set_block (fixture, "7,9", TRUE);
  row = g_object_ref (find (fixture, LOOM_TYPE_ADVICE_ROW, NULL));
  g_signal_emit_by_name (loom_session_get_machine_query (fixture->session), "changed");
  draw (fixture);
  g_assert_true (find (fixture, LOOM_TYPE_ADVICE_ROW, NULL) == row);
  set_block (fixture, "9,7", TRUE);
  g_assert_true (find (fixture, LOOM_TYPE_ADVICE_ROW, NULL) != row);
  set_block (fixture, "8,8", FALSE);
}

static gboolean
is_row_seen (gpointer data)
{
  GtkWidget *row = data;
  GtkWidget *scroller = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (row, scroller, &bounds) && bounds.origin.y >= 0
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (scroller);
}

/* GTK shows the entry that has the focus, not what is said below it. */
static void
test_reason_is_seen (Fixture       *fixture,
                     gconstpointer  unused)
{
  LoomField *field;
  GtkWidget *row;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 720);
  begin_with_fill (fixture, "zeros");
  draw (fixture);
  field = find_field (fixture, "s", "File");
  row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);
  g_assert_false (is_row_seen (row));
  gtk_widget_grab_focus (GTK_WIDGET (field));
  loom_test_wait_until (is_row_seen, row, "the row to be scrolled to");
  gtk_editable_set_text (GTK_EDITABLE (field), "a-long-name/of-a-file/that-is/nowhere-to-be.bin");
  g_assert_nonnull (loom_field_get_reason (field));
  draw (fixture);
  loom_test_wait_until (is_row_seen, row, "the reason to be seen");
  loom_field_revert (field);
}

/* A label with a style, wherever it is. */
static GtkWidget *
find_styled (GtkWidget  *widget,
             const char *style)
{
  GtkWidget *found = gtk_widget_has_css_class (widget, style) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_styled (child, style);
  return found;
}

/* However long it is: what has no room in the row lies over what is below. */
static void
test_reasons_move_nothing (Fixture       *fixture,
                           gconstpointer  unused)
{
  LoomField *fields[5];
  GtkWidget *whole;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 2000);
  begin_with_fill (fixture, "random(3)");
  fields[0] = find_extent (fixture, "Range", 0);
  fields[1] = find_extent (fixture, "Block", 1);
  fields[2] = find_field (fixture, NULL, "Bytes for each block");
  fields[3] = find_field (fixture, "f", "Seed");
  fields[4] = find_field (fixture, NULL, "n · int");
  whole = find_styled (loom_test_find (GTK_WIDGET (fixture->window), LOOM_TYPE_LAUNCH_PANEL, NULL),
                       "reason");
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autoptr (GArray) before = NULL, with = NULL, left = NULL;

      gtk_widget_grab_focus (GTK_WIDGET (fields[i]));
      before = find_places (fixture);
      g_assert_false (gtk_widget_get_visible (whole));
      gtk_editable_set_text (GTK_EDITABLE (fields[i]), "99999999999999999999999999999999999");
      with = find_places (fixture);
      assert_same_places (before, with);
      g_assert_true (gtk_widget_get_mapped (whole));
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (whole)), ==,
                       loom_field_get_reason (fields[i]));

      leave (fixture, fields[i]);
      left = find_places (fixture);
      assert_same_places (before, left);
      g_assert_false (gtk_widget_get_visible (whole));
      loom_field_revert (fields[i]);
    }

  /* a short one has room */
  gtk_widget_grab_focus (GTK_WIDGET (fields[0]));
  gtk_editable_set_text (GTK_EDITABLE (fields[0]), "1.5");
  draw (fixture);
  g_assert_nonnull (loom_field_get_reason (fields[0]));
  g_assert_false (gtk_widget_get_visible (whole));
  loom_field_revert (fields[0]);
}

/* Of two wrong fields of a row, the one that is typed into says why. */
static void
test_entered_field_says_why (Fixture       *fixture,
                             gconstpointer  unused)
{
  LoomField *x, *y;
  GtkWidget *row;

  begin_with_fill (fixture, "zeros");
  x = find_extent (fixture, "Block", 0);
  y = find_extent (fixture, "Block", 1);
  row = gtk_widget_get_ancestor (GTK_WIDGET (x), ADW_TYPE_PREFERENCES_ROW);
  type_wrong (fixture, x, "abc");
  type_wrong (fixture, y, "1.5");
  gtk_widget_grab_focus (GTK_WIDGET (x));
  g_assert_true (is_said (row, loom_field_get_reason (x)));
  gtk_widget_grab_focus (GTK_WIDGET (y));
  g_assert_true (is_said (row, loom_field_get_reason (y)));
  loom_field_revert (y);
  g_assert_true (is_said (row, loom_field_get_reason (x)));
}

static void
activate (Fixture    *fixture,
          const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL));
  loom_test_settle ();
}

/* Not what held before, without a word. */
static void
test_wrong_text_is_not_run (Fixture       *fixture,
                            gconstpointer  unused)
{
  GtkWidget *folded, *editor;
  LoomField *fields[3];

  begin_with_fill (fixture, "random(3)");
  editor = loom_test_find (GTK_WIDGET (fixture->window), GTK_SOURCE_TYPE_VIEW, NULL);
  folded = find (fixture, ADW_TYPE_EXPANDER_ROW, "f");
  fields[0] = find_extent (fixture, "Grid", 1);
  fields[1] = find_field (fixture, NULL, "a · float");
  fields[2] = find_field (fixture, "f", "Seed");
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const guint runs = loom_mocked_runner_get_runs (fixture->fake);

      type_wrong (fixture, fields[i], "abc");
      adw_expander_row_set_expanded (ADW_EXPANDER_ROW (folded), FALSE);
      g_assert_true (gtk_widget_is_focus (editor));
      activate (fixture, "win.run");
      g_assert_cmpuint (loom_mocked_runner_get_runs (fixture->fake), ==, runs);
      g_assert_false (loom_mocked_runner_is_running (fixture->fake));
      g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)),
                                             GTK_WIDGET (fields[i])));
      g_assert_cmpint (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (folded)), ==, i == 2);
      loom_field_revert (fields[i]);
    }

  /* the one that is typed into comes before the others, and what is hidden does not count */
  type_wrong (fixture, fields[0], "abc");
  gtk_widget_grab_focus (GTK_WIDGET (fields[2]));
  gtk_editable_set_text (GTK_EDITABLE (fields[2]), "abc");
  activate (fixture, "win.run");
  g_assert_nonnull (gtk_widget_get_focus_child (GTK_WIDGET (fields[2])));
  loom_field_revert (fields[0]);
  gtk_widget_set_visible (gtk_widget_get_ancestor (GTK_WIDGET (fields[2]),
                                                   ADW_TYPE_PREFERENCES_ROW), FALSE);
  activate (fixture, "win.run");
  loom_test_window_finish_run (fixture);
}

/* A formula that only the compiler refuses is written; what it says stands at the field. */
static void
test_fault_stands_at_the_field (Fixture       *fixture,
                                gconstpointer  unused)
{
  static const char fault[] = "[arg f] fill: the expression “g(x)” does not compile: no g";
  LoomField *field;
  GtkWidget *row;

  begin_with_fill (fixture, "expr:x");
  field = find_field (fixture, "f", "Formula");
  row = gtk_widget_get_ancestor (GTK_WIDGET (field), ADW_TYPE_PREFERENCES_ROW);
  type_right (fixture, field, "g(x)", "g(x)");
  loom_session_take_error (fixture->session,
                           g_error_new_literal (LOOM_ERROR, LOOM_ERROR_DOCUMENT, fault));
  loom_test_settle ();
  g_assert_cmpstr (loom_field_get_reason (field), ==, fault);
  g_assert_true (is_said (row, fault));
  g_assert_false (loom_field_is_refused (field));
  g_assert_null (loom_field_get_reason (find_field (fixture, "f", "Shape (rows, columns)")));
  g_assert_null (loom_field_get_reason (find_extent (fixture, "Block", 0)));

  /* as long as that stands there */
  gtk_widget_grab_focus (GTK_WIDGET (field));
  leave (fixture, field);
  g_assert_cmpstr (loom_field_get_reason (field), ==, fault);
  gtk_widget_grab_focus (GTK_WIDGET (field));
  gtk_editable_set_text (GTK_EDITABLE (field), "x");
  g_assert_null (loom_field_get_reason (field));
  gtk_editable_set_text (GTK_EDITABLE (field), "g(x)");
  g_assert_cmpstr (loom_field_get_reason (field), ==, fault);
  type_right (fixture, field, "x + 1", "x + 1");
}

static gboolean
is_refused (gpointer session)
{
  return loom_session_get_error (session) != NULL;
}

/* What the editor says and the launch can't be made of is marked, too, and is mended in place. */
static void
test_written_fault_is_mended_in_its_field (Fixture       *fixture,
                                           gconstpointer  unused)
{
  static const struct { const char *group, *key, *wrong, *right; } rows[] = {
    { "arg f", "shape", "10,10x", "10,10" },
    { "launch", "block", "64,64", "16,8" },
  };
  LoomField *fields[G_N_ELEMENTS (rows)];

  begin_with_fill (fixture, "zeros");
  fields[0] = find_field (fixture, "f", "Shape (rows, columns)");
  fields[1] = find_extent (fixture, "Block", 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      loom_session_edit (fixture->session, rows[i].group, rows[i].key, rows[i].wrong, NULL);
      loom_test_wait_until (is_refused, fixture->session, "an error");
      loom_test_settle ();
      g_assert_cmpstr (loom_field_get_reason (fields[i]), ==,
                       loom_session_get_error (fixture->session)->message);
      g_assert_cmpstr (loom_field_get_text (fields[i]), ==, i == 0 ? "10,10x" : "64");
      loom_session_edit (fixture->session, rows[i].group, rows[i].key, rows[i].right, NULL);
      loom_test_window_finish_run (fixture);
      g_assert_null (loom_field_get_reason (fields[i]));
    }
}

/* A click on a field that comes right after the one on the lock. */
static void
test_lock_opens_the_fields_at_once (Fixture       *fixture,
                                    gconstpointer  unused)
{
  GtkToggleButton *lock;

  begin_with_fill (fixture, "zeros");
  lock = GTK_TOGGLE_BUTTON (find_lock (fixture));
  gtk_toggle_button_set_active (lock, TRUE);
  loom_test_window_finish_run (fixture);
  g_assert_false (gtk_widget_is_sensitive (GTK_WIDGET (find_extent (fixture, "Grid", 0))));
  gtk_toggle_button_set_active (lock, FALSE);
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (find_extent (fixture, "Grid", 0))));
  loom_test_window_finish_run (fixture);
  g_assert_true (gtk_widget_is_sensitive (GTK_WIDGET (find_extent (fixture, "Grid", 0))));
}

/* A lock that closes, and a reset, leave nothing behind that nobody can mend or asked to keep. */
static void
test_reset_takes_back_what_is_typed (Fixture       *fixture,
                                     gconstpointer  unused)
{
  GtkWidget *lock, *reset;
  LoomField *grid, *block;

  begin_with_fill (fixture, "zeros");
  grid = find_extent (fixture, "Grid", 0);
  type_wrong (fixture, grid, "abc");
  lock = find_lock (fixture);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (lock), TRUE);
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (get (fixture, "launch", "grid"), ==, "auto");
  g_assert_cmpstr (loom_field_get_text (grid), ==, "13");
  g_assert_null (loom_field_get_reason (grid));

  block = find_extent (fixture, "Block", 0);
  type_wrong (fixture, block, "abc");
  reset = find (fixture, GTK_TYPE_BUTTON, NULL);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (reset), ==, "Reset the launch to its defaults");
  g_signal_emit_by_name (reset, "clicked");
  loom_test_window_finish_run (fixture);
  g_assert_cmpstr (loom_field_get_text (block), ==, "16");
  g_assert_null (loom_field_get_reason (block));
}

/* Pressed over and over: from one thread to more than a block may have, and back. */
static void
test_buttons_stay_under_the_pointer (Fixture       *fixture,
                                     gconstpointer  unused)
{
  static const char * const tips[] = { "Double the block", "Halve the block" };
  guint advised = 0;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 720);
  begin (fixture, SOURCE "/* gridloom\n[launch]\nblock=1\n[arg f]\nshape=100,100\n"
                         "[arg n]\nvalue=1\n[arg a]\nvalue=1\n[arg s]\nfill=file:s.bin\n*/\n");
  draw (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (tips); i++)
    {
      GtkWidget *button = loom_test_find (find (fixture, LOOM_TYPE_DIM3_ROW, "Block"),
                                          GTK_TYPE_BUTTON, NULL);
      graphene_rect_t first, now;

      if (g_strcmp0 (gtk_widget_get_tooltip_text (button), tips[i]) != 0)
        button = gtk_widget_get_next_sibling (button);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, tips[i]);
      g_assert_true (gtk_widget_compute_bounds (button, GTK_WIDGET (fixture->window), &first));
      for (guint presses = 0; presses < 12; presses++)
        {
          g_signal_emit_by_name (button, "clicked");
          draw (fixture);
          if (loom_mocked_runner_is_running (fixture->fake))
            loom_test_window_finish_run (fixture);
          draw (fixture);
          advised += find (fixture, LOOM_TYPE_ADVICE_ROW, NULL) != NULL;
          g_assert_true (gtk_widget_compute_bounds (button, GTK_WIDGET (fixture->window), &now));
          g_assert_cmpfloat (now.origin.x, ==, first.origin.x);
          g_assert_cmpfloat (now.origin.y, ==, first.origin.y);
        }
    }
  g_assert_cmpuint (advised, >, 0);
  g_assert_cmpuint (advised, <, 24);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GtkApplication) application = loom_test_application_new (&argc, &argv);

#define ADD(path, function)                                                                        \
  g_test_add ("/app/launch-fields/" path, Fixture, application, set_up, function, \
              loom_test_window_tear_down)
  ADD ("wrong-extents-stay-and-say-why", test_wrong_extents);
  ADD ("wrong-bytes-stay-and-say-why", test_wrong_bytes);
  ADD ("wrong-scalars-stay-and-say-why", test_wrong_scalars);
  ADD ("numbers-of-a-vector-have-fields", test_numbers_of_a_vector);
  ADD ("array-of-a-struct-has-its-row", test_array_of_a_struct);
  ADD ("wrong-shapes-stay-and-say-why", test_wrong_shapes);
  ADD ("switches-are-those-of-the-options", test_switches_are_those_of_the_options);
  ADD ("wrong-seeds-stay-and-say-why", test_wrong_seeds);
  ADD ("wrong-values-stay-and-say-why", test_wrong_values);
  ADD ("wrong-formulas-stay-and-say-why", test_wrong_formulas);
  ADD ("wrong-files-stay-and-say-why", test_wrong_files);
  ADD ("absolute-path-becomes-relative", test_absolute_path);
  ADD ("file-is-chosen-before-it-is-named", test_file_is_chosen_before_it_is_named);
  ADD ("axes-go-together", test_axes_go_together);
  ADD ("run-takes-what-is-typed", test_run_takes_what_is_typed);
  ADD ("edit-outlives-a-compilation", test_edit_outlives_a_compilation);
  ADD ("default-comes-back", test_default_comes_back);
  ADD ("keys-step", test_steps);
  ADD ("undo-is-the-documents", test_undo);
  ADD ("undo-takes-back-typing-first", test_undo_of_typing);
  ADD ("advice-moves-nothing", test_advice_moves_nothing);
  ADD ("advice-is-one-line", test_advice_is_one_line);
  ADD ("advice-keeps-its-row", test_advice_keeps_its_row);
  ADD ("reason-is-seen", test_reason_is_seen);
  ADD ("reasons-move-nothing", test_reasons_move_nothing);
  ADD ("entered-field-says-why", test_entered_field_says_why);
  ADD ("wrong-text-is-not-run", test_wrong_text_is_not_run);
  ADD ("fault-stands-at-the-field", test_fault_stands_at_the_field);
  ADD ("written-fault-is-mended-in-its-field", test_written_fault_is_mended_in_its_field);
  ADD ("lock-opens-the-fields-at-once", test_lock_opens_the_fields_at_once);
  ADD ("reset-takes-back-what-is-typed", test_reset_takes_back_what_is_typed);
  ADD ("buttons-stay-under-the-pointer", test_buttons_stay_under_the_pointer);
#undef ADD
  return g_test_run ();
}
