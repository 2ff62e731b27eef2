#pragma once

#include "loom-cudart-private.h"

/* What arrays and variables held before launches, in files. */
void        _loom_cudart_contents_init  (const char             *folder,
                                         int                     recording);
void        _loom_cudart_contents_begin (const LoomCudartKernel *kernel,
                                         const LoomCudartCaller *caller);
const char *_loom_cudart_contents_keep  (guint                   number,
                                         const guint8           *bytes,
                                         gsize                   size,
                                         gsize                   at);
void        _loom_cudart_contents_end   (guint64                 line);
