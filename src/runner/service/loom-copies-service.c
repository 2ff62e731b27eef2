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

typedef struct
{
  guint64     bytes;
  const gint *cancel;           /* atomic */
} Job;

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

  if (g_atomic_int_get (job->cancel) == 0)
    loom_cuda_copies_measure (&copy, job->cancel, &bytes_per_second, &local_error);
  if (g_atomic_int_get (job->cancel) != 0)
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

/**
 * loom_copies_service_measure_async:
 * @options: of MeasureCopies
 * @cancel: read atomically until the callback is called; other than 0: it should stop
 * @callback: called with a task whose pointer is the aa{sv} that MeasureCopies answers with
 * @user_data: its data
 *
 * Measures every way to copy, one after the other.
 */
void
loom_copies_service_measure_async (GVariant            *options,
                                   const gint          *cancel,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->cancel = cancel;
  if (!g_variant_lookup (options, "bytes", "t", &job->bytes))
    job->bytes = DEFAULT_BYTES;
  job->bytes = CLAMP (job->bytes, 1, MOST_BYTES);
  g_task_set_source_tag (task, loom_copies_service_measure_async);
  g_task_set_task_data (task, job, g_free);
  g_task_run_in_thread (task, measure_thread);
}
