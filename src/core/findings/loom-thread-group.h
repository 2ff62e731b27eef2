#pragma once

#include "loom-dim3.h"

#define LOOM_BLOCK_MAX_THREADS 1024

/* Where threads of a block are. */
typedef enum
{
  LOOM_THREADS_AT_BARRIER,      /* they wait for others of the block */
  LOOM_THREADS_AT_WARP,         /* they wait for others of their warp */
  LOOM_THREADS_ELSEWHERE,       /* they came to neither yet */
  LOOM_THREADS_GONE,            /* they have returned */
  LOOM_N_THREADS_STATES
} LoomThreadsState;

/* The threads of one block that are at the same place. Built once, then not changed. */
typedef struct
{
  LoomThreadsState state;
  guint            barrier;     /* its number, 0 to 15; only where they are at one */
  const char      *file;        /* interned, as of a site */
  guint            line;        /* of the CUDA source, 0: not known. Of those that are gone where
                                   they left for the end */
  GArray          *warps;       /* (element-type guint32) which lanes, warp by warp */
} LoomThreadGroup;

LoomThreadGroup *loom_thread_group_new         (guint                   n_threads);
LoomThreadGroup *loom_thread_group_copy        (const LoomThreadGroup  *self);
void             loom_thread_group_free        (LoomThreadGroup        *self);
void             loom_thread_group_add         (LoomThreadGroup        *self,
                                                guint                   thread);
gboolean         loom_thread_group_has         (const LoomThreadGroup  *self,
                                                guint                   thread);
guint            loom_thread_group_count       (const LoomThreadGroup  *self);
guint            loom_thread_group_find_first  (const LoomThreadGroup  *self);
gboolean         loom_thread_group_next_range  (const LoomThreadGroup  *self,
                                                guint                  *first,
                                                guint                  *last);
char            *loom_thread_group_dup_threads (const LoomThreadGroup  *self);
char            *loom_thread_group_dup_text    (const LoomThreadGroup  *self);
const char      *loom_thread_group_get_state_name (const LoomThreadGroup *self);
int              loom_thread_group_compare     (const LoomThreadGroup  *self,
                                                const LoomThreadGroup  *other);
gboolean         loom_thread_groups_make_up    (const GPtrArray        *groups,
                                                const LoomDim3         *block);
const LoomThreadGroup *loom_thread_groups_find (const GPtrArray        *groups,
                                                guint                   thread);
extern const LoomWire _loom_thread_group_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomThreadGroup, loom_thread_group_free)
