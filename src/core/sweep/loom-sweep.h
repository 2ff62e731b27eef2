#pragma once

#include "loom-sweep-axis.h"
#include "loom-sweep-outcome.h"

/* One configuration. */
typedef struct
{
  guint             picks[LOOM_SWEEP_MAX_AXES]; /* for each axis the index of its value */
  LoomSweepOutcome *outcome;
  gboolean          is_kept;    /* it is of an earlier sweep, which nothing has changed since */
  guint             rank;       /* from 1, of those that are right; 0: none */
  gboolean          is_best;    /* or cannot be told from the best */
} LoomSweepTile;

/* All configurations that some axes span, the first axis fastest. */
typedef struct
{
  GPtrArray     *axes;          /* (element-type LoomSweepAxis) */
  GPtrArray     *tiles;         /* (element-type LoomSweepTile) */
  LoomBackendId  backend;
  char          *kernel;
  char          *device;        /* that times are modelled for; NULL: they are not */
} LoomSweep;

/* A number of each configuration: a column of the table, and what colours the map. Whatever else
 * becomes known of configurations is a row of its table. */
typedef struct
{
  const char *key;              /* stable */
  const char *title;            /* untranslated */
  const char *unit;             /* untranslated, or NULL */
  double    (*get) (const LoomSweepTile *tile);         /* NaN: not known */
} LoomSweepFigure;

LoomSweep  *loom_sweep_new          (GPtrArray            *axes,
                                     LoomBackendId         backend,
                                     const char           *kernel,
                                     const char           *device);
void        loom_sweep_free         (LoomSweep            *self);
const char *loom_sweep_get_value    (const LoomSweep      *self,
                                     const LoomSweepTile  *tile,
                                     guint                 axis);
char       *loom_sweep_dup_name     (const LoomSweep      *self,
                                     const LoomSweepTile  *tile);
void        loom_sweep_rank         (LoomSweep            *self);
guint       loom_sweep_count        (const LoomSweep      *self,
                                     LoomOutcomeState      state);
guint       loom_sweep_count_ended  (const LoomSweep      *self);
char       *loom_sweep_dup_sentence (const LoomSweep      *self);
LoomFidelity loom_sweep_get_fidelity (const LoomSweep     *self);
/* What configurations are ranked by. */
const LoomSweepFigure *loom_sweep_get_figure  (const LoomSweep *self);
const LoomSweepFigure *loom_sweep_figures_get (guint           *n);
const LoomSweepFigure *loom_sweep_figures_find (const char     *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSweep, loom_sweep_free)
