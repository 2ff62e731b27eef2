/* loom-cli-eval.c: gridloom-cli eval
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-array-file.h"
#include "loom-cli.h"
#include "loom-cli-launch.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-cli-summary.h"
#include "loom-json.h"

#include "loom-evaluator.h"
#include "loom-run-scope.h"
#include "loom-statistics.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Cells of one result that are printed as JSON. */
#define MOST_CELLS (1 << 20)

/* Bytes of an expression that fit in a line below what is wrong with it as a whole. */
#define MAX_SHOWN 100

/* Everything that one `eval` holds. */
typedef struct
{
  LoomCliRunOptions   options;
  char              **expressions;
  char               *save;
  GPtrArray          *values;   /* (element-type LoomValue) of each expression; NULL: it has none */
  GPtrArray          *errors;   /* (element-type GError) of those that have none */
  LoomCliLaunch       launch;
  LoomCliSession      session;
  LoomRun            *run;
} Job;

static void
job_clear (Job *self)
{
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_clear_pointer (&self->errors, g_ptr_array_unref);
  g_clear_pointer (&self->expressions, g_strfreev);
  g_free (self->save);
  loom_cli_launch_clear (&self->launch);
  loom_cli_session_clear (&self->session);
  loom_cli_run_options_clear (&self->options);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static gboolean
take_arguments (Job      *self,
                int       argc,
                char    **argv,
                GError  **error)
{
  /* what ends the options stays where an expression begins with a sign */
  const int first = argc > 1 && g_str_equal (argv[1], "--") ? 2 : 1;
  g_autoptr (GStrvBuilder) expressions = g_strv_builder_new ();

  for (int i = first + 1; i < argc; i++)
    if (!g_str_equal (argv[i], "--"))
      g_strv_builder_add (expressions, argv[i]);
  self->expressions = g_strv_builder_end (expressions);
  if (argc <= first || g_strv_length (self->expressions) == 0)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("eval: say which file and which expressions, as in: eval FILE.cu "
                        "'sum(f)'"));
  if (self->save != NULL && g_strv_length (self->expressions) > 1)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--save: this is for one expression, and there are %u"),
                      g_strv_length (self->expressions));
  self->options.file = g_strdup (argv[first]);
  return TRUE;
}

static gboolean
parse (Job     *self,
       int      argc,
       char   **argv,
       GError **error)
{
  LoomCliRunOptions *options = &self->options;
  g_autofree char *backend = NULL;
  const GOptionEntry entries[] = {
    { "backend", 0, 0, G_OPTION_ARG_STRING, &backend, N_("What runs the kernel"), "sim|cuda[:N]" },
    LOOM_CLI_LAUNCH_ENTRIES (options),
    LOOM_CLI_COMPILE_ENTRIES (options),
    LOOM_CLI_ROOT_ENTRY (&options->root),
    LOOM_CLI_RUNNER_ENTRY (&options->runner),
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &self->save,
      N_("Write what the expression comes to into a file; another ending: its bytes"),
      "FILE.npy|.npz|.csv|.png" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options->json, N_("Print all cells as JSON"), NULL },
    G_OPTION_ENTRY_NULL
  };

  loom_run_options_init (&options->run);
  options->run.coverage = LOOM_COVERAGE_NONE;
  return loom_cli_parse_options (&argc, &argv, entries, "FILE.cu EXPRESSION…",
                                 _("Runs a kernel and evaluates expressions over its arrays: "
                                   "'2*f + g', 'f[0:3, ::2]', 'sum(f)', 'allclose(f, g)'."), error)
         && take_arguments (self, argc, argv, error)
         && loom_cli_parse_backend ("--backend", backend, &options->run.backend, error)
         && loom_cli_run_options_check (options, error);
}

static void
free_value (gpointer data)
{
  if (data != NULL)
    loom_value_unref (data);
}

/* With the expression, and a caret below what is to blame. */
static GError *
point_at (const char   *expression,
          const GError *error)
{
  guint line, column = 0;

  if (loom_error_get_place (error, &line, &column))
    return g_error_new (error->domain, error->code, "%s\n  %s\n  %*s^", error->message, expression,
                        MAX ((int) column - 1, 0), "");
  if (strlen (expression) > MAX_SHOWN)
    return g_error_copy (error);
  return g_error_new (error->domain, error->code, "%s\n  %s", error->message, expression);
}

/* Each expression answers by itself. */
static gboolean
evaluate_all (Job     *self,
              GError **error)
{
  g_autoptr (LoomScope) scope = loom_scope_new ();

  self->values = g_ptr_array_new_with_free_func (free_value);
  self->errors = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  loom_scope_add_run (scope, self->run, -1);
  for (guint i = 0; self->expressions[i] != NULL; i++)
    {
      g_autoptr (GError) local_error = NULL;
      LoomValue *value = loom_evaluate (self->expressions[i], scope, self->session.cancellable,
                                        &local_error);

      g_ptr_array_add (self->values, value);
      if (value == NULL && local_error->domain != LOOM_ERROR)
        return g_propagate_error (error, g_steal_pointer (&local_error)), FALSE;
      if (value == NULL)
        g_ptr_array_add (self->errors, point_at (self->expressions[i], local_error));
    }
  return TRUE;
}

static gboolean
save (Job     *self,
      GError **error)
{
  g_autoptr (LoomArray) array = NULL;

  if (self->save == NULL || self->errors->len > 0)
    return TRUE;
  array = loom_value_dup_array (self->values->pdata[0], error);
  return array != NULL && loom_array_file_save (array, "value", self->save, error);
}

static void
add_double (JsonBuilder *builder,
            double       value)
{
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_string_value (builder, isnan (value) ? "NaN" : value > 0 ? "inf" : "-inf");
}

static void
add_number (JsonBuilder *builder,
            LoomScalar   scalar,
            const guint8 *data)
{
  g_autofree char *text = NULL;

  if (scalar == LOOM_SCALAR_BOOL)
    json_builder_add_boolean_value (builder, *data != 0);
  else if (loom_scalar_is_float (scalar))
    add_double (builder, loom_scalar_to_double (scalar, data));
  else
    {
      text = loom_scalar_format (scalar, data);
      /* JSON's own numbers end before 2⁶⁴ does */
      if (scalar == LOOM_SCALAR_BYTES ||
          (*text != '-' && g_ascii_strtoull (text, NULL, 10) > G_MAXINT64))
        json_builder_add_string_value (builder, text);
      else
        json_builder_add_int_value (builder, g_ascii_strtoll (text, NULL, 10));
    }
}

static void
add_cell (JsonBuilder     *builder,
          const LoomValue *value,
          const guint8    *cell)
{
  const guint n = loom_type_count_components (&value->type);

  if (n != 1)
    json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      const LoomComponent component = loom_type_get_component (&value->type, i);

      add_number (builder, component.scalar, cell + component.offset);
    }
  if (n != 1)
    json_builder_end_array (builder);
}

/* Lists of lists, as NumPy's. */
static void
add_axis (JsonBuilder     *builder,
          const LoomValue *value,
          guint            axis,
          const guint8    *data)
{
  if (axis == value->rank)
    {
      add_cell (builder, value, data);
      return;
    }
  json_builder_begin_array (builder);
  for (gint64 i = 0; i < value->extents[axis]; i++)
    add_axis (builder, value, axis + 1, data + i * value->steps[axis]);
  json_builder_end_array (builder);
}

static void
add_statistics (JsonBuilder     *builder,
                const LoomValue *value)
{
  static const struct { const char *key; gsize offset; } rows[] = {
    { "min", G_STRUCT_OFFSET (LoomStatistics, min) },
    { "max", G_STRUCT_OFFSET (LoomStatistics, max) },
    { "mean", G_STRUCT_OFFSET (LoomStatistics, mean) },
    { "sum", G_STRUCT_OFFSET (LoomStatistics, sum) },
    { "std", G_STRUCT_OFFSET (LoomStatistics, deviation) },
  };
  LoomStatistics statistics;

  loom_statistics_init (&statistics, value, 0);
  loom_json_begin_object (builder, "statistics");
  loom_json_add_count (builder, "count", statistics.count);
  loom_json_add_count (builder, "nan", statistics.nans);
  loom_json_add_count (builder, "inf", statistics.infinities);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      json_builder_set_member_name (builder, rows[i].key);
      add_double (builder, G_STRUCT_MEMBER (double, &statistics, rows[i].offset));
    }
  json_builder_end_object (builder);
}

static gboolean
add_value (JsonBuilder      *builder,
           const char       *expression,
           const LoomValue  *value,
           GError          **error)
{
  g_autofree char *type = loom_type_format (&value->type);

  if (loom_value_count (value) > MOST_CELLS)
    return loom_fail (error, LOOM_ERROR_USAGE,
                      _("--json: “%1$s” has %2$" PRIu64 " cells, and at most %3$d are "
                        "printed; take a slice, or --save it"),
                      expression, loom_value_count (value), MOST_CELLS);
  json_builder_begin_object (builder);
  loom_json_add_text (builder, "expression", expression);
  loom_json_add_text (builder, "type", type);
  loom_json_begin_array (builder, "shape");
  for (guint axis = 0; axis < value->rank; axis++)
    json_builder_add_int_value (builder, value->extents[axis]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "value");
  add_axis (builder, value, 0, value->data);
  if (loom_type_count_components (&value->type) == 1)
    add_statistics (builder, value);
  json_builder_end_object (builder);
  return TRUE;
}

static gboolean
print_json (Job     *self,
            GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_array (builder);
  for (guint i = 0; i < self->values->len; i++)
    {
      GError *local_error = NULL;

      if (self->values->pdata[i] != NULL &&
          !add_value (builder, self->expressions[i], self->values->pdata[i], &local_error))
        g_ptr_array_add (self->errors, local_error);
    }
  json_builder_end_array (builder);
  root = json_builder_get_root (builder);
  text = loom_json_format (root);
  return loom_cli_print (text, -1, error);
}

/* A value alone, or each below its expression. */
static gboolean
print_text (Job     *self,
            GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->values->len; i++)
    {
      const LoomValue *value = self->values->pdata[i];
      g_autofree char *cells = NULL, *type = NULL;

      if (value == NULL)
        continue;
      cells = loom_value_format (value);
      type = loom_value_format_type (value);
      if (self->values->len > 1)
        g_string_append_printf (text, "%s: %s\n", self->expressions[i], type);
      g_string_append_printf (text, "%s\n", cells);
    }
  return loom_cli_print (text->str, -1, error);
}

/* Runs a document and evaluates expressions over what its arrays hold then. */
LoomExit
loom_cli_eval (int    argc,
               char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Job) job = { 0, };
  LoomExit status = LOOM_EXIT_DONE;

  if (!parse (&job, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&job.session, job.options.runner);
  if (!loom_cli_launch_prepare (&job.launch, &job.session, &job.options, &error))
    return loom_cli_launch_fail (&job.launch, error);
  loom_cli_summary_print_warnings (&job.launch.input, job.launch.plan->findings);
  job.run = loom_cli_launch_run (&job.launch, &job.session, &job.options.run, &error);
  if (job.run == NULL || !evaluate_all (&job, &error) || !save (&job, &error) ||
      !(job.options.json ? print_json (&job, &error) : print_text (&job, &error)))
    return loom_cli_launch_fail (&job.launch, error);
  for (guint i = 0; i < job.errors->len; i++)
    status = loom_cli_fail (job.errors->pdata[i]);
  if (job.run->trap == NULL)
    return status;

  loom_cli_complain (_("the kernel was stopped, so its arrays are not whole: %s"),
                     job.run->trap->text);
  return LOOM_EXIT_FAILED;
}
