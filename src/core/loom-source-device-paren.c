/* loom-source-device-paren.c: what a parenthesis in a declaration holds
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-item-private.h"

#include <string.h>

/* Words that take parentheses without being a function's name. */
gboolean
_loom_device_takes_parentheses (guint word)
{
  switch (word)
    {
    case WORD_ATTRIBUTE:
    case WORD_DECLSPEC:
    case WORD_ALIGNAS:
    case WORD_ALIGN:
    case WORD_LAUNCH_BOUNDS:
    case WORD_MAXNREG:
    case WORD_CLUSTER_DIMS:
    case WORD_BLOCK_SIZE:
    case WORD_DECLTYPE:
    case WORD_NOEXCEPT:
    case WORD_THROW:
    case WORD_EXPLICIT:
    case WORD_REQUIRES:
    case WORD_ASM:
    case WORD_STATIC_ASSERT:
      return TRUE;
    default:
      return FALSE;
    }
}

/* `(*name)`, `(&name)[4]`, `(Class::*name)`: the name in the parentheses, or NOWHERE. That of
 * `(*name (int a)) (int)` is a function. */
static guint
find_pointer (DeviceParser *self,
              guint         paren)
{
  guint end = token (self, paren)->match, name = NOWHERE;
  char c = token (self, paren + 1)->c;

  if (end == NOWHERE)
    return NOWHERE;
  if (c != '*' && c != '&' && c != '^' &&
      !(c == 'a' && token (self, paren + 2)->c == ':' && token (self, paren + 3)->c == ':' &&
        token (self, paren + 4)->c == '*'))
    return NOWHERE;

  for (guint i = paren + 1; i < end; i++)
    {
      if (token (self, i)->c == '(' && name != NOWHERE && token (self, i)->match != NOWHERE)
        {
          self->item.name = name;
          self->item.paren = i;
        }
      if (token (self, i)->c == '(' || token (self, i)->c == '[')
        break;
      if (token (self, i)->word != WORD_NONE && token (self, i)->word != WORD_CONST)
        name = i;
    }

  return name;
}

/* The name in front of the parenthesis at `paren`, or NOWHERE. */
static guint
find_name (DeviceParser *self,
           guint         paren)
{
  guint name = paren - 1;

  if (paren == self->item.start)
    return NOWHERE;
  if (token (self, name)->c == '>' && token (self, name)->match != NOWHERE)
    name = token (self, name)->match - 1;
  return token (self, name)->word != WORD_NONE && name >= self->item.start ? name : NOWHERE;
}

static gboolean
ends_line (DeviceParser *self,
           guint         index)
{
  const DeviceToken *one = token (self, index), *next = token (self, index + 1);
  const char *start = self->tokens->text + one->offset + one->length;

  return next->length > 0 && memchr (start, '\n', next->offset - one->offset - one->length) != NULL;
}

/* A name with parentheses at the very beginning is no function: it is a macro, or the class's
 * constructor, or tells of which type a template's arguments are. */
static void
read_macro_call (DeviceParser *self,
                 guint         name)
{
  const DeviceWord *word = device_word (self->tokens, token (self, name)->word);
  guint paren = self->item.paren, next = skip (self, paren);
  char c = token (self, next)->c;
  gboolean ends_item = word->ends_item;

  if (c == '-')
    {
      self->item.kind = ITEM_ALIAS;
      declare (self, name);
      return;
    }

  self->is_macro = self->item.is_special = TRUE;
  for (guint i = paren + 1; i + 1 < next; i++)
    {
      guint argument = token (self, i)->word;

      mark (self, i);
      /* FOR_EACH_TYPE (DECLARE) */
      ends_item |= device_word (self->tokens, argument)->ends_item;
      if (argument >= N_WORDS + N_TYPES && word->macro != NOWHERE)
        declare (self, i);
    }
  if (word->type != WORD_NONE)
    g_array_append_val (self->declared, word->type);
  self->item.kind = ITEM_MACRO;
  if ((word->holds & HOLDS_TYPE) != 0)
    self->item.kind = ITEM_ALIAS;
  if (ends_item || (word->macro == NOWHERE && c != ';' && c != '{' &&
                          ends_line (self, next - 1)))
    finish (self, c == ';' ? next + 1 : next);
}

void
_loom_device_read_paren (DeviceParser *self)
{
  guint paren = self->at, before = token (self, paren - 1)->word;
  guint name = find_name (self, paren), pointer;

  self->at = skip (self, paren);
  if (token (self, paren)->match == NOWHERE)
    {
      give_up (self);
      return;
    }
  if (_loom_device_takes_parentheses (before))
    {
      if (before == WORD_REQUIRES && paren >= 2 && token (self, self->at)->c == '{' &&
          (token (self, paren - 2)->word == WORD_REQUIRES ||
           (token (self, paren - 2)->c != '\0' && strchr ("=&|(!,", token (self, paren - 2)->c))))
        self->at = skip (self, self->at);
      return;
    }
  if (self->has_equals || (self->item.body != NOWHERE && self->item.kind == ITEM_TYPE))
    return;

  pointer = self->item.paren == NOWHERE ? find_pointer (self, paren) : NOWHERE;
  if (pointer != NOWHERE)
    {
      self->last = pointer;
      self->has_pointer = TRUE;
      return;
    }
  if (name == NOWHERE || self->has_pointer)
    return;
  /* `struct ATTRIBUTE (x) name` */
  if (self->key != NOWHERE &&
      (name == self->key + 1 || device_word (self->tokens, before)->is_function))
    return;
  if (self->item.paren != NOWHERE && !self->is_macro)
    return;
  if (self->is_macro && self->is_in_initialisers)
    return;

  self->item.paren = paren;
  self->item.name = name;
  if (self->is_macro)
    {
      self->is_macro = self->item.is_special = FALSE;
      self->item.kind = ITEM_FUNCTION;
    }
  else if (name == self->first && token (self, name)->word != self->class_word)
    read_macro_call (self, name);
}

/* At `operator`: its name goes up to its parameters. */
void
_loom_device_read_operator (DeviceParser *self)
{
  guint i = self->at + 1;

  if (token (self, i)->c == '(' && token (self, i + 1)->c == ')')
    i += 2;
  while (i < self->end && token (self, i)->c != '(' && token (self, i)->c != ';' &&
         token (self, i)->c != '{')
    i++;

  if (token (self, i)->c == '(' && token (self, i)->match != NOWHERE &&
      self->item.paren == NOWHERE && !self->has_equals)
    {
      self->item.name = self->at;
      self->item.paren = i;
      self->at = skip (self, i);
    }
  else
    self->at = i;
}
