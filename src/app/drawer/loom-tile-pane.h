#pragma once

#include "loom-pane.h"
#include "loom-tile.h"

/* Other layouts of an array of shared memory: what a traced warp would have cost with each, and a
 * button that writes one into the source. Signal "layout-changed".
 *
 * ## Actions
 * tile.apply: the chosen padding becomes part of the source; tile.copy: its text, copied. */
#define LOOM_TYPE_TILE_PANE (loom_tile_pane_get_type ())
G_DECLARE_FINAL_TYPE (LoomTilePane, loom_tile_pane, LOOM, TILE_PANE, LoomPane)

void loom_tile_pane_show (LoomTilePane       *self,
                          LoomBankMap        *map,
                          const char         *variable);
void loom_tile_pane_move (LoomTilePane       *self,
                          LoomBankMapRequest *request);
