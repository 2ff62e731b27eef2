/* loom-dim3.c: a three-dimensional extent or position, its volume, its number and text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-dim3.h"
#include "loom-extents-private.h"
#include "loom-wire-private.h"

gboolean
loom_dim3_equal (const LoomDim3 *a,
                 const LoomDim3 *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->x == b->x && a->y == b->y && a->z == b->z;
}

/**
 * loom_dim3_volume:
 *
 * Returns: %FALSE if the product of the axes does not fit 64 bits; @volume is then untouched
 */
gboolean
loom_dim3_volume (const LoomDim3 *self,
                  guint64        *volume)
{
  guint64 product;

  g_return_val_if_fail (self != NULL && volume != NULL, FALSE);

  if (!g_uint64_checked_mul (&product, (guint64) self->x * self->y, self->z))
    return FALSE;

  *volume = product;
  return TRUE;
}

/**
 * loom_dim3_unpack:
 * @extent: the whole; no axis is 0
 * @linear: a number: x + extent.x · (y + extent.y · z), as CUDA counts
 *
 * Returns: the position that has a number
 */
LoomDim3
loom_dim3_unpack (const LoomDim3 *extent,
                  guint64         linear)
{
  g_return_val_if_fail (extent != NULL, LOOM_DIM3 (0, 0, 0));
  g_return_val_if_fail (extent->x > 0 && extent->y > 0, LOOM_DIM3 (0, 0, 0));

  return LOOM_DIM3 (linear % extent->x,
                    linear / extent->x % extent->y,
                    linear / extent->x / extent->y);
}

/**
 * loom_dim3_parse:
 * @text: `x`, `x,y` or `x,y,z`; spaces are allowed
 * @dim3: (out): where to put the extent; axes that are not written are 1
 * @rank: (out) (optional): how many axes were written
 * @error: return location; %LOOM_ERROR_LAUNCH says what was found and what is allowed
 *
 * Reads an extent. Each axis is from 1 to 2³² - 1.
 */
gboolean
loom_dim3_parse (const char  *text,
                 LoomDim3    *dim3,
                 guint       *rank,
                 GError     **error)
{
  return loom_dim3_parse_within (text, &LOOM_DIM3 (G_MAXUINT32, G_MAXUINT32, G_MAXUINT32), dim3,
                                 rank, error);
}

/**
 * loom_dim3_parse_within:
 * @most: what is allowed, which others check
 *
 * Reads an extent as loom_dim3_parse() does. The message about a number that no axis can have
 * tells the maximum of @most.
 */
gboolean
loom_dim3_parse_within (const char      *text,
                        const LoomDim3  *most,
                        LoomDim3        *dim3,
                        guint           *rank,
                        GError         **error)
{
  const guint64 told[3] = { most->x, most->y, most->z };
  guint64 values[3] = { 1, 1, 1 };
  guint n_values;

  g_return_val_if_fail (text != NULL && dim3 != NULL, FALSE);

  if (!_loom_parse_extents (text, G_MAXUINT32, told, values, &n_values, error))
    return FALSE;

  *dim3 = LOOM_DIM3 (values[0], values[1], values[2]);
  if (rank != NULL)
    *rank = n_values;
  return TRUE;
}

/**
 * loom_dim3_format:
 *
 * Returns: (transfer full): text that loom_dim3_parse() reads back: `16,16`, without the axes at
 *   the end that are 1
 */
char *
loom_dim3_format (const LoomDim3 *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->z != 1)
    return g_strdup_printf ("%u,%u,%u", self->x, self->y, self->z);
  if (self->y != 1)
    return g_strdup_printf ("%u,%u", self->x, self->y);
  return g_strdup_printf ("%u", self->x);
}

static guint32
ceil_divide (guint32 a,
             guint32 b)
{
  return a / b + (a % b != 0);
}

/**
 * loom_dim3_cover:
 * @range: the threads that are wanted
 * @block: threads of one block
 * @grid: (out): where to put ceil (range / block), axis by axis
 *
 * Derives the smallest grid whose blocks hold a range.
 *
 * Returns: %FALSE if an axis of @block is 0; @grid is then untouched
 */
gboolean
loom_dim3_cover (const LoomDim3 *range,
                 const LoomDim3 *block,
                 LoomDim3       *grid)
{
  g_return_val_if_fail (range != NULL && block != NULL && grid != NULL, FALSE);

  if (block->x == 0 || block->y == 0 || block->z == 0)
    return FALSE;

  *grid = LOOM_DIM3 (ceil_divide (range->x, block->x),
                     ceil_divide (range->y, block->y),
                     ceil_divide (range->z, block->z));
  return TRUE;
}

static const LoomWireMember dim3_members[] = {
  LOOM_WIRE (UINT32, LoomDim3, x), LOOM_WIRE (UINT32, LoomDim3, y), LOOM_WIRE (UINT32, LoomDim3, z),
};

const LoomWire _loom_dim3_wire = { LOOM_WIRE_MEMBERS (dim3_members, LoomDim3) };
