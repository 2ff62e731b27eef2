#pragma once

#include "loom-disk-cache.h"
#include "loom-plan.h"
#include "loom-run-options.h"
#include "loom-sweep-outcome.h"

/* What configurations came to in earlier sweeps, a small file for each, by what it is of;
 * loom_disk_cache_trim() keeps its bounds. Any thread. What lies there may be damaged or of
 * somebody hostile: it is checked, named and not used. */
typedef LoomDiskCache LoomSweepCache;

/* What an outcome is of. Borrowed. */
typedef struct
{
  LoomCompiled         *compiled;
  LoomPlan             *plan;
  const LoomRunOptions *options;
  guint                 rounds;         /* that its samples were taken in */
  double                round_ms;       /* that they might take in one of them */
  const char           *device;         /* what ran it, as exactly as is known */
  const char           *folder;         /* where the plan's files are, or NULL */
} LoomSweepCacheKey;

#define LOOM_SWEEP_CACHE_MOST_BYTES (64 << 20)
#define LOOM_SWEEP_CACHE_MOST_FILES 20000

LoomSweepCache   *loom_sweep_cache_new     (const char               *folder);
void              loom_sweep_cache_free    (LoomSweepCache           *self);
char             *loom_sweep_cache_dup_key (const LoomSweepCacheKey  *key);
LoomSweepOutcome *loom_sweep_cache_load    (const LoomSweepCache     *self,
                                            const char               *key,
                                            GError                  **error);
gboolean          loom_sweep_cache_save    (const LoomSweepCache     *self,
                                            const char               *key,
                                            GVariant                 *outcome,
                                            GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomSweepCache, loom_sweep_cache_free)
