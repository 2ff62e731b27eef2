/* loom-tile.c: an array of shared memory with its cells in other places
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-tile.h"

#include <inttypes.h>
#include <string.h>

/* Cells that all banks hold side by side. */
static guint64
get_cells_across (const LoomTile *self)
{
  return MAX (LOOM_BANKS * LOOM_BANK_BYTES / self->cell_size, 1);
}

/* Rows that lie side by side in the banks; those have one order. */
static guint64
get_rows_alike (const LoomTile *self)
{
  return MAX (get_cells_across (self) / self->cols, 1);
}

/* How many orders there are: column XOR row stays within a power of two. */
static guint64
get_orders (const LoomTile *self)
{
  return MIN (self->cols, get_cells_across (self));
}

/**
 * loom_tile_has_swizzle:
 *
 * Returns: whether its columns can be put in another order in each row, by an exclusive or
 */
gboolean
loom_tile_has_swizzle (const LoomTile *self)
{
  return self->n_extents == 2 && (self->cols & (self->cols - 1)) == 0 &&
         (self->cell_size & (self->cell_size - 1)) == 0 && get_orders (self) > 1;
}

/* How a reader of C takes what is in front of a `+ 1`. */
static gboolean
binds_looser (const char *text)
{
  return strpbrk (text, "?<>&|^=") != NULL;
}

/* `TILE + 1` and two columns more is `TILE + 3`. */
static char *
dup_padded_extent (const char *extent,
                   guint       padding)
{
  const char *plus = strrchr (extent, '+');
  const char *number = plus != NULL ? plus + 1 + strspn (plus + 1, " \t") : extent;
  guint64 value;

  if (padding == 0)
    return g_strdup (extent);
  if (binds_looser (extent))
    return g_strdup_printf ("(%s) + %u", extent, padding);
  if (!g_ascii_string_to_unsigned (number, 10, 0, G_MAXUINT32, &value, NULL))
    return g_strdup_printf ("%s + %u", extent, padding);
  return g_strdup_printf ("%.*s%" PRIu64, (int) (number - extent), extent, value + padding);
}

/**
 * loom_tile_dup_text:
 *
 * Returns: (transfer full): the last extent with a padding, or the index of a cell with its columns
 *   in another order: "tile[row][col ^ (row % 32)]"
 */
char *
loom_tile_dup_text (const LoomTile       *self,
                    const LoomTileLayout *layout)
{
  if (!layout->is_swizzled)
    return dup_padded_extent (self->extent, layout->padding);
  if (get_rows_alike (self) == 1)
    return g_strdup_printf ("%s[row][col ^ (row %% %" PRIu64 ")]", self->name, get_orders (self));
  return g_strdup_printf ("%s[row][col ^ (row / %" PRIu64 " %% %" PRIu64 ")]", self->name,
                          get_rows_alike (self), get_orders (self));
}

/* Where a byte of the tile goes; FALSE: it is none of its bytes. */
static gboolean
move_byte (const LoomTile       *self,
           const LoomTileLayout *layout,
           guint64               offset,
           guint64              *moved)
{
  const guint64 cell = offset / self->cell_size, row = cell / self->cols;
  guint64 col = cell % self->cols;

  if (layout->is_swizzled)
    col ^= row / get_rows_alike (self) % get_orders (self);
  *moved = (row * (self->cols + layout->padding) + col) * self->cell_size
           + offset % self->cell_size;
  return row < self->rows;
}

/**
 * loom_tile_move:
 * @request: for cells of the tile; they are put where @layout has them
 *
 * Returns: %FALSE if what a lane accesses would not stay together, or not be aligned
 */
gboolean
loom_tile_move (const LoomTile       *self,
                const LoomTileLayout *layout,
                LoomBankMapRequest   *request)
{
  LoomBankRequest *lanes = &request->request;

  for (guint i = 0; i < lanes->n; i++)
    {
      const guint64 offset = lanes->address[i] - request->base, size = MAX (lanes->size, 1);
      guint64 first, last;

      if (!move_byte (self, layout, offset, &first) ||
          !move_byte (self, layout, offset + size - 1, &last) || last != first + size - 1 ||
          first % size != 0)
        return FALSE;
      lanes->address[i] = request->base + first;
    }
  return TRUE;
}

/**
 * loom_tile_try:
 * @map: what a warp asked of shared memory
 * @trial: (out): what it would have cost; of all its requests for the tile
 *
 * Returns: %FALSE if the layout does not allow what the warp did
 */
gboolean
loom_tile_try (const LoomTile       *self,
               const LoomTileLayout *layout,
               const LoomBankMap    *map,
               LoomTileTrial        *trial)
{
  *trial = (LoomTileTrial) { .passes = 0 };
  for (guint i = 0; i < map->accesses->len; i++)
    {
      const LoomBankAccess *access = map->accesses->pdata[i];

      for (guint n = 0; g_strcmp0 (access->variable, self->name) == 0 && n < access->requests->len;
           n++)
        {
          LoomBankMapRequest request = g_array_index (access->requests, LoomBankMapRequest, n);
          guint conflicts;

          if (!loom_tile_move (self, layout, &request))
            return FALSE;
          trial->passes += loom_bank_request_count_passes (&request.request, &conflicts);
          trial->conflicts += conflicts;
        }
    }
  return TRUE;
}

/**
 * loom_tile_pad:
 * @padding: columns more
 * @edit: (out): what the last extent becomes
 */
void
loom_tile_pad (const LoomTile *self,
               guint           padding,
               LoomTextEdit   *edit)
{
  *edit = (LoomTextEdit) { self->offset, strlen (self->extent),
                           dup_padded_extent (self->extent, padding) };
}
