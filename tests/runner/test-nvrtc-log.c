/* test-nvrtc-log.c: logs of NVRTC 13 and 11, as they were seen
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-diagnose.h"
#include "loom-nvrtc-log.h"

#include <string.h>

static const struct
{
  const char   *log;
  const char   *file;
  guint         line, column;
  LoomSeverity  severity;
  const char   *text;
} logs[] = {
  { "t.cu(1): error: expected a \";\"\n  __global__ void k(float*f){ f[0]=1 }\n                    "
    "                 ^\n\n",
    "t.cu", 1, 36, LOOM_SEVERITY_ERROR, "expected a \";\"" },
  { "t.cu(2): error: identifier \"x\" is undefined\n  \tint \xc3\xa9=3; x(f);\n  \t          ^\n\n",
    "t.cu", 2, 11, LOOM_SEVERITY_ERROR, "identifier \"x\" is undefined" },
  { "t.cu(3): warning #174-D: expression has no effect\n\n", "t.cu", 3, 0, LOOM_SEVERITY_WARNING,
    "expression has no effect" },
  { "a (1).cu(7): catastrophic error: no\n", "a (1).cu", 7, 0, LOOM_SEVERITY_ERROR, "no" },
  { "At end of source: error: expected a \";\"\n", NULL, G_MAXUINT, 0, LOOM_SEVERITY_ERROR,
    "expected a \";\"" },
  { "t.cu(4): error: bad\n  return x.bad;\n           ^\n          detected during instantiation "
    "of \"T g(T)\" at line 5\n\n",
    "t.cu", 4, 10, LOOM_SEVERITY_ERROR,
    "bad\ndetected during instantiation of \"T g(T)\" at line 5" },
  { "t.cu(7): warning #1444-D: function \"f\"\nbuiltin.h(11505): here was declared deprecated\n\n",
    "t.cu", 7, 0, LOOM_SEVERITY_WARNING,
    "function \"f\"\nbuiltin.h(11505): here was declared deprecated" },
  { "t.cu(99999999999999999999): error: far\n", "t.cu", G_MAXUINT, 0, LOOM_SEVERITY_ERROR, "far" },
};

static void
test_messages_are_found (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autoptr (GPtrArray) messages = loom_nvrtc_log_parse (logs[i].log);
      const LoomNvrtcMessage *message;

      g_assert_cmpuint (messages->len, ==, 1);
      message = messages->pdata[0];
      g_assert_cmpstr (message->file, ==, logs[i].file);
      g_assert_cmpuint (message->line, ==, logs[i].line);
      g_assert_cmpuint (message->column, ==, logs[i].column);
      g_assert_cmpint (message->severity, ==, logs[i].severity);
      g_assert_cmpstr (message->text, ==, logs[i].text);
    }
}

static void
test_what_is_no_message_is_passed_over (void)
{
  g_autoptr (GPtrArray) messages
      = loom_nvrtc_log_parse ("2 errors detected in the compilation of \"t.cu\".\n\n"
                              "Remark: The warnings can be suppressed\n(1): \n):\n((((\n");

  g_assert_cmpuint (messages->len, ==, 0);
}

/* Whatever it includes is left to the compiler. */
static gboolean
is_known_cb (const char *name,
             gpointer    data)
{
  return TRUE;
}

static GBytes *
read_cb (const char *name,
         gpointer    data)
{
  return NULL;
}

static LoomSourceUnit *
make_unit (const char *source)
{
  const LoomSourceFiles files = { .read = read_cb, .is_known = is_known_cb };

  return loom_source_unit_new (source, strlen (source), "t.cu", &files);
}

static LoomDiagnoseContext
make_context (const LoomSourceUnit *unit,
              const LoomSourceScan *scan)
{
  return (LoomDiagnoseContext){
    .source = unit->text, .unit = unit, .scan = scan, .name = "t.cu", .folder = "/doc",
    .root = "/doc", .include = "/cuda/include"
  };
}

static void
test_why_a_file_is_refused_is_not_told (void)
{
  static const char *const lines[] = {
    "t.cu(1): catastrophic error: cannot open source file \"/etc/passwd\": Permission denied\n",
    "t.cu(1): catastrophic error: cannot open source file \"/etc/passwd\"\n",
    "t.cu(1): catastrophic error: could not open source file \"/etc/passwd\": Not a directory\n",
    "t.cu(1): catastrophic error: could not open source file \"/etc/passwd\" (no directories in "
    "search list)\n",
  };
  const char *source = "#include \"/etc/passwd\"\n";
  g_autoptr (LoomSourceUnit) unit = make_unit (source);
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new (unit->text, unit->length);
  LoomDiagnoseContext context = make_context (unit, scan);
  g_autofree char *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      gboolean ours;
      g_autoptr (GPtrArray) diagnostics = loom_diagnose_log (lines[i], &context, &ours);
      g_autofree char *clean = loom_diagnose_clean_log (lines[i]);
      const LoomDiagnostic *diagnostic;

      g_assert_cmpuint (diagnostics->len, ==, 1);
      diagnostic = diagnostics->pdata[0];
      if (first == NULL)
        first = g_strdup (diagnostic->text);
      g_assert_cmpstr (diagnostic->text, ==, first);
      g_assert_true (g_str_has_suffix (g_strchomp (clean), "\"/etc/passwd\""));
    }
}

static void
test_files_outside_are_noticed (void)
{
  static const struct
  {
    const char *log, *ptx;
    gboolean    outside;
  } rows[] = {
    { "/etc/passwd(1): error: identifier \"root\" is undefined\n", NULL, TRUE },
    { "../x.h(1): error: no\n", NULL, TRUE },
    { "/docs/x.h(1): error: no\n", NULL, TRUE },
    { "/doc/x.h(1): error: no\n", NULL, FALSE },
    { "x.h(1): error: no\n", NULL, FALSE },
    { "/cuda/include/cuda_fp16.h(1): warning: no\n", NULL, FALSE },
    { "t.cu(1): error: no\n", NULL, FALSE },
    { "", "\t.file\t1 \"/etc/passwd\"\n", TRUE },
    { "", "\t.file\t1 \"/doc/t.cu\"\n", FALSE },
  };
  g_autoptr (LoomSourceUnit) unit = make_unit ("");
  g_autoptr (LoomSourceScan) scan = loom_source_scan_new ("", 0);
  LoomDiagnoseContext context = make_context (unit, scan);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (loom_diagnose_names_outside (rows[i].log, rows[i].ptx, &context), ==,
                     rows[i].outside);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runner/nvrtc-log/messages-are-found", test_messages_are_found);
  g_test_add_func ("/runner/nvrtc-log/other-lines-are-passed-over",
                   test_what_is_no_message_is_passed_over);
  g_test_add_func ("/runner/diagnose/why-a-file-is-refused-is-not-told",
                   test_why_a_file_is_refused_is_not_told);
  g_test_add_func ("/runner/diagnose/files-outside-are-noticed", test_files_outside_are_noticed);

  return g_test_run ();
}
