/* loom-source-rounds.c: rounds of a loop that are alike become one, in which numbers hang on the
 * counters
 *
 * Nothing is taken from how the loop is written: an expression stands for a number if it comes to
 * just what the number was in each round.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-rounds-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Rounds in a row that may differ from each other, and first ones that differ from the rest. */
#define MAX_PERIOD 64
#define MAX_FIRST 2

static void
number_clear (gpointer data)
{
  g_array_unref (((LoomRoundNumber *) data)->samples);
}

LoomRoundStep *
_loom_round_step_new (guint       line,
                      gboolean    is_note,
                      const char *text)
{
  LoomRoundStep *self = g_new0 (LoomRoundStep, 1);

  self->line = line;
  self->is_note = is_note;
  self->text = g_strdup (text);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (LoomRoundNumber));
  g_array_set_clear_func (self->numbers, number_clear);
  return self;
}

void
_loom_round_step_free (LoomRoundStep *self)
{
  g_free (self->text);
  g_array_unref (self->numbers);
  g_clear_pointer (&self->body, g_ptr_array_unref);
  g_free (self);
}

GPtrArray *
_loom_round_list_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) _loom_round_step_free);
}

static LoomRoundNumber *
add_number (LoomRoundStep *self,
            LoomRoundType  type)
{
  LoomRoundNumber number = { type, g_array_new (FALSE, TRUE, sizeof (LoomRoundSample)) };

  g_array_append_val (self->numbers, number);
  return &g_array_index (self->numbers, LoomRoundNumber, self->numbers->len - 1);
}

/* The text has a LOOM_ROUND_NUMBER where it goes. */
void
_loom_round_step_add_number (LoomRoundStep *self,
                             LoomRoundType  type,
                             gint64         integer,
                             double         real)
{
  const LoomRoundSample sample = { integer, real, { 0 } };

  g_array_append_val (add_number (self, type)->samples, sample);
}

static const LoomRoundNumber *
get_number (const LoomRoundStep *self,
            guint                index)
{
  return &g_array_index (self->numbers, LoomRoundNumber, index);
}

/* -- Whether rounds are alike -- */

static gboolean is_list_alike (const GPtrArray *a,
                               const GPtrArray *b);

static gboolean
is_alike (const LoomRoundStep *a,
          const LoomRoundStep *b)
{
  if (a->loop != b->loop || a->is_note != b->is_note || a->is_open != b->is_open ||
      strcmp (a->text, b->text) != 0 ||
      a->numbers->len != b->numbers->len)
    return FALSE;
  for (guint i = 0; i < a->numbers->len; i++)
    if (get_number (a, i)->type != get_number (b, i)->type)
      return FALSE;
  /* a loop that did not go round may be like any */
  return a->loop == 0 || a->body->len == 0 || b->body->len == 0 || is_list_alike (a->body, b->body);
}

static gboolean
is_list_alike (const GPtrArray *a,
               const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!is_alike (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

/* -- One of several -- */

/* Steps that are alike, and the round of each. */
typedef struct
{
  GPtrArray *steps;             /* (element-type LoomRoundStep), or their lists; borrowed */
  GArray    *rounds;            /* (element-type guint32) */
} Alike;

static void
alike_clear (Alike *self)
{
  g_ptr_array_unref (self->steps);
  g_array_unref (self->rounds);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Alike, alike_clear)

static void
alike_init (Alike *self)
{
  *self = (Alike) { g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (guint32)) };
}

static void
alike_add (Alike    *self,
           gpointer  step,
           guint32   round)
{
  g_ptr_array_add (self->steps, step);
  g_array_append_val (self->rounds, round);
}

static GPtrArray *merge_lists (const Alike *lists);

static void
merge_number (LoomRoundStep *merged,
              const Alike   *alike,
              guint          index)
{
  LoomRoundStep *first = alike->steps->pdata[0];
  LoomRoundNumber *number = add_number (merged, get_number (first, index)->type);

  for (guint i = 0; i < alike->steps->len; i++)
    {
      const LoomRoundStep *step = alike->steps->pdata[i];
      const GArray *samples = get_number (step, index)->samples;

      for (guint k = 0; k < samples->len; k++)
        {
          LoomRoundSample sample = g_array_index (samples, LoomRoundSample, k);

          sample.at[step->depth] = g_array_index (alike->rounds, guint32, i);
          g_array_append_val (number->samples, sample);
        }
    }
}

static LoomRoundStep *
merge (const Alike *alike)
{
  const LoomRoundStep *first = alike->steps->pdata[0];
  LoomRoundStep *merged = _loom_round_step_new (first->line, first->is_note, first->text);
  g_auto (Alike) bodies = { NULL };

  merged->loop = first->loop;
  merged->is_open = first->is_open;
  merged->depth = first->depth + 1;
  for (guint i = 0; i < first->numbers->len; i++)
    merge_number (merged, alike, i);
  alike_init (&bodies);
  for (guint i = 0; i < alike->steps->len && first->loop > 0; i++)
    {
      GPtrArray *body = ((LoomRoundStep *) alike->steps->pdata[i])->body;

      if (body->len > 0)
        alike_add (&bodies, body, g_array_index (alike->rounds, guint32, i));
    }
  if (first->loop > 0)
    merged->body = bodies.steps->len > 0 ? merge_lists (&bodies) : _loom_round_list_new ();
  return merged;
}

static GPtrArray *
merge_lists (const Alike *lists)
{
  GPtrArray *merged = _loom_round_list_new ();
  const guint n = ((GPtrArray *) lists->steps->pdata[0])->len;

  for (guint i = 0; i < n; i++)
    {
      g_auto (Alike) alike = { NULL };

      alike_init (&alike);
      for (guint k = 0; k < lists->steps->len; k++)
        alike_add (&alike, ((GPtrArray *) lists->steps->pdata[k])->pdata[i],
                   g_array_index (lists->rounds, guint32, k));
      g_ptr_array_add (merged, merge (&alike));
    }
  return merged;
}

/* -- A number as an expression -- */

/* c + Σ parts[j] · counter j, or c shifted by Σ parts[j] · counter j. */
typedef struct
{
  gint64 base;
  double real;
  gint64 parts[LOOM_ROUNDS_MAX_DEPTH];
  double real_parts[LOOM_ROUNDS_MAX_DEPTH];
} Fit;

/* Two samples one round of a loop apart, at the beginning of all loops in it. */
static gboolean
find_pair (const LoomRoundNumber  *self,
           guint                   axis,
           const LoomRoundSample **before,
           const LoomRoundSample **after)
{
  const LoomRoundSample *samples = (const LoomRoundSample *) (gpointer) self->samples->data;

  *after = NULL;
  for (guint i = 0; i < self->samples->len && *after == NULL; i++)
    {
      gboolean is_first = samples[i].at[axis] == 1;

      for (guint k = 0; k < axis; k++)
        is_first &= samples[i].at[k] == 0;
      if (is_first)
        *after = &samples[i];
    }
  for (guint i = 0; i < self->samples->len && *after != NULL; i++)
    {
      LoomRoundSample wanted = **after;

      wanted.at[axis] = 0;
      if (memcmp (samples[i].at, wanted.at, sizeof wanted.at) == 0)
        {
          *before = &samples[i];
          return TRUE;
        }
    }
  return FALSE;
}

static gint64
sum_up (const Fit             *fit,
        const LoomRoundSample *sample,
        gint                   sign)
{
  gint64 sum = 0;

  for (guint i = 0; i < LOOM_ROUNDS_MAX_DEPTH; i++)
    if (sign == 0 || (fit->parts[i] < 0) == (sign < 0))
      sum += fit->parts[i] * (gint64) sample->at[i];
  return sum;
}

/* Numbers that host code counts with; what is larger is none of these. */
static gboolean
is_small (const LoomRoundNumber *self)
{
  for (guint i = 0; i < self->samples->len; i++)
    {
      const gint64 value = g_array_index (self->samples, LoomRoundSample, i).integer;

      if (value > G_MAXINT32 || value < G_MININT32)
        return FALSE;
    }
  return TRUE;
}

static gboolean
fit_sum (const LoomRoundNumber *self,
         guint                  depth,
         Fit                   *fit)
{
  const LoomRoundSample *first = &g_array_index (self->samples, LoomRoundSample, 0);

  *fit = (Fit) { 0 };
  for (guint i = 0; i < depth; i++)
    {
      const LoomRoundSample *before, *after;

      if (is_small (self) && find_pair (self, i, &before, &after))
        fit->parts[i] = after->integer - before->integer;
    }
  fit->base = first->integer - sum_up (fit, first, 0);
  for (guint i = 0; i < self->samples->len; i++)
    {
      const LoomRoundSample *sample = &g_array_index (self->samples, LoomRoundSample, i);

      if (fit->base + sum_up (fit, sample, 0) != sample->integer)
        return FALSE;
    }
  return TRUE;
}

/* By how many bits one number is shifted to give another one; to the right: less than 0. */
static gboolean
find_shift (gint64  from,
            gint64  to,
            gint64 *bits)
{
  for (*bits = -31; *bits <= 31; (*bits)++)
    if (from > 0 && to == (*bits < 0 ? from >> -*bits : from << *bits))
      return TRUE;
  return FALSE;
}

static gboolean
fit_shift (const LoomRoundNumber *self,
           guint                  depth,
           Fit                   *fit)
{
  const LoomRoundSample *first = &g_array_index (self->samples, LoomRoundSample, 0);

  *fit = (Fit) { .base = first->integer };
  if (!is_small (self) || sum_up (&(Fit) { .parts = { 1, 1, 1, 1, 1, 1 } }, first, 0) != 0)
    return FALSE;
  for (guint i = 0; i < depth; i++)
    {
      const LoomRoundSample *before, *after;

      if (find_pair (self, i, &before, &after) &&
          !find_shift (before->integer, after->integer, &fit->parts[i]))
        return FALSE;
    }
  for (guint i = 0; i < self->samples->len; i++)
    {
      const LoomRoundSample *sample = &g_array_index (self->samples, LoomRoundSample, i);
      const gint64 left = sum_up (fit, sample, 1), right = -sum_up (fit, sample, -1);

      if (left > 31 || right > 62 || (fit->base << left) >> right != sample->integer)
        return FALSE;
    }
  return TRUE;
}

/* Which of two numbers it is hangs on whether the round of one loop is odd. */
static gboolean
fit_turns (const LoomRoundNumber *self,
           guint                  depth,
           guint                 *axis,
           Fit                   *fit)
{
  for (*axis = 0; *axis < depth; (*axis)++)
    {
      const LoomRoundSample *before, *after;
      gboolean is_right = is_small (self) && find_pair (self, *axis, &before, &after);

      if (!is_right)
        continue;
      *fit = (Fit) { .base = before->integer, .parts = { after->integer - before->integer } };
      for (guint i = 0; i < self->samples->len && is_right; i++)
        {
          const LoomRoundSample *sample = &g_array_index (self->samples, LoomRoundSample, i);

          is_right = fit->base + fit->parts[0] * (sample->at[*axis] % 2) == sample->integer;
        }
      if (is_right)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_same_real (LoomRoundType type,
              double        a,
              double        b)
{
  return type == LOOM_ROUND_FLOAT ? (float) a == (float) b : a == b;
}

/* The shortest text that is this number. */
static char *
dup_real (LoomRoundType type,
          double        real)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (real == trunc (real) && fabs (real) < 1e15)
    return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.0f", real));
  for (guint i = 1; i <= 17; i++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%ug", i);
      g_ascii_formatd (digits, sizeof digits, format, real);
      if (is_same_real (type, g_ascii_strtod (digits, NULL), real))
        break;
    }
  return g_strdup (digits);
}

/* Just as it is computed later: base + part · round, in doubles. */
static char *
fit_real (const LoomRoundNumber *self,
          guint                  depth,
          const char * const    *counters)
{
  const LoomRoundSample *first = &g_array_index (self->samples, LoomRoundSample, 0);
  const LoomRoundSample *before, *after;
  g_autofree char *base = dup_real (self->type, first->real), *part = NULL;
  gboolean is_constant = TRUE, is_sum = TRUE;
  double start = g_ascii_strtod (base, NULL), slope;
  guint axis = 0;

  for (guint i = 0; i < self->samples->len; i++)
    is_constant &= g_array_index (self->samples, LoomRoundSample, i).real == first->real;
  if (is_constant)
    return g_steal_pointer (&base);
  while (axis < depth && !(find_pair (self, axis, &before, &after) && before->real != after->real))
    axis++;
  if (axis == depth || first->at[axis] != 0)
    return NULL;

  part = dup_real (self->type, self->type == LOOM_ROUND_FLOAT
                               ? (float) after->real - (float) before->real
                               : after->real - before->real);
  slope = g_ascii_strtod (part, NULL);
  for (guint i = 0; i < self->samples->len; i++)
    {
      const LoomRoundSample *sample = &g_array_index (self->samples, LoomRoundSample, i);

      is_sum &= is_same_real (self->type, start + slope * sample->at[axis], sample->real);
    }
  if (!is_sum)
    return NULL;
  return start == 0 ? g_strdup_printf ("%s*%s", part, counters[axis])
                    : g_strdup_printf ("%s%s%s*%s", base, *part == '-' ? "" : "+", part,
                                       counters[axis]);
}

/* "2*i+j"; of those of one sign. */
static char *
dup_sum (const Fit          *fit,
         guint               depth,
         gint                sign,
         const char * const *counters)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = depth; i > 0; i--)
    {
      const gint64 part = fit->parts[i - 1], size = sign < 0 ? -part : part;

      if (part == 0 || (sign != 0 && (part < 0) != (sign < 0)))
        continue;
      if (size < 0 || text->len > 0)
        g_string_append_c (text, size < 0 ? '-' : '+');
      if (ABS (size) != 1)
        g_string_append_printf (text, "%" G_GINT64_FORMAT "*", ABS (size));
      g_string_append (text, counters[i - 1]);
    }
  return g_strdup (text->str);
}

static char *
format_sum (const Fit          *fit,
            guint               depth,
            const char * const *counters)
{
  g_autofree char *sum = dup_sum (fit, depth, 0, counters);

  if (*sum == '\0')
    return g_strdup_printf ("%" G_GINT64_FORMAT, fit->base);
  if (fit->base == 0)
    return g_steal_pointer (&sum);
  return g_strdup_printf ("%" G_GINT64_FORMAT "%s%s", fit->base, *sum == '-' ? "" : "+", sum);
}

/* What shifts needs parentheses, unless it is a single name. */
static char *
dup_operand (const char *sum)
{
  return strpbrk (sum, "+-*") != NULL ? g_strdup_printf ("(%s)", sum) : g_strdup (sum);
}

static char *
format_shift (const Fit          *fit,
              guint               depth,
              const char * const *counters)
{
  g_autofree char *left_sum = dup_sum (fit, depth, 1, counters);
  g_autofree char *right_sum = dup_sum (fit, depth, -1, counters);
  g_autofree char *left = dup_operand (left_sum), *right = dup_operand (right_sum);

  if (*right == '\0')
    return g_strdup_printf ("%" G_GINT64_FORMAT "<<%s", fit->base, left);
  if (*left == '\0')
    return g_strdup_printf ("%" G_GINT64_FORMAT ">>%s", fit->base, right);
  return g_strdup_printf ("%" G_GINT64_FORMAT "<<%s>>%s", fit->base, left, right);
}

/* counters: of the loops around, innermost first. NULL: no expression that is known here comes to
 * all that the number was. */
static char *
dup_expression (const LoomRoundNumber *self,
                guint                  depth,
                const char * const    *counters)
{
  Fit fit;
  guint axis;

  if (self->type != LOOM_ROUND_INTEGER)
    return fit_real (self, depth, counters);
  if (fit_sum (self, depth, &fit))
    return format_sum (&fit, depth, counters);
  if (fit_shift (self, depth, &fit))
    return format_shift (&fit, depth, counters);
  if (fit_turns (self, depth, &axis, &fit))
    return g_strdup_printf ("%s%%2==0?%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, counters[axis],
                            fit.base, fit.base + fit.parts[0]);
  return NULL;
}

static gboolean
has_expressions (const GPtrArray *list)
{
  static const char * const counters[LOOM_ROUNDS_MAX_DEPTH] = { "a", "b", "c", "d", "e", "f" };

  for (guint i = 0; i < list->len; i++)
    {
      const LoomRoundStep *step = list->pdata[i];

      for (guint k = 0; k < step->numbers->len; k++)
        {
          g_autofree char *text = dup_expression (get_number (step, k), step->depth, counters);

          if (text == NULL)
            return FALSE;
        }
      if (step->body != NULL && !has_expressions (step->body))
        return FALSE;
    }
  return TRUE;
}

/* -- A loop -- */

static GPtrArray *
get_round (const LoomRounds *self,
           guint64           index)
{
  return self->rounds->pdata[MIN (index, self->rounds->len - 1)];
}

/* A way to write a loop: some first rounds, a period that is repeated, and what is left. */
typedef struct
{
  guint   first, period;
  guint64 count;                /* of the period */
  guint64 cost;                 /* steps that are written */
} Way;

/* The steps of a period, if there are expressions for all numbers in them. */
static GPtrArray *
try_way (const LoomRounds *self,
         const Way        *way)
{
  g_autoptr (GPtrArray) all = _loom_round_list_new ();
  const guint64 last = way->first + (way->count - 1) * way->period;

  for (guint i = 0; i < way->period; i++)
    {
      g_auto (Alike) alike = { NULL };
      g_autoptr (GPtrArray) merged = NULL;

      alike_init (&alike);
      for (guint64 k = way->first; k <= last; k += way->period)
        {
          /* of those behind the ones that were followed the last one is enough */
          if (k < last && k > self->rounds->len)
            k = last;
          alike_add (&alike, get_round (self, k + i), (k - way->first) / way->period);
        }
      merged = merge_lists (&alike);
      g_ptr_array_extend_and_steal (all, g_steal_pointer (&merged));
    }
  return has_expressions (all) ? g_steal_pointer (&all) : NULL;
}

static guint64
count_steps (const LoomRounds *self,
             guint64           first,
             guint64           end)
{
  guint64 n = 0;

  for (guint64 i = first; i < end && n < LOOM_STATEMENTS_MAX; i++)
    n += get_round (self, i)->len;
  return n;
}

/* How far rounds from `first` on are alike by periods. FALSE: there is no loop in that. */
static gboolean
find_way (const LoomRounds *self,
          guint             first,
          guint             period,
          Way              *way)
{
  const guint64 known = self->rounds->len;
  guint64 at = first;

  if (first + period > self->count || (period > 1 && self->count > known))
    return FALSE;
  while (at + period < known &&
         is_list_alike (get_round (self, at), get_round (self, at + period)))
    at++;
  at += period;
  /* those that were not followed are like the last one */
  if (at >= known && self->count > known)
    at = self->count;
  *way = (Way) { first, period, (at - first) / period, 0 };
  if (way->count < 2 && self->count > 1)
    return FALSE;
  at = first + way->count * period;
  way->cost = count_steps (self, 0, first) + count_steps (self, first, first + period) +
              count_steps (self, at, self->count);
  return TRUE;
}

static gint
compare_ways (gconstpointer a,
              gconstpointer b)
{
  const Way *first = a, *second = b;

  return (first->cost > second->cost) - (first->cost < second->cost);
}

/* The ways to write a loop with periods of at most so many rounds, the shortest first. */
static GArray *
list_ways (const LoomRounds *self,
           guint             most)
{
  GArray *ways = g_array_new (FALSE, FALSE, sizeof (Way));

  for (guint period = 1; period <= most; period++)
    for (guint first = 0; first <= MAX_FIRST; first++)
      {
        Way way;

        if (!find_way (self, first, period, &way))
          continue;
        g_array_append_val (ways, way);
      }
  g_array_sort (ways, compare_ways);
  return ways;
}

static guint
get_depth (const GPtrArray *list)
{
  guint depth = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const LoomRoundStep *step = list->pdata[i];

      depth = MAX (depth, MAX (step->depth, step->body != NULL ? get_depth (step->body) : 0));
    }
  return depth;
}

static LoomRoundStep *
make_loop (const LoomRounds *self,
           guint64           count,
           GPtrArray        *body)
{
  LoomRoundStep *loop = _loom_round_step_new (self->line, FALSE, self->counter);

  loop->loop = self->token;
  loop->body = body;
  _loom_round_step_add_number (loop, LOOM_ROUND_INTEGER, (gint64) count, 0);
  return loop;
}

static LoomRoundStep *
copy (const LoomRoundStep *self)
{
  LoomRoundStep *same = _loom_round_step_new (self->line, self->is_note, self->text);

  same->loop = self->loop;
  same->is_open = self->is_open;
  same->depth = self->depth;
  for (guint i = 0; i < self->numbers->len; i++)
    {
      const GArray *samples = get_number (self, i)->samples;

      g_array_append_vals (add_number (same, get_number (self, i)->type)->samples, samples->data,
                           samples->len);
    }
  if (self->body == NULL)
    return same;
  same->body = _loom_round_list_new ();
  for (guint i = 0; i < self->body->len; i++)
    g_ptr_array_add (same->body, copy (self->body->pdata[i]));
  return same;
}

/* The rounds from one to another, as they are. */
static void
unroll (const LoomRounds *self,
        guint64           first,
        guint64           end,
        GPtrArray        *steps)
{
  for (guint64 i = first; i < end && steps->len < 2 * LOOM_STATEMENTS_MAX; i++)
    {
      const GPtrArray *list = get_round (self, i);

      for (guint k = 0; k < list->len; k++)
        g_ptr_array_add (steps, copy (list->pdata[k]));
    }
}

/* FALSE: a number in it is none of a known kind. */
static gboolean
write_way (const LoomRounds *self,
           const Way        *way,
           GPtrArray        *steps)
{
  GPtrArray *body = try_way (self, way);

  if (body == NULL)
    return FALSE;
  unroll (self, 0, way->first, steps);
  g_ptr_array_add (steps, make_loop (self, way->count, body));
  unroll (self, way->first + way->count * way->period, self->count, steps);
  return TRUE;
}

/**
 * _loom_rounds_fold:
 * @steps: (element-type LoomRoundStep): where the loop stands
 *
 * Adds what a loop does to the steps around it: a loop where its rounds are alike, perhaps but for
 * the first ones; else all of its rounds, one behind the other.
 */
void
_loom_rounds_fold (LoomRounds *self,
                   GPtrArray  *steps)
{
  const guint64 n = self->count;
  gboolean is_deep = FALSE, has_steps = FALSE;
  g_autoptr (GArray) ways = NULL;
  Way whole;

  for (guint i = 0; i < self->rounds->len; i++)
    {
      is_deep |= get_depth (self->rounds->pdata[i]) + 1 >= LOOM_ROUNDS_MAX_DEPTH;
      has_steps |= ((GPtrArray *) self->rounds->pdata[i])->len > 0;
    }
  if (!has_steps)
    {
      g_ptr_array_add (steps, make_loop (self, 0, _loom_round_list_new ()));
      return;
    }

  /* most often all rounds are alike, and no other way is as short */
  if (!is_deep && find_way (self, 0, 1, &whole) && whole.count == n &&
      write_way (self, &whole, steps))
    return;
  ways = list_ways (self, is_deep ? 0 : MAX_PERIOD);
  for (guint i = 0; i < ways->len; i++)
    if (write_way (self, &g_array_index (ways, Way, i), steps))
      return;
  unroll (self, 0, n, steps);
}

/* -- As text -- */

typedef struct
{
  LoomSourceSteps *steps;
  GHashTable      *taken;       /* names that no counter may have */
  GHashTable      *launched;    /* names of arrays that a kernel gets */
  GHashTable      *told;        /* (element-type utf8) notes, with their lines */
  const char      *counters[LOOM_ROUNDS_MAX_DEPTH];     /* innermost first */
  guint            depth;       /* loops around that are written */
} Writer;

static gboolean write_list (Writer    *self,
                            GPtrArray *list);

/* What a counter is called where the host's own name will not do. */
static char *
dup_counter (Writer     *self,
             const char *name)
{
  g_autofree char *counter = g_strdup (*name != '\0' ? name : "round");

  for (guint i = 2; g_hash_table_contains (self->taken, counter); i++)
    {
      g_free (counter);
      counter = g_strdup_printf ("%s%u", *name != '\0' ? name : "round", i);
    }
  return g_steal_pointer (&counter);
}

static gboolean
uses_counter (const GPtrArray *list,
              guint            level)
{
  for (guint i = 0; i < list->len; i++)
    {
      const LoomRoundStep *step = list->pdata[i];

      for (guint k = 0; k < step->numbers->len; k++)
        {
          const char *counters[LOOM_ROUNDS_MAX_DEPTH] = { "a", "a", "a", "a", "a", "a" };
          g_autofree char *text = NULL;

          if (level >= step->depth)
            continue;
          counters[step->depth - 1 - level] = "@";
          text = dup_expression (get_number (step, k), step->depth, counters);
          if (text != NULL && strchr (text, '@') != NULL)
            return TRUE;
        }
      if (step->body != NULL && uses_counter (step->body, level))
        return TRUE;
    }
  return FALSE;
}

static char *
dup_number (Writer              *self,
            const LoomRoundStep *step,
            guint                index)
{
  return dup_expression (get_number (step, index), step->depth, self->counters);
}

/* A loop that goes round just once is what is in it. */
static gboolean
write_loop (Writer              *self,
            const LoomRoundStep *step)
{
  g_autofree char *count = dup_number (self, step, 0), *counter = NULL, *text = NULL;
  const gboolean is_loop = g_strcmp0 (count, "1") != 0 || step->is_open;
  gboolean is_written;

  if (count == NULL)
    return FALSE;
  if (step->body->len == 0 || strcmp (count, "0") == 0)
    return TRUE;
  if (is_loop && uses_counter (step->body, step->depth))
    counter = dup_counter (self, step->text);
  text = counter != NULL ? g_strdup_printf ("repeat %s as %s", count, counter)
                         : g_strdup_printf ("repeat %s", count);
  if (is_loop)
    loom_source_steps_add (self->steps, self->depth, step->line, FALSE, text);
  memmove (self->counters + 1, self->counters,
           sizeof self->counters - sizeof self->counters[0]);
  self->counters[0] = counter != NULL ? counter : "0";
  self->depth += is_loop;
  if (counter != NULL)
    g_hash_table_add (self->taken, counter);
  is_written = write_list (self, step->body);
  if (counter != NULL)
    g_hash_table_remove (self->taken, counter);
  self->depth -= is_loop;
  memmove (self->counters, self->counters + 1,
           sizeof self->counters - sizeof self->counters[0]);
  if (is_loop)
    loom_source_steps_add (self->steps, self->depth, step->line, FALSE, "end");
  return is_written;
}

/* An array that a copy, a fill or a swap names, but no launch has: one that is copied to, or
 * swapped with one that a launch has, is made so. */
static char *
dup_stranger (Writer     *self,
              const char *text)
{
  g_autoptr (LoomStatement) statement = loom_statement_parse (text, NULL);
  gboolean has_subject, has_object;
  gpointer name;

  if (statement == NULL ||
      (statement->kind != LOOM_STATEMENT_COPY && statement->kind != LOOM_STATEMENT_SWAP &&
       statement->kind != LOOM_STATEMENT_FILL))
    return NULL;
  has_subject = g_hash_table_contains (self->launched, statement->subject);
  if (statement->kind == LOOM_STATEMENT_FILL)
    return has_subject ? NULL : g_strdup (statement->subject);

  has_object = g_hash_table_contains (self->launched, statement->object);
  if (strcmp (statement->subject, "host") == 0)
    return has_object ? NULL : g_strdup (statement->object);
  if (!has_subject && (statement->kind == LOOM_STATEMENT_COPY || !has_object))
    return g_strdup (statement->subject);
  if (g_hash_table_lookup_extended (self->taken, has_subject ? statement->object
                                                             : statement->subject, &name, NULL))
    g_hash_table_add (self->launched, name);
  return NULL;
}

static gboolean
write_step (Writer              *self,
            const LoomRoundStep *step)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *stranger = NULL;
  gboolean is_note;
  guint index = 0;

  if (step->loop > 0)
    return write_loop (self, step);
  for (const char *c = step->text; *c != '\0'; c++)
    {
      g_autofree char *number = *c == LOOM_ROUND_NUMBER ? dup_number (self, step, index++) : NULL;

      if (*c == LOOM_ROUND_NUMBER && number == NULL)
        return FALSE;
      if (number != NULL)
        g_string_append (text, number);
      else
        g_string_append_c (text, *c);
    }
  stranger = step->is_note ? NULL : dup_stranger (self, text->str);
  if (stranger != NULL)
    g_string_printf (text, _("no launch has the array %s, so what is done with it is left out"),
                     stranger);
  is_note = step->is_note || stranger != NULL;
  if (!is_note || g_hash_table_add (self->told, g_strdup_printf ("%u %s", step->line, text->str)))
    loom_source_steps_add (self->steps, self->depth, step->line, is_note, text->str);
  return TRUE;
}

static gboolean
write_list (Writer    *self,
            GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    if (self->steps->steps->len > LOOM_STATEMENTS_MAX || self->depth > LOOM_STATEMENTS_MAX_DEPTH ||
        !write_step (self, list->pdata[i]))
      return FALSE;
  return self->steps->steps->len <= LOOM_STATEMENTS_MAX;
}

/**
 * _loom_round_list_write:
 * @taken: (element-type utf8): names of arrays and of extents
 * @launched: (element-type utf8): names of arrays that a kernel gets
 * @steps: where to write them
 *
 * Returns: %FALSE if there are more than [steps] may have
 */
gboolean
_loom_round_list_write (GPtrArray       *self,
                        GHashTable      *taken,
                        GHashTable      *launched,
                        LoomSourceSteps *steps)
{
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Writer writer = { .steps = steps, .taken = taken, .launched = launched, .told = told };

  return write_list (&writer, self);
}
