/* loom-recorded-values.c: numbers and structs that a launch was given, as settings that come to the
 * same bits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-recorded-private.h"

#include "loom-record.h"
#include "loom-scalar-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* More numbers than anybody reads in one line are a file. */
#define MOST_NUMBERS 64

static gboolean
reads_back (const char    *text,
            LoomScalar     scalar,
            gconstpointer  data)
{
  LoomScalarBits bits;

  return loom_scalar_text_parse (text, scalar, &bits) &&
         memcmp (bits.bytes, data, loom_scalar_size (scalar)) == 0;
}

/* A number as text that comes to just its bits; NULL: there is none. NaN has many: the word is one
 * of them, and those that C has no word for are made of their bits. */
static char *
dup_number (LoomScalar    scalar,
            gconstpointer data)
{
  g_autofree char *text
    = loom_scalar_is_float (scalar)
      ? loom_scalar_text_shorten (scalar, loom_scalar_to_double (scalar, data))
      : loom_scalar_format (scalar, data);
  LoomScalarBits bits = { .u64 = 0 };

  if (reads_back (text, scalar, data))
    return g_steal_pointer (&text);
  if (!loom_scalar_is_float (scalar) || !isnan (loom_scalar_to_double (scalar, data)))
    return NULL;
  if (reads_back ("-NaN", scalar, data))
    return g_strdup ("-NaN");

  memcpy (bits.bytes, data, loom_scalar_size (scalar));
  return scalar == LOOM_SCALAR_F32 ? g_strdup_printf ("__uint_as_float (0x%08xu)", bits.u32)
         : scalar == LOOM_SCALAR_F64
           ? g_strdup_printf ("__longlong_as_double (0x%016" G_GINT64_MODIFIER "xll)", bits.u64)
           : NULL;
}

/* What a parameter was passed; NULL: not as many bytes as it has. */
static const guint8 *
get_bytes (const LoomRecordedWriter *self,
           guint                     index)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  GBytes *bytes = index < self->launch->parameters->len ? self->launch->parameters->pdata[index]
                                                        : NULL;

  return bytes != NULL && g_bytes_get_size (bytes) == param->type.size
         ? g_bytes_get_data (bytes, NULL) : NULL;
}

/* The number that a parameter was passed; NULL: there is no text for it. */
char *
_loom_recorded_dup_number (const LoomRecordedWriter *self,
                           guint                     index)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  const guint8 *bytes = get_bytes (self, index);

  return bytes != NULL ? dup_number (param->type.scalar, bytes) : NULL;
}

/* Writes the value of a number. */
gboolean
_loom_recorded_write_number (LoomRecordedWriter  *self,
                             guint                index,
                             GError             **error)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  g_autofree char *group = g_strconcat ("arg ", param->name, NULL);
  g_autofree char *text = _loom_recorded_dup_number (self, index);

  if (text == NULL)
    _loom_recorded_writer_note (self, _("%s is not a number that settings can have; it is what "
                                        "they give it"), param->name);
  return text == NULL || _loom_recorded_writer_set (self, group, "value", text, error);
}

/* Whether all of a struct is numbers by name. */
static gboolean
has_numbers (const LoomType *type)
{
  const LoomRecord *record = type->record;

  if (record == NULL)
    return type->scalar != LOOM_SCALAR_BYTES;
  for (guint i = 0; i < record->n_members; i++)
    {
      const LoomMember *member = &record->members[i];

      if (member->kind == LOOM_MEMBER_OPAQUE || member->kind == LOOM_MEMBER_BITS ||
          (member->kind == LOOM_MEMBER_VALUE && !has_numbers (&member->type)))
        return FALSE;
    }
  return record->n_components <= MOST_NUMBERS;
}

/* The numbers of a struct in the order of `value`, where pointers that have arrays are none. */
static char *
dup_list (const LoomType *type,
          const guint8   *bytes)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      const LoomComponent component = loom_type_get_component (type, i);
      g_autofree char *text = NULL;

      if (loom_component_is_array (&component))
        continue;
      text = dup_number (component.scalar, bytes + component.offset);
      if (text == NULL)
        return NULL;
      g_string_append_printf (list, "%s%s", list->len > 0 ? "," : "", text);
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static char *
dup_member_name (const LoomParam *param,
                 guint64          at)
{
  for (guint i = 0; i < loom_type_count_components (&param->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&param->type, i);

      if (component.offset == at)
        return g_strdup_printf ("%s.%s", param->name, component.name);
    }
  /* Translators: %1$s is a struct: no name is known of what lies there */
  return g_strdup_printf (_("byte %2$u of %1$s"), param->name, (guint) at);
}

static gboolean
has_settings (const LoomRecordedWriter *self,
              guint                     index,
              guint64                   at)
{
  for (guint i = 0; i < self->kernel->pointers->len; i++)
    {
      const LoomParam *pointer = self->kernel->pointers->pdata[i];

      if (pointer->owner == index && pointer->offset == at)
        return TRUE;
    }
  return FALSE;
}

/* Addresses of the program lead nowhere in a document: pointers are given their arrays by settings
 * of their own, and what else leads to an array is null. */
static void
clear_pointers (LoomRecordedWriter *self,
                guint               index,
                guint8             *bytes)
{
  const LoomParam *param = self->kernel->params->pdata[index];

  for (guint i = 0; i < self->launch->arrays->len; i++)
    {
      const LoomRecordedArray *array = self->launch->arrays->pdata[i];
      g_autofree char *name = NULL;

      if (array->parameter != index || array->at + sizeof (guint64) > param->type.size)
        continue;
      memset (bytes + array->at, 0, sizeof (guint64));
      name = dup_member_name (param, array->at);
      if (array->texture.kind != LOOM_TEXTURE_NONE)
        _loom_recorded_writer_note (self, _("%s is a texture or surface, which members of structs "
                                            "cannot be in a document; it is 0 here"), name);
      else if (!has_settings (self, index, array->at))
        _loom_recorded_writer_note (self, _("%s points to an array, but settings do not know of "
                                            "what; it is null here"), name);
    }
  for (guint i = 0; i < loom_type_count_components (&param->type); i++)
    {
      const LoomComponent component = loom_type_get_component (&param->type, i);

      if (component.pointer != NULL)
        memset (bytes + component.offset, 0, sizeof (guint64));
    }
}

/* Writes the value of a struct or a vector: its numbers, or a file with its bytes where numbers do
 * not say all. */
gboolean
_loom_recorded_write_struct (LoomRecordedWriter  *self,
                             guint                index,
                             GError             **error)
{
  const LoomParam *param = self->kernel->params->pdata[index];
  const LoomShape one = { 1, 1, 1, 1 };
  g_autofree char *group = g_strconcat ("arg ", param->name, NULL);
  g_autofree guint8 *bytes = NULL;
  g_autofree char *list = NULL;
  g_autoptr (GBytes) all = NULL;

  if (get_bytes (self, index) == NULL)
    {
      _loom_recorded_writer_note (self, _("what %s holds is not taken over"), param->name);
      return TRUE;
    }
  bytes = g_memdup2 (get_bytes (self, index), param->type.size);
  clear_pointers (self, index, bytes);
  list = has_numbers (&param->type) ? dup_list (&param->type, bytes) : NULL;
  if (list != NULL)
    return *list == '\0' || _loom_recorded_writer_set (self, group, "value", list, error);

  all = g_bytes_new_take (g_steal_pointer (&bytes), param->type.size);
  return _loom_recorded_write_contents (self, group, param->name, &param->type, &one, all, error);
}
