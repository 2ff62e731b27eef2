/* loom-source-held.c: what variables of the host hold while a function is followed: numbers,
 * pointers to arrays, addresses of each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <string.h>

/* Members of members, parentheses in each other, copies of copies. */
#define MAX_PATH 8

static const LoomHeld unknown = { LOOM_HELD_UNKNOWN };

typedef struct
{
  LoomNumberType number;        /* NONE: they differ, or are none */
  gboolean       is_pointer;
} Member;

/* The same text is the same pointer. */
const char *
_loom_walk_intern (LoomSourceWalk *self,
                   const char     *format,
                   ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return g_string_chunk_insert_const (self->texts, text);
}

static const char *
intern_token (LoomSourceWalk *self,
              guint           index)
{
  const LoomToken *token = get_token (&self->names->source, index);

  return _loom_walk_intern (self, "%.*s", (int) token->length,
                            self->names->source.text + token->offset);
}

/* A variable of the function that is followed, from here on. */
LoomWalkVariable *
_loom_walk_declare (LoomSourceWalk         *self,
                    guint                   name,
                    const LoomDeclaredName *declared)
{
  LoomSourceNames *names = self->names;
  const char *text = intern_token (self, name);
  LoomWalkVariable variable = {
    .name = text, .key = _loom_walk_intern (self, "#%u.%u.%s", self->frame->depth, name, text),
    .number = _loom_source_names_read_number_type (names, &names->source, declared->type_first,
                                                   declared->type_end),
    .pointers = declared->pointers,
    .is_auto = declared->type == LOOM_DECLARED_AUTO && declared->pointers == 0,
    .is_dim3 = declared->type == LOOM_DECLARED_DIM3,
    .is_array = declared->paren == LOOM_NOWHERE && has_punctuation (names, name + 1, "["),
  };

  g_array_append_val (self->frame->variables, variable);
  return &g_array_index (self->frame->variables, LoomWalkVariable, self->frame->variables->len - 1);
}

static const LoomWalkVariable *
find_variable (LoomSourceWalk *self,
               guint           index)
{
  const char *name = intern_token (self, index);
  GArray *variables = self->frame->variables;

  for (guint i = variables->len; i > 0; i--)
    {
      const LoomWalkVariable *variable = &g_array_index (variables, LoomWalkVariable, i - 1);

      if (variable->name == name)
        return variable;
    }
  return NULL;
}

/* `float h[100]`: no pointer that could point elsewhere. */
static gboolean
is_array_variable (LoomSourceWalk *self,
                   guint           index)
{
  const LoomWalkVariable *variable = find_variable (self, index);

  return variable != NULL && variable->is_array;
}

static gboolean
is_in_frame (LoomSourceWalk *self,
             guint           index)
{
  return self->frame != NULL && index >= self->frame->first && index < self->frame->end;
}

/* -- Places -- */

static gboolean
is_in_record (LoomSourceNames *names,
              guint            index)
{
  const guint brace = names->outer[index];

  if (brace == LOOM_NOWHERE || get_punctuation (&names->source, brace) != '{')
    return FALSE;
  for (guint i = brace, n = 0; i > 0 && n < 6; i--, n++)
    {
      if (is_word (&names->source, i - 1, "struct") || is_word (&names->source, i - 1, "class"))
        return TRUE;
      if (!is_identifier (&names->source, i - 1) && !has_punctuation (names, i - 1, ":,"))
        return FALSE;
    }
  return FALSE;
}

/* What all members of a name are: numbers of one type, or pointers. */
static Member
find_member (LoomSourceWalk *self,
             const char     *name)
{
  const GArray *places = _loom_source_names_list (self->names, name);
  const Member *known = g_hash_table_lookup (self->members, name);
  Member member = { LOOM_NUMBER_NONE, FALSE };
  gboolean is_found = FALSE;

  if (known != NULL)
    return *known;
  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const guint index = g_array_index (places, guint, i);
      LoomDeclaredName declared;
      Member one;

      if (!is_in_record (self->names, index) ||
          !_loom_source_names_find (self->names, name, index + 1, &declared) ||
          declared.name != index)
        continue;
      one.is_pointer = declared.pointers > 0;
      one.number = one.is_pointer || declared.type != LOOM_DECLARED_NUMBER ? LOOM_NUMBER_NONE
                                                                           : declared.number;
      if (is_found && one.number != member.number)
        one.number = LOOM_NUMBER_NONE;
      if (is_found && one.is_pointer != member.is_pointer)
        one.is_pointer = FALSE;
      member = one;
      is_found = TRUE;
    }
  g_hash_table_insert (self->members, (gpointer) name, g_memdup2 (&member, sizeof member));
  return member;
}

/* A name that the function itself does not declare: of its object, or at namespace scope. */
static const char *
find_foreign (LoomSourceWalk *self,
              guint           index)
{
  const char *name = intern_token (self, index);
  LoomDeclaredName declared;

  if (self->frame->object != NULL &&
      !(_loom_source_names_find (self->names, name, index, &declared) &&
        self->names->outer[declared.name] == LOOM_NOWHERE))
    return _loom_walk_intern (self, "%s.%s", self->frame->object, name);
  return _loom_walk_intern (self, "::%s", name);
}

/* A name at namespace scope, or of the object, with what it is declared to be. */
static void
begin_foreign (LoomSourceWalk *self,
               guint           index,
               LoomPlace      *place)
{
  const gpointer token = GUINT_TO_POINTER (index);
  const LoomPlace *known = self->frame->object == NULL
                           ? g_hash_table_lookup (self->foreign, token) : NULL;
  LoomDeclaredName declared;

  if (known != NULL)
    {
      *place = *known;
      return;
    }
  *place = (LoomPlace) { .key = find_foreign (self, index) };
  if (_loom_source_names_find (self->names, intern_token (self, index), index, &declared))
    {
      place->is_pointer = declared.pointers > 0;
      if (declared.type == LOOM_DECLARED_NUMBER && declared.pointers == 0)
        place->number = declared.number;
    }
  if (self->frame->object == NULL)
    g_hash_table_insert (self->foreign, token, g_memdup2 (place, sizeof *place));
}

static gboolean
begin_place (LoomSourceWalk          *self,
             guint                    index,
             LoomPlace               *place,
             const LoomWalkVariable **variable)
{
  *variable = NULL;
  if (!is_identifier (&self->names->source, index) || !is_in_frame (self, index))
    return FALSE;
  if (is_word (&self->names->source, index, "this"))
    {
      *place = (LoomPlace) { .key = self->frame->object != NULL ? self->frame->object : "" };
      return TRUE;
    }
  *variable = find_variable (self, index);
  if (*variable == NULL)
    return begin_foreign (self, index, place), TRUE;
  *place = (LoomPlace) {
    .key = (*variable)->key, .is_own = TRUE, .is_auto = (*variable)->is_auto,
    .is_pointer = (*variable)->pointers > 0,
  };
  place->number = !place->is_pointer ? (*variable)->number : LOOM_NUMBER_NONE;
  return TRUE;
}

/* [i] */
static gboolean
step_into_cell (LoomSourceWalk         *self,
                guint                   bracket,
                const LoomWalkVariable *variable,
                LoomPlace              *place)
{
  const LoomHeld held = _loom_walk_get (self, place->key);
  gint64 index;

  if (!_loom_source_names_evaluate (self->names, bracket + 1, self->names->closing[bracket],
                                    &index))
    return FALSE;
  if (held.kind == LOOM_HELD_ADDRESS)
    {
      place->key = held.text;
      return index == 0;
    }
  if (held.kind == LOOM_HELD_ARRAY || held.kind == LOOM_HELD_PART)
    return FALSE;
  place->key = _loom_walk_intern (self, "%s[%" G_GINT64_FORMAT "]", place->key, index);
  place->number = variable != NULL && variable->pointers == 1 ? variable->number
                                                              : LOOM_NUMBER_NONE;
  place->is_pointer = variable != NULL && variable->pointers > 1;
  return TRUE;
}

/* Functions of vectors and smart pointers that give the pointer to their first cell. */
static gboolean
is_getter (LoomSourceWalk *self,
           guint           index)
{
  static const char * const words[] = { "data", "get", "begin", NULL };

  return _loom_source_is_any (&self->names->source, index, words) &&
         get_punctuation (&self->names->source, index + 1) == '(' &&
         self->names->closing[index + 1] == index + 2;
}

static gboolean
step_into_member (LoomSourceWalk         *self,
                  guint                   name,
                  gboolean                is_pointed_to,
                  const LoomWalkVariable *variable,
                  LoomPlace              *place)
{
  const LoomHeld held = _loom_walk_get (self, place->key);
  const char *member = intern_token (self, name);
  Member found;

  if (is_pointed_to && held.kind == LOOM_HELD_ADDRESS)
    place->key = held.text;
  else if (is_pointed_to && !is_word (&self->names->source, name - 3, "this"))
    return FALSE;
  place->key = _loom_walk_intern (self, *place->key != '\0' ? "%s.%s" : "%s::%s", place->key,
                                  member);
  found = find_member (self, member);
  place->number = variable != NULL && variable->is_dim3 ? LOOM_NUMBER_UINT : found.number;
  place->is_pointer = found.is_pointer;
  place->is_auto = FALSE;
  return TRUE;
}

/* Behind the name: its members and cells. */
static gboolean
follow_path (LoomSourceWalk         *self,
             guint                   end,
             const LoomWalkVariable *variable,
             LoomPlace              *place,
             guint                  *next)
{
  LoomSourceNames *names = self->names;

  for (guint n = 0; n < MAX_PATH && *next < end; n++)
    {
      const guint at = *next;

      if (get_punctuation (&names->source, at) == '[' && names->closing[at] < end)
        {
          *next = names->closing[at] + 1;
          if (!step_into_cell (self, at, variable, place))
            return FALSE;
        }
      else if (get_punctuation (&names->source, at) == '.' && is_getter (self, at + 1))
        *next = at + 4;
      else if (get_punctuation (&names->source, at) == '.' &&
               is_identifier (&names->source, at + 1))
        {
          *next = at + 2;
          if (!step_into_member (self, at + 1, FALSE, variable, place))
            return FALSE;
        }
      else if (get_punctuation (&names->source, at) == '-' &&
               get_punctuation (&names->source, at + 1) == '>' &&
               is_identifier (&names->source, at + 2))
        {
          *next = at + 3;
          if (!step_into_member (self, at + 2, TRUE, variable, place))
            return FALSE;
        }
      else
        return TRUE;
    }
  return TRUE;
}

/* What begins with a token: a name with its members and cells, or what a pointer points to. FALSE:
 * which one it is can't be told. `next`, out: behind it, as far as it was read. */
gboolean
_loom_walk_find_place (LoomSourceWalk *self,
                       guint           first,
                       guint           end,
                       LoomPlace      *place,
                       guint          *next)
{
  LoomSourceNames *names = self->names;
  const LoomWalkVariable *variable = NULL;
  guint stars = 0, at = first;

  while (get_punctuation (&names->source, at) == '*' && at < end)
    {
      stars++;
      at++;
    }
  *next = at + 1;
  if (get_punctuation (&names->source, at) == '(' && names->closing[at] < end &&
      stars + names->n_nested < MAX_PATH)
    {
      const guint close = names->closing[at];
      gboolean is_found;
      guint inner;

      names->n_nested++;
      is_found = _loom_walk_find_place (self, at + 1, close, place, &inner) && inner == close;
      names->n_nested--;
      *next = close + 1;
      if (!is_found)
        return FALSE;
    }
  else if (!begin_place (self, at, place, &variable))
    return FALSE;
  if (!follow_path (self, end, variable, place, next))
    return FALSE;
  for (; stars > 0; stars--)
    {
      const LoomHeld held = _loom_walk_get (self, place->key);

      if (held.kind != LOOM_HELD_ADDRESS)
        return FALSE;
      *place = (LoomPlace) {
        .key = held.text, .is_own = TRUE,
        .number = variable != NULL ? variable->number : LOOM_NUMBER_NONE,
      };
    }
  return TRUE;
}

/* Whether all of a range is one place. */
gboolean
_loom_walk_find_whole (LoomSourceWalk  *self,
                       LoomSourceRange  range,
                       LoomPlace       *place)
{
  guint next;

  return range.first < range.end &&
         _loom_walk_find_place (self, range.first, range.end, place, &next) && next == range.end;
}

/* -- What they hold -- */

LoomHeld
_loom_walk_get (LoomSourceWalk *self,
                const char     *key)
{
  const LoomHeld *held = g_hash_table_lookup (self->held, key);

  return held != NULL ? *held : unknown;
}

static void
set_held (LoomSourceWalk *self,
          const char     *key,
          LoomHeld        held)
{
  g_hash_table_insert (self->held, (gpointer) key, g_memdup2 (&held, sizeof held));
}

/* A number becomes one of the place's type. */
void
_loom_walk_put (LoomSourceWalk  *self,
                const LoomPlace *place,
                LoomHeld         held)
{
  if (held.kind == LOOM_HELD_NUMBER &&
      (g_hash_table_contains (self->lost, place->key) ||
       (place->number != LOOM_NUMBER_NONE ? !_loom_number_convert (&held.number, place->number)
                                          : !place->is_auto)))
    held = unknown;
  set_held (self, place->key, held);
}

static gboolean
is_part_of (const char *key,
            const char *whole)
{
  const gsize length = strlen (whole);

  return strncmp (key, whole, length) == 0 && (key[length] == '.' || key[length] == '[');
}

/* A struct is copied with all that it has. */
void
_loom_walk_copy_members (LoomSourceWalk *self,
                         const char     *from,
                         const char     *to)
{
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (self->held, NULL);

  for (guint i = 0; keys[i] != NULL; i++)
    if (is_part_of (keys[i], from))
      set_held (self, _loom_walk_intern (self, "%s%s", to, (char *) keys[i] + strlen (from)),
                _loom_walk_get (self, keys[i]));
}

/* The memory of the host that a name stands for: a variable's own, or what was allocated for a
 * pointer. NULL: a pointer may point to any. */
const char *
_loom_walk_find_memory (LoomSourceWalk *self,
                        guint           name)
{
  LoomPlace place;
  LoomHeld held;
  guint next;

  if (!_loom_walk_find_place (self, name, name + 1, &place, &next))
    return NULL;
  held = _loom_walk_get (self, place.key);
  if (held.kind == LOOM_HELD_ADDRESS)
    return held.text;
  if (held.kind == LOOM_HELD_ARRAY)
    return _loom_walk_intern (self, "host%u", held.array);
  return place.is_pointer && !is_array_variable (self, name) ? NULL : place.key;
}

/* What the name stands for may be written to here, if it is not only read. */
void
_loom_walk_note_memory (LoomSourceWalk *self,
                        guint           name)
{
  LoomSourceNames *names = self->names;
  const char *memory;

  if (g_hash_table_size (self->sources) == 0 ||
      (has_punctuation (names, name + 1, "[") && !_loom_source_names_is_changed (names, name)))
    return;
  memory = _loom_walk_find_memory (self, name);
  if (memory != NULL && g_hash_table_contains (self->sources, memory))
    g_hash_table_add (self->dirty, (gpointer) memory);
}

/* Variables behind the first ones are no more. */
void
_loom_walk_leave (LoomSourceWalk *self,
                  guint           variables)
{
  GArray *all = self->frame->variables;

  while (all->len > variables)
    {
      const LoomWalkVariable variable = g_array_index (all, LoomWalkVariable, all->len - 1);
      g_autofree gpointer *keys = NULL;

      g_array_set_size (all, all->len - 1);
      if (variable.is_alias)
        continue;
      keys = g_hash_table_get_keys_as_array (self->held, NULL);
      for (guint i = 0; keys[i] != NULL; i++)
        if (keys[i] == (gconstpointer) variable.key || is_part_of (keys[i], variable.key))
          g_hash_table_remove (self->held, keys[i]);
      g_hash_table_remove (self->lost, variable.key);
    }
}

/* Nobody knows what it, and what is part of it, holds now; for_good: nor ever will. */
void
_loom_walk_forget (LoomSourceWalk *self,
                   const char     *key,
                   gboolean        for_good)
{
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (self->held, NULL);

  self->fuel -= MIN (self->fuel, g_hash_table_size (self->held) / 8);
  set_held (self, key, unknown);
  for (guint i = 0; keys[i] != NULL; i++)
    if (is_part_of (keys[i], key))
      set_held (self, keys[i], unknown);
  if (for_good)
    g_hash_table_add (self->lost, (gpointer) key);
}

/* For numbers in expressions. */
LoomVariableState
_loom_walk_reader (gpointer    data,
                   guint       first,
                   guint      *end,
                   LoomNumber *value)
{
  LoomSourceWalk *self = data;
  const LoomHeld *held;
  LoomPlace place;

  if (!is_in_frame (self, first))
    return LOOM_VARIABLE_FOREIGN;
  if (!_loom_walk_find_place (self, first, self->frame->end, &place, end))
    return find_variable (self, first) != NULL ? LOOM_VARIABLE_UNKNOWN : LOOM_VARIABLE_FOREIGN;

  self->uses_argc |= self->argc != NULL && place.key == self->argc;
  held = g_hash_table_lookup (self->held, place.key);
  if (held != NULL && held->kind == LOOM_HELD_NUMBER)
    {
      *value = held->number;
      return LOOM_VARIABLE_KNOWN;
    }
  return held != NULL || place.is_own ? LOOM_VARIABLE_UNKNOWN : LOOM_VARIABLE_FOREIGN;
}

/* Whether a condition holds now. */
LoomTruth
_loom_walk_decide (LoomSourceWalk  *self,
                   LoomSourceRange  range)
{
  LoomNumber number;

  if (range.first >= range.end)
    return LOOM_TRUTH_TRUE;
  if (!_loom_source_names_compute (self->names, range.first, range.end, range.first, &number))
    return LOOM_TRUTH_UNKNOWN;
  return _loom_number_is_true (&number) ? LOOM_TRUTH_TRUE : LOOM_TRUTH_FALSE;
}

/* -- What an expression comes to -- */

/* Without parentheses around all of it, and without casts. */
LoomSourceRange
_loom_walk_strip (LoomSourceWalk  *self,
                  LoomSourceRange  range)
{
  static const char * const casts[] = {
    "static_cast", "reinterpret_cast", "const_cast", "raw_pointer_cast", "move", NULL
  };
  LoomSourceNames *names = self->names;

  for (guint n = 0; n < MAX_PATH && range.first < range.end; n++)
    {
      const guint first = range.first;
      guint paren = first + 1;

      if (get_punctuation (&names->source, first) == '(' && names->closing[first] == range.end - 1)
        range = (LoomSourceRange) { first + 1, range.end - 1 };
      else if (get_punctuation (&names->source, first) == '(' &&
               names->closing[first] < range.end - 1 &&
               (has_punctuation (names, names->closing[first] - 1, "*") ||
                has_punctuation (names, names->closing[first] + 1, "&")))
        range.first = names->closing[first] + 1;
      else if ((is_word (&names->source, first, "thrust") ||
                is_word (&names->source, first, "std")) &&
               get_punctuation (&names->source, first + 1) == ':')
        range.first += 3;
      else if (_loom_source_is_any (&names->source, first, casts))
        {
          if (get_punctuation (&names->source, paren) == '<')
            paren = _loom_source_skip_angles (&names->source, paren);
          if (get_punctuation (&names->source, paren) != '(' ||
              names->closing[paren] != range.end - 1)
            return range;
          range = (LoomSourceRange) { paren + 1, range.end - 1 };
        }
      else
        return range;
    }
  return range;
}

/* A sign that stands outside of all brackets; `end`: there is none. */
static guint
find_sign (LoomSourceNames *names,
           LoomSourceRange  range,
           const char      *any)
{
  for (guint i = range.first; i < range.end; i++)
    {
      if (has_punctuation (names, i, any) &&
          !(has_punctuation (names, i, "-") && has_punctuation (names, i + 1, ">")))
        return i;
      if (has_punctuation (names, i, "([{"))
        i = MIN (names->closing[i], range.end);
    }
  return range.end;
}

static gboolean
is_nothing (LoomSourceNames *names,
            LoomSourceRange  range)
{
  static const char * const words[] = { "NULL", "nullptr", NULL };

  return range.end == range.first + 1 &&
         (_loom_source_is_any (&names->source, range.first, words) ||
          is_word (&names->source, range.first, "__null"));
}

/* &x; of &x[0] the array x. */
static LoomHeld
read_address (LoomSourceWalk  *self,
              LoomSourceRange  range)
{
  const guint bracket = find_sign (self->names, range, "[");
  LoomPlace place;
  LoomHeld held;
  gint64 index = 1;

  if (bracket < range.end && self->names->closing[bracket] == range.end - 1)
    {
      held = _loom_walk_read (self, (LoomSourceRange) { range.first, bracket });
      if (held.kind == LOOM_HELD_ARRAY &&
          !(_loom_source_names_evaluate (self->names, bracket + 1, range.end - 1, &index) &&
            index == 0))
        held.kind = LOOM_HELD_PART;
      if (held.kind == LOOM_HELD_ARRAY || held.kind == LOOM_HELD_PART)
        return held;
    }
  if (!_loom_walk_find_whole (self, range, &place))
    return unknown;
  return (LoomHeld) { LOOM_HELD_ADDRESS, .text = place.key };
}

/* d_a + n */
static LoomHeld
read_moved (LoomSourceWalk  *self,
            LoomSourceRange  range,
            guint            sign)
{
  LoomHeld held = _loom_walk_read (self, (LoomSourceRange) { range.first, sign });
  gint64 cells;

  if (held.kind != LOOM_HELD_ARRAY && held.kind != LOOM_HELD_PART)
    return unknown;
  if (held.kind == LOOM_HELD_PART ||
      !_loom_source_names_evaluate (self->names, sign + 1, range.end, &cells) || cells != 0)
    held.kind = LOOM_HELD_PART;
  return held;
}

static LoomHeld
read_chosen (LoomSourceWalk  *self,
             LoomSourceRange  range,
             guint            question)
{
  const guint colon = find_sign (self->names, (LoomSourceRange) { question + 1, range.end }, ":");
  const LoomTruth truth = _loom_walk_decide (self, (LoomSourceRange) { range.first, question });

  if (truth == LOOM_TRUTH_UNKNOWN || colon >= range.end)
    return unknown;
  return _loom_walk_read (self, truth == LOOM_TRUTH_TRUE
                                ? (LoomSourceRange) { question + 1, colon }
                                : (LoomSourceRange) { colon + 1, range.end });
}

static LoomHeld
read_pointer (LoomSourceWalk  *self,
              LoomSourceRange  range)
{
  LoomSourceNames *names = self->names;
  const guint question = find_sign (names, range, "?"), sign = find_sign (names, range, "+-");
  LoomPlace place;

  if (is_nothing (names, range))
    return (LoomHeld) { LOOM_HELD_NOTHING };
  if (question < range.end)
    return read_chosen (self, range, question);
  if (has_punctuation (names, range.first, "&"))
    return read_address (self, (LoomSourceRange) { range.first + 1, range.end });
  if (sign > range.first && sign < range.end)
    return read_moved (self, range, sign);
  if (self->result_first == range.first && self->result_end == range.end)
    return self->result;
  return _loom_walk_find_whole (self, range, &place) ? _loom_walk_get (self, place.key) : unknown;
}

/* What an expression comes to now: a number first, since those are computed for certain. */
LoomHeld
_loom_walk_read (LoomSourceWalk  *self,
                 LoomSourceRange  range)
{
  LoomHeld held = { LOOM_HELD_NUMBER };

  if (range.first >= range.end || self->names->n_nested >= MAX_PATH)
    return unknown;
  if (self->result_first == range.first && self->result_end == range.end)
    return self->result;
  if (_loom_source_names_compute (self->names, range.first, range.end, range.first, &held.number))
    return held;
  self->names->n_nested++;
  held = read_pointer (self, _loom_walk_strip (self, range));
  self->names->n_nested--;
  return held;
}

/* -- Extents -- */

static LoomReadNumber
read_axis (LoomSourceWalk  *self,
           LoomSourceRange  range)
{
  LoomNumber number;

  if (!_loom_source_names_compute (self->names, range.first, range.end, range.first, &number) ||
      !_loom_number_convert (&number, LOOM_NUMBER_UINT))
    return (LoomReadNumber) { FALSE, 0 };
  return (LoomReadNumber) { TRUE, number.integer };
}

/* dim3 (a, b), { a, b } */
static void
read_list (LoomSourceWalk  *self,
           LoomSourceRange  range,
           LoomReadNumber  *axes)
{
  for (guint axis = 0; axis < 3 && range.first < range.end; axis++)
    {
      const guint comma = _loom_source_names_find_comma (self->names, range.first, range.end);

      axes[axis] = read_axis (self, (LoomSourceRange) { range.first, comma });
      range.first = comma + 1;
    }
}

/* The three axes of a grid or block as they are now; FALSE: what stands there is not understood. */
gboolean
_loom_walk_read_extent (LoomSourceWalk  *self,
                        LoomSourceRange  range,
                        LoomReadNumber  *axes)
{
  static const char * const types[] = { "dim3", "uint3", "make_uint3", NULL };
  LoomSourceNames *names = self->names;
  const LoomReadNumber one = { TRUE, 1 };
  LoomPlace place;
  guint list;

  range = _loom_walk_strip (self, range);
  axes[0] = axes[1] = axes[2] = one;
  list = range.first + _loom_source_is_any (&names->source, range.first, types);
  if (has_punctuation (names, list, "({") && names->closing[list] == range.end - 1 &&
      (list > range.first || has_punctuation (names, list, "{")))
    {
      const LoomSourceRange inner = { list + 1, range.end - 1 };

      if (_loom_source_names_find_comma (names, inner.first, inner.end) < inner.end ||
          inner.first >= inner.end)
        return read_list (self, inner, axes), TRUE;
      return _loom_walk_read_extent (self, inner, axes);
    }
  if (_loom_walk_find_whole (self, range, &place) &&
      g_hash_table_contains (self->held, _loom_walk_intern (self, "%s.x", place.key)))
    {
      for (guint axis = 0; axis < 3; axis++)
        {
          const LoomHeld held = _loom_walk_get (
            self, _loom_walk_intern (self, "%s.%c", place.key, "xyz"[axis]));

          axes[axis] = (LoomReadNumber) { held.kind == LOOM_HELD_NUMBER, held.number.integer };
        }
      return TRUE;
    }
  axes[0] = read_axis (self, range);
  return axes[0].is_certain;
}
