#pragma once

#include "loom-sim-types.h"

LoomSim  *loom_sim_new            (LoomPtxModule         *module,
                                   GError               **error);
LoomSim  *loom_sim_new_above      (LoomPtxModule         *module,
                                   guint                  slot,
                                   GError               **error);
void      loom_sim_free           (LoomSim               *self);
guint64   loom_sim_add_array      (LoomSim               *self,
                                   const char            *name,
                                   gpointer               bytes,
                                   gsize                  size,
                                   gsize                  cell_size,
                                   const LoomSimPlanes   *planes);
void      loom_sim_place_array    (LoomSim               *self,
                                   guint64                address,
                                   const char            *name,
                                   gpointer               bytes,
                                   gsize                  size,
                                   gsize                  cell_size);
guint     loom_sim_count_slots    (LoomSim               *self);
guint     loom_sim_slot_of_address (guint64               address);
guint64   loom_sim_address_of_slot (guint                 slot);
void      loom_sim_set_undefined  (LoomSim               *self,
                                   guint64                address);
void      loom_sim_set_padded     (LoomSim               *self,
                                   guint64                address);
void      loom_sim_set_texture    (LoomSim               *self,
                                   guint64                address,
                                   const LoomTexture     *texture,
                                   const LoomType        *type,
                                   const LoomShape       *shape);
gboolean  loom_sim_count_symbol   (LoomSim               *self,
                                   const char            *lowered,
                                   gsize                  cell_size,
                                   const LoomSimPlanes   *planes);
gpointer  loom_sim_find_symbol    (LoomSim               *self,
                                   const char            *lowered,
                                   gsize                 *size);
void      loom_sim_share_symbol   (LoomSim               *self,
                                   const char            *lowered,
                                   gpointer               bytes);
const char *loom_sim_get_symbol_name (LoomSim            *self,
                                   guint                  index);
gboolean  loom_sim_has_variable   (LoomSim               *self,
                                   guint64                address);
guint64   loom_sim_get_symbol_address (LoomSim           *self,
                                   const char            *lowered);
gboolean  loom_sim_has_entry      (LoomSim               *self,
                                   const char            *entry);
guint     loom_sim_get_bound      (LoomSim               *self,
                                   const char            *entry);
gboolean  loom_sim_get_param      (LoomSim               *self,
                                   const char            *entry,
                                   guint                  index,
                                   gsize                 *offset,
                                   gsize                 *size);
gboolean  loom_sim_run            (LoomSim               *self,
                                   const LoomSimLaunch   *launch,
                                   const LoomSimOptions  *options,
                                   LoomSimOutcome        *outcome,
                                   GError               **error);
gboolean  loom_sim_find_reach     (LoomSim               *self,
                                   const LoomSimLaunch   *launch,
                                   const guint64         *arrays,
                                   guint                  n_arrays,
                                   LoomSimReach          *reaches,
                                   GError               **error);
gboolean  loom_sim_find_cell_blocks (LoomSim             *self,
                                   const LoomSimLaunch   *launch,
                                   const LoomSimCell     *cell,
                                   const guint64         *arrays,
                                   guint                  n_arrays,
                                   LoomSimReach          *reaches,
                                   guint8               **blocks,
                                   GError               **error);
gboolean  loom_sim_find_block_alone (LoomSim             *self,
                                   const LoomSimLaunch   *launch,
                                   guint64                block,
                                   const guint64         *arrays,
                                   guint                  n_arrays,
                                   LoomSimReach          *reaches,
                                   guint8               **blocks,
                                   GError               **error);
void      loom_sim_collect        (LoomSim               *self);
void      loom_sim_outcome_clear  (LoomSimOutcome        *self);
void      loom_sim_keep_memory    (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSim, loom_sim_free)
