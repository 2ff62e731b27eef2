#pragma once

#include "loom-nvrtc.h"

LoomNvrtcMemo *loom_nvrtc_memo_new      (GPtrArray             *stand_ins,
                                         const char            *toolkit);
void           loom_nvrtc_memo_free     (LoomNvrtcMemo         *self);
gboolean       loom_nvrtc_memo_may_read (LoomNvrtcMemo         *self,
                                         GHashTable            *included,
                                         const char * const    *folders);
void           loom_nvrtc_memo_begin    (LoomNvrtcMemo         *self);
GPtrArray     *loom_nvrtc_memo_list_included (LoomNvrtcMemo    *self);
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
