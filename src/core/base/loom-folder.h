#pragma once

#include <gio/gio.h>

/* Files of a document: only what lies beneath its folder can be opened, by no `..`, absolute
 * name or symbolic link that leads out, and only regular files, so that nothing waits. */
int        loom_folder_open  (const char  *folder,
                              const char  *name,
                              GError     **error);
char      *loom_folder_dup_name (const char  *folder,
                                const char  *name);
GBytes    *loom_folder_read  (const char  *folder,
                              const char  *name,
                              gsize        most,
                              gsize       *size,
                              GError     **error);
/* What is to be written there. */
char      *loom_folder_dup_target (const char *folder,
                                   const char *name,
                                   GError    **error);
gboolean   loom_folder_check_parent (const char *path,
                                     GError     **error);
