#pragma once

#include <glib.h>

/* What can be read off PTX without parsing it: which kernels and variables it has. */
typedef struct
{
  char     *name;
  guint64   size;               /* bytes, of a variable */
  gboolean  is_constant;
} LoomPtxName;

GPtrArray *loom_ptx_text_list_entries   (const char  *ptx);
GPtrArray *loom_ptx_text_list_variables (const char  *ptx);
GArray    *loom_ptx_text_list_params    (const char  *ptx,
                                         const char  *entry);
guint      loom_ptx_text_get_max_threads (const char *ptx,
                                         const char  *entry);
char      *loom_ptx_text_drop_entries   (const char  *ptx,
                                         const char  *fragment);
char      *loom_ptx_text_name_files     (const char  *ptx,
                                         const char  *folder,
                                         GPtrArray   *files);
