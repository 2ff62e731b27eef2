/* loom-source-device-kind.c: what a declaration that was read is, and which function it declares
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-item-private.h"

#include <string.h>

/* Two functions are the same if this is: what their parameters' types look like. */
static guint64
make_signature (DeviceParser *self,
                guint         paren)
{
  guint end = token (self, paren)->match;
  guint64 hash = 14695981039346656037u;
  gboolean is_default = FALSE;
  guint n_words = 0;

  for (guint i = self->item.name + 1; i < paren; i++)
    hash = (hash ^ (guchar) token (self, i)->c) * 1099511628211u;
  for (guint i = paren + 1; i < end; i++)
    {
      const DeviceToken *one = token (self, i);
      char next = token (self, i + 1)->c;

      if (one->c == ',')
        is_default = FALSE, n_words = 0;
      is_default |= one->c == '=';
      if (is_default)
        {
          i = skip (self, i) - 1;
          continue;
        }
      n_words += one->c == 'a' && one->word != WORD_CONST && one->word != WORD_VOLATILE;
      if (one->c == 'a' && n_words > 1 && token (self, i - 1)->c != ':' &&
          (next == ',' || next == ')' || next == '=' || next == '['))
        continue;
      hash = (hash ^ (one->word != WORD_NONE ? one->word : (guint) (guchar) one->c)) *
             1099511628211u;
    }

  return hash;
}

/* `Foo` of `void Foo<T>::bar ()`. */
static guint
find_qualifier (DeviceParser *self)
{
  guint i = self->item.name;

  if (i > self->item.start && token (self, i - 1)->c == '~')
    i--;
  if (i < self->item.start + 3 || token (self, i - 1)->c != ':' || token (self, i - 2)->c != ':')
    return WORD_NONE;

  i -= 3;
  if (token (self, i)->c == '>' && token (self, i)->match != NOWHERE)
    i = token (self, i)->match - 1;
  return i >= self->item.start ? token (self, i)->word : WORD_NONE;
}

/* A declarator in parentheses that can't be a list of parameters: `dim3 block (16, 16);`. */
static gboolean
is_value (DeviceParser *self)
{
  const DeviceToken *first = token (self, self->item.paren + 1);

  return self->item.body == NOWHERE &&
         (first->c == '0' || first->c == '"' || first->c == '-' || first->c == '&');
}

static void
name_function (DeviceParser *self)
{
  DeviceItem *item = &self->item;

  item->qualifier = find_qualifier (self);
  if (is_value (self) && token (self, item->name)->word != WORD_OPERATOR)
    {
      item->kind = ITEM_VARIABLE;
      declare (self, item->name);
      item->paren = NOWHERE;
      return;
    }

  item->kind = ITEM_FUNCTION;
  item->signature = make_signature (self, item->paren);
  declare (self, item->name);
}

/* `texture<float, 2> t;`: it is device code's, without a mark. */
static gboolean
is_texture (DeviceParser *self)
{
  static const char * const types[] = { "texture", "surface" };
  guint i = self->first;
  const DeviceWord *word;

  while (token (self, i)->word == WORD_STATIC || token (self, i)->word == WORD_EXTERN ||
         token (self, i)->word == WORD_CONST)
    i++;
  word = device_word (self->tokens, token (self, i)->word);
  for (guint j = 0; j < G_N_ELEMENTS (types); j++)
    if (word->length == strlen (types[j]) && memcmp (word->text, types[j], word->length) == 0)
      return token (self, i + 1)->c == '<';

  return FALSE;
}

static void
classify_words (DeviceParser *self)
{
  DeviceItem *item = &self->item;
  guint word = token (self, self->first)->word;
  guint next = token (self, self->first + 1)->word;

  if (word == WORD_USING && next == WORD_NAMESPACE)
    item->kind = ITEM_USING_NAMESPACE;
  else if (word == WORD_STATIC_ASSERT)
    item->kind = ITEM_ASSERTION;
  else if (word == WORD_USING || word == WORD_NAMESPACE || word == WORD_CONCEPT ||
           word == WORD_TYPEDEF)
    item->kind = ITEM_ALIAS;
  else if (word == WORD_ASM || item->end == item->start + 1)
    item->kind = word > N_WORDS ? ITEM_MACRO : ITEM_OTHER;
  else
    item->kind = self->n_identifiers > 0 ? ITEM_VARIABLE : ITEM_OTHER;
  item->is_marked |= item->kind == ITEM_VARIABLE && is_texture (self);
}

/* What the item is, now that it has been read. */
void
_loom_device_classify (DeviceParser *self)
{
  DeviceItem *item = &self->item;
  gboolean is_typedef = token (self, self->first)->word == WORD_TYPEDEF ||
                        token (self, self->first)->word == WORD_USING;

  if (item->kind == ITEM_TYPE || item->kind == ITEM_INSTANTIATION)
    {
      if (self->last != NOWHERE)
        declare (self, self->last);
      return;
    }
  if (item->kind == ITEM_MACRO || (item->kind == ITEM_ALIAS && self->item.paren != NOWHERE))
    return;
  if (item->paren != NOWHERE && !is_typedef)
    {
      name_function (self);
      return;
    }
  if (is_typedef && item->paren != NOWHERE)
    declare (self, item->name);
  if (self->key != NOWHERE && item->body == NOWHERE && self->n_identifiers <= 1 &&
      !self->has_equals && !is_typedef)
    {
      item->kind = ITEM_TYPE;
      declare (self, self->tag);
      return;
    }

  classify_words (self);
  if (self->last != NOWHERE && item->kind != ITEM_OTHER)
    declare (self, self->last);
}
