/* loom-disassembly-service.c: Disassemble, from a source to a GPU's machine code as text
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-disassembly-service.h"

#include "loom-compiled.h"
#include "loom-compiler.h"
#include "loom-disassembler.h"
#include "loom-error.h"
#include "loom-sass-reader.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char     *program;
  char     *document;           /* its name */
  char     *compiler;
  char     *architecture;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_free (self->program);
  g_free (self->document);
  g_free (self->compiler);
  g_free (self->architecture);
  g_free (self);
}

static void
disassembled_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = loom_disassembler_run_finish (result, &error);
  g_autoptr (LoomSass) sass = text != NULL ? loom_sass_read (text, job->document) : NULL;

  if (sass == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (sass->functions->len == 0)
    {
      g_task_return_new_error (task, LOOM_ERROR, LOOM_ERROR_FAILED,
                               _("%s tells of no function; what it prints may be of another "
                                 "version"),
                               job->program);
      return;
    }

  sass->architecture = g_steal_pointer (&job->architecture);
  sass->compiler = g_steal_pointer (&job->compiler);
  sass->disassembler = g_filename_display_name (job->program);
  g_task_return_pointer (
      task, g_variant_ref_sink (g_variant_new_variant (loom_sass_to_variant (sass))),
      (GDestroyNotify) g_variant_unref);
}

/* A source with mistakes, or one that this GPU can't have. */
static GError *
explain_none (const LoomCompiled *compiled)
{
  const LoomDiagnostic *error = loom_compiled_find_error (compiled);

  return g_error_new (LOOM_ERROR, LOOM_ERROR_COMPILE, "%s",
                      error != NULL ? error->text : _("The compiler made no machine code"));
}

static void
compiled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) box
      = loom_compile_pool_compile_finish (LOOM_COMPILE_POOL (source), result, &error);
  g_autoptr (GVariant) variant = box != NULL ? g_variant_get_variant (box) : NULL;
  g_autoptr (LoomCompiled) compiled
      = variant != NULL ? loom_compiled_from_variant (variant, &error) : NULL;
  g_autoptr (GBytes) cubin = NULL;

  if (compiled == NULL || compiled->cubin->len == 0)
    {
      g_task_return_error (task, compiled == NULL ? g_steal_pointer (&error)
                                                  : explain_none (compiled));
      return;
    }

  job->compiler = g_strdup (compiled->compiler);
  cubin = g_bytes_new (compiled->cubin->data, compiled->cubin->len);
  loom_disassembler_run_async (job->program, cubin, LOOM_DISASSEMBLER_SECONDS,
                               g_task_get_cancellable (task), disassembled_cb,
                               g_object_ref (task));
}

static GVariant *
ask_for_machine_code (GVariant *request)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, request);
  g_variant_dict_insert (&dict, "machine-code", "b", TRUE);
  g_variant_dict_insert (&dict, "as-written", "b", FALSE);
  return g_variant_dict_end (&dict);
}

static gboolean
read_request (Job       *self,
              GVariant  *variant,
              GError   **error)
{
  LoomCompileRequest request;

  if (!loom_compile_request_from_variant (variant, &request, error))
    return FALSE;

  self->document = g_strdup (loom_compiler_get_name (&request));
  self->architecture = loom_compiler_dup_gpu (&request);
  loom_compile_request_clear (&request);
  self->program = loom_disassembler_find (error);
  return self->program != NULL;
}

/**
 * loom_disassembly_service_run_async:
 * @pool: what compiles
 * @job: a number that loom_compile_pool_cancel() can name while it does
 * @request: of Disassemble
 * @cancellable: ends the disassembler, if it is at work
 * @callback: called with a task whose pointer is Disassemble's answer, a variant in a variant
 * @user_data: its data
 *
 * Compiles a source to machine code and has that disassembled. Nothing is compiled where there is
 * no disassembler.
 *
 * Errors: what loom_disassembler_find(), loom_compile_pool_compile_finish() and
 * loom_disassembler_run_finish() give, %LOOM_ERROR_COMPILE for a source that does not compile.
 */
void
loom_disassembly_service_run_async (LoomCompilePool     *pool,
                                    guint                job,
                                    GVariant            *request,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  Job *data = g_new0 (Job, 1);

  g_task_set_source_tag (task, loom_disassembly_service_run_async);
  g_task_set_task_data (task, data, job_free);
  if (read_request (data, request, &error))
    loom_compile_pool_compile_async (pool, job, ask_for_machine_code (request), compiled_cb,
                                     g_object_ref (task));
  else
    g_task_return_error (task, g_steal_pointer (&error));
}
