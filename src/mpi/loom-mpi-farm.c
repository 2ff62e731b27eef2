/* loom-mpi-farm.c: whole runs, handed to whichever rank is free
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sweep asks for many runs at once; each rank does one at a time, rank 0 too. A rank that is lost
 * fails the run that it had, by name; the others go on.
 */

#include "config.h"

#include "loom-mpi-farm.h"

#include "loom-mpi-protocol.h"
#include "loom-mpi-world.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static struct
{
  GMutex    mutex;
  GCond     changed;
  gboolean *busy;               /* by rank */
} farm;

/* Ranks other than this one first: this one has the others to look after. */
static guint
take (void)
{
  const guint n = loom_mpi_world_get_size ();
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&farm.mutex);

  if (farm.busy == NULL)
    farm.busy = g_new0 (gboolean, n);
  while (TRUE)
    {
      for (guint i = 0; i < n; i++)
        {
          const guint rank = n - 1 - i;

          if (farm.busy[rank] || loom_mpi_world_has_lost (rank))
            continue;
          farm.busy[rank] = TRUE;
          return rank;
        }
      g_cond_wait (&farm.changed, &farm.mutex);
    }
}

static void
give_back (guint rank)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&farm.mutex);

  farm.busy[rank] = FALSE;
  g_cond_broadcast (&farm.changed);
}

/**
 * loom_mpi_farm_take_all:
 *
 * Waits until no rank has a run, and lets none have one.
 */
void
loom_mpi_farm_take_all (void)
{
  const guint n = loom_mpi_world_get_size ();
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&farm.mutex);

  if (farm.busy == NULL)
    farm.busy = g_new0 (gboolean, n);
  for (guint rank = 0; rank < n; rank++)
    {
      while (farm.busy[rank])
        g_cond_wait (&farm.changed, &farm.mutex);
      farm.busy[rank] = TRUE;
    }
}

void
loom_mpi_farm_give_back_all (void)
{
  for (guint rank = 0; rank < loom_mpi_world_get_size (); rank++)
    give_back (rank);
}

/* The bytes of a result, sealed as the runner's own are. */
static int
make_file (GVariant  *bytes,
           GError   **error)
{
  gsize size;
  gconstpointer data = g_variant_get_fixed_array (bytes, &size, 1);
  g_autoptr (LoomIpcMemory) memory = loom_ipc_memory_new (loom_ipc_memory_align (size), error);

  if (memory == NULL)
    return -1;
  memcpy (loom_ipc_memory_take (memory, size), data, size);
  return loom_ipc_memory_seal (memory, error);
}

static gboolean
take_result (GVariant  *answer,
             GVariant **run,
             int       *fd,
             GError   **error)
{
  g_autoptr (GVariant) payload = NULL, bytes = NULL;

  if (!loom_mpi_answer_check (answer, &payload, error))
    return FALSE;
  if (!g_variant_is_of_type (payload, G_VARIANT_TYPE (LOOM_MPI_RESULT)))
    return loom_fail (error, LOOM_ERROR_PROTOCOL, _("A rank said what no Gridloom says"));
  g_variant_get (payload, "(@a{sv}@ay)", run, &bytes);
  *fd = make_file (bytes, error);
  if (*fd < 0)
    g_clear_pointer (run, g_variant_unref);
  return *fd >= 0;
}

static gboolean
run (guint      rank,
     GVariant  *packed,
     GVariant **run,
     int       *fd,
     GError   **error)
{
  g_autoptr (GVariant) answer = NULL;

  loom_mpi_world_lock ();
  if (loom_mpi_world_ask (rank, packed, error))
    answer = loom_mpi_world_receive (rank, rank + 1, LOOM_MPI_WHILE_PRESENT, error);
  loom_mpi_world_unlock ();
  return answer != NULL && take_result (answer, run, fd, error);
}

const LoomRunDelegates loom_mpi_farm = { take, give_back, run };
