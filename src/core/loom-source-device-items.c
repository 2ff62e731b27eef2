/* loom-source-device-items.c: splits a source into its declarations, and classes into their members
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

#include <string.h>

/* How many classes within classes are searched for what an #if tears. */
#define MAX_DEPTH 16

/* At `namespace`: behind its brace, or the same place if it opens none. */
static guint
skip_namespace (DeviceItems *self,
                guint        index)
{
  const DeviceTokens *tokens = &self->tokens;
  guint i = index + 1;

  for (guint j = i; device_token (tokens, j)->word >= N_WORDS || device_token (tokens, j)->c == ':';
       j++)
    device_word (tokens, device_token (tokens, j)->word)->is_namespace = TRUE;
  while (device_token (tokens, i)->c == 'a' || device_token (tokens, i)->c == ':' ||
         device_token (tokens, i)->c == '[')
    i = device_token (tokens, i)->c == '[' && device_token (tokens, i)->match != NOWHERE
        ? device_token (tokens, i)->match + 1 : i + 1;

  return device_token (tokens, i)->c == '{' ? i + 1 : index;
}

/* Past what only opens or closes a scope; the same place where a declaration begins. */
static guint
skip_scope (DeviceItems *self,
            guint        index)
{
  const DeviceTokens *tokens = &self->tokens;
  const DeviceToken *token = device_token (tokens, index);
  guint next = index;

  if (token->word == WORD_NAMESPACE)
    return skip_namespace (self, index);
  if (token->word == WORD_INLINE && device_token (tokens, index + 1)->word == WORD_NAMESPACE)
    return index + 1;
  if (token->word == WORD_EXTERN && device_token (tokens, index + 1)->c == '"' &&
      device_token (tokens, index + 2)->c == '{')
    return index + 3;
  if (token->c == '}' || token->c == ';')
    return index + 1;
  if (token->c == 'E' || (token->c == 'B' && (device_word (tokens, token->word)->holds & HOLDS_SCOPE) != 0))
    next = index + 1;
  /* A macro that stands for `namespace x`. */
  else if (token->word >= N_WORDS && device_token (tokens, index + 1)->c == '{' &&
           (device_word (tokens, token->word)->macro == NOWHERE ||
            (device_word (tokens, token->word)->holds & HOLDS_SCOPE) != 0))
    return index + 2;

  if (next > index && device_token (tokens, next)->c == '(' &&
      device_token (tokens, next)->match != NOWHERE)
    {
      guint end = device_token (tokens, next)->match;

      /* OPEN (name) */
      for (; next < end; next++)
        device_word (tokens, device_token (tokens, next)->word)->is_namespace = TRUE;
      next = end + 1;
    }
  return next;
}

/* Between two tokens a scope was opened or closed, or neither. */
static void
follow_scope (DeviceItems *self,
              GArray      *outer,
              guint        index,
              guint        next)
{
  char first = device_token (&self->tokens, index)->c;
  char last = device_token (&self->tokens, next - 1)->c;

  if (last == '{' || first == 'B')
    {
      g_array_append_val (outer, self->scope);
      for (guint i = index; i < next; i++)
        if (device_token (&self->tokens, i)->word >= N_WORDS)
          self->scope = (self->scope ^ device_token (&self->tokens, i)->word) * 1099511628211u;
    }
  else if ((first == '}' || first == 'E') && outer->len > 0)
    {
      self->scope = g_array_index (outer, guint64, outer->len - 1);
      g_array_set_size (outer, outer->len - 1);
    }
}

static void
read_namespaces (DeviceItems *self)
{
  g_autoptr (GArray) outer = g_array_new (FALSE, FALSE, sizeof (guint64));
  const guint n = self->tokens.tokens->len;
  guint index = 0;

  while (index < n)
    {
      guint next = skip_scope (self, index);

      if (next > index)
        follow_scope (self, outer, index, next);
      else
        next = _loom_device_read_item (self, index, n, NOWHERE);
      index = next;
    }
  self->scope = 0;
}

static void
read_label (DeviceItems *self,
            guint        index,
            guint        parent)
{
  const DeviceItem label = {
    .kind = ITEM_LABEL, .start = index, .end = index + 2, .parent = parent, .body = NOWHERE,
    .paren = NOWHERE, .name = NOWHERE,
  };

  g_array_append_val (self->items, label);
}

static void
read_members (DeviceItems *self,
              guint        parent)
{
  const guint body = device_item (self, parent)->body;
  const guint end = device_token (&self->tokens, body)->match;
  const guint first = self->items->len;
  guint index = body + 1;

  while (index < end)
    {
      const DeviceToken *token = device_token (&self->tokens, index);
      const DeviceToken *next = device_token (&self->tokens, index + 1);

      if (token->word >= WORD_PUBLIC && token->word <= WORD_PROTECTED && next->c == ':')
        {
          read_label (self, index, parent);
          index += 2;
        }
      else if (token->c == ';' || token->c == '}')
        index++;
      else
        index = _loom_device_read_item (self, index, end, parent);
    }

  device_item (self, parent)->first_member = first;
  device_item (self, parent)->n_members = self->items->len - first;
}

/* The class that a function is a member of, wherever it stands. */
static guint
get_class (DeviceItems      *self,
           const DeviceItem *item)
{
  if (item->parent == NOWHERE)
    return item->qualifier;
  return device_token (&self->tokens, device_item (self, item->parent)->name)->word;
}

static gint64
make_key (DeviceItems      *self,
          const DeviceItem *item,
          guint64           signature)
{
  const guint64 name = device_token (&self->tokens, item->name)->word;
  const gboolean is_destructor = device_token (&self->tokens, item->name - 1)->c == '~';
  const guint64 class_word = get_class (self, item);
  const guint64 scope = class_word == WORD_NONE ? item->scope : 0;
  const guint64 key = ((name << 32 | class_word) ^ scope) * 11400714819323198485u;

  return (gint64) ((key ^ signature) * 1099511628211u + (guint64) is_destructor);
}

static DeviceMarks *
get_marks (DeviceItems      *self,
           const DeviceItem *item,
           guint64           signature)
{
  gint64 key = make_key (self, item, signature);
  DeviceMarks *marks = g_hash_table_lookup (self->marks, &key);

  if (marks == NULL)
    {
      marks = g_new0 (DeviceMarks, 1);
      g_hash_table_insert (self->marks, g_memdup2 (&key, sizeof key), marks);
    }

  return marks;
}

static void
count_marks (DeviceItems *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const DeviceItem *item = device_item (self, i);
      DeviceMarks *same, *named;

      if (item->kind != ITEM_FUNCTION || item->name == NOWHERE)
        continue;

      same = get_marks (self, item, item->signature);
      same->n_declared++;
      same->n_marked += item->is_marked;
      same->n_bodies += item->is_marked && item->body != NOWHERE;
      if (item->parent == NOWHERE)
        continue;
      named = get_marks (self, item, 0);
      named->n_declared++;
      named->n_marked += item->is_marked;
    }
}

/* Whether a declaration, or another one of the same function, is marked. */
gboolean
_loom_device_is_marked (DeviceItems *self,
                        DeviceItem  *item)
{
  const DeviceMarks *same, *named;

  if (item->is_marked || item->kind != ITEM_FUNCTION || item->name == NOWHERE)
    return item->is_marked;

  /* Where both have a body, an #if or its namespace tells them apart. */
  same = get_marks (self, item, item->signature);
  if (same->n_marked > 0 && (item->body == NOWHERE || same->n_bodies == 0))
    return TRUE;
  if (item->parent != NOWHERE || item->qualifier == WORD_NONE)
    return FALSE;

  /* Its parameters' types may be written in another way than within the class. */
  named = get_marks (self, item, 0);
  return named->n_marked > 0 && named->n_marked == named->n_declared;
}

/* The item among `n` from `first` on that has tokens on both sides of the one at `index`, or
 * NOWHERE. */
static guint
find_across (DeviceItems *self,
             guint        first,
             guint        n,
             guint        index)
{
  while (n > 0)
    {
      guint middle = first + n / 2;
      const DeviceItem *item = device_item (self, middle);

      if (item->start < index && index < item->end)
        return middle;
      if (item->start < index)
        {
          n -= n / 2 + 1;
          first = middle + 1;
        }
      else
        n /= 2;
    }

  return NOWHERE;
}

/* An item that ends in the first branch of an #if ends in each of the others as well. */
static void
tear (DeviceItems      *self,
      const DeviceTorn *torn,
      guint             n_outer)
{
  guint found = find_across (self, 0, n_outer, torn->first);

  for (guint i = 0; i < MAX_DEPTH && found != NOWHERE; i++)
    {
      DeviceItem *item = device_item (self, found);

      if (item->end <= torn->end)
        {
          if (item->others.end < torn->others.end)
            item->others = torn->others;
          return;
        }
      found = find_across (self, item->first_member, item->n_members, torn->first);
    }
}

/* Whether there is a mark in a branch that was not read, from one place up to another. */
static gboolean
has_torn_mark (DeviceItems *self,
               gsize        first,
               gsize        end)
{
  const GArray *marks = self->tokens.torn_marks;
  guint low = 0, high = marks->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (marks, gsize, middle) < first)
        low = middle + 1;
      else
        high = middle;
    }

  return low < marks->len && g_array_index (marks, gsize, low) < end;
}

static void
find_torn (DeviceItems *self,
           guint        n_outer)
{
  for (guint i = 0; i < self->tokens.torn->len; i++)
    tear (self, &g_array_index (self->tokens.torn, DeviceTorn, i), n_outer);

  for (guint i = 0; i < self->items->len; i++)
    {
      DeviceItem *item = device_item (self, i);
      const DeviceToken *last = device_token (&self->tokens, item->end - 1);
      gsize start = device_token (&self->tokens, item->start)->offset;

      item->is_torn = has_torn_mark (self, start,
                                     MAX (item->others.end, (gsize) last->offset + last->length));
    }
}

static void
find_marks_of_members (DeviceItems *self)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      DeviceItem *item = device_item (self, i);

      if (item->parent == NOWHERE || !_loom_device_is_marked (self, item))
        continue;
      for (guint j = item->parent; j != NOWHERE && !device_item (self, j)->has_marks; )
        {
          device_item (self, j)->has_marks = TRUE;
          j = device_item (self, j)->parent;
        }
    }
}

void
_loom_device_items_init (DeviceItems *self,
                         const char  *text,
                         gsize        length)
{
  guint n_outer;

  _loom_device_tokens_init (&self->tokens, text, length);
  self->items = g_array_new (FALSE, FALSE, sizeof (DeviceItem));
  self->names = g_array_new (FALSE, FALSE, sizeof (DeviceName));
  self->marks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  read_namespaces (self);
  n_outer = self->items->len;
  /* Members are appended, so that classes within classes come later. */
  for (guint i = 0; i < self->items->len; i++)
    {
      const DeviceItem *item = device_item (self, i);

      if (item->kind == ITEM_TYPE && item->body != NOWHERE && item->is_class)
        read_members (self, i);
    }
  find_torn (self, n_outer);
  count_marks (self);
  find_marks_of_members (self);
}

void
_loom_device_items_clear (DeviceItems *self)
{
  _loom_device_tokens_clear (&self->tokens);
  g_array_unref (self->items);
  g_array_unref (self->names);
  g_hash_table_unref (self->marks);
}
