/* loom-source-device-items.c: splits a source into its declarations, and classes into their members
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

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
  if (token->c == 'E' ||
      (token->c == 'B' && (device_word (tokens, token->word)->holds & HOLDS_SCOPE) != 0))
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

/* Kernels stand in no function and no initialiser: braces with one of them are those of a scope, of
 * which a macro that nobody defined does not tell. Where to go on. */
static guint
enter_unknown_scope (DeviceItems *self,
                     GArray      *outer,
                     guint        next)
{
  DeviceItem *item = device_item (self, self->items->len - 1);
  guint brace = item->start;

  if (item->is_marked || item->kind == ITEM_TYPE || item->kind == ITEM_OTHER ||
      !_loom_device_has_place (self->tokens.kernels, item->start, item->end))
    return next;
  while (brace < item->end && device_token (&self->tokens, brace)->c != '{')
    brace++;
  if (brace >= item->end)
    return next;

  item->kind = ITEM_OTHER;
  item->end = brace + 1;
  follow_scope (self, outer, item->start, item->end);
  return item->end;
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
        {
          next = _loom_device_read_item (self, index, n, NOWHERE);
          next = enter_unknown_scope (self, outer, next);
        }
      index = next;
    }
  self->scope = 0;
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
          const DeviceItem label = {
            .kind = ITEM_LABEL, .start = index, .end = index + 2, .parent = parent, .body = NOWHERE,
            .paren = NOWHERE, .name = NOWHERE,
          };

          g_array_append_val (self->items, label);
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
  _loom_device_find_torn (self, n_outer);
  _loom_device_find_marks (self);
}

void
_loom_device_items_clear (DeviceItems *self)
{
  _loom_device_tokens_clear (&self->tokens);
  g_array_unref (self->items);
  g_array_unref (self->names);
  g_hash_table_unref (self->marks);
}
