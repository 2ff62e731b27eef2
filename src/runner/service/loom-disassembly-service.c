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

struct _LoomDisassemblyService
{
  GObject          parent_instance;

  LoomCompilePool *pool;
  GPtrArray       *tasks;       /* (element-type GTask) in flight, borrowed */
};

typedef struct
{
  guint     number;
  char     *program;
  char     *document;           /* its name */
  char     *compiler;
  char     *architecture;
} Job;

G_DEFINE_FINAL_TYPE (LoomDisassemblyService, loom_disassembly_service, G_TYPE_OBJECT)

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

static void
loom_disassembly_service_finalize (GObject *object)
{
  LoomDisassemblyService *self = LOOM_DISASSEMBLY_SERVICE (object);

  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_object (&self->pool);

  G_OBJECT_CLASS (loom_disassembly_service_parent_class)->finalize (object);
}

static void
loom_disassembly_service_class_init (LoomDisassemblyServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_disassembly_service_finalize;
}

static void
loom_disassembly_service_init (LoomDisassemblyService *self)
{
  self->tasks = g_ptr_array_new ();
}

LoomDisassemblyService *
loom_disassembly_service_new (LoomCompilePool *pool)
{
  LoomDisassemblyService *self = g_object_new (LOOM_TYPE_DISASSEMBLY_SERVICE, NULL);

  self->pool = g_object_ref (pool);
  return self;
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
 * @job: a number that loom_disassembly_service_cancel() can name
 * @request: of Disassemble
 * @callback: called with the result
 * @user_data: its data
 *
 * Compiles a source to machine code and has that disassembled. Nothing is compiled where there is
 * no disassembler.
 */
void
loom_disassembly_service_run_async (LoomDisassemblyService *self,
                                    guint                   job,
                                    GVariant               *request,
                                    GAsyncReadyCallback     callback,
                                    gpointer                user_data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  Job *data = g_new0 (Job, 1);

  data->number = job;
  g_task_set_source_tag (task, loom_disassembly_service_run_async);
  g_task_set_task_data (task, data, job_free);
  g_ptr_array_add (self->tasks, task);
  if (read_request (data, request, &error))
    loom_compile_pool_compile_async (self->pool, job, ask_for_machine_code (request), compiled_cb,
                                     g_object_ref (task));
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * loom_disassembly_service_run_finish:
 * @result: the result
 *
 * Errors: what loom_disassembler_find(), loom_compile_pool_compile_finish() and
 * loom_disassembler_run_finish() give, %LOOM_ERROR_COMPILE for a source that does not compile.
 *
 * Returns: (transfer full): Disassemble's answer, a variant in a variant; or %NULL
 */
GVariant *
loom_disassembly_service_run_finish (LoomDisassemblyService  *self,
                                     GAsyncResult            *result,
                                     GError                 **error)
{
  g_ptr_array_remove (self->tasks, result);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_disassembly_service_cancel:
 * @job: the number of a disassembly
 *
 * Ends the disassembler, if it is at work; the pool ends the compiler.
 */
void
loom_disassembly_service_cancel (LoomDisassemblyService *self,
                                 guint                   job)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      GTask *task = self->tasks->pdata[i];

      if (((Job *) g_task_get_task_data (task))->number == job)
        g_cancellable_cancel (g_task_get_cancellable (task));
    }
}
