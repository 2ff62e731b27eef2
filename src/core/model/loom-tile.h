#pragma once

#include "loom-bank-map.h"
#include "loom-text-edit.h"

#define LOOM_TILE_MAX_PADDING 8

/* An array of shared memory as a source declares it: `__shared__ float tile[32][32]`. */
typedef struct
{
  char   *name;
  guint   line;                 /* of its name, from 1 */
  guint   n_extents;
  guint   cell_size;            /* bytes */
  guint64 rows, cols;           /* cols: the last extent; rows: all others multiplied */
  char   *extent;               /* the last one, as it is written */
  gsize   offset;               /* where, in bytes of the source */
} LoomTile;

/* Another place for its cells. */
typedef struct
{
  guint    padding;             /* columns more that nothing uses */
  gboolean is_swizzled;         /* each row has its columns in another order */
} LoomTileLayout;

/* What it would come to. */
typedef struct
{
  guint64 passes, conflicts;
} LoomTileTrial;

LoomTile *loom_tile_find        (const char            *source,
                                 gsize                  length,
                                 const char            *kernel,
                                 const char            *name,
                                 GError               **error);
void      loom_tile_free        (LoomTile              *self);
gboolean  loom_tile_has_swizzle (const LoomTile        *self);
char     *loom_tile_dup_text    (const LoomTile        *self,
                                 const LoomTileLayout  *layout);
gboolean  loom_tile_move        (const LoomTile        *self,
                                 const LoomTileLayout  *layout,
                                 LoomBankMapRequest    *request);
gboolean  loom_tile_try         (const LoomTile        *self,
                                 const LoomTileLayout  *layout,
                                 const LoomBankMap     *map,
                                 LoomTileTrial         *trial);
void      loom_tile_pad         (const LoomTile        *self,
                                 guint                  padding,
                                 LoomTextEdit          *edit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomTile, loom_tile_free)
