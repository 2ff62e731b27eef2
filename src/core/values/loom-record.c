/* loom-record.c: what structs are made of: members, and the numbers in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-record.h"

#include <string.h>

#define MOST_ELEMENTS 16        /* of an array, that are written out */

static void
record_free (LoomRecord *self)
{
  for (guint i = 0; i < self->n_members; i++)
    g_free (self->members[i].name);
  for (guint i = 0; i < self->n_components; i++)
    g_free ((char *) self->components[i].name);
  g_free (self->members);
  g_free (self->components);
  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

/**
 * loom_member_count:
 *
 * Returns: the elements of an array, 1 of all else
 */
guint
loom_member_count (const LoomMember *self)
{
  guint count = 1;

  g_return_val_if_fail (self != NULL, 1);

  for (guint i = 0; i < self->rank; i++)
    count *= self->extents[i];
  return count;
}

/* "m.1.2": as C has it, the last index is the fast one. */
static char *
name_element (const LoomMember *member,
              guint             element)
{
  g_autoptr (GString) indices = g_string_new (NULL);

  for (guint i = member->rank; i > 0; i--)
    {
      g_autofree char *index = g_strdup_printf (".%u", element % member->extents[i - 1]);

      g_string_prepend (indices, index);
      element /= member->extents[i - 1];
    }

  return g_strconcat (member->name, indices->str, NULL);
}

static void
add_element (GArray           *components,
             const LoomMember *member,
             guint             element)
{
  g_autofree char *name = name_element (member, element);
  const LoomType *type = &member->type;

  for (guint i = 0; i < loom_type_count_components (type); i++)
    {
      LoomComponent component = loom_type_get_component (type, i);

      component.name = *component.name != '\0' ? g_strconcat (name, ".", component.name, NULL)
                                               : g_strdup (name);
      component.offset += member->offset + element * type->size;
      if (member->kind == LOOM_MEMBER_ADDRESS)
        component.pointer = member;
      g_array_append_val (components, component);
    }
}

static void
list_components (LoomRecord *self)
{
  GArray *components = g_array_new (FALSE, FALSE, sizeof (LoomComponent));

  for (guint i = 0; i < self->n_members; i++)
    {
      const LoomMember *member = &self->members[i];

      if (member->kind != LOOM_MEMBER_OPAQUE && member->kind != LOOM_MEMBER_BITS)
        for (guint j = 0; j < loom_member_count (member); j++)
          add_element (components, member, j);
    }

  self->n_components = components->len;
  self->components = (LoomComponent *) g_array_free (components, FALSE);
}

static const LoomRecord *
record_intern (LoomRecord *self)
{
  static GMutex mutex;
  static GHashTable *records;
  LoomRecord *known;

  g_mutex_lock (&mutex);
  if (records == NULL)
    records = g_hash_table_new (g_str_hash, g_str_equal);
  known = g_hash_table_lookup (records, self->text);
  if (known == NULL)
    {
      list_components (self);
      g_hash_table_insert (records, self->text, self);
    }
  g_mutex_unlock (&mutex);

  if (known == NULL)
    return self;
  record_free (self);
  return known;
}

static void
append_value (GString          *text,
              const LoomMember *member,
              const guint8     *data,
              char           *(*format) (const LoomType *type,
                                         gconstpointer   data))
{
  g_autofree char *value = NULL;
  guint64 address;

  if (member->kind == LOOM_MEMBER_ADDRESS)
    {
      memcpy (&address, data, sizeof address);
      g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", address);
      return;
    }

  value = format (&member->type, data);
  g_string_append (text, value);
}

/* The elements of an array of `rank` dimensions from `depth` on. */
static void
append_elements (GString          *text,
                 const LoomMember *member,
                 guint             depth,
                 const guint8     *data,
                 char           *(*format) (const LoomType *type,
                                            gconstpointer   data))
{
  gsize step = member->type.size;

  if (depth == member->rank)
    {
      append_value (text, member, data, format);
      return;
    }

  for (guint i = depth + 1; i < member->rank; i++)
    step *= member->extents[i];
  g_string_append_c (text, '[');
  for (guint i = 0; i < MIN (member->extents[depth], MOST_ELEMENTS); i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      append_elements (text, member, depth + 1, data + i * step, format);
    }
  g_string_append (text, member->extents[depth] > MOST_ELEMENTS ? ", …]" : "]");
}

/**
 * loom_record_format_cell:
 * @self: what a struct is made of
 * @cell: its bytes
 * @format: writes the value of a member, or of an element of one that is an array
 *
 * Writes a struct with the names of its members: `{x: 1, y: 2}`. Bit-fields have no place that
 * anybody knows, so their value is a question mark.
 *
 * Returns: (transfer full): the text
 */
char *
loom_record_format_cell (const LoomRecord *self,
                         gconstpointer     cell,
                         char           *(*format) (const LoomType *type,
                                                    gconstpointer   data))
{
  GString *text = g_string_new ("{");

  g_return_val_if_fail (self != NULL && cell != NULL, NULL);

  for (guint i = 0; i < self->n_members; i++)
    {
      const LoomMember *member = &self->members[i];

      g_string_append_printf (text, "%s%s: ", i > 0 ? ", " : "", member->name);
      if (member->kind == LOOM_MEMBER_BITS)
        g_string_append_c (text, '?');
      else
        append_elements (text, member, 0, (const guint8 *) cell + member->offset, format);
    }

  return g_string_free (g_string_append_c (text, '}'), FALSE);
}

/* Longer names, and longer texts, are nobody's. */
#define MAX_NAME 1024
#define MAX_TEXT (1 << 20)

typedef struct
{
  const char *at;
  guint       depth;
  guint       n_components;     /* of all */
} Parser;

static gboolean
eat (Parser *self,
     char    c)
{
  if (*self->at != c)
    return FALSE;

  self->at++;
  return TRUE;
}

static gboolean
parse_number (Parser  *self,
              guint32  least,
              guint32 *number)
{
  const gsize length = strspn (self->at, G_CSET_DIGITS);
  g_autofree char *digits = g_strndup (self->at, MIN (length, 12));
  guint64 value;

  if (!g_ascii_string_to_unsigned (digits, 10, least, G_MAXINT32, &value, NULL))
    return FALSE;

  self->at += length;
  *number = (guint32) value;
  return TRUE;
}

static char *
parse_identifier (Parser *self)
{
  const gsize length = strspn (self->at, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_|");
  char *name;

  if (length == 0 || length > MAX_NAME || g_ascii_isdigit (*self->at))
    return NULL;

  name = g_strndup (self->at, length);
  self->at += length;
  return name;
}

static LoomRecord *parse_record (Parser *self);

/* A word up to what may follow a type. */
static gboolean
parse_plain (Parser     *self,
             LoomMember *member)
{
  const gsize length = strcspn (self->at, "[;");
  g_autofree char *word = g_strndup (self->at, MIN (length, MAX_NAME));

  self->at += length;
  return loom_type_parse (word, &member->type, NULL) &&
         member->type.scalar != LOOM_SCALAR_BYTES;
}

static gboolean parse_type (Parser     *self,
                            LoomMember *member);

/* What it points to is no part of the struct. */
static gboolean
parse_pointer (Parser     *self,
               LoomMember *member)
{
  const guint n_components = self->n_components;
  LoomMember target = { 0 };

  member->kind = LOOM_MEMBER_ADDRESS;
  member->type = loom_type_of (LOOM_SCALAR_U64, 1);
  member->is_rows = eat (self, '*');
  member->is_const = eat (self, '!');
  if (*self->at == '[' || *self->at == ';')
    return TRUE;
  if (*self->at == '*' || *self->at == ':' || !parse_type (self, &target))
    return FALSE;

  self->n_components = n_components;
  member->cell = target.type;
  return TRUE;
}

static gboolean
parse_type (Parser     *self,
            LoomMember *member)
{
  if (*self->at == '"')
    {
      LoomRecord *record = parse_record (self);

      if (record == NULL)
        return FALSE;
      member->type = loom_type_of_record (record_intern (record));
      return TRUE;
    }
  if (eat (self, '*'))
    return parse_pointer (self, member);
  if (eat (self, ':'))
    {
      member->kind = LOOM_MEMBER_BITS;
      member->type = loom_type_of (LOOM_SCALAR_BYTES, 1);
      return TRUE;
    }
  if (eat (self, '?'))
    {
      guint32 size;

      member->kind = LOOM_MEMBER_OPAQUE;
      if (!parse_number (self, 1, &size))
        return FALSE;
      member->type = loom_type_of (LOOM_SCALAR_BYTES, size);
      return TRUE;
    }

  return parse_plain (self, member);
}

static gboolean
parse_extents (Parser     *self,
               LoomMember *member)
{
  for (; eat (self, '['); member->rank++)
    if (member->rank == LOOM_RECORD_MAX_RANK ||
        !parse_number (self, 1, &member->extents[member->rank]) || !eat (self, ']'))
      return FALSE;

  return eat (self, ';');
}

/* Members lie one behind the other, and within the struct; a bit-field lies nowhere. */
static gboolean
fits (Parser           *self,
      const LoomRecord *record,
      const LoomMember *member,
      guint32          *end)
{
  guint64 count = 1;

  for (guint i = 0; i < member->rank; i++)
    if (!g_uint64_checked_mul (&count, count, member->extents[i]))
      return FALSE;
  if (member->kind == LOOM_MEMBER_BITS)
    return member->rank == 0;
  if (count > record->size || count * member->type.size > record->size ||
      member->offset < *end || member->offset + count * member->type.size > record->size)
    return FALSE;

  *end = member->offset + (guint32) count * member->type.size;
  if (member->kind == LOOM_MEMBER_OPAQUE)
    return TRUE;
  if (member->type.record == NULL)
    self->n_components += (guint) MIN (count * member->type.lanes, G_MAXINT32);
  else
    self->n_components += (guint) MIN ((count - 1) * member->type.record->n_components,
                                       G_MAXINT32);
  return self->n_components <= LOOM_RECORD_MAX_COMPONENTS;
}

static gboolean
parse_members (Parser     *self,
               LoomRecord *record,
               GArray     *members)
{
  guint32 end = 0;

  while (!eat (self, '}'))
    {
      LoomMember *member;

      g_array_set_size (members, members->len + 1);
      member = &g_array_index (members, LoomMember, members->len - 1);
      member->name = parse_identifier (self);
      if (member->name == NULL || !eat (self, ' ') || !parse_number (self, 0, &member->offset) ||
          !eat (self, ' ') || !parse_type (self, member) || !parse_extents (self, member) ||
          !fits (self, record, member, &end))
        return FALSE;
    }

  return TRUE;
}

static gboolean
parse_name (Parser     *self,
            LoomRecord *record)
{
  const char *close = *self->at == '"' ? strchr (self->at + 1, '"') : NULL;

  if (close == NULL || close - self->at > MAX_NAME)
    return FALSE;

  record->name = g_strndup (self->at + 1, close - self->at - 1);
  self->at = close + 1;
  return g_utf8_validate (record->name, -1, NULL);
}

static void
clear_member (gpointer data)
{
  g_free (((LoomMember *) data)->name);
}

static LoomRecord *
parse_record (Parser *self)
{
  g_autoptr (GArray) members = g_array_new (FALSE, TRUE, sizeof (LoomMember));
  LoomRecord *record = g_new0 (LoomRecord, 1);
  const char *start = self->at;
  gboolean ok;

  g_array_set_clear_func (members, clear_member);
  ok = ++self->depth <= LOOM_RECORD_MAX_DEPTH && parse_name (self, record) &&
       parse_number (self, 1, &record->size) && eat (self, '{') &&
       parse_members (self, record, members);
  self->depth--;
  if (!ok)
    {
      record_free (record);
      return NULL;
    }

  record->text = g_strndup (start, self->at - start);
  record->n_members = members->len;
  g_array_set_clear_func (members, NULL);
  record->members = (LoomMember *) g_array_free (g_steal_pointer (&members), FALSE);
  return record;
}

/**
 * loom_record_parse:
 * @text: what a struct is made of, perhaps from another process
 *
 * Reads what a struct is made of. Nothing in @text is trusted: members lie within the struct and
 * beside each other.
 *
 * Returns: (transfer none) (nullable): the struct, the same one for the same text, or %NULL
 */
const LoomRecord *
loom_record_parse (const char *text)
{
  Parser parser = { text, 0, 0 };
  LoomRecord *record;

  g_return_val_if_fail (text != NULL, NULL);

  if (strlen (text) > MAX_TEXT)
    return NULL;
  record = parse_record (&parser);
  if (record != NULL && *parser.at != '\0')
    g_clear_pointer (&record, record_free);
  return record != NULL ? record_intern (record) : NULL;
}
