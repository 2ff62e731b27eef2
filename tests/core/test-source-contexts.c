/* test-source-contexts.c: which calls of host code have to do with contexts
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "loom-source-contexts.h"

#include <string.h>

static const struct
{
  const char *text, *calls;
} rows[] = {
  { "", "" },
  { "cuCtxCreate (&c, 0, d);", "1:cuCtxCreate" },
  { "a;\ncuCtxCreate_v4\n  (&c, 0, 0, d);\ncuCtxPopCurrent(&c);", "2:cuCtxCreate_v4 4:cuCtxPopCurrent" },
  { "cuCtxPushCurrent /* now */ (c); cuCtxDetach (c);", "1:cuCtxPushCurrent 1:cuCtxDetach" },
  { "// cuCtxDetach (c);\nputs (\"cuCtxDetach (c)\");", "" },
  { "auto f = cuCtxDetach; cuCtxGetCurrent (&c); cuCtxCreator (1);", "" },
  { "cuDevicePrimaryCtxRetain (&c, 0)", "1:cuDevicePrimaryCtxRetain" },
  { "cuCtxDetach", "" },
};

static void
test_calls_are_listed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) calls
          = loom_source_list_contexts (rows[i].text, strlen (rows[i].text));
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint k = 0; k < calls->len; k++)
        {
          const LoomContextCall *call = calls->pdata[k];

          g_string_append_printf (text, "%s%u:%s", k > 0 ? " " : "", call->line, call->name);
        }
      g_assert_cmpstr (text->str, ==, rows[i].calls);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/source-contexts/calls-are-listed", test_calls_are_listed);
  return g_test_run ();
}
