/* loom-error.c: the one table of codes as a GError domain with names for JSON and D-Bus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-error.h"

/* What an error knows beside its message. It stays on this side of a connection. */
typedef struct
{
  guint  line, column;
  char  *key, *value;           /* a setting that would do, or NULL */
} LoomErrorPlacePrivate;

GQuark loom_error_place_quark (void);

static void
loom_error_place_private_init (LoomErrorPlacePrivate *self)
{
  *self = (LoomErrorPlacePrivate) { 0 };
}

static void
loom_error_place_private_copy (const LoomErrorPlacePrivate *self,
                               LoomErrorPlacePrivate       *copy)
{
  *copy = *self;
  copy->key = g_strdup (self->key);
  copy->value = g_strdup (self->value);
}

static void
loom_error_place_private_clear (LoomErrorPlacePrivate *self)
{
  g_free (self->key);
  g_free (self->value);
}

G_DEFINE_EXTENDED_ERROR (LoomErrorPlace, loom_error_place)

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
  static gsize registered;
  const GQuark quark = loom_error_place_quark ();

  g_dbus_error_register_error_domain (g_quark_to_string (quark), &registered,
                                      dbus_entries, G_N_ELEMENTS (dbus_entries));
  return quark;
}

/**
 * loom_error_set_place:
 * @error: an error; only those of %LOOM_ERROR have a place
 * @line: of the document, from 1
 * @column: in characters, from 1; 0 for the whole line
 *
 * Says where in the document the mistake is. The innermost place counts: one that is known already
 * stays.
 */
void
loom_error_set_place (GError *error,
                      guint   line,
                      guint   column)
{
  g_return_if_fail (error != NULL);

  if (error->domain == LOOM_ERROR && loom_error_place_get_private (error)->line == 0)
    {
      loom_error_place_get_private (error)->line = line;
      loom_error_place_get_private (error)->column = column;
    }
}

/**
 * loom_error_set_fix:
 * @error: an error; only those of %LOOM_ERROR have a fix
 * @key: (nullable): of a setting in the group of the mistake's place; %NULL takes the fix back
 * @value: (nullable): what it should be
 *
 * Says which setting would do instead.
 */
void
loom_error_set_fix (GError     *error,
                    const char *key,
                    const char *value)
{
  LoomErrorPlacePrivate *self;

  g_return_if_fail (error != NULL);

  if (error->domain != LOOM_ERROR)
    return;
  self = loom_error_place_get_private (error);
  g_free (self->key);
  g_free (self->value);
  self->key = g_strdup (key);
  self->value = g_strdup (value);
}

/**
 * loom_error_get_fix:
 * @error: (nullable): an error of any domain
 * @key: (out) (transfer none): of the setting
 * @value: (out) (transfer none): what it should be
 *
 * Returns: %FALSE if the error knows of no setting that would do
 */
gboolean
loom_error_get_fix (const GError  *error,
                    const char   **key,
                    const char   **value)
{
  g_return_val_if_fail (key != NULL && value != NULL, FALSE);

  if (error == NULL || error->domain != LOOM_ERROR)
    return FALSE;

  *key = loom_error_place_get_private (error)->key;
  *value = loom_error_place_get_private (error)->value;
  return *key != NULL;
}

/**
 * loom_error_get_place:
 * @error: (nullable): an error of any domain
 * @line: (out): of the document
 * @column: (out): in characters; 0 for the whole line
 *
 * Gets where in the document the mistake is. Copies of the error know it as well; what has crossed
 * to another process does not.
 *
 * Returns: %FALSE if the error knows of no place
 */
gboolean
loom_error_get_place (const GError *error,
                      guint        *line,
                      guint        *column)
{
  g_return_val_if_fail (line != NULL && column != NULL, FALSE);

  if (error == NULL || error->domain != LOOM_ERROR)
    return FALSE;

  *line = loom_error_place_get_private (error)->line;
  *column = loom_error_place_get_private (error)->column;
  return *line > 0;
}

/**
 * loom_fail:
 * @error: return location, or %NULL
 *
 * Sets an error, which nothing else has set.
 *
 * Returns: %FALSE
 */
gboolean
loom_fail (GError    **error,
           LoomError   code,
           const char *format,
           ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error, g_error_new_valist (LOOM_ERROR, code, format, args));
  va_end (args);
  return FALSE;
}

/**
 * loom_fail_at:
 * @error: return location, or %NULL
 * @line: of the document, from 1
 * @column: in characters, from 1; 0 for the whole line
 *
 * Sets an error of a document, %LOOM_ERROR_DOCUMENT, with its place.
 *
 * Returns: %FALSE
 */
gboolean
loom_fail_at (GError    **error,
              guint       line,
              guint       column,
              const char *format,
              ...)
{
  GError *local_error;
  va_list args;

  va_start (args, format);
  local_error = g_error_new_valist (LOOM_ERROR, LOOM_ERROR_DOCUMENT, format, args);
  va_end (args);
  loom_error_set_place (local_error, line, column);
  g_propagate_error (error, local_error);
  return FALSE;
}

/**
 * loom_error_get_name:
 *
 * Returns: the stable name of a code, as JSON and the window speak it; that of %LOOM_ERROR_FAILED
 *   for a number outside the table
 */
const char *
loom_error_get_name (LoomError code)
{
  return (guint) code < LOOM_N_ERRORS ? names[code] : names[LOOM_ERROR_FAILED];
}

/**
 * loom_error_from_name:
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
