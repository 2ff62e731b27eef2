/* loom-source-device-uses.c: which declarations are marked as device code, and which those need
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-device-private.h"

#include <string.h>

static guint
get_place (GArray *places,
           guint   index)
{
  gsize at = (gsize) index * g_array_get_element_size (places);

  return *(const guint *) (gconstpointer) (places->data + at);
}

/* Of an array whose elements begin with a guint: the index of the first that is not less. */
guint
_loom_device_find_place (GArray *places,
                         guint   place)
{
  guint low = 0, high = places->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_place (places, middle) < place)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* Whether one is from `first` on and before `end`. */
gboolean
_loom_device_has_place (GArray *places,
                        guint   first,
                        guint   end)
{
  guint found = _loom_device_find_place (places, first);

  return found < places->len && get_place (places, found) < end;
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

/* Which declarations are marked, and which classes have members that are. */
void
_loom_device_find_marks (DeviceItems *self)
{
  count_marks (self);
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

typedef struct
{
  DeviceItems  *items;
  DeviceTokens *tokens;
  GArray       *queue;          /* (element-type guint) items that are kept, to be looked at */
  GArray       *bodies;         /* (element-type guint) macros that are used */
} Walk;

static void
keep (Walk  *self,
      guint  index)
{
  DeviceItem *item = device_item (self->items, index);

  if (item->is_kept || item->is_refused)
    return;

  item->is_kept = TRUE;
  for (guint i = item->first_name; i < item->first_name + item->n_names; i++)
    device_word (self->tokens,
                 g_array_index (self->items->names, DeviceName, i).word)->is_kept = TRUE;
  g_array_append_val (self->queue, index);
}

/* Whether an item at namespace scope is needed because it is named in such a way. */
static gboolean
is_wanted (Walk       *self,
           DeviceItem *item,
           guint       use)
{
  if (item->parent != NOWHERE || (use & USE_PLAIN) == 0)
    return FALSE;

  switch (item->kind)
    {
    case ITEM_TYPE:
    case ITEM_ALIAS:
      return TRUE;
    case ITEM_FUNCTION:
      return item->is_constexpr;
    case ITEM_VARIABLE:
      return item->is_const || item->is_constexpr;
    case ITEM_MACRO:
      return item->name != NOWHERE &&
             (device_word (self->tokens, device_token (self->tokens, item->name)->word)->holds &
              HOLDS_CONSTANT) != 0;
    default:
      return FALSE;
    }
}

static void
use_word (Walk  *self,
          guint  number,
          guint  use)
{
  DeviceWord *word = device_word (self->tokens, number);

  if ((word->use | use) == word->use)
    return;
  if (word->use == 0 && word->macro != NOWHERE)
    g_array_append_val (self->bodies, number);

  word->use |= use;
  for (guint i = word->declared; i != NOWHERE; )
    {
      const DeviceName *name = &g_array_index (self->items->names, DeviceName, i);

      if (is_wanted (self, device_item (self->items, name->item), word->use))
        keep (self, name->item);
      i = name->next;
    }
}

/* `x.name`, `x->name`. */
static gboolean
is_member (const DeviceTokens *self,
           guint               index)
{
  char before = device_token (self, index - 1)->c;

  return index > 1 && ((before == '.' && device_token (self, index - 2)->c != '.') ||
                       (before == '>' && device_token (self, index - 2)->c == '-'));
}

/* Whether what ends at this token, in front of a * or &, is a type rather than a factor. */
static gboolean
is_type_at (const DeviceTokens *self,
            guint               index,
            gboolean            is_parameter)
{
  const DeviceToken *token = device_token (self, index), *before;

  if (token->c == '*' || token->c == '&' || (token->c == '>' && token->match != NOWHERE))
    return TRUE;
  if (token->c != 'a' || index == 0)
    return FALSE;
  before = device_token (self, index - 1);
  return strchr (is_parameter ? ";{}(," : ";{}", before->c) != NULL ||
         (before->c == 'a' && before->word != WORD_RETURN && before->word != WORD_ELSE);
}

/* Whether a function seems to declare a variable at this word. */
static gboolean
is_local (const DeviceTokens *self,
          guint               index,
          gboolean            is_statement,
          gboolean            is_parameter)
{
  const DeviceToken *before = device_token (self, index - 1);
  const DeviceToken *next = device_token (self, index + 1);
  char c = before->c;

  if (index < 2 || next->c == '\0' || strchr ("=;,[({):", next->c) == NULL ||
      (next->c == ':' && device_token (self, index + 2)->c == ':') ||
      (next->c == '=' && device_token (self, index + 2)->c == '='))
    return FALSE;
  if (c == 'a' && (before->word == WORD_CONST || before->word == WORD_VOLATILE))
    return strchr ("=;[", next->c) != NULL;
  if (c == 'a')
    return before->word >= N_WORDS || before->word == WORD_AUTO;
  if (c == '>')
    return before->match != NOWHERE;
  if (c == '*' || c == '&')
    return next->c != '(' && is_type_at (self, index - 2, is_parameter);
  return c == ',' && (next->c == '=' || (is_statement && strchr (",;[", next->c) != NULL));
}

/* `= { a, b }`, `name { a, b }` */
static gboolean
begins_initialiser (const DeviceTokens *self,
                    guint               index)
{
  const DeviceToken *token = device_token (self, index), *before = device_token (self, index - 1);

  return token->c == '{' && token->match != NOWHERE &&
         (before->c == '=' || before->c == ',' || before->c == '(' || before->word >= N_WORDS);
}

static void
find_locals (Walk             *self,
             const DeviceItem *item,
             guint             stamp)
{
  const guint end = item->paren != NOWHERE ? device_token (self->tokens, item->paren)->match : 0;
  guint initialiser = 0;
  gint depth = 0;

  for (guint i = item->start; i < item->end; i++)
    {
      const DeviceToken *token = device_token (self->tokens, i);

      if (i > 0 && i >= initialiser && begins_initialiser (self->tokens, i))
        initialiser = token->match;
      depth += (token->c == '(') - (token->c == ')');
      if (token->word >= N_WORDS &&
          is_local (self->tokens, i, depth == 0 && i >= initialiser, i < end))
        device_word (self->tokens, token->word)->local = stamp;
    }
}

/* `x::name`, `struct name`: nothing local is meant. */
static gboolean
is_named_in_full (const DeviceTokens *self,
                  guint               index)
{
  const DeviceToken *before = device_token (self, index - 1);

  return index > 0 &&
         (before->c == ':' || (before->word >= WORD_CLASS && before->word <= WORD_ENUM));
}

static void
use_tokens (Walk  *self,
            guint  first,
            guint  end,
            guint  stamp)
{
  for (guint i = first; i < end; i++)
    {
      const DeviceToken *token = device_token (self->tokens, i);

      if (token->word < N_WORDS)
        continue;
      if (is_member (self->tokens, i))
        use_word (self, token->word, USE_MEMBER);
      else if (stamp != 0 && device_word (self->tokens, token->word)->local == stamp &&
               !is_named_in_full (self->tokens, i))
        use_word (self, token->word, USE_LOCAL);
      else
        use_word (self, token->word, USE_PLAIN);
    }
}

static gboolean
is_member_kept (Walk       *self,
                DeviceItem *item)
{
  if (item->is_constexpr || item->is_const || item->is_defaulted || item->is_forced ||
      item->is_torn || _loom_device_is_marked (self->items, item))
    return TRUE;
  return item->kind != ITEM_FUNCTION && !(item->kind == ITEM_VARIABLE && item->is_static);
}

static void
look_at (Walk  *self,
         guint  index)
{
  const DeviceItem item = *device_item (self->items, index);
  guint stamp = index + 1;

  if (item.kind != ITEM_TYPE || !item.is_class || item.body == NOWHERE)
    {
      if (item.kind == ITEM_FUNCTION || item.kind == ITEM_VARIABLE)
        find_locals (self, &item, stamp);
      use_tokens (self, item.start, item.end, stamp);
      return;
    }

  use_tokens (self, item.start, item.body, 0);
  use_tokens (self, device_token (self->tokens, item.body)->match, item.end, 0);
  for (guint i = item.first_member; i < item.first_member + item.n_members; i++)
    if (is_member_kept (self, device_item (self->items, i)))
      keep (self, i);
}

/* Until nothing more is needed. */
static void
follow (Walk *self)
{
  while (self->queue->len > 0 || self->bodies->len > 0)
    {
      if (self->queue->len > 0)
        {
          guint index = g_array_index (self->queue, guint, self->queue->len - 1);

          g_array_set_size (self->queue, self->queue->len - 1);
          look_at (self, index);
        }
      else
        {
          guint number = g_array_index (self->bodies, guint, self->bodies->len - 1);
          guint m = device_word (self->tokens, number)->macro;

          g_array_set_size (self->bodies, self->bodies->len - 1);
          while (m != NOWHERE)
            {
              const DeviceMacro *macro = &g_array_index (self->tokens->macros, DeviceMacro, m);

              for (guint i = macro->first; i < macro->end; i++)
                use_word (self, g_array_index (self->tokens->bodies, guint, i), USE_PLAIN);
              m = macro->next;
            }
        }
    }
}

static gboolean
is_root (Walk       *self,
         DeviceItem *item)
{
  return item->kind == ITEM_OTHER || item->is_forced || item->is_torn || item->has_marks ||
         _loom_device_is_marked (self->items, item);
}

static gboolean
is_instantiation_kept (Walk       *self,
                       DeviceItem *item)
{
  const DeviceToken *name = device_token (self->tokens, item->name);

  return name->word != WORD_NONE && device_word (self->tokens, name->word)->is_kept;
}

/* `using namespace x`: one that the source declares or that the toolkit does. */
static gboolean
is_namespace_kept (Walk       *self,
                   DeviceItem *item)
{
  static const char * const known[] = {
    "std", "cooperative_groups", "nvcuda", "cuda", "cub", NULL
  };
  const DeviceToken *first = device_token (self->tokens, item->start + 2);
  const DeviceToken *last = device_token (self->tokens, item->end - 2);
  g_autofree char *name = g_strndup (self->tokens->text + first->offset, first->length);

  if (first->word == WORD_NONE || last->word == WORD_NONE)
    return TRUE;
  if (device_word (self->tokens, last->word)->is_namespace ||
      device_word (self->tokens, last->word)->is_kept)
    return TRUE;
  return g_strv_contains (known, name) && (first == last || first->word != WORD_STD);
}

static gboolean
is_assertion_kept (Walk       *self,
                   DeviceItem *item)
{
  for (guint i = item->start; i < item->end; i++)
    {
      const DeviceToken *token = device_token (self->tokens, i);

      if (token->word >= N_WORDS + N_TYPES &&
          device_word (self->tokens, token->word)->macro == NOWHERE &&
          !device_word (self->tokens, token->word)->is_kept)
        return FALSE;
    }

  return TRUE;
}

static void
keep_if (Walk     *self,
         ItemKind  kind,
         gboolean  is_kept (Walk       *self,
                            DeviceItem *item))
{
  for (guint i = 0; i < self->items->items->len; i++)
    {
      DeviceItem *item = device_item (self->items, i);

      if (item->kind == kind && item->parent == NOWHERE && is_kept (self, item))
        keep (self, i);
    }
  follow (self);
}

/* Whether something is left out that is no mere declaration without use. */
static gboolean
has_host_code (Walk *self)
{
  for (guint i = 0; i < self->items->items->len; i++)
    {
      const DeviceItem *item = device_item (self->items, i);
      gboolean is_within = item->parent != NOWHERE &&
                           !device_item (self->items, item->parent)->is_kept;

      if (!item->is_kept && !is_within &&
          (item->kind == ITEM_FUNCTION || item->kind == ITEM_MACRO || item->is_refused ||
           (item->kind == ITEM_VARIABLE && !item->is_const && !item->is_constexpr)))
        return TRUE;
    }

  return FALSE;
}

/* Finds anew which items are kept. */
void
_loom_device_keep_used (DeviceItems *items)
{
  Walk walk = {
    .items = items,
    .tokens = &items->tokens,
    .queue = g_array_new (FALSE, FALSE, sizeof (guint)),
    .bodies = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  for (guint i = 0; i < items->items->len; i++)
    device_item (items, i)->is_kept = FALSE;
  for (guint i = 0; i < items->tokens.words->len; i++)
    {
      device_word (&items->tokens, i)->use = 0;
      device_word (&items->tokens, i)->local = 0;
      device_word (&items->tokens, i)->is_kept = FALSE;
    }

  for (guint i = 0; i < items->items->len; i++)
    if (device_item (items, i)->parent == NOWHERE && is_root (&walk, device_item (items, i)))
      keep (&walk, i);
  follow (&walk);
  keep_if (&walk, ITEM_INSTANTIATION, is_instantiation_kept);
  keep_if (&walk, ITEM_USING_NAMESPACE, is_namespace_kept);
  keep_if (&walk, ITEM_ASSERTION, is_assertion_kept);
  if (!has_host_code (&walk))
    for (guint i = 0; i < items->items->len; i++)
      device_item (items, i)->is_kept = TRUE;

  g_array_unref (walk.queue);
  g_array_unref (walk.bodies);
}
