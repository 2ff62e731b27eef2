#pragma once

#include "loom-disk-cache.h"

/* What the compiler's processes answered, on disk. Only the runner reads and writes it, not they,
 * which have worked on what strangers wrote. Any thread. */
typedef struct
{
  LoomDiskCache files;
  gint          n_saved;
} LoomCompileCache;

void      loom_compile_cache_init  (LoomCompileCache  *self);
void      loom_compile_cache_clear (LoomCompileCache  *self);
GVariant *loom_compile_cache_load  (LoomCompileCache  *self,
                                    GVariant          *request,
                                    char             **key);
void      loom_compile_cache_save  (LoomCompileCache  *self,
                                    const char        *key,
                                    GVariant          *answer);
