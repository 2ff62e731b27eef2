/* loom-package-installer.c: asks the desktop's software manager to install packages of the system
 *
 * PackageKit describes the interface: a name on the session bus, which GNOME Software and others
 * own, or which the bus starts them for. They ask the user themselves, and for a password.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-package-installer.h"

#include <errno.h>

#define NAME "org.freedesktop.PackageKit"
#define PATH "/org/freedesktop/PackageKit"
#define INTERFACE "org.freedesktop.PackageKit.Modify2"
#define CANCELLED "org.freedesktop.PackageKit.Modify.Cancelled"

/* The two lists of names that the bus is asked for one after the other. */
static const char * const lists[] = { "ListNames", "ListActivatableNames" };

/* The session's, or NULL. */
static GDBusConnection *
get_bus (void)
{
  GApplication *application = g_application_get_default ();

  return application != NULL ? g_application_get_dbus_connection (application) : NULL;
}

static void ask (GTask *task, GDBusConnection *bus, guint list);

static void
listed_cb (GObject      *bus,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GVariant) reply
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);
  const guint list = GPOINTER_TO_UINT (g_task_get_task_data (task));
  g_autofree const char **names = NULL;

  if (reply != NULL)
    g_variant_get (reply, "(^a&s)", &names);
  if (names != NULL && g_strv_contains (names, NAME))
    g_task_return_boolean (task, TRUE);
  else if (list + 1 < G_N_ELEMENTS (lists))
    ask (g_steal_pointer (&task), G_DBUS_CONNECTION (bus), list + 1);
  else
    g_task_return_boolean (task, FALSE);
}

static void
ask (GTask           *task,
     GDBusConnection *bus,
     guint            list)
{
  g_task_set_task_data (task, GUINT_TO_POINTER (list), NULL);
  g_dbus_connection_call (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                          "org.freedesktop.DBus", lists[list], NULL, G_VARIANT_TYPE ("(as)"),
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, listed_cb, task);
}

/**
 * loom_package_installer_find_async:
 *
 * Finds whether there is a software manager that can be asked.
 */
void
loom_package_installer_find_async (GAsyncReadyCallback callback,
                                   gpointer            data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);

  if (get_bus () != NULL)
    ask (g_steal_pointer (&task), get_bus (), 0);
  else
    g_task_return_boolean (task, FALSE);
}

gboolean
loom_package_installer_find_finish (GAsyncResult *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
installed_cb (GObject      *bus,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (GVariant) reply
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  g_autofree char *name = error != NULL ? g_dbus_error_get_remote_error (error) : NULL;

  if (g_strcmp0 (name, CANCELLED) == 0)
    {
      g_clear_error (&error);
      error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, name);
    }
  if (error != NULL)
    {
      g_dbus_error_strip_remote_error (error);
      g_task_return_error (task, error);
    }
  else
    {
      g_task_return_boolean (task, TRUE);
    }
}

/**
 * loom_package_installer_install_async:
 * @package: its name in the system's distribution
 *
 * Asks the software manager, which was found, to install a package; that asks the user.
 */
void
loom_package_installer_install_async (const char          *package,
                                      GAsyncReadyCallback  callback,
                                      gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);
  const char *packages[] = { package, NULL };

  if (get_bus () == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, "%s",
                               g_strerror (ENOTCONN));
      return;
    }
  /* It takes as long as the user and the network take. */
  g_dbus_connection_call (get_bus (), NAME, PATH, INTERFACE, "InstallPackageNames",
                          g_variant_new ("(^asssa{sv})", packages, "hide-finished",
                                         APPLICATION_ID ".desktop", NULL),
                          NULL, G_DBUS_CALL_FLAGS_NONE, G_MAXINT, NULL, installed_cb,
                          g_steal_pointer (&task));
}

/**
 * loom_package_installer_install_finish:
 * @error: return location; %G_IO_ERROR_CANCELLED where the user let it be
 *
 * Returns: whether the package is there now
 */
gboolean
loom_package_installer_install_finish (GAsyncResult  *result,
                                       GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
