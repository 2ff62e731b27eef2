#pragma once

#include <gtk/gtk.h>

/* A row of a table of the replay: texts, one for each column, some of them marked. Signal
 * "changed": texts or marks are others. */
#define LOOM_TYPE_REPLAY_ROW (loom_replay_row_get_type ())
G_DECLARE_FINAL_TYPE (LoomReplayRow, loom_replay_row, LOOM, REPLAY_ROW, GObject)

LoomReplayRow       *loom_replay_row_new        (void);
void                 loom_replay_row_set        (LoomReplayRow *self,
                                                 guint          column,
                                                 const char    *text,
                                                 gboolean       is_marked);
const char          *loom_replay_row_get        (LoomReplayRow *self,
                                                 guint          column);
void                 loom_replay_row_tell       (LoomReplayRow *self);
GtkColumnViewColumn *loom_replay_column_new     (const char    *title,
                                                 guint          column,
                                                 gboolean       is_number);
