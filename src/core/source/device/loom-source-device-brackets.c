/* loom-source-device-brackets.c: which bracket closes which, < and > among them, and where the
 * branches of an #if disagree about it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

static gboolean
is_adjacent (const DeviceTokens *self,
             guint               index,
             char                c)
{
  const DeviceToken *token = device_token (self, index);

  return index > 0 && index < self->tokens->len && token->c == c &&
         device_token (self, index - 1)->offset + 1 == token->offset;
}

/* Whether < or > may be a bracket rather than a comparison, a shift or an arrow. */
static gboolean
may_be_bracket (const DeviceTokens *self,
                guint               index)
{
  const DeviceToken *before = device_token (self, index - 1);

  if (index == 0)
    return FALSE;
  if (device_token (self, index)->c == '>')
    return !(before->c == '-' && is_adjacent (self, index, '>')) && before->word != WORD_OPERATOR;

  return before->word != WORD_NONE && before->word != WORD_OPERATOR && before->c == 'a' &&
         !is_adjacent (self, index + 1, '<') && !is_adjacent (self, index + 1, '=');
}

static char
get_open_bracket (char c)
{
  switch (c)
    {
    case ')': return '(';
    case ']': return '[';
    case '}':
    case 'E': return '{';
    default: return '\0';
    }
}

typedef struct
{
  GArray *open;                 /* (element-type guint) tokens */
  guint   n_curly;
} Brackets;

static char
get_top (DeviceTokens *self,
         Brackets     *brackets)
{
  guint top = brackets->open->len > 0
              ? g_array_index (brackets->open, guint, brackets->open->len - 1) : NOWHERE;
  char c = device_token (self, top)->c;

  return c == 'B' ? '{' : c;
}

/* At a closing bracket. What was opened within it and not closed is no bracket. */
static void
close_bracket (DeviceTokens *self,
               Brackets     *brackets,
               guint         index,
               char          open)
{
  guint *top;

  if (open == '{' && brackets->n_curly == 0)
    return;
  while (brackets->open->len > 0 && get_top (self, brackets) != open &&
         (open == '{' || get_top (self, brackets) != '{'))
    g_array_set_size (brackets->open, brackets->open->len - 1);
  if (get_top (self, brackets) != open)
    return;

  top = &g_array_index (brackets->open, guint, brackets->open->len - 1);
  g_array_index (self->tokens, DeviceToken, *top).match = index;
  g_array_index (self->tokens, DeviceToken, index).match = *top;
  brackets->n_curly -= open == '{';
  g_array_set_size (brackets->open, brackets->open->len - 1);
}

/* Each bracket learns where its other half is, in one pass. */
void
_loom_device_match_brackets (DeviceTokens *self)
{
  Brackets brackets = { g_array_new (FALSE, FALSE, sizeof (guint)), 0 };

  for (guint i = 0; i < self->tokens->len; i++)
    {
      char c = device_token (self, i)->c;
      gboolean is_angle = (c == '<' || c == '>') && may_be_bracket (self, i);

      if (c == '(' || c == '[' || c == '{' || c == 'B' || (c == '<' && is_angle))
        {
          brackets.n_curly += c == '{' || c == 'B';
          g_array_append_val (brackets.open, i);
        }
      else if (c == ';')
        {
          while (get_top (self, &brackets) == '<')
            g_array_set_size (brackets.open, brackets.open->len - 1);
        }
      else if (c == '>' && is_angle && get_top (self, &brackets) == '<')
        close_bracket (self, &brackets, i, '<');
      else if (get_open_bracket (c) != '\0')
        close_bracket (self, &brackets, i, get_open_bracket (c));
    }

  g_array_unref (brackets.open);
}

/* How many classes within classes are searched for what an #if tears. */
#define MAX_DEPTH 16

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

/* n_outer: how many items are at namespace scope; they are the first. */
void
_loom_device_find_torn (DeviceItems *self,
                        guint        n_outer)
{
  for (guint i = 0; i < self->tokens.torn->len; i++)
    tear (self, &g_array_index (self->tokens.torn, DeviceTorn, i), n_outer);

  for (guint i = 0; i < self->items->len; i++)
    {
      DeviceItem *item = device_item (self, i);
      const DeviceToken *last = device_token (&self->tokens, item->end - 1);
      const guint start = device_token (&self->tokens, item->start)->offset;
      const guint end = MAX (item->others.end, last->offset + last->length);

      item->is_torn = _loom_device_has_place (self->tokens.torn_marks, start, end);
    }
}
