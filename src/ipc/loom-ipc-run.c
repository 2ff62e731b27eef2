/* loom-ipc-run.c: a run's result to and from the wire
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run is an a{sv}: what loom_run_pack() says of it, what it printed as "output" s, and "arrays"
 * aa{sv}, each as loom_run_array_pack() has it. Bytes lie in the run's memory file: (tt), an offset
 * and a length, says where. Those are, of an array, "array", its planes by their names, and
 * "frames"; of a run with a profile, "thread-instructions", "thread-lanes" and "thread-states"; and
 * "schedule", with "multiprocessors" u beside it.
 */

#include "config.h"

#include "loom-ipc-run.h"

#include "loom-run-wire.h"

#include <glib/gi18n-lib.h>
#include <unistd.h>

/* Adds where bytes lie in the memory of a run; nothing for NULL. */
static gboolean
add_segment (GVariantBuilder  *builder,
             const char       *key,
             GBytes           *bytes,
             LoomIpcMemory    *memory,
             GError          **error)
{
  gconstpointer data;
  guint64 offset = 0;
  gsize size;

  if (bytes == NULL)
    return TRUE;
  data = g_bytes_get_data (bytes, &size);
  /* An empty GBytes may have no address at all. */
  if (size > 0 && !loom_ipc_memory_find (memory, data, size, &offset))
    return loom_fail (error, LOOM_ERROR_FAILED,
                      _("The bytes of %s lie outside the memory of their run"), key);

  g_variant_builder_add (builder, "{sv}", key, g_variant_new ("(tt)", offset, (guint64) size));
  return TRUE;
}

static gboolean
add_array (GVariantBuilder  *arrays,
           LoomRunArray     *self,
           LoomIpcMemory    *memory,
           GError          **error)
{
  gboolean ok;

  g_variant_builder_open (arrays, G_VARIANT_TYPE_VARDICT);
  loom_run_array_pack (self, arrays);
  ok = add_segment (arrays, "array", loom_array_get_bytes (self->array), memory, error)
       && add_segment (arrays, "frames", self->frames, memory, error);
  for (guint i = 0; ok && i < LOOM_N_RUN_PLANES; i++)
    ok = add_segment (arrays, loom_run_planes[i].name, *loom_run_array_get_plane (self, i),
                      memory, error);
  g_variant_builder_close (arrays);
  return ok;
}

static gboolean
add_arrays (GVariantBuilder  *builder,
            LoomRun          *run,
            LoomIpcMemory    *memory,
            GError          **error)
{
  g_auto (GVariantBuilder) arrays = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));

  for (guint i = 0; i < run->arrays->len; i++)
    if (!add_array (&arrays, run->arrays->pdata[i], memory, error))
      return FALSE;
  g_variant_builder_add (builder, "{sv}", "arrays", g_variant_builder_end (&arrays));
  return TRUE;
}

/* What a profile keeps of each thread: what that is called on the wire, where it lies, and its
 * bytes. */
static const struct
{
  const char *key;
  gsize       member;
  guint       size;
} thread_planes[] = {
  { "thread-instructions", G_STRUCT_OFFSET (LoomProfile, threads), sizeof (guint32) },
  { "thread-lanes", G_STRUCT_OFFSET (LoomProfile, lanes), sizeof (guint64) },
  { "thread-states", G_STRUCT_OFFSET (LoomProfile, states), 1 },
};

static gboolean
add_threads (GVariantBuilder    *builder,
             const LoomProfile  *profile,
             LoomIpcMemory      *memory,
             GError            **error)
{
  for (guint i = 0; profile != NULL && i < G_N_ELEMENTS (thread_planes); i++)
    if (!add_segment (builder, thread_planes[i].key,
                      G_STRUCT_MEMBER (GBytes *, profile, thread_planes[i].member), memory, error))
      return FALSE;
  return TRUE;
}

static gboolean
add_schedule (GVariantBuilder     *builder,
              const LoomSchedule  *schedule,
              LoomIpcMemory       *memory,
              GError             **error)
{
  if (schedule == NULL)
    return TRUE;
  g_variant_builder_add (builder, "{sv}", "multiprocessors",
                         g_variant_new_uint32 (schedule->n_multiprocessors));
  return add_segment (builder, "schedule", schedule->spans, memory, error);
}

/**
 * loom_ipc_run_to_variant:
 * @run: a result whose arrays and planes all lie in @memory
 * @memory: the run's memory file
 *
 * Writes a result as the dictionary that Run answers with; the bytes stay where they are.
 *
 * Errors: %LOOM_ERROR_FAILED if a plane lies elsewhere.
 *
 * Returns: (transfer floating): an a{sv}, or %NULL
 */
GVariant *
loom_ipc_run_to_variant (LoomRun        *run,
                         LoomIpcMemory  *memory,
                         GError        **error)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);
  g_autofree char *output = g_utf8_make_valid (run->output != NULL ? run->output : "", -1);

  loom_run_pack (run, &builder);
  g_variant_builder_add (&builder, "{sv}", "output", g_variant_new_string (output));
  if (!add_arrays (&builder, run, memory, error)
      || !add_threads (&builder, run->profile, memory, error)
      || !add_schedule (&builder, run->schedule, memory, error))
    return NULL;
  return g_variant_builder_end (&builder);
}

/* Bytes of the memory file, or NULL where there is no such key. Both numbers come from the other
 * end: every sum is checked before it is made. */
static gboolean
take_segment (GVariant    *variant,
              const char  *key,
              GBytes      *memory,
              GBytes     **bytes,
              GError     **error)
{
  g_autoptr (GVariant) place = g_variant_lookup_value (variant, key, NULL);
  const gsize size = g_bytes_get_size (memory);
  guint64 offset, length;

  *bytes = NULL;
  if (place == NULL)
    return TRUE;
  if (!g_variant_is_of_type (place, G_VARIANT_TYPE ("(tt)")))
    return loom_run_refuse (key, error);
  g_variant_get (place, "(tt)", &offset, &length);
  if (offset % LOOM_IPC_MEMORY_ALIGN != 0 || offset > size || length > size - offset)
    return loom_run_refuse (key, error);

  *bytes = g_bytes_new_from_bytes (memory, offset, length);
  return TRUE;
}

/* The same where all of a kind have one size. */
static gboolean
take_sized (GVariant    *variant,
            const char  *key,
            GBytes      *memory,
            guint64      count,
            guint        size,
            GBytes     **bytes,
            GError     **error)
{
  guint64 total;

  if (!take_segment (variant, key, memory, bytes, error))
    return FALSE;
  return *bytes == NULL
         || (g_uint64_checked_mul (&total, count, size) && g_bytes_get_size (*bytes) == total)
         || loom_run_refuse (key, error);
}

static LoomRunArray *
read_array (GVariant  *variant,
            GBytes    *memory,
            GError   **error)
{
  g_autoptr (GBytes) bytes = NULL;
  LoomRunArray *self;
  guint64 cells = 0;
  gboolean ok;

  if (!take_segment (variant, "array", memory, &bytes, error))
    return NULL;
  if (bytes == NULL)
    {
      loom_run_refuse ("array", error);
      return NULL;
    }
  self = loom_run_array_unpack (variant, bytes, error);
  if (self == NULL)
    return NULL;

  ok = loom_shape_cells (loom_array_get_shape (self->array), &cells)
       && take_segment (variant, "frames", memory, &self->frames, error);
  for (guint i = 0; ok && i < LOOM_N_RUN_PLANES; i++)
    ok = take_sized (variant, loom_run_planes[i].name, memory, cells,
                     loom_run_plane_get_cell_size (i, loom_array_get_cell_type (self->array),
                                                   self->writer_size),
                     loom_run_array_get_plane (self, i), error);
  if (!ok)
    g_clear_pointer (&self, loom_run_array_free);
  return self;
}

static gboolean
read_arrays (GVariant  *variant,
             GBytes    *memory,
             LoomRun   *run,
             GError   **error)
{
  g_autoptr (GVariant) arrays
      = g_variant_lookup_value (variant, "arrays", G_VARIANT_TYPE ("aa{sv}"));

  if (arrays == NULL)
    return loom_run_refuse ("arrays", error);

  for (gsize i = 0; i < g_variant_n_children (arrays); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (arrays, i);
      LoomRunArray *array = read_array (child, memory, error);

      if (array == NULL)
        return FALSE;
      g_ptr_array_add (run->arrays, array);
    }
  return TRUE;
}

static gboolean
are_states (GBytes *states)
{
  gsize size = 0;
  const guint8 *bytes = states != NULL ? g_bytes_get_data (states, &size) : NULL;

  for (gsize i = 0; i < size; i++)
    if (bytes[i] >= LOOM_N_THREAD_STATES)
      return FALSE;
  return TRUE;
}

static gboolean
read_threads (GVariant  *variant,
              GBytes    *memory,
              LoomRun   *run,
              GError   **error)
{
  g_autoptr (GBytes) threads = NULL, lanes = NULL, states = NULL;
  GBytes **found[] = { &threads, &lanes, &states };

  if (run->profile == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (thread_planes); i++)
    if (!take_sized (variant, thread_planes[i].key, memory, run->threads, thread_planes[i].size,
                     found[i], error))
      return FALSE;
  if (!are_states (states))
    return loom_run_refuse ("thread-states", error);

  loom_profile_set_threads (run->profile, threads);
  loom_profile_set_activity (run->profile, lanes, states);
  return TRUE;
}

static gboolean
read_schedule (GVariant  *variant,
               GBytes    *memory,
               LoomRun   *run,
               GError   **error)
{
  g_autoptr (GBytes) spans = NULL;
  guint32 n_multiprocessors = 0;
  guint64 blocks;

  if (!loom_dim3_volume (&run->grid, &blocks))
    return loom_run_refuse ("grid", error);
  if (!take_sized (variant, "schedule", memory, blocks, sizeof (LoomBlockSpan), &spans, error))
    return FALSE;
  if (spans == NULL)
    return TRUE;

  g_variant_lookup (variant, "multiprocessors", "u", &n_multiprocessors);
  run->schedule = loom_schedule_new (spans, blocks, n_multiprocessors);
  return run->schedule != NULL || loom_run_refuse ("schedule", error);
}

/**
 * loom_ipc_run_from_variant:
 * @variant: an a{sv} from the other end, which is not trusted
 * @memory: the mapped memory file; views into it keep it mapped
 *
 * Reads a result: every offset, length, type and index is checked against the memory file.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): the run, or %NULL
 */
LoomRun *
loom_ipc_run_from_variant (GVariant  *variant,
                           GBytes    *memory,
                           GError   **error)
{
  g_autoptr (LoomRun) run = loom_run_new ();

  if (!g_variant_lookup (variant, "output", "s", &run->output))
    {
      loom_run_refuse ("output", error);
      return NULL;
    }
  if (!loom_run_unpack (run, variant, error) || !read_arrays (variant, memory, run, error)
      || !loom_run_check (run, error) || !read_threads (variant, memory, run, error)
      || !read_schedule (variant, memory, run, error))
    return NULL;

  return g_steal_pointer (&run);
}

/**
 * loom_ipc_run_from_fd:
 * @variant: an a{sv} from the other end, which is not trusted
 * @fd: (transfer full): its sealed memory file; -1 if none came
 *
 * Maps the memory file and reads the result.
 *
 * Errors: %LOOM_ERROR_PROTOCOL.
 *
 * Returns: (transfer full): the run, or %NULL
 */
LoomRun *
loom_ipc_run_from_fd (GVariant  *variant,
                      int        fd,
                      GError   **error)
{
  g_autoptr (GBytes) memory = NULL;

  if (fd < 0)
    return loom_fail_null (error, LOOM_ERROR_PROTOCOL,
                           _("The runner sent a result without its arrays"));

  memory = loom_ipc_memory_map (fd, error);
  close (fd);
  return memory != NULL ? loom_ipc_run_from_variant (variant, memory, error) : NULL;
}
