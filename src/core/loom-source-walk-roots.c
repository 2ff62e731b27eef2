/* loom-source-walk-roots.c: the functions of the host that launch, followed from where they begin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Tokens of statements that are followed for one function, and for all. */
#define FUEL 500000
#define RESERVE 1000000
/* How deep functions that launch may be called by each other. */
#define MAX_PASSES 16
#define MAX_ROOTS 16

static gboolean
is_triple (const LoomSourceReader *source,
           guint                   index)
{
  return get_punctuation (source, index) == '<' && get_punctuation (source, index + 1) == '<' &&
         get_punctuation (source, index + 2) == '<';
}

static gboolean
is_launching (LoomSourceNames *names,
              guint            index)
{
  static const char * const words[] = {
    "cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaLaunchKernelEx", NULL
  };

  return is_triple (&names->source, index) ||
         _loom_source_is_any (&names->source, index, words);
}

static void
sum_up (guint32      *sums,
        const guint8 *marks,
        guint         n,
        guint8        mark)
{
  sums[0] = 0;
  for (guint i = 0; i < n; i++)
    sums[i + 1] = sums[i] + ((marks[i] & mark) != 0);
}

/* What of the text matters: the calls themselves, then calls of functions that have some. */
static void
mark (LoomSourceWalk *self)
{
  LoomSourceNames *names = self->names;
  const GArray *bodies = names->scan->bodies;
  const guint n = names->source.n;
  g_autofree guint8 *marks = g_new0 (guint8, n + 1);
  gboolean is_changed = TRUE;

  for (guint i = 0; i < n; i++)
    {
      gboolean acts;

      if (is_launching (names, i))
        marks[i] = 3;
      else if (is_identifier (&names->source, i) && _loom_walk_is_runtime (names, i, &acts))
        marks[i] = acts ? 3 : 1;
    }
  for (guint pass = 0; is_changed && pass < MAX_PASSES; pass++)
    {
      is_changed = FALSE;
      sum_up (self->matters, marks, n, 1);
      sum_up (self->acts, marks, n, 2);
      for (guint i = 0; i < bodies->len; i++)
        {
          const LoomSourceBody *body = &g_array_index (bodies, LoomSourceBody, i);
          const guint end = MIN (body->end, n);
          const guint8 own = body->paren != body->first || body->is_global ? 0
                             : is_mattering (self, body->paren, end) |
                               is_acting (self, body->paren, end) << 1;
          GArray *places = own > 0 ? _loom_source_names_list (names, body->name) : NULL;

          for (guint k = 0; places != NULL && k < places->len; k++)
            {
              const guint at = g_array_index (places, guint, k);

              if (at == body->paren - 1 || (marks[at] & own) == own)
                continue;
              marks[at] |= own;
              is_changed = TRUE;
            }
        }
    }
  sum_up (self->matters, marks, n, 1);
  sum_up (self->acts, marks, n, 2);
}

/* -- One function -- */

static void
array_clear (gpointer data)
{
  g_free (((LoomWalkArray *) data)->bytes_text);
}

static void
begin (LoomSourceWalk *self)
{
  self->held = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->lost = g_hash_table_new (NULL, NULL);
  self->dirty = g_hash_table_new (NULL, NULL);
  self->sources = g_hash_table_new (NULL, NULL);
  self->streams = g_hash_table_new (NULL, NULL);
  self->arrays = g_array_new (FALSE, FALSE, sizeof (LoomWalkArray));
  g_array_set_clear_func (self->arrays, array_clear);
  self->steps = _loom_round_list_new ();
  self->frame = NULL;
  self->fuel = MIN (self->reserve, FUEL);
  self->reserve -= self->fuel;
  self->argc = self->device = NULL;
  self->uses_argc = FALSE;
  self->n_loops = self->n_nested = 0;
  self->result_first = self->result_end = LOOM_NOWHERE;
}

static void
end (LoomSourceWalk *self)
{
  self->reserve += self->fuel;
  g_hash_table_unref (self->held);
  g_hash_table_unref (self->lost);
  g_hash_table_unref (self->dirty);
  g_hash_table_unref (self->sources);
  g_hash_table_unref (self->streams);
  g_array_unref (self->arrays);
  g_ptr_array_unref (self->steps);
}

static gboolean
has_launch (const GPtrArray *steps)
{
  for (guint i = 0; i < steps->len; i++)
    {
      const LoomRoundStep *step = steps->pdata[i];

      if ((step->body != NULL && has_launch (step->body)) ||
          (!step->is_note && g_str_has_prefix (step->text, "launch ")))
        return TRUE;
    }
  return FALSE;
}

/* `main (int argc, char **argv)`: a program that is started without arguments. */
static void
set_argc (LoomSourceWalk       *self,
          const LoomSourceBody *function)
{
  guint first, end;

  if (strcmp (function->name, "main") != 0 ||
      !_loom_source_names_get_argument (self->names, function->paren, 0, &first, &end) ||
      end < first + 2)
    return;
  /* as the function declares it */
  self->argc = _loom_walk_intern (self, "#0.%u.%.*s", end - 1,
                                  (int) get_token (&self->names->source, end - 1)->length,
                                  self->names->source.text +
                                  get_token (&self->names->source, end - 1)->offset);
  _loom_walk_put (self, &(LoomPlace) { .key = self->argc, .number = LOOM_NUMBER_INT },
                  (LoomHeld) { LOOM_HELD_NUMBER, .number = { LOOM_NUMBER_INT, 1, 0 } });
}

static void
follow (LoomSourceWalk       *self,
        const LoomSourceBody *function,
        gboolean              with_argc)
{
  begin (self);
  if (with_argc)
    set_argc (self, function);
  _loom_walk_function (self, function, function->paren - 1);
  self->frame = NULL;
}

static void
add_arrays (LoomSourceWalk  *self,
            LoomSourceSteps *steps)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      const LoomWalkArray *array = &g_array_index (self->arrays, LoomWalkArray, i);

      if (array->is_touched)
        loom_source_steps_add_array (steps, array->name, &array->bytes);
    }
}

/* Names that no counter of a loop may have. */
static GHashTable *
list_taken (LoomSourceWalk *self)
{
  static const char * const words[] = { "host", "cols", "rows", "planes", "size" };
  GHashTable *taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_hash_table_add (taken, (gpointer) words[i]);
  for (guint i = 0; i < self->arrays->len; i++)
    g_hash_table_add (taken, (gpointer) g_array_index (self->arrays, LoomWalkArray, i).name);
  return taken;
}

static GHashTable *
list_launched (LoomSourceWalk *self)
{
  GHashTable *launched = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->arrays->len; i++)
    if (g_array_index (self->arrays, LoomWalkArray, i).is_launched)
      g_hash_table_add (launched, (gpointer) g_array_index (self->arrays, LoomWalkArray, i).name);
  return launched;
}

/* What cannot be written is said instead of all of it. */
static LoomSourceSteps *
write_steps (LoomSourceWalk       *self,
             const LoomSourceBody *function)
{
  LoomSourceSteps *steps = loom_source_steps_new (function->name);
  g_autoptr (GHashTable) taken = list_taken (self), launched = list_launched (self);
  const guint line = get_line (self, function->paren);

  if (self->fuel == 0)
    loom_source_steps_add (steps, 0, line, TRUE,
                           _("it does more than is followed; nothing of it is taken for steps"));
  else if (self->argc != NULL && self->uses_argc)
    loom_source_steps_add (steps, 0, line, TRUE, _("as without arguments of the command line"));
  if (self->fuel > 0 && _loom_round_list_write (self->steps, taken, launched, steps))
    {
      add_arrays (self, steps);
      return steps;
    }
  if (self->fuel == 0)
    return steps;
  loom_source_steps_free (steps);
  steps = loom_source_steps_new (function->name);
  loom_source_steps_add (steps, 0, line, TRUE,
                         _("rounds of a loop differ from each other, and one by one they are more "
                           "than [steps] may have"));
  return steps;
}

/* A function, begun by nobody that is known. */
static void
read_function (LoomSourceWalk       *self,
               const LoomSourceBody *function,
               GPtrArray            *all)
{
  follow (self, function, TRUE);
  if (!has_launch (self->steps) && self->uses_argc)
    {
      end (self);
      follow (self, function, FALSE);
    }
  if (self->fuel == 0 || self->steps->len > 0)
    g_ptr_array_add (all, write_steps (self, function));
  end (self);
}

/* -- All functions -- */

static gboolean
is_in (LoomSourceNames      *names,
       guint                 index,
       const LoomSourceBody *body)
{
  return index >= body->first && index < MIN (body->end, names->source.n);
}

/* Whether another function that has not been followed calls it. */
static gboolean
is_called (LoomSourceWalk       *self,
           const LoomSourceBody *function)
{
  const GArray *places = _loom_source_names_list (self->names, function->name);

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const guint at = g_array_index (places, guint, i);
      const LoomSourceBody *caller = _loom_source_names_get_function (self->names, at);

      if (at != function->paren - 1 && caller != NULL && !is_in (self->names, at, function) &&
          !g_hash_table_contains (self->followed, caller))
        return TRUE;
    }
  return FALSE;
}

static gboolean
launches (LoomSourceWalk       *self,
          const LoomSourceBody *body)
{
  return body->paren == body->first && !body->is_global &&
         is_acting (self, body->paren, MIN (body->end, self->names->source.n)) &&
         !is_conditional (self->names, body->paren);
}

static void
read_all (LoomSourceWalk *self,
          GPtrArray      *all)
{
  const GArray *bodies = self->names->scan->bodies;

  /* main first, then whoever nobody calls */
  for (guint pass = 0; pass < 3; pass++)
    for (guint i = 0; i < bodies->len && all->len < MAX_ROOTS; i++)
      {
        const LoomSourceBody *body = &g_array_index (bodies, LoomSourceBody, i);

        if (!launches (self, body) || g_hash_table_contains (self->followed, body) ||
            (pass == 0 && strcmp (body->name, "main") != 0) ||
            (pass == 1 && is_called (self, body)))
          continue;
        read_function (self, body, all);
      }
  for (guint i = all->len; i > 0; i--)
    {
      const LoomSourceSteps *steps = all->pdata[i - 1];
      gboolean has_steps = FALSE;

      for (guint k = 0; k < steps->steps->len; k++)
        has_steps |= ((LoomReadStep *) steps->steps->pdata[k])->is_note ||
                     g_str_has_prefix (((LoomReadStep *) steps->steps->pdata[k])->text, "launch");
      if (!has_steps)
        g_ptr_array_remove_index (all, i - 1);
    }
}

/**
 * loom_source_steps_read:
 * @text: a source, without its settings; any bytes
 *
 * Follows the functions of the host that launch, as they are executed: main first, then those that
 * nobody of the source calls. Loops whose rounds are alike become one, pointers that change places
 * become swaps. A step is only what is certain; where something is not, a note stands instead.
 *
 * Returns: (transfer full) (element-type LoomSourceSteps): those of each function
 */
GPtrArray *
loom_source_steps_read (const char *text,
                        gsize       length)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_source_steps_free);
  LoomSourceExpansion expansion;
  g_autoptr (LoomSourceScan) scan = NULL;
  LoomSourceNames names;
  LoomSourceWalk walk = { .names = &names };

  g_return_val_if_fail (text != NULL || length == 0, all);

  _loom_source_expansion_init (&expansion, LOOM_VIEW_HOST, text, length);
  scan = _loom_source_scan_new_of (&expansion);
  _loom_source_scan_add_members (scan);
  _loom_source_names_init (&names, scan);
  names.doubtful = expansion.doubtful;
  names.reader = _loom_walk_reader;
  names.reader_data = &walk;
  walk.texts = g_string_chunk_new (4096);
  walk.members = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  walk.reserve = RESERVE;
  walk.foreign = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  walk.declared = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  walk.changed = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  walk.followed = g_hash_table_new (NULL, NULL);
  walk.idle = g_hash_table_new (NULL, NULL);
  walk.matters = g_new0 (guint32, names.source.n + 1);
  walk.acts = g_new0 (guint32, names.source.n + 1);
  mark (&walk);
  read_all (&walk, all);

  g_hash_table_unref (walk.members);
  g_hash_table_unref (walk.foreign);
  g_hash_table_unref (walk.declared);
  g_hash_table_unref (walk.changed);
  g_hash_table_unref (walk.followed);
  g_hash_table_unref (walk.idle);
  g_free (walk.matters);
  g_free (walk.acts);
  g_string_chunk_free (walk.texts);
  _loom_source_names_clear (&names);
  g_clear_pointer (&scan, loom_source_scan_free);
  _loom_source_expansion_clear (&expansion);
  return all;
}
