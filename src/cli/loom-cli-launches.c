/* loom-cli-launches.c: gridloom-cli launches
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-input.h"
#include "loom-cli-run-options.h"
#include "loom-cli-session.h"
#include "loom-json.h"

#include <glib/gi18n-lib.h>

static gboolean
options_parse (LoomCliRunOptions  *self,
               int                 argc,
               char              **argv,
               GError            **error)
{
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->json, N_("Print the launches as JSON"), NULL },
    LOOM_CLI_ROOT_ENTRY (&self->root),
    LOOM_CLI_COMPILE_ENTRIES (self),
    LOOM_CLI_RUNNER_ENTRY (&self->runner),
    G_OPTION_ENTRY_NULL
  };

  return loom_cli_run_options_read (self, argc, argv, entries,
                                    _("Lists the launches in the host code of a file, with what is "
                                      "certain of them. “gridloom-cli run FILE.cu --launch N” runs "
                                      "one. “gridloom-cli record FILE.cu” runs the whole program, "
                                      "and knows all that it launches."),
                                    error) &&
         loom_cli_check_runner (self->runner, error) &&
         loom_cli_parse_compile_limits (self, error);
}

/* A number that is not certain is null. */
static void
add_number (JsonBuilder          *builder,
            const char           *key,
            const LoomReadNumber *number)
{
  if (number->is_certain)
    loom_json_add_int (builder, key, number->value);
  else
    loom_json_add_text (builder, key, NULL);
}

static void
add_extent (JsonBuilder          *builder,
            const char           *key,
            const LoomReadExtent *extent)
{
  static const char * const axes[] = { "x", "y", "z" };

  loom_json_begin_object (builder, key);
  for (guint axis = 0; axis < 3; axis++)
    add_number (builder, axes[axis], &extent->axes[axis]);
  loom_json_add_text (builder, "text", extent->text);
  json_builder_end_object (builder);
}

static void
add_arguments (JsonBuilder            *builder,
               const LoomSourceLaunch *launch)
{
  loom_json_begin_array (builder, "arguments");
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      const LoomReadArgument *argument = &g_array_index (launch->arguments, LoomReadArgument, i);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "text", argument->text);
      if (argument->is_real)
        loom_json_add_measure (builder, "value", argument->real);
      else
        add_number (builder, "value", &argument->value);
      add_number (builder, "bytes", &argument->bytes);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static char *
format_json (LoomCompiled *compiled)
{
  GPtrArray *launches = compiled->launches;
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_begin_array (builder, "launches");
  for (guint i = 0; i < launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      json_builder_begin_object (builder);
      loom_json_add_int (builder, "launch", i + 1);
      loom_json_add_text (builder, "kernel", launch->kernel);
      loom_json_add_text (builder, "instance", launch->instance);
      loom_json_add_text (builder, "function", launch->function);
      loom_json_add_text (builder, "file", launch->file);
      loom_json_add_int (builder, "line", launch->line);
      add_extent (builder, "grid", &launch->grid);
      add_extent (builder, "block", &launch->block);
      loom_json_begin_object (builder, "shared");
      add_number (builder, "bytes", &launch->shared);
      loom_json_add_text (builder, "text", launch->shared_text);
      json_builder_end_object (builder);
      add_arguments (builder, launch);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return loom_json_finish (builder);
}

/* "4,2" where all of it is certain, else what stands there. */
static void
append_extent (GString              *text,
               const LoomReadExtent *extent)
{
  if (loom_read_extent_is_certain (extent))
    {
      const LoomDim3 read = loom_read_extent_get (extent);
      g_autofree char *format = loom_dim3_format (&read);

      g_string_append (text, format);
    }
  else
    g_string_append (text, extent->text != NULL ? extent->text : "?");
}

/* "n = 1000", "d_a: 4000 bytes", "argc". */
static void
append_argument (GString                *text,
                 const LoomReadArgument *argument)
{
  const char *name = argument->text != NULL ? argument->text : "?";
  g_autofree char *number = loom_read_argument_dup_value (argument, LOOM_SCALAR_F32);

  g_string_append (text, name);
  if (number != NULL && !g_str_equal (name, number))
    g_string_append_printf (text, " = %s", number);
  if (argument->bytes.is_certain)
    {
      g_string_append (text, ": ");
      g_string_append_printf (text, ngettext ("%llu byte", "%llu bytes", argument->bytes.value),
                              (unsigned long long) argument->bytes.value);
    }
}

static void
append_launch (GString                *text,
               const LoomSourceLaunch *launch,
               guint                   number,
               const char             *document)
{
  g_autofree char *kernel = loom_source_launch_dup_kernel (launch);

  g_string_append_printf (text, "%u\t%s:%u", number,
                          launch->file != NULL ? launch->file : document, launch->line);
  g_string_append_printf (text, "\t%s\t%s\t",
                          launch->function != NULL ? launch->function : "?", kernel);
  append_extent (text, &launch->grid);
  g_string_append_c (text, '\t');
  append_extent (text, &launch->block);
  g_string_append_c (text, '\t');
  if (launch->shared.is_certain)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, launch->shared.value);
  else
    g_string_append (text, launch->shared_text != NULL ? launch->shared_text : "?");
  for (guint i = 0; i < launch->arguments->len; i++)
    {
      g_string_append (text, i > 0 ? "; " : "\t");
      append_argument (text, &g_array_index (launch->arguments, LoomReadArgument, i));
    }
  g_string_append_c (text, '\n');
}

static gboolean
print_launches (const LoomCliRunOptions  *options,
                const char               *document,
                LoomCompiled             *compiled,
                GError                  **error)
{
  GPtrArray *launches = compiled->launches;
  g_autofree char *json = options->json ? format_json (compiled) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_open = FALSE;

  if (json != NULL)
    return loom_cli_print (json, -1, error);

  for (guint i = 0; i < launches->len; i++)
    {
      const LoomSourceLaunch *launch = g_ptr_array_index (launches, i);

      append_launch (text, launch, i + 1, document);
      is_open |= launch->template_name != NULL;
    }
  if (launches->len == 0)
    g_printerr (_("No launch can be read from the host code of %s.\n"), document);
  else
    g_printerr ("%s\n",
                _("Number, line, function, kernel, grid, block, shared memory, arguments:"));
  if (is_open)
    g_printerr (_("The line does not say which instance of a template “<…>” stands for; "
                  "“gridloom-cli record %s” runs the program and finds out.\n"), document);
  return loom_cli_print (text->str, text->len, error);
}

/* Lists the launches that the host code of a document has. */
LoomExit
loom_cli_launches (int    argc,
                   char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (LoomCliRunOptions) options = { NULL, };
  g_auto (LoomCliSession) session = { NULL, };
  g_auto (LoomCliInput) input = { NULL, };
  g_autoptr (LoomCompiled) compiled = NULL;

  if (!options_parse (&options, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&session, options.runner);
  if (!loom_cli_input_read (&input, &options, &error))
    return loom_cli_fail (error);

  /* a source that does not compile has launches all the same */
  compiled = loom_cli_input_compile (&input, &options, &session, &error);
  if (compiled != NULL && print_launches (&options, input.name, compiled, &error))
    return LOOM_EXIT_DONE;

  return loom_cli_fail (error);
}
