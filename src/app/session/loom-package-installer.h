#pragma once

#include <gio/gio.h>

/* The desktop's own software manager, which is asked to install packages of the system. */
void     loom_package_installer_find_async     (GAsyncReadyCallback  callback,
                                                gpointer             data);
gboolean loom_package_installer_find_finish    (GAsyncResult        *result);
void     loom_package_installer_install_async  (const char          *package,
                                                GAsyncReadyCallback  callback,
                                                gpointer             data);
gboolean loom_package_installer_install_finish (GAsyncResult        *result,
                                                GError             **error);
