/* loom-sought.c: from one cell of a kind to the next: missed, rewritten, mismatching, raced
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-sought.h"

#include "loom-picture-private.h"

#include <glib/gi18n-lib.h>

/* Cells that are looked at before somebody may have given up. */
#define STRETCH (G_GUINT64_CONSTANT (1) << 16)

static gboolean
is_missed (const LoomPlanes *planes,
           guint64           cell)
{
  return loom_planes_get_count (planes->writes, cell) == 0
         && (planes->domain == NULL || planes->domain[cell] != 0);
}

static gboolean
is_rewritten (const LoomPlanes *planes,
              guint64           cell)
{
  return loom_planes_get_count (planes->writes, cell) > 1;
}

static gboolean
is_mismatching (const LoomPlanes *planes,
                guint64           cell)
{
  return planes->mismatch[cell] != 0;
}

static gboolean
is_raced (const LoomPlanes *planes,
          guint64           cell)
{
  return planes->races[cell] != 0;
}

static gboolean
is_uninitialised (const LoomPlanes *planes,
                  guint64           cell)
{
  return planes->uninitialised[cell] != 0;
}

static const struct
{
  const char *name;
  gboolean (*is) (const LoomPlanes *planes,
                  guint64           cell);
  gsize       plane;            /* where LoomPlanes has the plane that tells */
  const char *no_plane;
  LoomLens    lens;             /* that shows them */
} kinds[LOOM_N_SOUGHT] = {
  [LOOM_SOUGHT_MISSED] = {
    "missed", is_missed, G_STRUCT_OFFSET (LoomPlanes, writes),
    N_("Writes to this array were not counted."), LOOM_LENS_EXPECTED,
  },
  [LOOM_SOUGHT_REWRITTEN] = {
    "rewritten", is_rewritten, G_STRUCT_OFFSET (LoomPlanes, writes),
    N_("Writes to this array were not counted."), LOOM_LENS_WRITES,
  },
  [LOOM_SOUGHT_MISMATCHING] = {
    "mismatching", is_mismatching, G_STRUCT_OFFSET (LoomPlanes, mismatch),
    N_("The document does not say what this array should hold."), LOOM_LENS_MISMATCH,
  },
  [LOOM_SOUGHT_RACED] = {
    "raced", is_raced, G_STRUCT_OFFSET (LoomPlanes, races),
    N_("This run did not look for races."), LOOM_LENS_RACES,
  },
  [LOOM_SOUGHT_UNINITIALISED] = {
    "uninitialised", is_uninitialised, G_STRUCT_OFFSET (LoomPlanes, uninitialised),
    N_("This run did not look for uninitialised reads."), LOOM_LENS_UNINITIALISED,
  },
};

/**
 * loom_sought_from_name:
 * @name: (nullable): as actions have it
 * @sought: (out): the kind of cell
 *
 * Returns: whether there is one
 */
gboolean
loom_sought_from_name (const char *name,
                       LoomSought *sought)
{
  for (guint i = 0; i < LOOM_N_SOUGHT; i++)
    if (g_strcmp0 (name, kinds[i].name) == 0)
      {
        *sought = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * loom_sought_get_obstacle:
 * @picture: where to look
 *
 * Returns: (nullable): a translated sentence that says why cells of the kind can't be told there
 */
const char *
loom_sought_get_obstacle (LoomSought   sought,
                          LoomPicture *picture)
{
  g_return_val_if_fail (sought < LOOM_N_SOUGHT && picture != NULL, NULL);

  return G_STRUCT_MEMBER (const guint8 *, &picture->coder.planes, kinds[sought].plane) == NULL
         ? _(kinds[sought].no_plane) : NULL;
}

/**
 * loom_sought_get_lens:
 *
 * Returns: the lens that shows cells of the kind
 */
LoomLens
loom_sought_get_lens (LoomSought sought)
{
  g_return_val_if_fail (sought < LOOM_N_SOUGHT, LOOM_LENS_VALUE);

  return kinds[sought].lens;
}

/**
 * loom_sought_find:
 * @picture: where to look, in all planes of its array; any thread may
 * @from: the index of a cell, which is looked at last
 * @step: 1: onwards; -1: back
 * @cancellable: (nullable): to give up
 * @cell: (out): the index of the cell
 *
 * Finds the next cell of a kind; behind the last cell the first one follows.
 *
 * Returns: whether there is one
 */
gboolean
loom_sought_find (LoomSought    sought,
                  LoomPicture  *picture,
                  guint64       from,
                  int           step,
                  GCancellable *cancellable,
                  guint64      *cell)
{
  const LoomPlanes *planes;

  g_return_val_if_fail (sought < LOOM_N_SOUGHT && picture != NULL, FALSE);

  planes = &picture->coder.planes;
  if (planes->cells == 0 || loom_sought_get_obstacle (sought, picture) != NULL)
    return FALSE;
  *cell = from % planes->cells;
  for (guint64 i = 0; i < planes->cells; i++)
    {
      if (step > 0)
        *cell = *cell + 1 < planes->cells ? *cell + 1 : 0;
      else
        *cell = *cell > 0 ? *cell - 1 : planes->cells - 1;
      if (kinds[sought].is (planes, *cell))
        return TRUE;
      if (i % STRETCH == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  return FALSE;
}
