/* loom-source-walk.c: follows the statements of a function of the host as they are executed
 *
 * Conditions and loops are decided by numbers that are known. What hangs on others is left out, and
 * said where it would stand; what it may have changed is not known from there on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Statements in each other. */
#define MAX_NESTED 200

static guint
skip_parens (LoomSourceWalk *self,
             guint           index,
             guint           end)
{
  return get_punctuation (&self->names->source, index) == '('
         ? MIN (self->names->closing[index] + 1, end) : index;
}

/* Behind the semicolon of a statement, or its last brace. */
static guint
find_semicolon (LoomSourceWalk *self,
                guint           first,
                guint           end)
{
  LoomSourceNames *names = self->names;
  guint i = first;

  while (i < end && !has_punctuation (names, i, ";"))
    i = has_punctuation (names, i, "([{") ? names->closing[i] + 1 : i + 1;
  return MIN (i + 1, end);
}

/* Of `if (…)` and `if constexpr (…)` behind the parenthesis. */
static guint
skip_head (LoomSourceWalk *self,
           guint           first,
           guint           end)
{
  return skip_parens (self, first + 1 + is_word (&self->names->source, first + 1, "constexpr"),
                      end);
}

static guint
find_end_of_do (LoomSourceWalk *self,
                guint           first,
                guint           end)
{
  guint body = end;

  if (self->n_nested >= MAX_NESTED)
    return end;
  self->n_nested++;
  body = _loom_walk_find_end (self, first + 1, end);
  self->n_nested--;
  return find_semicolon (self, body, end);
}

/* Behind a statement. */
guint
_loom_walk_find_end (LoomSourceWalk *self,
                     guint           first,
                     guint           end)
{
  static const char * const heads[] = { "if", "for", "while", "switch", "catch", NULL };
  const LoomSourceReader *source = &self->names->source;
  guint at = first;

  for (guint n = 0; n < MAX_NESTED && at < end; n++)
    {
      if (get_punctuation (source, at) == '{')
        at = MIN (self->names->closing[at] + 1, end);
      else if (is_word (source, at, "do"))
        return find_end_of_do (self, at, end);
      else if (is_word (source, at, "else") || is_word (source, at, "try"))
        {
          at++;
          continue;
        }
      else if (_loom_source_is_any (source, at, heads))
        {
          at = skip_head (self, at, end);
          continue;
        }
      else
        at = find_semicolon (self, at, end);
      if (!is_word (source, at, "else") && !is_word (source, at, "catch"))
        break;
    }
  return MAX (at, first + 1);
}

/* -- What may have changed -- */

/* f (p): a function that nobody has seen takes a pointer as it is. */
static gboolean
is_handed_on (LoomSourceWalk *self,
              guint           index)
{
  LoomSourceNames *names = self->names;
  const guint paren = names->outer[index];

  return has_punctuation (names, index - 1, "(,") && has_punctuation (names, index + 1, ",)") &&
         paren != LOOM_NOWHERE && paren > 0 && !is_word (&names->source, paren - 1, "swap") &&
         !is_word (&names->source, paren - 1, "exchange") &&
         !(is_identifier (&names->source, paren - 1) &&
           _loom_walk_find_function (self, paren - 1) != NULL);
}

/* Whether `x[i]` stands there: a cell, not the pointer. */
static gboolean
is_cell (LoomSourceWalk *self,
         guint           index)
{
  return get_punctuation (&self->names->source, index + 1) == '[';
}

static void
forget_at (LoomSourceWalk *self,
           guint           index,
           gboolean        with_pointers)
{
  LoomSourceNames *names = self->names;
  gboolean is_handed_out;
  LoomPlace place;
  LoomHeld held;
  guint next;

  _loom_walk_note_memory (self, index);
  if (!_loom_source_names_is_changed (names, index) ||
      !_loom_walk_find_place (self, index, index + 1, &place, &next))
    return;
  held = _loom_walk_get (self, place.key);
  if (held.kind != LOOM_HELD_NUMBER && held.kind != LOOM_HELD_UNKNOWN &&
      (!with_pointers || is_cell (self, index) || is_handed_on (self, index)))
    {
      if (held.kind == LOOM_HELD_ARRAY && is_cell (self, index) &&
          g_array_index (self->arrays, LoomWalkArray, held.array).is_touched)
        _loom_walk_note (self, index, _("what the host writes into %s is not known"),
                         g_array_index (self->arrays, LoomWalkArray, held.array).name);
      return;
    }
  is_handed_out = index > 1 && has_punctuation (names, index - 1, "&") &&
                  !has_punctuation (names, index - 2, "&");
  _loom_walk_forget (self, place.key, is_handed_out);
  if (is_handed_out && with_pointers && self->n_loops == 0 && place.is_pointer)
    _loom_walk_put (self, &place, (LoomHeld) { LOOM_HELD_OPAQUE, .array = index });
}

/* What is executed nobody knows how often, or not at all. */
void
_loom_walk_forget_changed (LoomSourceWalk *self,
                           guint           first,
                           guint           end,
                           gboolean        with_pointers)
{
  LoomSourceNames *names = self->names;

  self->fuel -= MIN (self->fuel, (end - first) / 2);
  for (guint i = first; i < end && self->fuel > 0; i++)
    if (is_identifier (&names->source, i) && !has_punctuation (names, i - 1, ".") &&
        !(has_punctuation (names, i - 1, ">") && has_punctuation (names, i - 2, "-")))
      forget_at (self, i, with_pointers);
}

/* -- Declarations and assignments -- */

static const LoomDeclaredName *
get_declared (LoomSourceWalk *self,
              guint           index)
{
  LoomSourceNames *names = self->names;
  LoomDeclaredName *declared = NULL;
  gpointer known;

  if (!is_identifier (&names->source, index) || !has_punctuation (names, index + 1, "=;,([{)") ||
      has_punctuation (names, index - 1, ".:"))
    return NULL;
  if (g_hash_table_lookup_extended (self->declared, GUINT_TO_POINTER (index), NULL, &known))
    return known;
  if (_loom_source_names_is_declaration (names, index))
    {
      g_autofree char *name = _loom_source_dup_text (&names->source, index, index + 1);
      LoomDeclaredName found;

      if (_loom_source_names_find (names, name, index + 1, &found) && found.name == index)
        declared = g_memdup2 (&found, sizeof found);
    }
  g_hash_table_insert (self->declared, GUINT_TO_POINTER (index), declared);
  return declared;
}

static gboolean
has_type_word (LoomSourceWalk         *self,
               const LoomDeclaredName *declared,
               const char             *word)
{
  for (guint i = declared->type_first; i < declared->type_end; i++)
    if (is_word (&self->names->source, i, word))
      return TRUE;
  return FALSE;
}

static void
put_extent (LoomSourceWalk  *self,
            const char      *key,
            LoomSourceRange  range,
            gboolean         is_listed)
{
  LoomReadNumber axes[3] = { { TRUE, 1 }, { TRUE, 1 }, { TRUE, 1 } };
  const guint comma = _loom_source_names_find_comma (self->names, range.first, range.end);

  if (is_listed && comma < range.end)
    for (guint axis = 0; axis < 3 && range.first < range.end; axis++)
      {
        const guint end = _loom_source_names_find_comma (self->names, range.first, range.end);
        const LoomHeld held = _loom_walk_read (self, (LoomSourceRange) { range.first, end });

        axes[axis] = (LoomReadNumber) { held.kind == LOOM_HELD_NUMBER, held.number.integer };
        range.first = end + 1;
      }
  else if (range.first < range.end && !_loom_walk_read_extent (self, range, axes))
    axes[0] = axes[1] = axes[2] = (LoomReadNumber) { FALSE, 0 };
  for (guint axis = 0; axis < 3; axis++)
    {
      const LoomPlace place = {
        .key = _loom_walk_intern (self, "%s.%c", key, "xyz"[axis]), .number = LOOM_NUMBER_UINT,
      };

      _loom_walk_put (self, &place, (LoomHeld) {
        axes[axis].is_certain ? LOOM_HELD_NUMBER : LOOM_HELD_UNKNOWN,
        .number = { LOOM_NUMBER_LONG, axes[axis].value, 0 },
      });
    }
}

/* new Sim (…), (Sim *) malloc (…): memory of the host that has no other name. */
static gboolean
is_made_here (LoomSourceWalk  *self,
              LoomSourceRange  range)
{
  static const char * const words[] = { "new", "malloc", "calloc", NULL };
  guint first = range.first;

  if (get_punctuation (&self->names->source, first) == '(')
    first = self->names->closing[first] + 1;
  return first < range.end && _loom_source_is_any (&self->names->source, first, words);
}

/* What a place is given: a number, a pointer, a struct as a whole. */
static void
assign (LoomSourceWalk  *self,
        const LoomPlace *place,
        LoomSourceRange  range)
{
  LoomHeld held = _loom_walk_read (self, range);
  LoomPlace from;

  if (held.kind == LOOM_HELD_UNKNOWN && is_made_here (self, range))
    held = (LoomHeld) {
      LOOM_HELD_ADDRESS, .text = _loom_walk_intern (self, "@%u%s", range.first, place->key),
    };
  else if (held.kind == LOOM_HELD_UNKNOWN && _loom_walk_find_whole (self, range, &from) &&
           !place->is_auto && place->number == LOOM_NUMBER_NONE)
    _loom_walk_copy_members (self, from.key, place->key);
  else if (held.kind == LOOM_HELD_UNKNOWN && self->n_loops == 0 && range.first < range.end &&
           place->is_pointer && has_punctuation (self->names, range.end - 1, ")"))
    held = (LoomHeld) { LOOM_HELD_OPAQUE, .array = range.first };
  if (held.kind == LOOM_HELD_ARRAY)
    _loom_walk_rename_array (self, held.array, place->key);
  _loom_walk_put (self, place, held);
}

/* { a, b } of an array. */
static void
assign_cells (LoomSourceWalk         *self,
              const LoomWalkVariable *variable,
              guint                   brace)
{
  const LoomWalkVariable own = *variable;
  const guint end = self->names->closing[brace];
  guint index = 0;

  for (guint first = brace + 1; first < end; index++)
    {
      const guint comma = _loom_source_names_find_comma (self->names, first, end);
      const LoomPlace place = {
        .key = _loom_walk_intern (self, "%s[%u]", own.key, index),
        .number = own.pointers == 1 ? own.number : LOOM_NUMBER_NONE,
        .is_pointer = own.pointers > 1,
      };

      assign (self, &place, (LoomSourceRange) { first, comma });
      first = comma + 1;
    }
}

/* `T &x = y` is y. */
static void
alias (LoomSourceWalk   *self,
       LoomWalkVariable *variable,
       LoomSourceRange   range)
{
  LoomPlace place;

  if (!_loom_walk_find_whole (self, range, &place))
    return;
  variable->key = place.key;
  variable->is_alias = TRUE;
}

static void
declare (LoomSourceWalk         *self,
         guint                   index,
         const LoomDeclaredName *declared)
{
  LoomSourceNames *names = self->names;
  LoomWalkVariable *variable = _loom_walk_declare (self, index, declared);
  const LoomSourceRange range = { declared->first, declared->end };
  const LoomPlace place = {
    .key = variable->key, .is_auto = variable->is_auto, .is_own = TRUE,
    .is_pointer = variable->pointers > 0,
    .number = variable->pointers == 0 ? variable->number : LOOM_NUMBER_NONE,
  };
  guint next = index + 1;

  if (has_punctuation (names, index - 1, "&"))
    return alias (self, variable, range);
  if (variable->is_dim3)
    return put_extent (self, place.key, range, declared->is_listed);
  if (has_type_word (self, declared, "device_vector") && range.first < range.end)
    return _loom_walk_put (self, &place, (LoomHeld) {
      LOOM_HELD_ARRAY, .array = _loom_walk_make_array (self, place.key, index,
                                                       (LoomSourceRange) { 0, 0 }),
    });
  while (get_punctuation (&names->source, next) == '[')
    next = names->closing[next] + 1;
  if (next > index + 1 && get_punctuation (&names->source, next) == '=')
    next++;
  if (next > index + 1 && get_punctuation (&names->source, next) == '{')
    assign_cells (self, variable, next);
  else if (range.first < range.end && next == index + 1)
    assign (self, &place, range);
}

/* `for (int i = 0, j = 1; …)`: what names finds in no parentheses. */
gboolean
_loom_walk_declare_in_head (LoomSourceWalk *self,
                            guint           first,
                            guint           end)
{
  LoomSourceNames *names = self->names;
  guint type_end = first;

  while (type_end < end && is_identifier (&names->source, type_end) &&
         (is_identifier (&names->source, type_end + 1) ||
          has_punctuation (names, type_end + 1, "*&:")))
    type_end += has_punctuation (names, type_end + 1, ":") ? 3 : 1;
  if (type_end == first)
    return FALSE;

  for (guint at = type_end; at < end; )
    {
      const guint comma = _loom_source_names_find_comma (names, at, end);
      LoomDeclaredName declared = { .type_first = first, .type_end = type_end };

      while (has_punctuation (names, at, "*&"))
        {
          declared.pointers++;
          at++;
        }
      declared.name = at;
      declared.type = is_word (&names->source, first, "auto") ? LOOM_DECLARED_AUTO
                                                              : LOOM_DECLARED_NUMBER;
      declared.first = MIN (at + 2, comma);
      declared.end = comma;
      if (is_identifier (&names->source, at))
        declare (self, at, &declared);
      at = comma + 1;
    }
  return TRUE;
}

/* Where `=`, `+=`, `<<=` stands outside of brackets; `end`: nowhere. `length`: of its bytes. */
static guint
find_assignment (LoomSourceNames *names,
                 guint            first,
                 guint            end,
                 guint           *length)
{
  for (guint i = first; i < end; i++)
    {
      if (has_punctuation (names, i, "(["))
        i = MIN (names->closing[i], end);
      else if (has_punctuation (names, i, "{?"))
        break;
      else if (has_punctuation (names, i, "="))
        {
          const gboolean is_shift = i > first + 1 && has_punctuation (names, i - 1, "<>") &&
                                    has_punctuation (names, i - 2, "<>");

          if (has_punctuation (names, i + 1, "=") ||
              (has_punctuation (names, i - 1, "!<>=") && !is_shift))
            return end;
          *length = 1 + (is_shift ? 2 : has_punctuation (names, i - 1, "+-*/%&|^"));
          return i + 1 - *length;
        }
    }
  return end;
}

/* n += 3: the old number and the new one. */
static LoomHeld
compute_assigned (LoomSourceWalk  *self,
                  const LoomPlace *place,
                  guint            sign,
                  guint            length,
                  LoomHeld         right)
{
  LoomHeld held = _loom_walk_get (self, place->key);
  const char sign_text[3] = {
    get_punctuation (&self->names->source, sign), length == 3 ? get_punctuation (
      &self->names->source, sign) : '\0', '\0',
  };

  if (held.kind != LOOM_HELD_NUMBER || right.kind != LOOM_HELD_NUMBER ||
      !_loom_number_compute (&held.number, sign_text, &right.number))
    held.kind = LOOM_HELD_UNKNOWN;
  return held;
}

static gboolean
is_extent (LoomSourceWalk  *self,
           const LoomPlace *place)
{
  return g_hash_table_contains (self->held, _loom_walk_intern (self, "%s.x", place->key)) &&
         g_hash_table_contains (self->held, _loom_walk_intern (self, "%s.z", place->key));
}

/* i++, ++i: the place, and by how much; FALSE if it is neither. */
static gboolean
find_count (LoomSourceWalk  *self,
            LoomSourceRange  range,
            LoomPlace       *place,
            gint            *sign)
{
  LoomSourceNames *names = self->names;
  const gboolean is_before = has_punctuation (names, range.first, "+-");
  const guint at = is_before ? range.first : range.end - 2;

  if (range.end < range.first + 3 || !has_punctuation (names, at, "+-") ||
      get_punctuation (&names->source, at + 1) != get_punctuation (&names->source, at))
    return FALSE;
  *sign = has_punctuation (names, at, "+") ? 1 : -1;
  return _loom_walk_find_whole (self, is_before ? (LoomSourceRange) { at + 2, range.end }
                                                : (LoomSourceRange) { range.first, at }, place);
}

static void
count (LoomSourceWalk  *self,
       const LoomPlace *place,
       gint             sign)
{
  LoomHeld held = _loom_walk_get (self, place->key);
  const LoomNumber one = { LOOM_NUMBER_INT, sign, 0 };

  if (held.kind == LOOM_HELD_NUMBER && !_loom_number_compute (&held.number, "+", &one))
    held.kind = LOOM_HELD_UNKNOWN;
  if (held.kind == LOOM_HELD_ARRAY)
    held.kind = LOOM_HELD_PART;
  _loom_walk_put (self, place, held);
}

/* The sign of a comparison, and where it begins; NULL: there is none. */
static const char *
find_comparison (LoomSourceNames *names,
                 LoomSourceRange  range,
                 guint           *sign)
{
  static const char * const signs[] = { "<=", ">=", "==", "!=", "<", ">", NULL };

  for (*sign = range.first; *sign < range.end && !has_punctuation (names, *sign, "<>=!"); )
    *sign = has_punctuation (names, *sign, "([{") ? names->closing[*sign] + 1 : *sign + 1;
  for (guint i = 0; signs[i] != NULL && *sign < range.end; i++)
    if (get_punctuation (&names->source, *sign) == signs[i][0] &&
        (signs[i][1] == '\0' || get_punctuation (&names->source, *sign + 1) == signs[i][1]))
      return signs[i];
  return NULL;
}

/* `++i < n`, `n--`: what is counted, and whether the condition holds before or after that. */
static gboolean
decide_count (LoomSourceWalk  *self,
              LoomSourceRange  range,
              LoomTruth       *truth)
{
  LoomSourceNames *names = self->names;
  guint sign;
  const char *comparison = find_comparison (names, range, &sign);
  LoomNumber left, right = { LOOM_NUMBER_INT, 0, 0 };
  LoomHeld before, after;
  LoomPlace place;
  gint step;

  if (!find_count (self, (LoomSourceRange) { range.first, sign }, &place, &step))
    return FALSE;
  before = _loom_walk_get (self, place.key);
  count (self, &place, step);
  after = _loom_walk_get (self, place.key);
  *truth = LOOM_TRUTH_UNKNOWN;
  if (before.kind != LOOM_HELD_NUMBER || after.kind != LOOM_HELD_NUMBER ||
      (comparison != NULL &&
       !_loom_source_names_compute (names, sign + strlen (comparison), range.end, sign, &right)))
    return TRUE;
  left = has_punctuation (names, range.first, "+-") ? after.number : before.number;
  if (_loom_number_compute (&left, comparison != NULL ? comparison : "!=", &right))
    *truth = _loom_number_is_true (&left) ? LOOM_TRUTH_TRUE : LOOM_TRUTH_FALSE;
  return TRUE;
}

/* Whether a condition holds, once what it does is done. */
LoomTruth
_loom_walk_condition (LoomSourceWalk  *self,
                      LoomSourceRange  range,
                      LoomFlow        *flow)
{
  LoomTruth truth;

  *flow = LOOM_FLOW_NEXT;
  if (decide_count (self, range, &truth))
    return truth;
  *flow = _loom_walk_simple (self, range.first, range.end);
  return _loom_walk_decide (self, range);
}

/* One part of a statement between commas. */
static LoomFlow
walk_part (LoomSourceWalk  *self,
           LoomSourceRange  range)
{
  guint length, inner, sign = find_assignment (self->names, range.first, range.end, &length);
  const LoomSourceRange right = { MIN (sign + length, range.end), range.end };
  LoomPlace place;
  LoomFlow flow;
  LoomHeld held;
  gint step;

  if (find_count (self, range, &place, &step))
    return count (self, &place, step), LOOM_FLOW_NEXT;
  if (sign >= range.end ||
      !_loom_walk_find_whole (self, (LoomSourceRange) { range.first, sign }, &place))
    return _loom_walk_expression (self, range.first, range.end);
  if (is_identifier (&self->names->source, range.first))
    _loom_walk_note_memory (self, range.first);

  /* a = b = c */
  flow = find_assignment (self->names, right.first, right.end, &inner) < right.end
         ? walk_part (self, right) : _loom_walk_expression (self, right.first, right.end);
  if (flow != LOOM_FLOW_NEXT)
    return flow;
  if (length == 1 && is_extent (self, &place))
    put_extent (self, place.key, right, FALSE);
  else if (length == 1)
    assign (self, &place, right);
  else
    {
      held = compute_assigned (self, &place, sign, length, _loom_walk_read (self, right));
      _loom_walk_put (self, &place, held);
    }
  return LOOM_FLOW_NEXT;
}

/* A statement without a head, its semicolon not included. */
LoomFlow
_loom_walk_simple (LoomSourceWalk *self,
                   guint           first,
                   guint           end)
{
  static const char * const words[] = { "using", "typedef", "template", "static_assert", NULL };
  LoomSourceNames *names = self->names;
  gboolean is_declaration = FALSE;
  LoomFlow flow = LOOM_FLOW_NEXT;

  if (first >= end || _loom_source_is_any (&names->source, first, words))
    return LOOM_FLOW_NEXT;
  for (guint i = first; i < end && flow == LOOM_FLOW_NEXT; i++)
    {
      const LoomDeclaredName *declared = i > first ? get_declared (self, i) : NULL;

      if (declared != NULL)
        {
          const guint stop = MAX (MIN (declared->end, end), i + 1);

          flow = _loom_walk_expression (self, i + 1, stop);
          declare (self, i, declared);
          is_declaration = TRUE;
          i = stop - 1;
        }
      else if (has_punctuation (names, i, "([{"))
        i = MIN (names->closing[i], end);
    }
  for (guint at = first; !is_declaration && at < end && flow == LOOM_FLOW_NEXT; )
    {
      const guint comma = _loom_source_names_find_comma (names, at, end);

      flow = walk_part (self, (LoomSourceRange) { at, comma });
      at = comma + 1;
    }
  return flow;
}

/* -- Statements -- */

/* How a branch ends that always leaves what it is in; NEXT: it does not. */
static LoomFlow
find_leaving (LoomSourceWalk *self,
              guint           first,
              guint           end)
{
  static const char * const exits[] = { "exit", "abort", "_exit", "throw", "goto", "quick_exit",
                                        NULL };
  const LoomSourceReader *source = &self->names->source;
  guint last = first, next;

  if (get_punctuation (source, first) == '{')
    {
      end = MIN (self->names->closing[first], end);
      for (last = next = first + 1; next < end; )
        {
          last = next;
          next = _loom_walk_find_end (self, next, end);
        }
    }
  last += is_word (source, last, "std") ? 3 : 0;
  return is_word (source, last, "return") ? LOOM_FLOW_RETURN
         : is_word (source, last, "break") ? LOOM_FLOW_BREAK
         : is_word (source, last, "continue") ? LOOM_FLOW_CONTINUE
         : _loom_source_is_any (source, last, exits) ? LOOM_FLOW_EXIT : LOOM_FLOW_NEXT;
}

/* Words of conditions that ask whether something went wrong. */
static gboolean
asks_for_errors (LoomSourceWalk  *self,
                 LoomSourceRange  condition)
{
  static const char * const parts[] = {
    "err", "success", "status", "null", "argc", "ret", "fail", "result", "device", "code", "file",
    "ok", "fp", "valid", "parse", "rc", NULL
  };

  for (guint i = condition.first; i < condition.end; i++)
    {
      g_autofree char *word = is_identifier (&self->names->source, i)
                              ? _loom_source_dup_text (&self->names->source, i, i + 1) : NULL;
      g_autofree char *lower = word != NULL ? g_ascii_strdown (word, -1) : NULL;

      for (guint k = 0; lower != NULL && parts[k] != NULL; k++)
        if (strstr (lower, parts[k]) != NULL)
          return TRUE;
    }
  return has_punctuation (self->names, condition.first, "!");
}

/* A branch that nobody can tell whether it is taken. */
static LoomFlow
walk_doubtful (LoomSourceWalk  *self,
               LoomSourceRange  condition,
               LoomSourceRange  yes,
               LoomSourceRange  no)
{
  const LoomFlow leaving = find_leaving (self, yes.first, yes.end);
  g_autofree char *text = _loom_source_names_dup_text (self->names, condition.first,
                                                       condition.end);
  guint next;

  if (leaving != LOOM_FLOW_NEXT)
    {
      if (leaving == LOOM_FLOW_BREAK || leaving == LOOM_FLOW_CONTINUE ||
          (leaving == LOOM_FLOW_RETURN && !asks_for_errors (self, condition)))
        /* Translators: %s is a condition of C; what it would lead to is not followed */
        _loom_walk_note (self, condition.first, _("whether %s is not known; it goes on as if not"),
                         text);
      return no.first < no.end ? _loom_walk_statement (self, no.first, no.end, &next)
                               : LOOM_FLOW_NEXT;
    }
  if (is_acting (self, yes.first, no.end))
    _loom_walk_note (self, condition.first,
                     _("whether %s is not known, so what hangs on it is left out"), text);
  _loom_walk_forget_changed (self, yes.first, MAX (yes.end, no.end), TRUE);
  return LOOM_FLOW_NEXT;
}

static LoomFlow
walk_if (LoomSourceWalk *self,
         guint           first,
         guint           end)
{
  const guint head = skip_head (self, first, end);
  const LoomSourceRange condition = {
    first + 2 + is_word (&self->names->source, first + 1, "constexpr"), head - 1,
  };
  LoomSourceRange yes = { head, head }, no;
  LoomFlow flow;
  LoomTruth truth;
  guint next;

  /* the statement ends with that of its first branch, unless an else follows */
  if (get_punctuation (&self->names->source, head) == '{')
    yes.end = MIN (self->names->closing[head] + 1, end);
  else
    {
      static const char * const heads[] = { "if", "for", "while", "do", "switch", NULL };

      yes.end = _loom_source_is_any (&self->names->source, head, heads)
                ? _loom_walk_find_end (self, head, end) : find_semicolon (self, head, end);
    }
  no = (LoomSourceRange) { yes.end, yes.end };
  if (is_word (&self->names->source, yes.end, "else"))
    no = (LoomSourceRange) { yes.end + 1, end };

  truth = _loom_walk_condition (self, condition, &flow);
  if (flow != LOOM_FLOW_NEXT)
    return flow;
  if (truth == LOOM_TRUTH_UNKNOWN)
    return walk_doubtful (self, condition, yes, no);
  if (truth == LOOM_TRUTH_TRUE)
    return _loom_walk_statement (self, yes.first, yes.end, &next);
  return no.first < no.end ? _loom_walk_statement (self, no.first, no.end, &next) : LOOM_FLOW_NEXT;
}

/* `case 3:` and `default:` in the braces of a switch: behind the colon of what a number leads to;
 * `end`: nothing. */
static guint
find_case (LoomSourceWalk   *self,
           LoomSourceRange   block,
           const LoomNumber *value,
           gboolean         *is_known)
{
  LoomSourceNames *names = self->names;
  guint otherwise = block.end;

  *is_known = TRUE;
  for (guint i = block.first; i < block.end; i++)
    {
      const gboolean is_case = is_word (&names->source, i, "case");
      guint colon = i + 1;
      LoomNumber label, order = *value;

      if (has_punctuation (names, i, "({["))
        i = names->closing[i];
      if (!is_case && !is_word (&names->source, i, "default"))
        continue;
      while (colon < block.end && !has_punctuation (names, colon, ":"))
        colon++;
      if (!is_case)
        otherwise = colon + 1;
      else if (!_loom_source_names_compute (names, i + 1, colon, i + 1, &label) ||
               !_loom_number_compute (&order, "==", &label))
        *is_known = FALSE;
      else if (_loom_number_is_true (&order))
        return colon + 1;
    }
  return otherwise;
}

static LoomFlow
walk_switch (LoomSourceWalk *self,
             guint           first,
             guint           end)
{
  const guint head = skip_parens (self, first + 1, end);
  const LoomSourceRange condition = { first + 2, head - 1 };
  const LoomSourceRange block = { head + 1, MIN (self->names->closing[head], end) };
  gboolean is_known = FALSE;
  LoomNumber value;
  LoomFlow flow;
  guint at = block.end;

  if (get_punctuation (&self->names->source, head) == '{' &&
      _loom_source_names_compute (self->names, condition.first, condition.end, condition.first,
                                  &value))
    at = find_case (self, block, &value, &is_known);
  if (!is_known)
    {
      if (is_acting (self, block.first, block.end))
        _loom_walk_note (self, first, _("which case it is is not known, so all are left out"));
      _loom_walk_forget_changed (self, block.first, block.end, TRUE);
      return LOOM_FLOW_NEXT;
    }
  flow = _loom_walk_block (self, at, block.end);
  return flow == LOOM_FLOW_BREAK ? LOOM_FLOW_NEXT : flow;
}

/* Statements one behind the other, what they declare being theirs. */
LoomFlow
_loom_walk_block (LoomSourceWalk *self,
                  guint           first,
                  guint           end)
{
  const guint variables = self->frame->variables->len;
  LoomFlow flow = LOOM_FLOW_NEXT;

  while (first < end && flow == LOOM_FLOW_NEXT)
    flow = _loom_walk_statement (self, first, end, &first);
  _loom_walk_leave (self, variables);
  return flow;
}

/* `name:`, `case 3:`: behind its colon. */
static guint
skip_label (LoomSourceWalk *self,
            guint           first,
            guint           end)
{
  LoomSourceNames *names = self->names;
  guint at = first + 1;

  if (is_word (&names->source, first, "case"))
    while (at < end && !has_punctuation (names, at, ":"))
      at++;
  return is_identifier (&names->source, first) && has_punctuation (names, at, ":") &&
         !has_punctuation (names, at + 1, ":") ? at + 1 : first;
}

static LoomFlow
walk_return (LoomSourceWalk *self,
             guint           first,
             guint           end)
{
  const LoomFlow flow = _loom_walk_expression (self, first, end);

  if (flow != LOOM_FLOW_NEXT)
    return flow;
  self->frame->returned = _loom_walk_read (self, (LoomSourceRange) { first, end });
  return LOOM_FLOW_RETURN;
}

static LoomFlow
walk_unheaded (LoomSourceWalk *self,
               guint           first,
               guint           end)
{
  static const char * const exits[] = { "exit", "abort", "_exit", "quick_exit", "throw", NULL };
  const LoomSourceReader *source = &self->names->source;

  if (is_word (source, first, "break"))
    return LOOM_FLOW_BREAK;
  if (is_word (source, first, "continue"))
    return LOOM_FLOW_CONTINUE;
  if (is_word (source, first, "return"))
    return walk_return (self, first + 1, end);
  if (_loom_source_is_any (source, first + (is_word (source, first, "std") ? 3 : 0), exits))
    return LOOM_FLOW_EXIT;
  if (is_word (source, first, "goto"))
    {
      _loom_walk_note (self, first, _("where goto leads to is not followed"));
      return LOOM_FLOW_EXIT;
    }
  return _loom_walk_simple (self, first, end);
}

static LoomFlow
walk_headed (LoomSourceWalk *self,
             guint           first,
             guint           end)
{
  const LoomSourceReader *source = &self->names->source;
  guint next;

  if (get_punctuation (source, first) == '{')
    return _loom_walk_block (self, first + 1, MIN (self->names->closing[first], end));
  if (is_word (source, first, "try"))
    return _loom_walk_statement (self, first + 1, end, &next);
  if (is_word (source, first, "if"))
    return walk_if (self, first, end);
  if (is_word (source, first, "switch"))
    return walk_switch (self, first, end);
  return _loom_walk_loop (self, first, end, &next);
}

/* One statement. `next`, out: behind it. */
LoomFlow
_loom_walk_statement (LoomSourceWalk *self,
                      guint           first,
                      guint           end,
                      guint          *next)
{
  static const char * const heads[] = { "if", "for", "while", "do", "switch", "try", NULL };
  const LoomSourceReader *source = &self->names->source;
  gboolean is_headed;

  first = skip_label (self, first, end);
  *next = _loom_walk_find_end (self, first, end);
  is_headed = get_punctuation (source, first) == '{' || _loom_source_is_any (source, first, heads);
  if (first >= end || has_punctuation (self->names, first, ";"))
    return LOOM_FLOW_NEXT;
  if (is_conditional (self->names, first))
    {
      if (is_acting (self, first, *next))
        _loom_walk_note (self, first, _("whether an #if leaves this in is not known; it is left "
                                        "out"));
      _loom_walk_forget_changed (self, first, *next, TRUE);
      return LOOM_FLOW_NEXT;
    }
  if (self->fuel < 4 || self->names->budget < 1000 || self->n_nested >= MAX_NESTED)
    {
      self->fuel = 0;
      return LOOM_FLOW_EXIT;
    }
  self->n_nested++;
  self->fuel -= MIN (self->fuel, is_headed ? 4 : *next - first);
  {
    const LoomFlow flow = is_headed ? walk_headed (self, first, *next)
                                    : walk_unheaded (self, first, *next - 1);

    self->n_nested--;
    return flow;
  }
}
