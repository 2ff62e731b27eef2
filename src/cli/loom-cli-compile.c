/* loom-cli-compile.c: gridloom-cli compile
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli.h"
#include "loom-cli-input.h"
#include "loom-cli-resources.h"
#include "loom-cli-run-options.h"
#include "loom-cli-sass.h"
#include "loom-cli-session.h"
#include "loom-json.h"
#include "loom-record.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  LoomCliRunOptions  common;
  gboolean           ptx;
  gboolean           sass;
} Options;

static void
options_clear (Options *self)
{
  loom_cli_run_options_clear (&self->common);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
options_parse (Options  *self,
               int       argc,
               char    **argv,
               GError  **error)
{
  LoomCliRunOptions *common = &self->common;
  const GOptionEntry entries[] = {
    { "kernel", 0, 0, G_OPTION_ARG_STRING, &common->kernel,
     N_("The kernel to instantiate, as scale<float>"), "NAME" },
    { "arch", 0, 0, G_OPTION_ARG_STRING, &common->arch,
      N_("The virtual architecture to compile for"), "compute_NN|native" },
    { "ptx", 0, 0, G_OPTION_ARG_NONE, &self->ptx, N_("Print the PTX instead of the kernels"),
     NULL },
    { "sass", 0, 0, G_OPTION_ARG_NONE, &self->sass,
      N_("Print a GPU’s machine code instead, as nvdisasm of a CUDA Toolkit has it"), NULL },
    { "resources", 0, 0, G_OPTION_ARG_NONE, &common->machine_code,
      N_("Print what each kernel’s machine code takes instead: registers, shared memory, spills"),
      NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &common->json,
      N_("Print kernels and variables as JSON, with the members of structs; or the machine code"),
      NULL },
    LOOM_CLI_COMPILE_ENTRIES (common),
    LOOM_CLI_ROOT_ENTRY (&common->root),
    LOOM_CLI_RUNNER_ENTRY (&common->runner),
    G_OPTION_ENTRY_NULL
  };

  if (!loom_cli_parse_options (&argc, &argv, entries, "FILE.cu",
                               _("Compiles a file and prints its kernels, one in a line."), error))
    return FALSE;

  if (self->ptx + self->sass + common->machine_code > 1)
    return loom_fail (error, LOOM_ERROR_USAGE, _("%s ask for different things"),
                      "--ptx, --sass, --resources");
  common->file = g_strdup (loom_cli_get_file (argc, argv, error));

  return common->file != NULL && loom_cli_check_runner (common->runner, error) &&
         loom_cli_parse_compile_limits (common, error);
}

static void
append_kernel (GString          *text,
               const LoomKernel *kernel)
{
  g_string_append_printf (text, "%s (", kernel->name);

  for (guint i = 0; i < kernel->params->len; i++)
    {
      const LoomParam *param = g_ptr_array_index (kernel->params, i);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", param->type_name, param->name);
    }

  g_string_append (text, ")\n");
}

static const char *
get_kind_name (LoomMemberKind kind)
{
  static const char * const names[] = {
    [LOOM_MEMBER_VALUE] = "value", [LOOM_MEMBER_ADDRESS] = "address",
    [LOOM_MEMBER_OPAQUE] = "bytes", [LOOM_MEMBER_BITS] = "bit-field",
  };

  return names[kind];
}

static void add_type (JsonBuilder    *builder,
                      const LoomType *type);

/* A bit-field has neither place nor size. */
static void
add_member (JsonBuilder      *builder,
            const LoomMember *member)
{
  json_builder_begin_object (builder);
  loom_json_add_text (builder, "name", member->name);
  loom_json_add_text (builder, "kind", get_kind_name (member->kind));
  if (member->kind != LOOM_MEMBER_BITS)
    {
      loom_json_add_int (builder, "offset", member->offset);
      add_type (builder, &member->type);
    }
  if (member->cell.size > 0)
    {
      loom_json_begin_object (builder, "cells");
      loom_json_add_truth (builder, "const", member->is_const);
      add_type (builder, &member->cell);
      json_builder_end_object (builder);
    }
  if (member->rank > 0)
    {
      loom_json_begin_array (builder, "shape");
      for (guint i = 0; i < member->rank; i++)
        json_builder_add_int_value (builder, member->extents[i]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

static void
add_type (JsonBuilder    *builder,
          const LoomType *type)
{
  g_autofree char *name = loom_type_format (type);

  loom_json_add_text (builder, "type", name);
  loom_json_add_int (builder, "size", type->size);
  if (type->record == NULL)
    return;

  loom_json_begin_array (builder, "members");
  for (guint i = 0; i < type->record->n_members; i++)
    add_member (builder, &type->record->members[i]);
  json_builder_end_array (builder);
}

static void
add_kernel (JsonBuilder      *builder,
            const LoomKernel *kernel)
{
  static const char * const kinds[] = {
    [LOOM_PARAM_SCALAR] = "scalar", [LOOM_PARAM_ARRAY] = "array", [LOOM_PARAM_STRUCT] = "struct",
  };

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "name", kernel->name);
  loom_json_add_int (builder, "line", kernel->line);
  loom_json_begin_array (builder, "parameters");
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const LoomParam *param = g_ptr_array_index (kernel->params, i);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "name", param->name);
      loom_json_add_text (builder, "kind", kinds[param->kind]);
      loom_json_add_truth (builder, "const", param->is_const);
      loom_json_add_truth (builder, "rows", param->is_rows);
      add_type (builder, &param->type);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static char *
format_json (LoomCompiled *compiled)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  loom_json_add_text (builder, "compiler", compiled->compiler);
  loom_json_add_measure (builder, "compile_ms", compiled->compile_ms);
  loom_json_add_text (builder, "compilation",
                      loom_compilation_get_name (compiled->is_cached ? LOOM_COMPILATION_CACHED
                                                                     : LOOM_COMPILATION_COLD));
  loom_json_begin_array (builder, "kernels");
  for (guint i = 0; i < compiled->kernels->len; i++)
    add_kernel (builder, g_ptr_array_index (compiled->kernels, i));
  json_builder_end_array (builder);
  loom_json_begin_array (builder, "variables");
  for (guint i = 0; i < compiled->symbols->len; i++)
    {
      const LoomSymbol *symbol = g_ptr_array_index (compiled->symbols, i);
      g_autofree char *shape = loom_shape_format (&symbol->shape);

      json_builder_begin_object (builder);
      loom_json_add_text (builder, "name", symbol->name);
      loom_json_add_text (builder, "shape", shape);
      loom_json_add_truth (builder, "constant", symbol->is_constant);
      add_type (builder, &symbol->type);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return loom_json_finish (builder);
}

static gboolean
print_result (const Options *options,
              LoomCompiled  *compiled,
              GError       **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (options->ptx)
    return loom_cli_print (compiled->ptx, -1, error);
  if (options->common.machine_code)
    return loom_cli_resources_print (compiled, options->common.json, error);

  if (options->common.json)
    {
      g_autofree char *json = format_json (compiled);

      return loom_cli_print (json, -1, error);
    }

  for (guint i = 0; i < compiled->kernels->len; i++)
    append_kernel (text, g_ptr_array_index (compiled->kernels, i));

  if (compiled->is_cached)
    g_printerr (_("From the cache, compiled by %s\n"), compiled->compiler);
  else
    g_printerr (_("Compiled in %1$.1f ms by %2$s\n"), compiled->compile_ms, compiled->compiler);

  return loom_cli_print (text->str, text->len, error);
}

static gboolean
print_sass (const Options  *options,
            const LoomSass *sass,
            GError        **error)
{
  g_autofree char *json = options->common.json ? loom_cli_format_sass (sass) : NULL;
  g_autoptr (LoomListing) listing = loom_sass_list (sass);

  return loom_cli_print (json != NULL ? json : listing->text->str, -1, error);
}

/* What the compiler has to say of a source it says of PTX, so that is made first. */
static gboolean
compile (const Options  *options,
         LoomCliSession *session,
         GError        **error)
{
  g_auto (LoomCliInput) input = { NULL, };
  g_autoptr (LoomCompiled) compiled = NULL;
  g_autoptr (LoomSass) sass = NULL;

  if (!loom_cli_input_read (&input, &options->common, error))
    return FALSE;

  compiled = loom_cli_input_compile (&input, &options->common, session, error);
  if (compiled == NULL || !loom_cli_input_check (&input, compiled, error))
    return FALSE;
  if (!options->sass)
    return print_result (options, compiled, error);

  sass = loom_cli_input_disassemble (&input, &options->common, session, error);
  return sass != NULL && print_sass (options, sass, error);
}

/* Compiles a document and prints its kernels, its PTX or its machine code. */
LoomExit
loom_cli_compile (int    argc,
                  char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (Options) options = { NULL, };
  g_auto (LoomCliSession) session = { NULL, };

  if (!options_parse (&options, argc, argv, &error))
    return loom_cli_fail (error);

  loom_cli_session_init (&session, options.common.runner);

  if (compile (&options, &session, &error))
    return LOOM_EXIT_DONE;

  return loom_cli_fail (error);
}
