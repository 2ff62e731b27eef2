/* test-window.c: kernels as parts of a grid, as text, and those that cannot be
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-ptx-window.h"
#include "ptx-test.h"

#include "loom-error.h"

#include <string.h>

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

static LoomPtxModule *
parse_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  LoomPtxModule *module = loom_ptx_module_parse (text, -1, &error);

  g_assert_no_error (error);
  loom_ptx_module_verify (module, &error);
  g_assert_no_error (error);
  return module;
}

/* What asks for its block reads what the parameter says. */
static void
test_text (void)
{
  g_autoptr (LoomPtxModule) module
      = parse_text (HEAD ".visible .entry k(.param .u64 p) {\n.reg .b32 %r1, %r2;\n"
                         "mov.u32 %r1, %ctaid.y;\nmov.u32 %r2, %nctaid.x;\nmov.u32 %r2, %tid.x;\nret;\n}\n");
  g_autofree char *text = loom_ptx_window_print (module);
  g_autoptr (LoomPtxModule) again = parse_text (text);
  const LoomPtxFunction *kernel = loom_ptx_module_find_entry (again, "k");
  const LoomPtxVariable *window = kernel->params->pdata[1];

  g_assert_cmpuint (kernel->params->len, ==, 2);
  g_assert_cmpuint (window->size, ==, sizeof (LoomPtxWindow));
  g_assert_cmpint (window->offset, ==, 8);
  g_assert_nonnull (strstr (text, "mov.u32 %r1, %loom_ctaid_y;"));
  g_assert_nonnull (strstr (text, "mov.u32 %r2, %loom_nctaid_x;"));
  g_assert_nonnull (strstr (text, "mov.u32 %r2, %tid.x;"));
  g_assert_nonnull (strstr (text, "mov.u32 %loom_own, %ctaid.y;"));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *body;
    int         code;
    const char *words;
  } rows[] = {
    { ".func f() {\n.reg .b32 %r1;\nmov.u32 %r1, %ctaid.x;\nret;\n}\n.visible .entry k() {\ncall f;\nret;\n}\n",
      LOOM_ERROR_UNSUPPORTED, "did not inline" },
    { ".visible .entry k() {\n.reg .b32 %r1;\nmov.u32 %r1, %envreg2;\nret;\n}\n", LOOM_ERROR_LAUNCH, "whole grid" },
    { ".visible .entry other() {\nret;\n}\n", LOOM_ERROR_LAUNCH, "no kernel k" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (HEAD, rows[i].body, NULL);
      g_autoptr (LoomPtxModule) module = parse_text (text);
      g_autoptr (GError) error = NULL;

      g_assert_false (loom_ptx_window_check (module, "k", &error));
      g_assert_error (error, LOOM_ERROR, rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].words));
    }
}

/* A function that the kernel does not come to may do as it likes. */
static void
test_unreached (void)
{
  g_autoptr (LoomPtxModule) module
      = parse_text (HEAD ".func f() {\n.reg .b32 %r1;\nmov.u32 %r1, %ctaid.x;\nret;\n}\n"
                         ".visible .entry k() {\nret;\n}\n");

  g_assert_true (loom_ptx_window_check (module, "k", NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ptx/window/kernels-read-the-block-and-grid-of-their-last-parameter", test_text);
  g_test_add_func ("/ptx/window/what-cannot-know-its-block-is-refused", test_refused);
  g_test_add_func ("/ptx/window/what-is-not-come-to-is-not-refused", test_unreached);
  return g_test_run ();
}
