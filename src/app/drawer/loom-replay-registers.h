#pragma once

#include "loom-replay-state.h"

#include <gtk/gtk.h>

/* The registers of the thread that is replayed, in a table: their names, also in the source, and
 * what they hold; those that the step wrote are marked. A register keeps its row. */
#define LOOM_TYPE_REPLAY_REGISTERS (loom_replay_registers_get_type ())
G_DECLARE_FINAL_TYPE (LoomReplayRegisters, loom_replay_registers, LOOM, REPLAY_REGISTERS, GObject)

LoomReplayRegisters *loom_replay_registers_new    (GtkColumnView         *view);
void                 loom_replay_registers_clear  (LoomReplayRegisters   *self);
void                 loom_replay_registers_update (LoomReplayRegisters   *self,
                                                   const LoomReplayState *state,
                                                   guint                  lane,
                                                   GPtrArray             *parameters);
const char          *loom_replay_registers_get_name (LoomReplayRegisters *self,
                                                   guint                  position);
