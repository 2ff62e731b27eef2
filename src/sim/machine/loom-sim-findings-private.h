#pragma once

#include "loom-sim-block-private.h"

/* Something that is warned of, as plain values. */
typedef struct
{
  LoomSimTrap trap;             /* what, where, and who else */
  guint64     block, other_block;
  guint64     count;
} LoomSimSighting;

/* One worker's: one entry for each pair of ops. */
struct _LoomSimFindings
{
  GHashTable *sightings;        /* (element-type LoomSimSighting) a set */
};

void loom_sim_findings_init     (LoomSimFindings          *self);
void loom_sim_findings_clear    (LoomSimFindings          *self);
gboolean loom_sim_findings_is_empty (const LoomSimFindings    *self);
void loom_sim_findings_add      (LoomSimFindings          *self,
                                 const LoomSimSighting    *sighting);
/* Also notes where all threads of the sighting's block are: see loom_sim_muster_new(). */
void loom_sim_findings_add_mustered (LoomSimFindings      *self,
                                 const LoomSimSighting    *sighting,
                                 LoomSimBlock             *block,
                                 const LoomSimVector      *running,
                                 const LoomSimOp          *at);
void loom_sim_findings_merge    (LoomSimFindings          *self,
                                 const LoomSimFindings    *other);
/* Appends a LoomFinding for each pair of lines, in the order of lines. */
void loom_sim_findings_describe (const LoomSimFindings    *self,
                                 const LoomSimLaunchState *launch,
                                 GPtrArray                *findings);
