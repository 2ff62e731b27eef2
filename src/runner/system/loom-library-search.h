#pragma once

#include <gio/gio.h>

/* Where a library of CUDA was looked for, and what became of each place. */
typedef struct
{
  char       *name;             /* "NVRTC" */
  gpointer    handle;           /* of dlopen(), or NULL */
  char       *path;             /* of the file found */
  char       *version;          /* "13.0", or NULL */
  GPtrArray  *searched;         /* (element-type utf8): place, a tab, why it was passed over */
} LoomLibrary;

LoomLibrary  *loom_library_search      (const char          *name,
                                        const char * const  *sonames,
                                        const char          *beside);
char         *loom_library_guess       (const char * const  *sonames);
void          loom_library_free        (LoomLibrary         *self);
char         *loom_library_find_folder (LoomLibrary         *self,
                                        const char          *file);
char         *loom_library_find_program (const char         *name);
GVariant     *loom_library_describe    (LoomLibrary         *self,
                                        const char          *why);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomLibrary, loom_library_free)
