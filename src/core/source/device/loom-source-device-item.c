/* loom-source-device-item.c: reads one declaration: what it is, what it declares, where it ends,
 * and what its parentheses hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-item-private.h"

#include <string.h>

/* Words that take parentheses without being a function's name. */
static gboolean
takes_parentheses (guint word)
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

static void
read_paren (DeviceParser *self)
{
  guint paren = self->at, before = token (self, paren - 1)->word;
  guint name = find_name (self, paren), pointer;

  self->at = skip (self, paren);
  if (token (self, paren)->match == NOWHERE)
    {
      give_up (self);
      return;
    }
  if (takes_parentheses (before))
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
static void
read_operator (DeviceParser *self)
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

/* How far a definition in the manner of K&R may have its parameters' types between its
 * parentheses and its body. */
#define MAX_OLD_STYLE 128

static void
declare_enumerators (DeviceParser *self,
                     guint         brace)
{
  guint end = token (self, brace)->match;

  for (guint i = brace + 1; i < end; i = skip (self, i))
    {
      char before = token (self, i - 1)->c;

      if (before == '{' || before == ',')
        declare (self, i);
    }
}

static void
read_class_body (DeviceParser *self)
{
  self->item.body = self->at;
  self->item.kind = ITEM_TYPE;
  if (self->tag != NOWHERE)
    declare (self, self->tag);
  self->item.is_class = token (self, self->key)->word != WORD_ENUM;
  if (!self->item.is_class && token (self, self->key + 1)->word != WORD_CLASS &&
      token (self, self->key + 1)->word != WORD_STRUCT)
    declare_enumerators (self, self->at);
  self->last = NOWHERE;
  self->is_in_bases = FALSE;
  self->at = skip (self, self->at);
}

static gboolean
is_body (DeviceParser *self)
{
  char before = self->at > 0 ? token (self, self->at - 1)->c : '\0';

  if (self->at == self->item.start)
    return TRUE;
  if (self->has_equals || self->item.paren == NOWHERE)
    return !self->has_equals && before == ')';
  return !self->is_in_initialisers || before == ')' || before == '}' || before == '.';
}

static void
read_body (DeviceParser *self)
{
  guint end = skip (self, self->at);

  self->item.body = self->at;
  if (token (self, end - 1)->c == 'E' && token (self, end)->c == '(')
    end = skip (self, end);
  while (token (self, end)->word == WORD_CATCH && token (self, end + 1)->c == '(')
    {
      end = skip (self, end + 1);
      if (token (self, end)->c == '{')
        end = skip (self, end);
    }
  finish (self, MIN (end, self->end));
}

static void
read_brace (DeviceParser *self)
{
  guint match = token (self, self->at)->match;

  if (match == NOWHERE || match < self->at || match >= self->end)
    give_up (self);
  else if (self->key != NOWHERE && self->item.body == NOWHERE && self->item.paren == NOWHERE &&
           !self->has_equals)
    read_class_body (self);
  else if (is_body (self))
    read_body (self);
  else
    {
      if (!self->has_equals && self->item.paren == NOWHERE && self->last != NOWHERE)
        declare (self, self->last);
      self->has_equals |= self->item.paren == NOWHERE;
      self->at = skip (self, self->at);
    }
}

static void
read_identifier (DeviceParser *self)
{
  guint word = token (self, self->at)->word;
  DeviceItem *item = &self->item;
  const DeviceWord *known = device_word (self->tokens, word);

  if (!self->has_equals)
    mark (self, self->at);
  item->is_constexpr |= word == WORD_CONSTEXPR || word == WORD_CONSTEVAL;
  item->is_const |= word == WORD_CONST && item->paren == NOWHERE && !self->has_equals;
  item->is_static |= word == WORD_STATIC;
  if (word == WORD_OPERATOR)
    {
      read_operator (self);
      return;
    }

  if ((word == WORD_CLASS || word == WORD_STRUCT || word == WORD_UNION || word == WORD_ENUM) &&
      item->paren == NOWHERE && self->key == NOWHERE && !self->has_equals)
    self->key = self->at;
  else if (word >= N_WORDS && !self->has_equals && !self->is_in_bases && !known->is_mark &&
           item->paren == NOWHERE)
    {
      self->last = self->at;
      self->n_identifiers += token (self, self->at - 1)->c != ':';
      if (self->key != NOWHERE && item->body == NOWHERE && token (self, self->at + 1)->c != '(')
        self->tag = self->at;
    }
  self->at++;
}

static void
read_equals (DeviceParser *self)
{
  guint next = token (self, self->at + 1)->word;

  if (self->item.paren != NOWHERE)
    self->item.is_defaulted |= next == WORD_DEFAULT || next == WORD_DELETE;
  else if (!self->has_equals && self->last != NOWHERE)
    declare (self, self->last);
  self->has_equals |= self->item.paren == NOWHERE;
  self->at++;
}

/* At a semicolon: whether it only ends the type of a parameter: `int f (a) int a; { ... }`. */
static gboolean
is_old_style (DeviceParser *self)
{
  guint first = self->item.paren != NOWHERE ? skip (self, self->item.paren) : NOWHERE;
  guint i = self->at;

  if (first == NOWHERE || first >= self->at || token (self, first)->c != 'a' || self->is_macro ||
      token (self, first)->word == WORD_CONST ||
      takes_parentheses (token (self, first)->word))
    return FALSE;
  for (guint j = self->item.paren + 1; j + 1 < first; j++)
    if (token (self, j)->c != 'a' && token (self, j)->c != ',')
      return FALSE;

  for (; i < self->end && i - self->at < MAX_OLD_STYLE; i++)
    {
      char c = token (self, i)->c;

      if (c == '{')
        return i > self->at && token (self, i - 1)->c == ';';
      if (c == '\0' || strchr ("a*,;[]0", c) == NULL)
        return FALSE;
    }

  return FALSE;
}

static void
read_colon (DeviceParser *self)
{
  gboolean is_double = token (self, self->at + 1)->c == ':';

  if (!is_double && self->item.paren != NOWHERE && !self->is_macro)
    self->is_in_initialisers = TRUE;
  else if (!is_double && self->key != NOWHERE && self->item.body == NOWHERE)
    self->is_in_bases = TRUE;
  self->at += is_double ? 2 : 1;
}

static void
read_token (DeviceParser *self)
{
  char c = token (self, self->at)->c;

  switch (c)
    {
    case ';':
      if (is_old_style (self))
        self->at++;
      else
        finish (self, self->at + 1);
      break;
    case '}':
    case 'E':
      finish (self, MAX (self->at, self->item.start + 1));
      break;
    case '{':
      read_brace (self);
      break;
    case 'B':
      mark (self, self->at);
      read_brace (self);
      break;
    case '(':
      read_paren (self);
      break;
    case '[':
      if (token (self, self->at + 1)->c != '[' && !self->has_equals && self->last != NOWHERE &&
          self->item.paren == NOWHERE)
        declare (self, self->last);
      self->at = skip (self, self->at);
      break;
    case '<':
      self->item.is_special |= self->key != NOWHERE && self->item.body == NOWHERE &&
                               self->tag != NOWHERE && self->at == self->tag + 1;
      self->at = skip (self, self->at);
      break;
    case '=':
      read_equals (self);
      break;
    case ',':
      if (!self->has_equals && self->last != NOWHERE && self->item.paren == NOWHERE)
        declare (self, self->last);
      self->has_equals = self->has_equals && self->item.kind == ITEM_ALIAS;
      self->at++;
      break;
    case '*':
      /* A pointer to what is constant is none itself. */
      self->item.is_const &= self->has_equals || self->item.paren != NOWHERE;
      self->at++;
      break;
    case ':':
      read_colon (self);
      break;
    case 'a':
      read_identifier (self);
      break;
    default:
      self->at++;
      break;
    }
}

/* Past `template <...>`, and whether that makes it an explicit instantiation. */
static void
read_heads (DeviceParser *self)
{
  if (token (self, self->at)->word == WORD_EXTERN &&
      token (self, self->at + 1)->word == WORD_TEMPLATE)
    self->at++;
  while (token (self, self->at)->word == WORD_TEMPLATE && self->at < self->end)
    {
      if (token (self, self->at + 1)->c != '<')
        {
          self->item.kind = ITEM_INSTANTIATION;
          self->at++;
          break;
        }
      self->at = skip (self, self->at + 1);
    }
  self->first = self->at;
}

static void
add_names (DeviceItems *self,
           guint        index,
           GArray      *declared)
{
  for (guint i = 0; i < declared->len; i++)
    {
      DeviceWord *word = device_word (&self->tokens, g_array_index (declared, guint, i));
      DeviceName name = { index, g_array_index (declared, guint, i), word->declared };

      word->declared = self->names->len;
      g_array_append_val (self->names, name);
    }
}

/* Appends the item that begins at `index`. Where the next begins. */
guint
_loom_device_read_item (DeviceItems *self,
                        guint        index,
                        guint        end,
                        guint        parent)
{
  g_autoptr (GArray) declared = g_array_new (FALSE, FALSE, sizeof (guint));
  DeviceParser parser = {
    .tokens = &self->tokens, .at = index, .end = end, .key = NOWHERE,
    .last = NOWHERE, .tag = NOWHERE, .declared = declared,
  };
  DeviceItem *item = &parser.item;
  guint outer_name = parent != NOWHERE ? device_item (self, parent)->name : NOWHERE;

  *item = (DeviceItem) {
    .start = index, .end = index, .parent = parent, .body = NOWHERE, .paren = NOWHERE,
    .name = NOWHERE, .kind = ITEM_VARIABLE, .scope = self->scope,
  };
  parser.class_word = device_token (&self->tokens, outer_name)->word;
  read_heads (&parser);
  if (parser.first > end)
    parser.first = parser.at = end;
  while (parser.at < end && !parser.is_done)
    read_token (&parser);

  item->end = MIN (parser.at, end);
  if (!parser.is_done || item->kind != ITEM_OTHER)
    _loom_device_classify (&parser);
  if (item->kind == ITEM_TYPE || (item->kind == ITEM_INSTANTIATION && item->name == NOWHERE))
    item->name = parser.tag;
  else if (item->name == NOWHERE)
    item->name = parser.last;
  item->first_name = self->names->len;
  item->n_names = declared->len;
  add_names (self, self->items->len, declared);
  g_array_append_val (self->items, *item);
  return MAX (item->end, index + 1);
}
