#pragma once

#include <gio/gio.h>

/* A folder of the user's cache that keeps what was worked out once: a file for each result, named
 * after all that the result follows from. Any thread, and any number of processes at a time. What
 * lies there may be damaged or of somebody hostile: whoever loads a result gets it as it was kept
 * under that name, or none; whether it can be is for the caller to check. */
typedef struct
{
  char       *folder;
  const char *ending;           /* of the names of its files */
  gsize       most_entry;       /* bytes of one file */
  guint64     most_bytes;       /* of all files together */
  guint       most_files;
} LoomDiskCache;

#define LOOM_DISK_CACHE_KERNELS_MOST_BYTES (256 << 20)
#define LOOM_DISK_CACHE_KERNELS_MOST_FILES 4000

void      loom_disk_cache_init        (LoomDiskCache        *self,
                                       const char           *folder,
                                       const char           *name);
void      loom_disk_cache_init_kernels (LoomDiskCache       *self);
void      loom_disk_cache_clear       (LoomDiskCache        *self);
char     *loom_disk_cache_dup_path    (const LoomDiskCache  *self,
                                       const char           *key);
GVariant *loom_disk_cache_load        (const LoomDiskCache  *self,
                                       const char           *key,
                                       int                  *why);
gboolean  loom_disk_cache_save        (const LoomDiskCache  *self,
                                       const char           *key,
                                       GVariant             *result,
                                       GError              **error);
guint64   loom_disk_cache_trim        (const LoomDiskCache  *self);
void      loom_disk_cache_empty       (const LoomDiskCache  *self);
/* For names. */
void      loom_disk_cache_add_text    (GChecksum            *sum,
                                       const char           *text);
void      loom_disk_cache_add_variant (GChecksum            *sum,
                                       GVariant             *floating);
