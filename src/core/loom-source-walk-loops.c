/* loom-source-walk-loops.c: follows the loops of a function of the host, round by round
 *
 * A name of [steps] is a place for an array, and swap exchanges what is there. So where pointers
 * have changed places at the end of a round, the names change places instead, and the next round
 * names the same arrays again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Rounds of a loop that only computes: it may look for a power of two. */
#define MAX_IDLE 64
/* More rounds than [steps] repeats. */
#define MAX_ROUNDS 1000000
#define MAX_POINTERS 64

typedef struct
{
  guint            first, end;  /* of all of it */
  LoomSourceRange  condition, step;
  LoomSourceRange  body;
  gboolean         is_do;
  gboolean         is_understood;
} Loop;

/* -- What is held, at a moment -- */

static GHashTable *
copy_held (LoomSourceWalk *self)
{
  GHashTable *copy = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GHashTableIter iter;
  gpointer key, held;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, &key, &held))
    g_hash_table_insert (copy, key, g_memdup2 (held, sizeof (LoomHeld)));
  return copy;
}

static gboolean
is_same (const LoomHeld *a,
         const LoomHeld *b)
{
  if (a == NULL || b == NULL || a->kind != b->kind)
    return a == b;
  if (a->kind == LOOM_HELD_NUMBER)
    return a->number.type == b->number.type &&
           (_loom_number_is_real (&a->number) ? a->number.real == b->number.real
                                              : a->number.integer == b->number.integer);
  return a->text == b->text &&
         ((a->kind != LOOM_HELD_ARRAY && a->kind != LOOM_HELD_PART &&
           a->kind != LOOM_HELD_OPAQUE) || a->array == b->array);
}

static void
restore (LoomSourceWalk *self,
         GHashTable     *before)
{
  GHashTableIter iter;
  gpointer key, held;

  g_hash_table_remove_all (self->held);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &key, &held))
    g_hash_table_insert (self->held, key, g_memdup2 (held, sizeof (LoomHeld)));
}

/* -- Pointers that change places -- */

/* Where each array was at the beginning of a round: that of `to` is now called `from`. */
typedef struct
{
  guint from[MAX_POINTERS], to[MAX_POINTERS];
  guint n;
} Exchange;

static gboolean
note_exchange (Exchange *self,
               guint     from,
               guint     to)
{
  guint at;

  for (guint i = 0; i < self->n; i++)
    if (self->from[i] == from || self->to[i] == to)
      return self->from[i] == from && self->to[i] == to;
  if (self->n == MAX_POINTERS)
    return FALSE;
  /* in the order of the arrays, so that the same text has the same steps each time */
  for (at = self->n++; at > 0 && self->to[at - 1] > to; at--)
    {
      self->from[at] = self->from[at - 1];
      self->to[at] = self->to[at - 1];
    }
  self->from[at] = from;
  self->to[at] = to;
  return TRUE;
}

static gboolean
has_array (const guint *list,
           guint        n,
           guint        array)
{
  for (guint i = 0; i < n; i++)
    if (list[i] == array)
      return TRUE;
  return FALSE;
}

/* Which arrays have changed places since then, for all who point to them; FALSE: they have not,
 * or it is not an exchange. */
static gboolean
find_exchange (LoomSourceWalk *self,
               GHashTable     *before,
               Exchange       *exchange)
{
  GHashTableIter iter;
  gpointer key, value;
  gboolean is_changed = FALSE;

  exchange->n = 0;
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const LoomHeld *old = value, *held = g_hash_table_lookup (self->held, key);

      if (old->kind != LOOM_HELD_ARRAY || held == NULL || held->kind != LOOM_HELD_ARRAY)
        continue;
      if (!note_exchange (exchange, held->array, old->array))
        return FALSE;
      is_changed |= held->array != old->array;
    }
  for (guint i = 0; i < exchange->n; i++)
    {
      const LoomWalkArray *a = &g_array_index (self->arrays, LoomWalkArray, exchange->from[i]);
      const LoomWalkArray *b = &g_array_index (self->arrays, LoomWalkArray, exchange->to[i]);

      if (!has_array (exchange->to, exchange->n, exchange->from[i]) ||
          (exchange->from[i] != exchange->to[i] &&
           (a->bytes.is_certain != b->bytes.is_certain || a->bytes.value != b->bytes.value)))
        return FALSE;
    }
  return is_changed;
}

static guint
exchange_one (const Exchange *exchange,
              guint           array)
{
  for (guint i = 0; i < exchange->n; i++)
    if (exchange->from[i] == array)
      return exchange->to[i];
  return array;
}

static void
emit_swap (LoomSourceWalk *self,
           guint           token,
           guint           a,
           guint           b)
{
  const char *first = _loom_walk_use_array (self, a)->name;
  const char *second = _loom_walk_use_array (self, b)->name;
  g_autofree char *text = g_strdup_printf ("swap %s, %s", first, second);

  _loom_walk_emit (self, token, text);
}

/* Swaps until each name has the array that it is to have: in a round of n one after the other. */
static void
emit_swaps (LoomSourceWalk *self,
            const Exchange *exchange,
            guint           token)
{
  Exchange open = *exchange;

  for (guint i = 0; i < open.n; i++)
    {
      if (open.from[i] == open.to[i])
        continue;
      emit_swap (self, token, open.to[i], open.from[i]);
      for (guint k = i + 1; k < open.n; k++)
        if (open.from[k] == open.to[i])
          open.from[k] = open.from[i];
    }
}

static void
rename_arrays (LoomSourceWalk *self,
               const Exchange *exchange)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      LoomHeld *held = value;

      if (held->kind == LOOM_HELD_ARRAY || held->kind == LOOM_HELD_PART)
        held->array = exchange_one (exchange, held->array);
    }
}

/* Lets names change places where pointers have. */
static void
exchange_names (LoomSourceWalk *self,
                GHashTable     *before,
                guint           token)
{
  Exchange exchange;

  if (!find_exchange (self, before, &exchange))
    return;
  emit_swaps (self, &exchange, token);
  rename_arrays (self, &exchange);
}

/* -- Rounds that will be like this one -- */

/* i++, i += 2: by as much each time, whatever i is. */
static gboolean
is_counting (LoomSourceWalk *self,
             const Loop     *loop)
{
  for (guint i = loop->step.first; i < loop->step.end; i++)
    if (has_punctuation (self->names, i, "*/%<>&|^?(["))
      return FALSE;
  return loop->step.first < loop->step.end;
}

/* A statement that prints, or does nothing else that could be seen later. */
static gboolean
leaves_all (LoomSourceWalk  *self,
            LoomSourceRange  statement)
{
  static const char * const words[] = { "break", "return", "continue", "goto", "exit", "throw",
                                        NULL };
  LoomSourceNames *names = self->names;

  for (guint i = statement.first; i < statement.end; i++)
    if (is_identifier (&names->source, i) &&
        (_loom_source_names_is_changed (names, i) ||
         _loom_source_is_any (&names->source, i, words)))
      return FALSE;
  return !is_mattering (self, statement.first, statement.end);
}

/* Whether nothing of a loop's body that could be seen later hangs on its counter. */
static gboolean
is_free_of (LoomSourceWalk *self,
            const Loop     *loop,
            guint           counter)
{
  LoomSourceNames *names = self->names;
  LoomSourceRange body = loop->body;

  if (get_punctuation (&names->source, body.first) == '{')
    body = (LoomSourceRange) { body.first + 1, MIN (names->closing[body.first], body.end) };
  while (body.first < body.end)
    {
      const LoomSourceRange statement = {
        body.first, MAX (_loom_walk_find_end (self, body.first, body.end), body.first + 1),
      };
      gboolean is_mentioned = FALSE;

      for (guint i = statement.first; i < statement.end; i++)
        is_mentioned |= is_same_word (&names->source, i, counter);
      if (is_mentioned && !leaves_all (self, statement))
        return FALSE;
      body.first = statement.end;
    }
  return TRUE;
}

/* Whether nothing but what the step of the loop changes differs from before, and its body reads
 * nothing of that. */
static gboolean
is_steady (LoomSourceWalk *self,
           const Loop     *loop,
           GHashTable     *before,
           LoomPlace      *counter)
{
  LoomSourceNames *names = self->names;
  const guint name = is_identifier (&names->source, loop->condition.first)
                     ? loop->condition.first : LOOM_NOWHERE;
  GHashTableIter iter;
  gpointer key, held;
  guint next;

  if (name == LOOM_NOWHERE || g_hash_table_size (before) != g_hash_table_size (self->held) ||
      !_loom_walk_find_place (self, name, name + 1, counter, &next) || !counter->is_own)
    return FALSE;
  g_hash_table_iter_init (&iter, self->held);
  while (g_hash_table_iter_next (&iter, &key, &held))
    if (key != (gconstpointer) counter->key && !is_same (held, g_hash_table_lookup (before, key)))
      return FALSE;
  return is_free_of (self, loop, name);
}

/* How many more rounds `i < n` lets go, i growing by a step each time; FALSE: it can't be told. */
static gboolean
count_rounds (LoomSourceWalk  *self,
              const Loop      *loop,
              gint64           value,
              gint64           step,
              guint64         *rounds)
{
  LoomSourceNames *names = self->names;
  const guint sign = loop->condition.first + 1;
  const gboolean is_equal = has_punctuation (names, sign + 1, "=");
  gint64 limit, apart;

  if (!has_punctuation (names, sign, "<>") || (step > 0) != has_punctuation (names, sign, "<") ||
      !_loom_source_names_evaluate (names, sign + 1 + is_equal, loop->condition.end, &limit) ||
      limit > G_MAXINT32 || limit < G_MININT32 || step > G_MAXINT32 || step < G_MININT32 ||
      value > G_MAXINT32 || value < G_MININT32 || step == 0)
    return FALSE;
  apart = step > 0 ? limit - value + is_equal : value - limit + is_equal;
  step = ABS (step);
  *rounds = apart > 0 ? (guint64) ((apart + step - 1) / step) : 0;
  return TRUE;
}

/* Goes to the last round at once. `before`: at the beginning of the round that was followed. */
static gboolean
skip_rounds (LoomSourceWalk *self,
             const Loop     *loop,
             GHashTable     *before,
             guint64        *rounds)
{
  const LoomHeld *old;
  LoomPlace counter;
  LoomHeld held;
  gint64 step;

  if (!is_counting (self, loop) || !is_steady (self, loop, before, &counter))
    return FALSE;
  old = g_hash_table_lookup (before, counter.key);
  held = _loom_walk_get (self, counter.key);
  if (old == NULL || old->kind != LOOM_HELD_NUMBER || held.kind != LOOM_HELD_NUMBER ||
      _loom_number_is_real (&held.number))
    return FALSE;
  step = held.number.integer - old->number.integer;
  if (!count_rounds (self, loop, held.number.integer, step, rounds))
    return FALSE;
  held.number.integer += step * (gint64) *rounds;
  _loom_walk_put (self, &counter, held);
  return TRUE;
}

/* -- Loops -- */

static gboolean
is_pointing_alike (LoomSourceWalk *self,
                   GHashTable     *before)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (((LoomHeld *) value)->kind == LOOM_HELD_ARRAY &&
        !is_same (value, g_hash_table_lookup (self->held, key)))
      return FALSE;
  return TRUE;
}

static void
add_rounds (LoomSourceWalk *self,
            const Loop     *loop,
            GPtrArray      *rounds,
            guint64         count)
{
  LoomSourceNames *names = self->names;
  g_autofree char *counter = NULL;
  LoomRounds folded = { loop->first, get_line (self, loop->first), "", rounds, count };

  if (is_identifier (&names->source, loop->condition.first) &&
      has_punctuation (names, loop->condition.first + 1, "<>!="))
    counter = _loom_source_dup_text (&names->source, loop->condition.first,
                                     loop->condition.first + 1);
  if (counter != NULL)
    folded.counter = counter;
  _loom_rounds_fold (&folded, self->steps);
}

/* A loop of which nobody knows how often it goes round: once, with what is the same in each
 * round. */
static LoomFlow
walk_open (LoomSourceWalk *self,
           const Loop     *loop)
{
  g_autofree char *text = _loom_source_names_dup_text (self->names, loop->condition.first,
                                                       loop->condition.end);
  g_autoptr (GPtrArray) rounds = g_ptr_array_new_with_free_func ((GDestroyNotify)
                                                                 g_ptr_array_unref);
  g_autoptr (GHashTable) before = NULL;
  GPtrArray *outside = self->steps;
  LoomFlow flow = LOOM_FLOW_NEXT;
  guint next;

  _loom_walk_forget_changed (self, loop->first, loop->end, FALSE);
  before = copy_held (self);
  self->steps = _loom_round_list_new ();
  flow = _loom_walk_statement (self, loop->body.first, loop->body.end, &next);
  if (self->n_open == 0)
    {
      /* what memory of the host holds is not the same in later rounds */
      self->n_open++;
      restore (self, before);
      g_ptr_array_set_size (self->steps, 0);
      flow = _loom_walk_statement (self, loop->body.first, loop->body.end, &next);
      self->n_open--;
    }
  exchange_names (self, before, loop->first);
  g_ptr_array_add (rounds, self->steps);
  self->steps = outside;
  if (((GPtrArray *) rounds->pdata[0])->len > 0)
    {
      _loom_walk_note (self, loop->first,
                       _("how often this goes round is not known, so it does once: %s"),
                       text != NULL ? text : "…");
      add_rounds (self, loop, rounds, 1);
      ((LoomRoundStep *) outside->pdata[outside->len - 1])->is_open = TRUE;
    }
  _loom_walk_forget_changed (self, loop->first, loop->end, FALSE);
  if (!is_pointing_alike (self, before))
    _loom_walk_forget_changed (self, loop->first, loop->end, TRUE);
  return flow == LOOM_FLOW_EXIT ? flow : LOOM_FLOW_NEXT;
}

/* One round. `truth`, in: UNKNOWN in the first one. `before`: what was held, for pointers that
 * change places; NULL: they are of no interest. FALSE: the loop is over, or its condition is not
 * known. */
static gboolean
walk_round (LoomSourceWalk *self,
            const Loop     *loop,
            GHashTable     *before,
            LoomTruth      *truth,
            LoomFlow       *flow)
{
  const gboolean is_first = *truth == LOOM_TRUTH_UNKNOWN;
  guint next;

  *truth = LOOM_TRUTH_TRUE;
  *flow = self->fuel > 4 ? LOOM_FLOW_NEXT : LOOM_FLOW_EXIT;
  self->fuel -= MIN (self->fuel, loop->step.end - loop->condition.first + 2);
  if (*flow == LOOM_FLOW_EXIT)
    return FALSE;
  if (!loop->is_do || !is_first)
    *truth = _loom_walk_condition (self, loop->condition, flow);
  if (*truth != LOOM_TRUTH_TRUE || *flow != LOOM_FLOW_NEXT)
    return FALSE;
  *flow = _loom_walk_statement (self, loop->body.first, loop->body.end, &next);
  if (*flow == LOOM_FLOW_NEXT || *flow == LOOM_FLOW_CONTINUE)
    *flow = _loom_walk_simple (self, loop->step.first, loop->step.end);
  if (before != NULL)
    exchange_names (self, before, loop->first);
  return *flow == LOOM_FLOW_NEXT;
}

/* What only computes is followed for some rounds. */
static LoomFlow
walk_idle (LoomSourceWalk *self,
           const Loop     *loop)
{
  g_autoptr (GHashTable) before = copy_held (self);
  LoomTruth truth = LOOM_TRUTH_UNKNOWN;
  LoomFlow flow = LOOM_FLOW_NEXT;
  guint n = 0;

  self->n_loops++;
  if (loop->is_understood && !g_hash_table_contains (self->idle, GUINT_TO_POINTER (loop->first)))
    while (n < MAX_IDLE && walk_round (self, loop, NULL, &truth, &flow))
      n++;
  self->n_loops--;
  if (n < MAX_IDLE && truth != LOOM_TRUTH_UNKNOWN &&
      (flow == LOOM_FLOW_NEXT || flow == LOOM_FLOW_BREAK))
    return LOOM_FLOW_NEXT;
  restore (self, before);
  g_hash_table_add (self->idle, GUINT_TO_POINTER (loop->first));
  _loom_walk_forget_changed (self, loop->first, loop->end, TRUE);
  return self->fuel == 0 ? LOOM_FLOW_EXIT : LOOM_FLOW_NEXT;
}

static LoomFlow
walk_rounds (LoomSourceWalk *self,
             const Loop     *loop)
{
  g_autoptr (GPtrArray) rounds = g_ptr_array_new_with_free_func ((GDestroyNotify)
                                                                 g_ptr_array_unref);
  g_autoptr (GHashTable) start = copy_held (self), before = NULL;
  GPtrArray *outside = self->steps;
  LoomTruth truth = LOOM_TRUTH_UNKNOWN;
  LoomFlow flow = LOOM_FLOW_NEXT;
  gboolean goes_on = loop->is_understood;
  guint64 more = 0;

  if (!goes_on)
    return walk_open (self, loop);
  self->n_loops++;
  while (goes_on)
    {
      g_clear_pointer (&before, g_hash_table_unref);
      before = copy_held (self);
      self->fuel -= MIN (self->fuel, g_hash_table_size (before) / 4);
      self->steps = _loom_round_list_new ();
      goes_on = walk_round (self, loop, before, &truth, &flow);
      if (truth == LOOM_TRUTH_TRUE || self->steps->len > 0)
        g_ptr_array_add (rounds, self->steps);
      else
        g_ptr_array_unref (self->steps);
      if (goes_on && rounds->len >= 3 && rounds->len <= 6 &&
          skip_rounds (self, loop, before, &more))
        break;
    }
  self->n_loops--;
  self->steps = outside;
  if (truth == LOOM_TRUTH_UNKNOWN)
    {
      restore (self, start);
      return walk_open (self, loop);
    }
  add_rounds (self, loop, rounds, rounds->len + MIN (more, MAX_ROUNDS));
  return flow == LOOM_FLOW_RETURN || flow == LOOM_FLOW_EXIT ? flow : LOOM_FLOW_NEXT;
}

static void
read_for (LoomSourceWalk *self,
          Loop           *loop,
          LoomSourceRange *start)
{
  LoomSourceNames *names = self->names;
  const guint close = names->closing[loop->first + 1];
  guint semicolons[2], n = 0;

  for (guint i = loop->first + 2; i < close && n < 3; i++)
    {
      if (has_punctuation (names, i, "([{"))
        i = names->closing[i];
      else if (has_punctuation (names, i, ";"))
        {
          if (n < 2)
            semicolons[n] = i;
          n++;
        }
    }
  loop->is_understood = n == 2;
  loop->body.first = close + 1;
  *start = (LoomSourceRange) { loop->first + 2, n == 2 ? semicolons[0] : loop->first + 2 };
  loop->condition = loop->step = (LoomSourceRange) { close, close };
  if (n != 2)
    return;
  loop->condition = (LoomSourceRange) { semicolons[0] + 1, semicolons[1] };
  loop->step = (LoomSourceRange) { semicolons[1] + 1, close };
}

static void
read_while (LoomSourceWalk *self,
            Loop           *loop)
{
  LoomSourceNames *names = self->names;
  guint paren = loop->first + 1;

  loop->body.first = paren;
  if (loop->is_do)
    {
      loop->body.end = paren = _loom_walk_find_end (self, loop->first + 1, loop->end);
      paren += is_word (&names->source, paren, "while");
    }
  loop->is_understood = get_punctuation (&names->source, paren) == '(';
  loop->condition = (LoomSourceRange) { paren + 1, names->closing[MIN (paren,
                                                                       names->source.n - 1)] };
  loop->step = (LoomSourceRange) { loop->condition.end, loop->condition.end };
  if (!loop->is_do)
    loop->body.first = loop->condition.end + 1;
}

/* A statement that begins with for, while or do, up to `end`. */
LoomFlow
_loom_walk_loop (LoomSourceWalk *self,
                 guint           first,
                 guint           end,
                 guint          *next)
{
  const guint variables = self->frame->variables->len;
  Loop loop = { .first = first, .end = end, .body = { first, end } };
  LoomSourceRange start = { first, first };
  LoomFlow flow = LOOM_FLOW_NEXT;

  *next = end;
  loop.is_do = is_word (&self->names->source, first, "do");
  if (is_word (&self->names->source, first, "for"))
    read_for (self, &loop, &start);
  else
    read_while (self, &loop);
  if (start.first < start.end &&
      !_loom_walk_declare_in_head (self, start.first, start.end))
    flow = _loom_walk_simple (self, start.first, start.end);
  if (flow == LOOM_FLOW_NEXT)
    flow = is_mattering (self, first, end) ? walk_rounds (self, &loop) : walk_idle (self, &loop);
  _loom_walk_leave (self, variables);
  return flow;
}
