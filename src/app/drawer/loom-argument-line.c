/* loom-argument-line.c: an argument in words, and the setting that gives it what it has
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-argument-line-private.h"

#include "loom-cell-values.h"
#include "loom-class.h"
#include "loom-error.h"
#include "loom-formula.h"
#include "loom-launch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (LoomArgumentLine, loom_argument_line, G_TYPE_OBJECT)

static void
loom_argument_line_finalize (GObject *object)
{
  LoomArgumentLine *self = LOOM_ARGUMENT_LINE (object);

  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    g_free (self->texts[i]);
  g_free (self->name);
  g_free (self->key);
  g_free (self->place);
  g_free (self->fault);
  g_free (self->typed);

  G_OBJECT_CLASS (loom_argument_line_parent_class)->finalize (object);
}

static void
loom_argument_line_class_init (LoomArgumentLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_argument_line_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
  LOOM_SIGNAL_NEW (klass, "edit", 0);
}

static void
loom_argument_line_init (LoomArgumentLine *self)
{
  self->array = -1;
}

/* Becomes what another line of the same setting tells; sums stay until there are new ones. */
void
_loom_argument_line_take (LoomArgumentLine *self,
                          LoomArgumentLine *other)
{
  for (guint i = 0; i < LOOM_N_ARGUMENT_FIELDS; i++)
    {
      const gboolean is_slow = i == LOOM_ARGUMENT_SUM || i == LOOM_ARGUMENT_CHECKSUM;

      if (is_slow && other->array >= 0)
        continue;
      g_free (self->texts[i]);
      self->texts[i] = g_steal_pointer (&other->texts[i]);
    }
  g_free (self->fault);
  self->fault = g_steal_pointer (&other->fault);
  self->type = other->type;
  self->shape = other->shape;
  self->array = other->array;
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_argument_line_get_text:
 *
 * Returns: (transfer none) (nullable): what is told; %NULL where there is no such thing, or it is
 *   not added up yet
 */
const char *
loom_argument_line_get_text (LoomArgumentLine  *self,
                             LoomArgumentField  field)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && (guint) field < LOOM_N_ARGUMENT_FIELDS,
                        NULL);

  return self->texts[field];
}

const char *
loom_argument_line_get_fault (LoomArgumentLine *self)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self), NULL);

  return self->fault;
}

const char *
loom_argument_line_get_typed (LoomArgumentLine *self)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self), NULL);

  return self->typed;
}

gboolean
loom_argument_line_can_edit (LoomArgumentLine *self)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self), FALSE);

  return self->key != NULL;
}

gboolean
loom_argument_line_has_cells (LoomArgumentLine *self)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self), FALSE);

  return self->is_whole;
}

gint
loom_argument_line_get_array (LoomArgumentLine *self)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self), 0);

  return self->array;
}

/**
 * loom_argument_line_is_of:
 * @other: another line
 *
 * Returns: whether both tell of the same argument or variable
 */
gboolean
loom_argument_line_is_of (LoomArgumentLine *self,
                          LoomArgumentLine *other)
{
  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && LOOM_IS_ARGUMENT_LINE (other), FALSE);

  return self->is_symbol == other->is_symbol && g_str_equal (self->name, other->name);
}

/**
 * loom_argument_line_set_typed:
 * @text: (nullable): what was typed and is refused; %NULL: nothing
 *
 * Keeps what stands in a field that goes out of sight.
 */
void
loom_argument_line_set_typed (LoomArgumentLine *self,
                              const char       *text)
{
  char *typed = g_strdup (text);

  g_return_if_fail (LOOM_IS_ARGUMENT_LINE (self));

  g_free (self->typed);
  self->typed = typed;
}

/**
 * loom_argument_line_dup_spoken:
 *
 * Returns: (transfer full): the line as it is read out: name, and what it has
 */
char *
loom_argument_line_dup_spoken (LoomArgumentLine *self)
{
  static const LoomArgumentField fields[] = {
    LOOM_ARGUMENT_TYPE, LOOM_ARGUMENT_SHAPE, LOOM_ARGUMENT_GIVEN, LOOM_ARGUMENT_VALUE,
    LOOM_ARGUMENT_SUM,
  };
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self), NULL);

  text = g_string_new (self->texts[LOOM_ARGUMENT_NAME]);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (self->texts[fields[i]] != NULL)
      g_string_append_printf (text, ", %s %s", loom_argument_field_get_title (fields[i]),
                              self->texts[fields[i]]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
dup_group (LoomArgumentLine *self)
{
  return g_strconcat ("symbol ", self->name, NULL);
}

static const char *
get_written (LoomArgumentLine *self,
             LoomSession      *session,
             const char       *key)
{
  g_autofree char *group = dup_group (self);

  return self->is_symbol
         ? loom_document_get_value (loom_session_get_document (session), group, key)
         : loom_launch_get (session, self->name, key);
}

/* What the settings say under a key, if anything; of a cell, for its place. */
char *
_loom_argument_line_dup_written (LoomArgumentLine *self,
                                 LoomSession      *session,
                                 const char       *key)
{
  const char *written = get_written (self, session, key);

  return self->place != NULL ? loom_cell_values_dup_value (written, self->place)
                             : g_strdup (written);
}

/* value NULL: what holds by default. */
static gboolean
write_setting (LoomArgumentLine  *self,
               LoomSession       *session,
               const char        *key,
               const char        *value,
               gboolean           apply,
               GError           **error)
{
  g_autofree char *group = dup_group (self);

  if (value == NULL && !apply)
    return TRUE;
  if (value == NULL)
    return self->is_symbol ? loom_session_edit (session, group, key, NULL, error)
                           : loom_launch_edit (session, self->name, key, NULL, error);
  return self->is_symbol ? loom_launch_try_in (session, group, key, value, apply, error)
                         : loom_launch_try (session, self->name, key, value, apply, error);
}

static gboolean
check_fill (LoomArgumentLine  *self,
            const char        *value,
            GError           **error)
{
  LoomFill fill = { 0 };
  gboolean good = loom_fill_parse (value, &fill, error) &&
                  loom_formula_check_fill (&fill, &self->type, error);

  loom_fill_clear (&fill);
  return good;
}

/* Blanks divide cells, so the numbers of one have none. */
static char *
dup_numbers (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    g_strstrip (words[i]);
  return g_strjoinv (",", words);
}

static gboolean
try_cells (LoomArgumentLine  *self,
           LoomSession       *session,
           const char        *key,
           const char        *place,
           const char        *value,
           gboolean           apply,
           GError           **error)
{
  const char *written = get_written (self, session, key);
  g_autofree char *numbers = dup_numbers (value);
  g_autofree char *cells = NULL;

  if (strpbrk (numbers, " \t=") != NULL)
    return loom_fail (error, LOOM_ERROR_DOCUMENT,
                      _("“%s” is not a number; write one, or one for each in the cell, with "
                        "commas"),
                      value);
  cells = loom_cell_values_set (written, place, *numbers != '\0' ? numbers : NULL);
  return write_setting (self, session, key, *cells != '\0' ? cells : NULL, apply, error);
}

/**
 * loom_argument_line_try:
 * @session: whose settings give the line what it has
 * @text: what was typed; nothing: the default
 * @apply: whether to write it
 * @error: where to put what is wrong with it
 *
 * Checks what is typed for a line.
 *
 * Returns: whether it is good and, if it was to be, written
 */
gboolean
loom_argument_line_try (LoomArgumentLine  *self,
                        LoomSession       *session,
                        const char        *text,
                        gboolean           apply,
                        GError           **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *value = NULL;

  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && self->key != NULL, FALSE);

  if (self->place != NULL)
    return try_cells (self, session, self->key, self->place, stripped, apply, error);
  if (*stripped == '\0')
    return write_setting (self, session, self->key, NULL, apply, error);
  if (self->is_property)
    return write_setting (self, session, self->key, stripped, apply, error);
  if (g_str_has_prefix (self->key, "fill"))
    return check_fill (self, stripped, error) &&
           write_setting (self, session, self->key, stripped, apply, error);

  value = loom_formula_dup_value (stripped, &self->type, error);
  return value != NULL && write_setting (self, session, self->key, value, apply, error);
}

/* `3, 5` or `3, 5.x`: the place, and the key of the setting that has it. */
static char *
read_place (LoomArgumentLine  *self,
            const char        *typed,
            char             **key,
            GError           **error)
{
  const char *dot = strchr (typed, '.');
  g_autofree char *place = g_strndup (typed, dot != NULL ? (gsize) (dot - typed) : strlen (typed));
  g_autofree char *member = dot != NULL ? g_strstrip (g_strdup (dot + 1)) : NULL;

  *key = NULL;
  if (member != NULL && loom_type_find_component (&self->type, member) < 0)
    return loom_fail_null (error, LOOM_ERROR_DOCUMENT, _("the cells have no member “%s”"), member);

  *key = member != NULL ? g_strconcat ("cells.", member, NULL) : g_strdup ("cells");
  return loom_cell_place_read (place, &self->shape, error);
}

/**
 * loom_argument_line_try_cell:
 * @session: whose settings give the array what it has
 * @place: as it was typed, `3, 5` or `3, 5.x`
 * @value: what the cell is to hold; nothing: what the fill gives it; %NULL: only the place is tried
 * @apply: whether to write it
 * @error: where to put what is wrong
 *
 * Sets a cell of an array, as one edit.
 *
 * Returns: whether it is good and, if it was to be, written
 */
gboolean
loom_argument_line_try_cell (LoomArgumentLine  *self,
                             LoomSession       *session,
                             const char        *place,
                             const char        *value,
                             gboolean           apply,
                             GError           **error)
{
  g_autofree char *key = NULL, *read = NULL;

  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && self->is_whole, FALSE);

  read = read_place (self, place, &key, error);
  if (read == NULL || value == NULL)
    return read != NULL;
  return try_cells (self, session, key, read, value, apply, error);
}

/**
 * loom_argument_line_dup_cell:
 * @session: whose settings give the array what it has
 * @place: as it was typed
 *
 * Returns: (transfer full) (nullable): what the settings give the cell; %NULL: nothing but the fill
 */
char *
loom_argument_line_dup_cell (LoomArgumentLine *self,
                             LoomSession      *session,
                             const char       *place)
{
  g_autofree char *key = NULL, *read = NULL;

  g_return_val_if_fail (LOOM_IS_ARGUMENT_LINE (self) && self->is_whole, NULL);

  read = read_place (self, place, &key, NULL);
  return read != NULL ? loom_cell_values_dup_value (get_written (self, session, key), read) : NULL;
}

/**
 * loom_argument_line_dup_place:
 *
 * Returns: (transfer full): a cell of the array as people write it, with as many numbers as the
 *   array has dimensions
 */
char *
loom_argument_line_dup_place (LoomArgumentLine *self,
                              guint64           plane,
                              guint64           row,
                              guint64           col)
{
  const guint64 places[] = { plane, row, col };
  const guint rank = CLAMP (self->shape.rank, 1, G_N_ELEMENTS (places));
  GString *text = g_string_new (NULL);

  for (guint i = G_N_ELEMENTS (places) - rank; i < G_N_ELEMENTS (places); i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, text->len > 0 ? ", " : "", places[i]);
  return g_string_free (text, FALSE);
}
