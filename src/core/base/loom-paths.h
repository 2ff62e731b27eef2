#pragma once

#include <gio/gio.h>

/* Where Gridloom's own files are: beside the running program, in a build tree or wherever it was
 * unpacked.
 *
 *   $GRIDLOOM_DATA/NAME, $GRIDLOOM_RUNNER    whoever sets them knows best
 *   build tree   build/src/app/gridloom -> build/src/runner/gridloom-runner; data of the sources
 *                build/po/LANGUAGE
 *   installed    bin/gridloom -> ../libexec/gridloom-runner, ../share/gridloom/NAME
 *                ../share/locale/LANGUAGE
 *   otherwise    the folders given when it was configured
 */
char      *loom_paths_find_data       (const char  *name,
                                       GError     **error);
char      *loom_paths_find_runner     (GError     **error);
char      *loom_paths_find_cudart     (GError     **error);
char      *loom_paths_find_catalogues (void);
GStrv      loom_paths_list_data       (const char  *program,
                                       const char  *name);
GStrv      loom_paths_list_runner     (const char  *program);
GStrv      loom_paths_list_catalogues (const char  *program);
