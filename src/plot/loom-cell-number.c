/* loom-cell-number.c: the number that stands in a cell, through each lens; NULL where there is none
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-coder-private.h"
#include "loom-number.h"

char *
_loom_cell_format_value (const LoomCoder *coder,
                         guint64          cell)
{
  const LoomPlanes *planes = &coder->planes;

  return loom_number_format_short (planes->value.scalar,
                                   planes->data + cell * planes->type.size + planes->value.offset);
}

char *
_loom_cell_format_count (const LoomCoder *coder,
                         guint64          cell)
{
  return g_strdup_printf ("%u", loom_planes_get_count (_loom_coder_get_plane (coder), cell));
}

char *
_loom_cell_format_measure (const LoomCoder *coder,
                           guint64          cell)
{
  const double value = coder->facts->measure (coder, cell);

  return value < 0 ? NULL : loom_number_format (value, 3);
}

static char *
format_writer (guint64 number,
               guint64 thread)
{
  return thread != LOOM_NO_WRITER ? g_strdup_printf ("%" G_GUINT64_FORMAT, number) : NULL;
}

char *
_loom_cell_format_writer (const LoomCoder *coder,
                          guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_writer (thread, thread);
}

char *
_loom_cell_format_warp (const LoomCoder *coder,
                        guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_writer (_loom_coder_get_warp_number (coder, thread), thread);
}

static char *
format_place (const LoomDim3 *extent,
              guint64         linear,
              guint64         thread)
{
  const LoomDim3 place = loom_dim3_unpack (extent, linear);

  if (thread == LOOM_NO_WRITER)
    return NULL;
  if (extent->z > 1)
    return g_strdup_printf ("%u,%u,%u", place.x, place.y, place.z);
  if (extent->y > 1)
    return g_strdup_printf ("%u,%u", place.x, place.y);
  return g_strdup_printf ("%u", place.x);
}

char *
_loom_cell_format_block (const LoomCoder *coder,
                         guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_place (&coder->grid, thread / coder->threads_per_block, thread);
}

char *
_loom_cell_format_thread (const LoomCoder *coder,
                          guint64          cell)
{
  const guint64 thread = _loom_coder_get_thread (coder, cell);

  return format_place (&coder->block, thread % coder->threads_per_block, thread);
}
