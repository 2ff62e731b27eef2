#pragma once

#include <glib.h>

/* What one worker adds by atomics to floats that its launch does nothing else to: the sums
 * depend on the order of the blocks, so they are made once all blocks are done, one block after
 * the other. */
typedef struct _LoomSimLog LoomSimLog;

typedef struct
{
  guint8   *place;              /* the host's */
  guint64   value;              /* its low bits, as many as the type has */
} LoomSimLogged;

/* Adds, in order. */
typedef void (*LoomSimApply) (const LoomSimLogged *adds,
                              gsize                n_adds);

LoomSimLog *loom_sim_log_new     (gsize                most);  /* bytes */
void        loom_sim_log_free    (LoomSimLog          *self);
/* A block's adds follow each other, and blocks come in rising order. */
void        loom_sim_log_add     (LoomSimLog          *self,
                                  guint64              block,
                                  LoomSimApply         apply,
                                  const LoomSimLogged *add);
/* Whether adds were lost, as there is no room. */
gboolean    loom_sim_log_is_full (const LoomSimLog    *self);
void        loom_sim_logs_replay (GPtrArray           *logs);
