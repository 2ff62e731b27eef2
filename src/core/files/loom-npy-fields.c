/* loom-npy-fields.c: the fields of a NumPy structured type, and what a struct is made of
 *
 * NumPy writes such a type as a list of fields one behind the other, ('name', 'type'), ('name',
 * 'type', (extents)) or ('name', [fields]), with ('', '|V3') for three bytes between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-npy-private.h"
#include "loom-record.h"

#include <string.h>

/* As NumPy spells a scalar; bfloat16 is none of its. */
static const char * const descrs[LOOM_N_SCALARS] = {
  [LOOM_SCALAR_BYTES] = "|u1",
  [LOOM_SCALAR_BOOL] = "|b1",
  [LOOM_SCALAR_I8] = "|i1",
  [LOOM_SCALAR_U8] = "|u1",
  [LOOM_SCALAR_I16] = "<i2",
  [LOOM_SCALAR_U16] = "<u2",
  [LOOM_SCALAR_I32] = "<i4",
  [LOOM_SCALAR_U32] = "<u4",
  [LOOM_SCALAR_I64] = "<i8",
  [LOOM_SCALAR_U64] = "<u8",
  [LOOM_SCALAR_F16] = "<f2",
  [LOOM_SCALAR_BF16] = "<u2",
  [LOOM_SCALAR_F32] = "<f4",
  [LOOM_SCALAR_F64] = "<f8",
};

const char *
_loom_npy_get_descr (LoomScalar scalar)
{
  return descrs[scalar];
}

/* The scalar that NumPy spells so, in any order of its bytes; FALSE: none. */
gboolean
_loom_npy_parse_descr (const char *descr,
                       LoomScalar *scalar)
{
  if (*descr == '\0' || strchr ("<>=|", *descr) == NULL)
    return FALSE;

  for (*scalar = LOOM_SCALAR_BOOL; *scalar < LOOM_N_SCALARS; (*scalar)++)
    if (*scalar != LOOM_SCALAR_BF16 && strcmp (descr + 1, descrs[*scalar] + 1) == 0)
      return TRUE;
  return FALSE;
}

static void append_fields (GString          *text,
                           const LoomRecord *record);

static void
append_padding (GString *text,
                guint32  from,
                guint32  to)
{
  if (to > from)
    g_string_append_printf (text, "('', '|V%u'), ", to - from);
}

static void
append_member (GString          *text,
               const LoomMember *member)
{
  g_string_append_printf (text, "('%s', ", member->name);
  if (member->type.record != NULL)
    append_fields (text, member->type.record);
  else if (member->kind == LOOM_MEMBER_OPAQUE)
    g_string_append_printf (text, "'|V%u'", member->type.size);
  else
    g_string_append_printf (text, "'%s'", descrs[member->type.scalar]);

  if (member->rank > 0 || member->type.lanes > 1)
    {
      g_string_append (text, ", (");
      for (guint i = 0; i < member->rank; i++)
        g_string_append_printf (text, "%u%s", member->extents[i],
                                i + 1 < member->rank || member->type.lanes > 1 ? ", " : "");
      if (member->type.lanes > 1)
        g_string_append_printf (text, "%u", member->type.lanes);
      g_string_append (text, member->rank + (member->type.lanes > 1) == 1 ? ",)" : ")");
    }
  g_string_append (text, "), ");
}

static void
append_fields (GString          *text,
               const LoomRecord *record)
{
  guint32 at = 0;

  g_string_append_c (text, '[');
  for (guint i = 0; i < record->n_members; i++)
    {
      const LoomMember *member = &record->members[i];

      if (member->kind == LOOM_MEMBER_BITS)
        continue;
      append_padding (text, at, member->offset);
      append_member (text, member);
      at = member->offset + loom_member_count (member) * member->type.size;
    }
  append_padding (text, at, record->size);
  if (g_str_has_suffix (text->str, ", "))
    g_string_truncate (text, text->len - 2);
  g_string_append_c (text, ']');
}

/* The list of fields as NumPy writes it. */
char *
_loom_npy_format_fields (const LoomRecord *record)
{
  GString *text = g_string_new (NULL);

  append_fields (text, record);
  return g_string_free (text, FALSE);
}

/* A quoted string without escapes; NumPy never writes one for the names and types that we know. */
char *
_loom_npy_parse_string (LoomNpyText *self)
{
  const char quote = accept (self, '\'') ? '\'' : accept (self, '"') ? '"' : '\0';
  const char *close = quote != '\0' ? memchr (self->at, quote, self->end - self->at) : NULL;
  char *text;

  if (close == NULL)
    return NULL;

  text = g_strndup (self->at, close - self->at);
  self->at = close + 1;
  return text;
}

static gboolean
parse_number (const char *text,
              gsize       length,
              guint32    *number)
{
  g_autofree char *digits = g_strndup (text, MIN (length, 12));
  guint64 value;

  if (!g_ascii_string_to_unsigned (digits, 10, 1, G_MAXINT32, &value, NULL))
    return FALSE;
  *number = (guint32) value;
  return TRUE;
}

/* `(2, 3)`, as "[2][3]". */
static gboolean
parse_extents (LoomNpyText *self,
               GString     *extents,
               guint64     *count)
{
  if (!accept (self, '('))
    return FALSE;

  while (!accept (self, ')'))
    {
      guint32 extent;
      gsize length;

      if (accept (self, ','))
        continue;
      length = self->at < self->end ? strspn (self->at, G_CSET_DIGITS) : 0;
      if (length == 0 || !parse_number (self->at, length, &extent) ||
          !g_uint64_checked_mul (count, *count, extent) || *count > G_MAXINT32)
        return FALSE;
      g_string_append_printf (extents, "[%u]", extent);
      self->at += length;
    }

  return TRUE;
}

/* What follows the type in a tuple. */
static gboolean
parse_end (LoomNpyText *self,
           GString     *extents,
           guint64     *count)
{
  if (!accept (self, ','))
    return accept (self, ')');
  return accept (self, ')') || (parse_extents (self, extents, count) && accept (self, ')'));
}

/* The type of a field as loom_record_parse() reads it. NULL: none that can be read. */
static char *
translate (const char *descr,
           guint32    *size)
{
  LoomScalar scalar;

  if (g_str_has_prefix (descr, "|V") && parse_number (descr + 2, strlen (descr + 2), size))
    return g_strdup_printf ("?%u", *size);
  if (*descr == '>' || !_loom_npy_parse_descr (descr, &scalar))
    return NULL;

  *size = loom_scalar_size (scalar);
  return g_strdup (loom_scalar_get_name (scalar));
}

static gboolean parse_fields (LoomNpyText *self,
                              GString     *record,
                              guint32     *size);

/* One field, behind what is already there. */
static gboolean
parse_field (LoomNpyText *self,
             GString     *members,
             guint32     *end)
{
  g_autofree char *name = accept (self, '(') ? _loom_npy_parse_string (self) : NULL;
  g_autoptr (GString) extents = g_string_new (NULL);
  g_autoptr (GString) nested = g_string_new (NULL);
  g_autofree char *descr = NULL, *type = NULL;
  guint64 count = 1;
  guint32 size = 0;

  if (name == NULL || !accept (self, ','))
    return FALSE;
  if (accept (self, '['))
    {
      if (!parse_fields (self, nested, &size))
        return FALSE;
      type = g_strdup (nested->str);
    }
  else
    {
      descr = _loom_npy_parse_string (self);
      type = descr != NULL ? translate (descr, &size) : NULL;
    }
  if (type == NULL || !parse_end (self, extents, &count))
    return FALSE;
  if (count * size > G_MAXINT32 - (guint64) *end)
    return FALSE;

  if (*name != '\0')
    g_string_append_printf (members, "%s %u %s%s;", name, *end, type, extents->str);
  *end += (guint32) (count * size);
  return TRUE;
}

/* Behind the bracket that opens a list of fields. */
static gboolean
parse_fields (LoomNpyText *self,
              GString     *record,
              guint32     *size)
{
  g_autoptr (GString) members = g_string_new (NULL);

  *size = 0;
  if (++self->depth > LOOM_RECORD_MAX_DEPTH)
    return FALSE;

  while (!accept (self, ']'))
    if (!accept (self, ',') && !parse_field (self, members, size))
      return FALSE;

  self->depth--;
  g_string_append_printf (record, "\"\"%u{%s}", *size, members->str);
  return TRUE;
}

/* Reads a list of fields as far as it goes; goes on behind it. FALSE: it holds what no struct of
 * numbers does. */
gboolean
_loom_npy_parse_fields (LoomNpyText *self,
                        LoomType    *type)
{
  g_autoptr (GString) text = g_string_new (NULL);
  LoomNpyText fields = *self;
  const LoomRecord *record;
  guint32 size;

  if (!accept (&fields, '[') || !parse_fields (&fields, text, &size))
    return FALSE;

  record = loom_record_parse (text->str);
  if (record == NULL)
    return FALSE;

  *self = fields;
  *type = loom_type_of_record (record);
  return TRUE;
}

/* Whether every number of a struct is in a file where the struct has it. */
gboolean
_loom_npy_fields_fit (const LoomType *file,
                      const LoomType *type)
{
  if (file->record == NULL || type->record == NULL || file->size != type->size)
    return FALSE;

  for (guint i = 0; i < type->record->n_components; i++)
    {
      const LoomComponent *wanted = &type->record->components[i];
      const gint index = loom_type_find_component (file, wanted->name);
      LoomComponent found;

      if (index < 0)
        return FALSE;
      found = loom_type_get_component (file, (guint) index);
      if (found.offset != wanted->offset ||
          strcmp (descrs[found.scalar], descrs[wanted->scalar]) != 0)
        return FALSE;
    }

  return TRUE;
}
