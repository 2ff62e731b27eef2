#pragma once

#include "loom-sweeper.h"

/* What of a configuration only the sweeper needs. */
typedef struct
{
  LoomCompiled *compiled;
  LoomPlan     *plan;           /* NULL: it cannot be launched */
  char         *key;            /* of the cache */
} LoomSweeperItem;

/* What runs, and lets the sweep know. */
typedef struct
{
  LoomSweeper  *sweeper;
  GCancellable *cancellable;
  guint         tile;
  guint         timeout;
  gboolean      is_late;        /* its time was up */
} LoomSweeperCall;

struct _LoomSweeper
{
  GObject           parent_instance;

  LoomRunnerClient *client;
  LoomSweep        *sweep;
  GPtrArray        *problems;   /* (element-type utf8) */
  GTask            *task;       /* of the sweep at hand, or NULL */
  GSource          *cancel;

  /* what is swept */
  LoomDocument     *document;
  LoomPlan         *plan;
  GVariant         *compile;
  LoomSweepCache   *cache;      /* NULL: nothing is kept */
  char             *device, *folder;
  LoomDeviceProfile *profile;   /* or NULL */
  char             *kernel, *shape;
  GStrv             set;
  LoomLimits        limits;
  LoomRunOptions    options;
  guint             rounds, jobs, seconds;
  double            round_ms;
  gboolean          anew;

  /* while it is prepared */
  GHashTable       *modules;    /* (element-type utf8 LoomCompiled) by the compiler's options */
  GHashTable       *broken;     /* (element-type utf8 utf8) why there is no module */
  guint             prepare;    /* source */
  char             *module;     /* that is compiled now, by its options, or NULL */
  guint             attempts;   /* to do so */
  GCancellable     *compiling;

  /* while it is run */
  GArray           *items;      /* (element-type LoomSweeperItem) for each tile */
  GPtrArray        *calls;      /* (element-type LoomSweeperCall) */
  GQueue            suspects;   /* indices of tiles that lost the runner together with others */
  guint             next;       /* tile that is prepared, or of the round's order */
  guint             round;
  guint             busy;       /* tiles in flight: looked up, or run */
  guint             saving;     /* outcomes on their way into the cache */
  gboolean          cache_is_broken, is_trimmed;
  gboolean          is_stopped; /* nothing new is begun */
  gboolean          is_over;    /* or nothing is left */
};

void    _loom_sweeper_prepare     (LoomSweeper *self);
void    _loom_sweeper_run         (LoomSweeper *self);
void    _loom_sweeper_look_up     (LoomSweeper *self,
                                   guint        tile);
void    _loom_sweeper_start       (LoomSweeper *self,
                                   guint        tile);
void    _loom_sweeper_pump        (LoomSweeper *self);
void    _loom_sweeper_keep        (LoomSweeper *self,
                                   guint        tile);
void    _loom_sweeper_trim        (LoomSweeper *self);
const char *_loom_sweeper_get_options (LoomSweeper  *self,
                                       LoomDocument *document);
void    _loom_sweeper_end         (LoomSweeper *self,
                                   GError      *error);
void    _loom_sweeper_add_problem (LoomSweeper *self,
                                   const char  *text);
void    _loom_sweeper_set         (LoomSweeper      *self,
                                   guint             tile,
                                   LoomOutcomeState  state,
                                   const char       *text);
LoomSweepTile   *_loom_sweeper_get_tile (LoomSweeper *self,
                                         guint        tile);
LoomSweeperItem *_loom_sweeper_get_item (LoomSweeper *self,
                                         guint        tile);
