/* loom-backend-id.c: the names of what runs kernels
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-backend-id.h"

#include "loom-error.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define PREFIX "cuda:"
#define MAX_DEVICE 1023

/**
 * loom_backend_id_parse:
 * @text: (nullable): a name from elsewhere
 * @id: (out): what it names; zeros if it is no name
 *
 * Reads the name of a backend. Whether this computer has it is not looked at.
 *
 * Errors: %LOOM_ERROR_BACKEND.
 *
 * Returns: whether it is "sim", or "cuda:" and a number
 */
gboolean
loom_backend_id_parse (const char     *text,
                       LoomBackendId  *id,
                       GError        **error)
{
  guint64 number = 0;

  if (g_strcmp0 (text, LOOM_BACKEND_SIMULATOR_NAME) == 0)
    *id = LOOM_BACKEND_ID_SIMULATOR;
  else if (text != NULL && g_str_has_prefix (text, PREFIX)
           && g_ascii_string_to_unsigned (text + strlen (PREFIX), 10, 0, MAX_DEVICE, &number,
                                          NULL))
    *id = LOOM_BACKEND_ID_CUDA (number);
  else
    {
      *id = (LoomBackendId) { LOOM_BACKEND_NONE, 0 };
      return loom_fail (error, LOOM_ERROR_BACKEND,
                        _("There is no backend %s: there are sim and cuda:N"),
                        text != NULL ? text : "");
    }

  return TRUE;
}

/**
 * loom_backend_id_get_name:
 *
 * Returns: (nullable): the text that loom_backend_id_parse() reads, interned; %NULL for none
 */
const char *
loom_backend_id_get_name (LoomBackendId id)
{
  g_autofree char *name = NULL;

  switch (id.kind)
    {
    case LOOM_BACKEND_SIMULATOR:
      return LOOM_BACKEND_SIMULATOR_NAME;

    case LOOM_BACKEND_CUDA:
      name = g_strdup_printf (PREFIX "%u", id.device);
      return g_intern_string (name);

    case LOOM_BACKEND_NONE:
    default:
      return NULL;
    }
}

/**
 * loom_backend_id_dup_title:
 *
 * Returns: (transfer full) (nullable): "Simulator", "GPU 0" in the user's language, where nothing
 *   more is known of it; %NULL for none
 */
char *
loom_backend_id_dup_title (LoomBackendId id)
{
  if (id.kind == LOOM_BACKEND_CUDA)
    return g_strdup_printf (_("GPU %s"), loom_backend_id_get_name (id) + strlen (PREFIX));

  return id.kind == LOOM_BACKEND_SIMULATOR ? g_strdup (_("Simulator")) : NULL;
}

/**
 * loom_backend_kind_of:
 *
 * Returns: what kind of backend a text names, %LOOM_BACKEND_NONE if it is no name
 */
LoomBackendKind
loom_backend_kind_of (const char *text)
{
  LoomBackendId id;

  return loom_backend_id_parse (text, &id, NULL) ? id.kind : LOOM_BACKEND_NONE;
}

/**
 * loom_backend_dup_title:
 *
 * Returns: (transfer full): as loom_backend_id_dup_title() has it; @text if that is no name
 */
char *
loom_backend_dup_title (const char *text)
{
  LoomBackendId id;

  return loom_backend_id_parse (text, &id, NULL) ? loom_backend_id_dup_title (id) : g_strdup (text);
}
