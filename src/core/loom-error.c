/* loom-error.c: the one table of codes as a GError domain with names for JSON and D-Bus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"

static const char * const names[] = {
#define LOOM_CODE(ID, name) name,
  LOOM_CODES (LOOM_CODE)
#undef LOOM_CODE
};

static const GDBusErrorEntry dbus_entries[] = {
#define LOOM_CODE(ID, name) { LOOM_ERROR_##ID, "org.gridloom.Error." #ID },
  LOOM_CODES (LOOM_CODE)
#undef LOOM_CODE
};

/**
 * loom_error_quark:
 *
 * Gets the error domain, and registers its D-Bus names (`org.gridloom.Error.ID`) on the first call.
 *
 * Both ends of a connection must have called this before an error crosses it, so that it arrives
 * typed.
 *
 * Returns: the domain of #LoomError
 */
GQuark
loom_error_quark (void)
{
  static gsize quark;

  g_dbus_error_register_error_domain ("loom-error-quark", &quark,
                                      dbus_entries, G_N_ELEMENTS (dbus_entries));
  return (GQuark) quark;
}

/**
 * loom_error_get_name:
 * @code: a code
 *
 * Gets the stable name of a code, as JSON and the window speak it.
 *
 * Returns: a static string; that of %LOOM_ERROR_FAILED for a number outside the table
 */
const char *
loom_error_get_name (LoomError code)
{
  return (guint) code < LOOM_N_ERRORS ? names[code] : names[LOOM_ERROR_FAILED];
}

/**
 * loom_error_from_name:
 * @name: (nullable): a name, perhaps from another process
 * @code: (out): where to put the code
 *
 * Looks a stable name up.
 *
 * Returns: %FALSE if no code has this name; @code is then untouched
 */
gboolean
loom_error_from_name (const char *name,
                      LoomError  *code)
{
  g_return_val_if_fail (code != NULL, FALSE);

  for (guint i = 0; i < LOOM_N_ERRORS; i++)
    {
      if (g_strcmp0 (names[i], name) == 0)
        {
          *code = i;
          return TRUE;
        }
    }

  return FALSE;
}
