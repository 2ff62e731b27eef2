#pragma once

#include "loom-scalar-text.h"
#include "loom-type.h"

#include <gio/gio.h>

/* `file:` in settings: the cells of an array from a .npy, .npz (of several arrays, a comma and its
 * name after the file's), .csv, .png, or else the cells as they lie in memory (`,big-endian` after
 * the name, if they do); the bytes of a struct from a .npy or any other file.
 * Behind a .npy or an archive's array, `,convert` takes numbers of another type or byte order, if
 * the cells hold them, and `,transpose` an array in Fortran order. */

/* shape: in: what the array must have, or rank 0 to take the file's; out: what it has; NULL: of
 * one struct. Reads no more than it needs to. */
gboolean  loom_input_check  (const char       *folder,
                             const char       *name,
                             const LoomType   *type,
                             LoomShape        *shape,
                             GError          **error);
/* Exactly the bytes of an array of this type and shape; shape NULL: of one struct. */
GBytes   *loom_input_read   (const char       *folder,
                             const char       *name,
                             const LoomType   *type,
                             const LoomShape  *shape,
                             GError          **error);

/* A raw file, of which nothing says what it holds. */
gboolean  loom_input_check_raw   (guint64          file_size,
                                  const LoomType  *type,
                                  LoomShape       *shape,
                                  GError         **error);
LoomShape loom_input_guess_shape (guint64          cells,
                                  const LoomShape *wanted);
char     *loom_input_name_raw    (const char      *name,
                                  gboolean         is_big_endian);
void      loom_input_get_number  (gconstpointer    data,
                                  LoomScalar       scalar,
                                  gboolean         is_big_endian,
                                  LoomScalarBits  *number);
