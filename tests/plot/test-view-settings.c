/* test-view-settings.c: what a document says of its picture and nothing understands is told, at its line
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "../core/plan-fixture.h"
#include "loom-view-settings.h"

#define LAUNCH "[launch]\nblock=8\n[arg f]\nshape=2,3,8\n[arg pair]\nshape=4\n[view]\n"
#define KERNELS "k: float* f, float4* pair\nother: int* later"

/* What is said of settings in [view]; NULL: nothing is. */
static const struct
{
  const char *name, *settings, *warning;
} rows[] = {
  { "right", "array=pair\nlens=writes\ncolormap=grey\nlimits=-1,1\nscale=log\norigin=lower\n"
    "style=pystencils\nplane=0\nmember=y\n", NULL },
  { "array", "array=q\n", "there is no array “q” to show; there are f, pair" },
  { "array-of-another-kernel", "array=later\n", NULL },
  { "variable", "array=coefficients\n", NULL },
  { "lens", "lens=colour\n", "there is no lens “colour”; there are value, " },
  { "colormap", "colormap=jet\n", "there are no colours “jet”; there are viridis, " },
  { "limits", "limits=1,1\n", "leave out a share, as in 1%; “1,1” is neither" },
  { "scale", "scale=cubic\n", "the scale of colours is “linear” or “log”, not “cubic”" },
  { "origin", "origin=left\n",
    "row 0 is drawn at the “upper” or the “lower” side, not at “left”" },
  { "style", "style=seaborn\n", "there is no style “seaborn”; there is pystencils, or none" },
  { "last-plane", "plane=1\n", NULL },
  { "plane", "plane=2\n", "“2” is not a plane of f; they are 0 to 1" },
  { "plane-of-the-array", "array=pair\nplane=1\n", "“1” is not a plane of pair; they are 0 to 0" },
  { "plane-in-words", "plane=first\n", "“first” is not a plane of f; they are 0 to 1" },
  { "member", "array=pair\nmember=pos\n", "a cell of pair has no member “pos”" },
  { "empty", "array=\nlens=\ncolormap=\nlimits=\nscale=\norigin=\nstyle=\nplane=\nmember=\n", NULL },
};

static GPtrArray *
check (const char *settings,
       gboolean    is_bound)
{
  g_autofree char *text = g_strconcat ("\n/* gridloom\n" LAUNCH, settings, "*/\n", NULL);
  g_autoptr (LoomCompiled) compiled = fixture_compile (KERNELS);
  g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomPlan) plan = loom_plan_bind (document, compiled, NULL,
                                              loom_limits_get_simulator (), NULL, &error);

  g_assert_no_error (error);
  return loom_view_check_settings (document, is_bound ? compiled : NULL, is_bound ? plan : NULL);
}

static void
test_row (gconstpointer data)
{
  const guint row = GPOINTER_TO_UINT (data);
  g_autoptr (GPtrArray) found = check (rows[row].settings, TRUE);
  const LoomDiagnostic *last;
  guint lines = 0;

  g_assert_cmpuint (found->len, ==, rows[row].warning != NULL ? 1 : 0);
  if (found->len == 0)
    return;
  for (const char *at = LAUNCH; *at != '\0'; at++)
    lines += *at == '\n';
  for (const char *at = rows[row].settings; *at != '\0'; at++)
    lines += *at == '\n';
  last = found->pdata[0];
  g_test_message ("%s", last->text);
  g_assert_nonnull (strstr (last->text, rows[row].warning));
  g_assert_cmpint (last->severity, ==, LOOM_SEVERITY_WARNING);
  g_assert_cmpuint (last->line, ==, lines + 2);
}

/* Of a source that does not compile, nobody knows the arrays; what is no number of a plane is none
 * of any. */
static void
test_without_a_launch (void)
{
  g_autoptr (GPtrArray) some = check ("array=q\nplane=7\nmember=pos\n", FALSE);
  g_autoptr (GPtrArray) word = check ("plane=first\n", FALSE);

  g_assert_cmpuint (some->len, ==, 0);
  g_assert_cmpuint (word->len, ==, 1);
  g_assert_cmpstr (((LoomDiagnostic *) word->pdata[0])->text, ==,
                   "“first” is not a number of a plane, as 0 is");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/plot/view-settings/", rows[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/plot/view-settings/without-a-launch", test_without_a_launch);
  return g_test_run ();
}
