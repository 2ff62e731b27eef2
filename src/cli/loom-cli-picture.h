#pragma once

#include "loom-document.h"
#include "loom-picture.h"

gboolean  loom_cli_picture_check_name (const char    *path,
                                       const char    *lens,
                                       const char    *member,
                                       GError       **error);
LoomPicture *loom_cli_picture_new     (LoomRun       *run,
                                       LoomDocument  *document,
                                       const char    *lens,
                                       const char    *member,
                                       GError       **error);
gboolean  loom_cli_picture_check_ending (const char   *option,
                                         const char   *path,
                                         GError      **error);
gboolean  loom_cli_picture_check_schedule (const char  *path,
                                           LoomBackendId backend,
                                           GError     **error);
gboolean  loom_cli_picture_export_schedule (LoomRun    *run,
                                            const char *path,
                                            GError    **error);
