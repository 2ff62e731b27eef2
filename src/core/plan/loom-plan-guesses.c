/* loom-plan-guesses.c: what a plan chose because nobody said it, and what is told of a finding that
 * hangs on that
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-plan-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
loom_guess_free (LoomGuess *self)
{
  g_free (self->name);
  g_free (self->key);
  g_free (self->value);
  g_free (self->why);
  g_free (self);
}

/**
 * loom_plan_find_guess:
 * @name: (nullable): of an argument; %NULL: of the launch itself
 * @key: what was chosen, as settings call it: "shape", "range"
 *
 * Returns: (transfer none) (nullable): the guess, %NULL where something says it
 */
const LoomGuess *
loom_plan_find_guess (LoomPlan   *self,
                      const char *name,
                      const char *key)
{
  g_return_val_if_fail (self != NULL && key != NULL, NULL);

  for (guint i = 0; i < self->guesses->len; i++)
    {
      const LoomGuess *guess = self->guesses->pdata[i];

      if (g_strcmp0 (guess->name, name) == 0 && g_str_equal (guess->key, key))
        return guess;
    }
  return NULL;
}

/* Notes what was chosen; why: NULL where there is no more to say than that nobody says it. */
LoomGuess *
_loom_plan_guess (LoomPlan   *self,
                  const char *name,
                  const char *key,
                  const char *value,
                  const char *why)
{
  LoomGuess *guess = g_new0 (LoomGuess, 1);

  guess->name = g_strdup (name);
  guess->key = g_strdup (key);
  guess->value = g_strdup (value);
  guess->why = g_strdup (why != NULL ? why : _("the source does not say"));
  g_ptr_array_add (self->guesses, guess);
  return guess;
}

/* "rgb has 64,64 cells, which is a guess: …", and which setting would say it. */
static char *
dup_sentence (const LoomGuess *guess)
{
  g_autofree char *group = guess->name != NULL ? g_strconcat ("arg ", guess->name, NULL)
                                               : g_strdup ("launch");
  const char *member = strchr (guess->key, '.');
  g_autofree char *name
    = g_strconcat (guess->name != NULL ? guess->name : guess->key, member, NULL);

  if (g_str_equal (guess->key, "shape"))
    return g_strdup_printf (_("%1$s has %2$s cells, which is a guess: %3$s; write “%4$s” into "
                              "[%5$s]"), name, guess->value, guess->why, guess->key, group);
  return g_strdup_printf (_("%1$s is %2$s, which is a guess: %3$s; write “%4$s” into [%5$s]"),
                          name, guess->value, guess->why, guess->key, group);
}

/**
 * loom_plan_dup_guess:
 * @name: (nullable): as for loom_plan_find_guess()
 * @key: what was chosen
 *
 * Returns: (transfer full) (nullable): that it is a guess, and why; %NULL where something says it
 */
char *
loom_plan_dup_guess (LoomPlan   *self,
                     const char *name,
                     const char *key)
{
  const LoomGuess *guess = loom_plan_find_guess (self, name, key);

  /* Translators: %s is why a number or a size is what it is */
  return guess != NULL ? g_strdup_printf (_("A guess: %s"), guess->why) : NULL;
}

/* A number that was passed as a guess may have led anywhere, but an extent neither beyond the array
 * that it is of nor before the beginning of any. */
static const LoomGuess *
find_number (LoomPlan   *self,
             const char *array,
             gboolean    is_below)
{
  const LoomPlanArg *main_array = loom_plan_get_main_array (self);
  const gboolean is_main = main_array != NULL && g_str_equal (main_array->name, array);

  for (guint i = 0; i < self->guesses->len; i++)
    {
      const LoomGuess *guess = self->guesses->pdata[i];

      if (g_str_has_prefix (guess->key, "value") && !(guess->is_extent && (is_main || is_below)))
        return guess;
    }
  return NULL;
}

/* The threads are those of the main array where the source, not a setting, has them. */
static const LoomGuess *
find_range (LoomPlan *self)
{
  const LoomGuess *guess = loom_plan_find_guess (self, NULL, "range");
  const LoomPlanArg *main_array = loom_plan_get_main_array (self);

  return guess != NULL || main_array == NULL || self->reason == NULL
         ? guess : loom_plan_find_guess (self, main_array->name, "shape");
}

/* What a faulty access may be the fault of. */
static const LoomGuess *
find_of_access (LoomPlan          *self,
                const LoomFinding *finding)
{
  const gboolean is_below = finding->offset < 0 ||
                            loom_finding_count_below (finding->offset, finding->access_size) > 0;
  const LoomGuess *guess;

  if (finding->space == LOOM_SPACE_SHARED)
    {
      guess = finding->shared_needed > 0 ? loom_plan_find_guess (self, NULL, "shared") : NULL;
      return guess != NULL ? guess : loom_plan_find_guess (self, NULL, "block");
    }
  if (finding->array == NULL)
    return NULL;
  /* no array is so large that it has cells before its first */
  guess = finding->code == LOOM_ERROR_OOB && !is_below
          ? loom_plan_find_guess (self, finding->array, "shape") : NULL;
  return guess != NULL ? guess : find_number (self, finding->array, is_below);
}

/**
 * loom_plan_doubt:
 * @finding: (nullable): of this plan, or of a run of it
 *
 * Has a finding that hangs on a guess say so, since it need not be the program's fault.
 */
void
loom_plan_doubt (LoomPlan    *self,
                 LoomFinding *finding)
{
  const LoomGuess *guess = NULL;
  g_autofree char *sentence = NULL, *text = NULL;

  g_return_if_fail (self != NULL);

  if (finding != NULL &&
      (finding->code == LOOM_ERROR_OOB || finding->code == LOOM_ERROR_MISALIGNED))
    guess = find_of_access (self, finding);
  else if (finding != NULL && (finding->code == LOOM_ERROR_GRID_TOO_SMALL ||
                               finding->code == LOOM_ERROR_GRID_TOO_LARGE ||
                               finding->code == LOOM_ERROR_REPEATS_WORK))
    guess = find_range (self);
  if (guess == NULL)
    return;

  text = finding->text;
  sentence = dup_sentence (guess);
  finding->text = g_strconcat (text, "; ", sentence, NULL);
}
