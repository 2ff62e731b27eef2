/* loom-copies-service.c: MeasureCopies, every way between this computer and its devices
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-copies-service.h"

#include "loom-backend-id.h"
#include "loom-device.h"
#include "loom-cuda-copies.h"
#include "loom-runner-locale.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_BYTES (G_GUINT64_CONSTANT (256) << 20)
#define MOST_BYTES (G_GUINT64_CONSTANT (4) << 30)

struct _LoomCopiesService
{
  GObject    parent_instance;

  GPtrArray *jobs;              /* (element-type Job) in flight, borrowed */
};

typedef struct
{
  guint   number;
  guint64 bytes;
  gint    cancel;               /* atomic */
} Job;

G_DEFINE_FINAL_TYPE (LoomCopiesService, loom_copies_service, G_TYPE_OBJECT)

static GVariant *
name_end (int device)
{
  return g_variant_new_string (device == LOOM_CUDA_HOST
                                   ? LOOM_COPY_HOST
                                   : loom_backend_id_get_name (LOOM_BACKEND_ID_CUDA (device)));
}

/* What cannot be measured is said in its place; only being stopped and a lost device end it all. */
static gboolean
measure (Job              *job,
         int               from,
         int               to,
         gboolean          is_pinned,
         GVariantBuilder  *rates,
         GError          **error)
{
  const LoomCudaCopy copy = { from, to, is_pinned, job->bytes };
  g_autoptr (GError) local_error = NULL;
  GVariantBuilder rate;
  double bytes_per_second = 0;

  if (g_atomic_int_get (&job->cancel) == 0)
    loom_cuda_copies_measure (&copy, &job->cancel, &bytes_per_second, &local_error);
  if (g_atomic_int_get (&job->cancel) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Stopped"));
      return FALSE;
    }
  if (loom_cuda_is_spent () && local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  g_variant_builder_init (&rate, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&rate, "{sv}", "from", name_end (from));
  g_variant_builder_add (&rate, "{sv}", "to", name_end (to));
  g_variant_builder_add (&rate, "{sv}", "pinned", g_variant_new_boolean (is_pinned));
  g_variant_builder_add (&rate, "{sv}", "direct",
                         g_variant_new_boolean (loom_cuda_copies_is_direct (&copy)));
  g_variant_builder_add (&rate, "{sv}", "bytes", g_variant_new_uint64 (job->bytes));
  g_variant_builder_add (&rate, "{sv}", "bytes-per-second",
                         g_variant_new_double (bytes_per_second));
  g_variant_builder_add (
      &rate, "{sv}", "why",
      g_variant_new_string (local_error != NULL ? local_error->message : ""));
  g_variant_builder_add_value (rates, g_variant_builder_end (&rate));
  return TRUE;
}

static gboolean
measure_device (Job              *job,
                int               device,
                int               n_devices,
                GVariantBuilder  *rates,
                GError          **error)
{
  for (int pinned = 0; pinned < 2; pinned++)
    if (!measure (job, LOOM_CUDA_HOST, device, pinned != 0, rates, error)
        || !measure (job, device, LOOM_CUDA_HOST, pinned != 0, rates, error))
      return FALSE;

  for (int other = 0; other < n_devices; other++)
    if (!measure (job, device, other, TRUE, rates, error))
      return FALSE;

  return TRUE;
}

static void
measure_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  const LoomCuda *cuda;
  GVariantBuilder rates;
  GError *error = NULL;

  loom_runner_locale_enter ();
  cuda = loom_cuda_get ();
  if (cuda->why != NULL)
    {
      g_task_return_error (task, g_error_copy (cuda->why));
      return;
    }

  g_variant_builder_init (&rates, G_VARIANT_TYPE ("aa{sv}"));
  for (int i = 0; i < cuda->n_devices; i++)
    if (!measure_device (task_data, i, cuda->n_devices, &rates, &error))
      {
        g_variant_builder_clear (&rates);
        g_task_return_error (task, error);
        return;
      }

  g_task_return_pointer (task, g_variant_ref_sink (g_variant_builder_end (&rates)),
                         (GDestroyNotify) g_variant_unref);
}

static void
loom_copies_service_finalize (GObject *object)
{
  LoomCopiesService *self = LOOM_COPIES_SERVICE (object);

  g_clear_pointer (&self->jobs, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_copies_service_parent_class)->finalize (object);
}

static void
loom_copies_service_class_init (LoomCopiesServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_copies_service_finalize;
}

static void
loom_copies_service_init (LoomCopiesService *self)
{
  self->jobs = g_ptr_array_new ();
}

LoomCopiesService *
loom_copies_service_new (void)
{
  return g_object_new (LOOM_TYPE_COPIES_SERVICE, NULL);
}

/**
 * loom_copies_service_measure_async:
 * @job: a number that loom_copies_service_cancel() can name
 * @options: of MeasureCopies
 * @callback: called with the result
 * @user_data: its data
 *
 * Measures every way to copy, one after the other.
 */
void
loom_copies_service_measure_async (LoomCopiesService   *self,
                                   guint                job,
                                   GVariant            *options,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  Job *new_job = g_new0 (Job, 1);

  new_job->number = job;
  if (!g_variant_lookup (options, "bytes", "t", &new_job->bytes))
    new_job->bytes = DEFAULT_BYTES;
  new_job->bytes = CLAMP (new_job->bytes, 1, MOST_BYTES);
  g_ptr_array_add (self->jobs, new_job);
  g_task_set_source_tag (task, loom_copies_service_measure_async);
  g_task_set_task_data (task, new_job, g_free);
  g_task_run_in_thread (task, measure_thread);
}

/**
 * loom_copies_service_measure_finish:
 * @result: the result
 *
 * Returns: (transfer full): the aa{sv} that MeasureCopies answers with, or %NULL
 */
GVariant *
loom_copies_service_measure_finish (LoomCopiesService  *self,
                                    GAsyncResult       *result,
                                    GError            **error)
{
  g_ptr_array_remove (self->jobs, g_task_get_task_data (G_TASK (result)));
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * loom_copies_service_cancel:
 * @job: the number of a measurement
 *
 * Asks a measurement to stop, if it is in flight.
 */
void
loom_copies_service_cancel (LoomCopiesService *self,
                            guint              job)
{
  for (guint i = 0; i < self->jobs->len; i++)
    {
      Job *candidate = self->jobs->pdata[i];

      if (candidate->number == job)
        g_atomic_int_set (&candidate->cancel, 1);
    }
}
