/* loom-source-device.c: what of a translation unit is device code
 *
 * Compound literals are written anew: `(float2) {1, 2}` as C has it nvcc takes of the compilers
 * that it works with, and the compiler of device code takes only `float2 {1, 2}`: the same value,
 * and the same text with spaces for the parentheses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

#include "loom-lexer-private.h"

#include <string.h>

typedef struct
{
  char  *text;
  gsize  offset;                /* of the part that is read, in the whole */
} Literals;

/* The directive's own text is no code: what `#define` gives a name is, from where this is. */
static gsize
find_body (const char      *text,
           const LoomToken *directive)
{
  const char *end = text + directive->offset + directive->length;
  const char *at = text + directive->offset + 1;

  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if (end - at < 7 || memcmp (at, "define", 6) != 0)
    return 0;
  for (at += 6; at < end && (*at == ' ' || *at == '\t'); )
    at++;
  while (at < end && (g_ascii_isalnum (*at) || *at == '_'))
    at++;
  if (at < end && *at == '(')
    while (at < end && *at++ != ')')
      ;
  return at - text;
}

/* Behind a name or what is closed, parentheses hold arguments, parameters or a condition. */
static gboolean
begins_operand (const char   *text,
                const GArray *tokens,
                guint         index)
{
  const LoomToken *before, *token;
  guint i = index;

  if (index == 0)
    return TRUE;

  before = &g_array_index (tokens, LoomToken, index - 1);
  if (before->kind == LOOM_TOKEN_IDENTIFIER)
    return _loom_token_is (before, text, "return");
  if (before->kind != LOOM_TOKEN_PUNCTUATION || strchr (")]>};", text[before->offset]) != NULL)
    return FALSE;

  /* `operator+ (float2) {` */
  do
    token = &g_array_index (tokens, LoomToken, --i);
  while (i > 0 && token->kind == LOOM_TOKEN_PUNCTUATION && index - i <= 3);
  return !_loom_token_is (token, text, "operator");
}

static gboolean
is_dropped (const char      *text,
            const LoomToken *token)
{
  static const char * const words[] = { "struct", "class", "union", "enum", "const" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_loom_token_is (token, text, words[i]))
      return TRUE;

  return FALSE;
}

/* The token behind a name of one type: `n::S <int>`; 0: something else stands there. */
static guint
skip_type (const char   *text,
           const GArray *tokens,
           guint         i)
{
  gboolean is_named = FALSE;
  guint depth = 0;

  for (; i < tokens->len; i++)
    {
      const LoomToken *token = &g_array_index (tokens, LoomToken, i);

      if (_loom_token_is (token, text, "<") && is_named)
        depth++;
      else if (_loom_token_is (token, text, ">") && depth > 0)
        depth--;
      else if (depth > 0 && !_loom_token_is (token, text, ";") && !_loom_token_is (token, text, "{")
               && !_loom_token_is (token, text, "("))
        continue;
      else if (_loom_token_is (token, text, ":"))
        is_named = FALSE;
      else if (token->kind == LOOM_TOKEN_IDENTIFIER && !is_named)
        is_named = TRUE;
      else
        return is_named && depth == 0 ? i : 0;
    }

  return 0;
}

static void
blank_token (Literals        *self,
             const LoomToken *token)
{
  memset (self->text + self->offset + token->offset, ' ', token->length);
}

static void
write_literal (Literals     *self,
               const GArray *tokens,
               guint         open)
{
  const char *text = self->text + self->offset;
  guint type = open + 1, name, close;

  while (type < tokens->len && is_dropped (text, &g_array_index (tokens, LoomToken, type)))
    type++;
  name = type < tokens->len
         && _loom_token_is (&g_array_index (tokens, LoomToken, type), text, "typename")
             ? type + 1 : type;
  close = skip_type (text, tokens, name);
  if (close == 0 || close + 1 >= tokens->len
      || !_loom_token_is (&g_array_index (tokens, LoomToken, close), text, ")")
      || !_loom_token_is (&g_array_index (tokens, LoomToken, close + 1), text, "{")
      || !begins_operand (text, tokens, open))
    return;

  for (guint i = open; i < type; i++)
    blank_token (self, &g_array_index (tokens, LoomToken, i));
  blank_token (self, &g_array_index (tokens, LoomToken, close));
}

static void
write_literals (Literals *self,
                gsize     length)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (LoomToken));
  const char *text = self->text + self->offset;
  LoomLexer lexer;
  LoomToken token;

  _loom_lexer_init (&lexer, text, length);
  lexer.line_is_empty = self->offset == 0;
  while (_loom_lexer_next (&lexer, &token))
    {
      const gsize body = token.kind == LOOM_TOKEN_DIRECTIVE ? find_body (text, &token) : 0;
      Literals of_macro = { self->text, self->offset + body };

      if (body > 0)
        write_literals (&of_macro, token.offset + token.length - body);
      else if (token.kind != LOOM_TOKEN_COMMENT && token.kind != LOOM_TOKEN_DIRECTIVE)
        g_array_append_val (tokens, token);
    }
  for (guint i = 0; i < tokens->len; i++)
    if (_loom_token_is (&g_array_index (tokens, LoomToken, i), text, "("))
      write_literal (self, tokens, i);
}

/* `#pragma unroll`, `#pragma omp`: they belong to the statement behind them, which is gone. */
static gboolean
is_of_statement (const char        *text,
                 const DeviceRange *directive)
{
  static const char * const words[] = { "unroll", "nounroll", "omp", "acc" };
  const char *line = text + directive->offset + 1;
  const char *end = text + directive->end;

  while (line < end && g_ascii_isspace (*line))
    line++;
  if (end - line < 6 || memcmp (line, "pragma", 6) != 0)
    return FALSE;
  for (line += 6; line < end && g_ascii_isspace (*line); )
    line++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((gsize) (end - line) >= strlen (words[i]) &&
        memcmp (line, words[i], strlen (words[i])) == 0)
      return TRUE;

  return FALSE;
}

static void
blank (char  *text,
       guint  first,
       guint  end)
{
  for (guint i = first; i < end; i++)
    if (text[i] != '\n' && text[i] != '\r')
      text[i] = ' ';
}

/* Spaces in place of all but line ends and directives. */
static void
device_blank (const DeviceTokens *tokens,
              char               *text,
              DeviceRange         range)
{
  GArray *directives = tokens->directives;
  guint at = range.offset;

  for (guint i = _loom_device_find_place (directives, at); i < directives->len; i++)
    {
      const DeviceRange *directive = &g_array_index (directives, DeviceRange, i);

      if (directive->offset >= range.end)
        break;
      if (is_of_statement (text, directive))
        continue;
      blank (text, at, directive->offset);
      at = MAX (at, directive->end);
    }

  blank (text, at, range.end);
}

struct _LoomSourceDevice
{
  DeviceItems  items;
  char        *text;
  GPtrArray   *left_out;        /* (element-type LoomLeftOut) */
  gboolean     is_written;      /* both are those of the items that are kept */
  gboolean     is_folded;       /* variables that are const are constexpr */
};

static void
left_out_free (gpointer data)
{
  LoomLeftOut *self = data;

  g_free (self->name);
  g_free (self);
}

static DeviceRange
get_range (DeviceItems      *items,
           const DeviceItem *item)
{
  const DeviceToken *first = device_token (&items->tokens, item->start);
  const DeviceToken *last = device_token (&items->tokens, item->end - 1);

  return (DeviceRange) { first->offset, last->offset + last->length };
}

static LoomLeftOutWhy
get_why (const DeviceItem *item)
{
  if (item->is_refused)
    return LOOM_LEFT_OUT_REFUSED;
  if (item->kind == ITEM_FUNCTION && !item->is_constexpr)
    return LOOM_LEFT_OUT_FUNCTION;
  return item->kind == ITEM_VARIABLE && !item->is_const && !item->is_constexpr
         ? LOOM_LEFT_OUT_VARIABLE : LOOM_LEFT_OUT_UNUSED;
}

static void
leave_out (LoomSourceDevice *self,
           const DeviceItem *item)
{
  const DeviceRange range = get_range (&self->items, item);
  LoomLeftOut *left_out = g_new0 (LoomLeftOut, 1);

  if (item->name != NOWHERE)
    {
      const DeviceToken *name = device_token (&self->items.tokens, item->name);

      left_out->name = g_strndup (self->items.tokens.text + name->offset, name->length);
    }
  left_out->offset = range.offset;
  left_out->end = range.end;
  left_out->why = get_why (item);
  g_ptr_array_add (self->left_out, left_out);
  device_blank (&self->items.tokens, self->text, range);
  device_blank (&self->items.tokens, self->text, item->others);
}

static void
write_constant (LoomSourceDevice *self,
                const DeviceItem *item)
{
  const DeviceToken *constant = NULL;

  for (guint i = item->start; i < item->end; i++)
    {
      const DeviceToken *token = device_token (&self->items.tokens, i);

      if (token->word == WORD_CONST && constant == NULL)
        constant = token;
      if (token->c != '=' && token->c != '{')
        continue;
      if (constant != NULL)
        memcpy (self->text + constant->offset, LOOM_SOURCE_CONST, constant->length);
      return;
    }
}

static gint
compare_places (gconstpointer a,
                gconstpointer b)
{
  const LoomLeftOut *one = *(LoomLeftOut * const *) a, *other = *(LoomLeftOut * const *) b;

  return (one->offset > other->offset) - (one->offset < other->offset);
}

/* Brings text and list up to what is kept. */
static void
write_text (LoomSourceDevice *self)
{
  const GArray *items = self->items.items;
  Literals literals = { self->text, 0 };

  if (self->is_written)
    return;

  self->is_written = TRUE;
  memcpy (self->text, self->items.tokens.text, self->items.tokens.length);
  g_ptr_array_set_size (self->left_out, 0);
  for (guint i = 0; i < items->len; i++)
    {
      const DeviceItem *item = device_item (&self->items, i);

      if (!item->is_kept && item->end > item->start &&
          (item->parent == NOWHERE || device_item (&self->items, item->parent)->is_kept))
        leave_out (self, item);
      else if (self->is_folded && item->kind == ITEM_VARIABLE && item->is_const
               && !item->is_constexpr && (item->parent == NOWHERE || item->is_static))
        write_constant (self, item);
    }
  g_ptr_array_sort (self->left_out, compare_places);
  write_literals (&literals, self->items.tokens.length);
}

static void
keep_used (LoomSourceDevice *self)
{
  _loom_device_keep_used (&self->items);
  self->is_written = FALSE;
}

/**
 * loom_source_device_new:
 * @text: a translation unit; any bytes
 * @length: of @text, less than 4 GiB
 *
 * Finds device code. It takes time in proportion to the length, and never fails: what it does not
 * understand it lets stand.
 *
 * Returns: (transfer full): what was found
 */
LoomSourceDevice *
loom_source_device_new (const char *text,
                        gsize       length)
{
  LoomSourceDevice *self;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (length < G_MAXUINT, NULL);

  self = g_new0 (LoomSourceDevice, 1);
  _loom_device_items_init (&self->items, text, length);
  self->text = g_malloc0 (length + 1);
  self->left_out = g_ptr_array_new_with_free_func (left_out_free);
  keep_used (self);
  return self;
}

void
loom_source_device_free (LoomSourceDevice *self)
{
  if (self == NULL)
    return;

  _loom_device_items_clear (&self->items);
  g_ptr_array_unref (self->left_out);
  g_free (self->text);
  g_free (self);
}

/**
 * loom_source_device_text:
 * @length: (out) (optional): its length, which is that of the unit
 *
 * Returns: (transfer none): the unit with spaces in place of what was left out, its line ends and
 *   directives where they stood; until it is changed
 */
const char *
loom_source_device_text (LoomSourceDevice *self,
                         gsize            *length)
{
  g_return_val_if_fail (self != NULL, NULL);

  write_text (self);
  if (length != NULL)
    *length = self->items.tokens.length;
  return self->text;
}

/**
 * loom_source_device_left_out:
 *
 * Returns: (transfer none) (element-type LoomLeftOut): what was left out, in the order of the text;
 *   until it is changed
 */
GPtrArray *
loom_source_device_left_out (LoomSourceDevice *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  write_text (self);
  return self->left_out;
}

/**
 * loom_source_device_has_plain_functions:
 *
 * Whether functions are left that are not marked: they are constexpr, and nvcc's
 * --expt-relaxed-constexpr lets device code call them, or a macro may make them along with device
 * code. NVRTC takes them with -default-device.
 *
 * Returns: whether there may be some
 */
gboolean
loom_source_device_has_plain_functions (LoomSourceDevice *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->items.items->len; i++)
    {
      DeviceItem *item = device_item (&self->items, i);

      if (item->is_kept && (item->kind == ITEM_MACRO ||
                            (item->kind == ITEM_FUNCTION && !item->is_defaulted &&
                             !_loom_device_is_marked (&self->items, item))))
        return TRUE;
    }

  return FALSE;
}

/* Keeps an item and the classes around it. Whether it was not kept before, for want of use. */
static gboolean
force (DeviceItems *items,
       guint        index)
{
  gboolean changed = FALSE;

  if (get_why (device_item (items, index)) != LOOM_LEFT_OUT_UNUSED)
    return FALSE;

  for (; index != NOWHERE; index = device_item (items, index)->parent)
    {
      DeviceItem *item = device_item (items, index);

      changed |= !item->is_kept && !item->is_refused;
      item->is_forced |= !item->is_kept;
    }

  return changed;
}

/**
 * loom_source_device_keep:
 * @name: what the compiler misses, perhaps with namespaces and template arguments
 *
 * Keeps all that was left out as unused and declares this name. A function or a variable of the
 * host that device code names is a mistake of its author, and the compiler has to say so.
 *
 * Returns: whether that changed the text
 */
gboolean
loom_source_device_keep (LoomSourceDevice *self,
                         const char       *name)
{
  g_autofree char *base = NULL;
  const char *colon;
  gboolean changed = FALSE;
  guint number;

  g_return_val_if_fail (self != NULL && name != NULL, FALSE);

  base = g_strchomp (g_strndup (name, strcspn (name, "<(")));
  colon = strrchr (base, ':');
  colon = colon != NULL ? colon + 1 : base;
  number = _loom_device_tokens_find (&self->items.tokens, colon, strlen (colon));
  if (number == WORD_NONE)
    return FALSE;

  for (guint i = device_word (&self->items.tokens, number)->declared; i != NOWHERE; )
    {
      const DeviceName *one = &g_array_index (self->items.names, DeviceName, i);

      changed |= force (&self->items, one->item);
      i = one->next;
    }
  if (changed)
    keep_used (self);
  return changed;
}

/**
 * loom_source_device_fold:
 *
 * nvcc computes `const float area = width * width`, as far as that needs no function of the host.
 * NVRTC does so for what is constexpr: from now on all constants with an initialiser are.
 *
 * Returns: whether that changed the text
 */
gboolean
loom_source_device_fold (LoomSourceDevice *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->is_folded)
    return FALSE;

  self->is_folded = TRUE;
  self->is_written = FALSE;
  return TRUE;
}

gboolean
loom_source_device_is_folded (LoomSourceDevice *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_folded;
}

/* The innermost item that holds a place, at namespace scope or among the members of another. */
static guint
find_item (DeviceItems *items,
           gsize        offset)
{
  guint found = NOWHERE;

  /* Members stand behind what they are members of. */
  for (guint i = 0; i < items->items->len; i++)
    {
      const DeviceItem *item = device_item (items, i);

      if (item->parent == found && item->end > item->start)
        {
          const DeviceRange range = get_range (items, item);

          if (range.offset <= offset && offset < range.end)
            found = i;
        }
    }

  return found;
}

static gboolean
is_named (DeviceItems *items,
          guint        index)
{
  const DeviceItem *item = device_item (items, index);
  /* What is kept by mistake has the name of something local. */
  const guint uses = item->parent != NOWHERE ? USE_PLAIN | USE_LOCAL | USE_MEMBER
                     : item->kind == ITEM_FUNCTION ? USE_PLAIN | USE_LOCAL : USE_PLAIN;

  for (guint i = item->first_name; i < item->first_name + item->n_names; i++)
    {
      guint word = g_array_index (items->names, DeviceName, i).word;

      if ((device_word (&items->tokens, word)->use & uses) != 0)
        return TRUE;
    }

  return FALSE;
}

/* Leaves an item out unless others name it. */
static gboolean
refuse (LoomSourceDevice *self,
        guint             index)
{
  DeviceItem *item = device_item (&self->items, index);

  if (!item->is_kept || item->is_kernel || item->kind == ITEM_LABEL ||
      (item->parent != NOWHERE && item->kind == ITEM_VARIABLE))
    return FALSE;

  item->is_refused = TRUE;
  keep_used (self);
  if (item->is_special || !is_named (&self->items, index))
    return TRUE;

  item->is_refused = FALSE;
  keep_used (self);
  return FALSE;
}

/**
 * loom_source_device_drop:
 * @offset: a place in the unit that the compiler does not take
 *
 * Leaves out the declaration at a place, or the class around it, if device code does not name it.
 *
 * Returns: whether that changed the text
 */
gboolean
loom_source_device_drop (LoomSourceDevice *self,
                         gsize             offset)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint index = find_item (&self->items, offset); index != NOWHERE;
       index = device_item (&self->items, index)->parent)
    if (refuse (self, index))
      return TRUE;

  return FALSE;
}
