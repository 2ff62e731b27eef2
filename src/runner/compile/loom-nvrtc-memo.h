#pragma once

#include "loom-nvrtc.h"

/* What the compiler gave for its last questions. */
typedef struct _LoomNvrtcMemo LoomNvrtcMemo;

LoomNvrtcMemo *loom_nvrtc_memo_new      (GPtrArray             *stand_ins,
                                         const char            *toolkit);
void           loom_nvrtc_memo_free     (LoomNvrtcMemo         *self);
GBytes        *loom_nvrtc_memo_question (LoomNvrtcMemo         *self,
                                         const char            *source,
                                         const char            *name,
                                         const char * const    *options,
                                         const char * const    *expressions);
gboolean       loom_nvrtc_memo_find     (LoomNvrtcMemo         *self,
                                         GBytes                *question,
                                         LoomNvrtcResult       *result);
void           loom_nvrtc_memo_add      (LoomNvrtcMemo         *self,
                                         GBytes                *question,
                                         const LoomNvrtcResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomNvrtcMemo, loom_nvrtc_memo_free)
