#pragma once

#include <gio/gio.h>

/* What one line of the source cost. A request is one warp's execution of one instruction that
 * accesses memory. */
typedef struct
{
  const char *file;             /* interned, as seen from the document's folder; NULL: the
                                   document */
  guint    line;                /* of the CUDA source, from 1; 0: of no line there */
  guint    instructions;        /* PTX instructions that come from it */
  guint64  executed;            /* warp instructions */
  guint64  lanes;               /* thread instructions: the running lanes of those, summed */
  guint64  requests;            /* of global memory */
  guint64  sectors;             /* of 32 bytes that those touch */
  guint64  shared_requests;
  guint64  wavefronts;          /* passes that the 32 banks of shared memory need for those */
  guint64  conflicts;           /* passes beyond those that they would need without a conflict */
} LoomLineProfile;

/* Instructions of a thread, over all threads. */
typedef struct
{
  guint32 least, median, most;
} LoomThreadSpread;

/* What a run cost where. Built once, then not changed. */
typedef struct
{
  GArray           *lines;      /* (element-type LoomLineProfile) in the order of lines, those of
                                   the document first */
  GBytes           *threads;    /* guint32 for each thread: its instructions; NULL where not kept */
  LoomThreadSpread  spread;
} LoomProfile;

LoomProfile      *loom_profile_new          (void);
void              loom_profile_free         (LoomProfile        *self);
LoomLineProfile  *loom_profile_take_line    (LoomProfile        *self,
                                             const char         *file,
                                             guint               line);
const LoomLineProfile *loom_profile_find_line (const LoomProfile *self,
                                             guint               line);
void              loom_profile_sum          (const LoomProfile  *self,
                                             LoomLineProfile    *sum);
void              loom_profile_set_threads  (LoomProfile        *self,
                                             GBytes             *threads);
GVariant         *loom_profile_to_variant   (const LoomProfile  *self);
LoomProfile      *loom_profile_from_variant (GVariant           *variant);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomProfile, loom_profile_free)
