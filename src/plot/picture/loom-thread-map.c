/* loom-thread-map.c: the grid that a run launched, as a picture: colours and words
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-thread-map-private.h"

#include "loom-coder-private.h"
#include "loom-number.h"
#include "loom-sentence.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define MOST_ENTRIES 6          /* of a legend whose colours go on */
#define LANES_APART 8           /* in a legend of lanes */

static const struct
{
  const char *title;
  LoomLens    lens;             /* whose colours it has; LOOM_N_LENSES: its own */
} lenses[LOOM_N_THREAD_LENSES] = {
  [LOOM_THREAD_LENS_STATE] = { N_("What Became of It"), LOOM_N_LENSES },
  [LOOM_THREAD_LENS_BLOCK] = { N_("Block"), LOOM_LENS_BLOCK },
  [LOOM_THREAD_LENS_WARP] = { N_("Warp"), LOOM_LENS_WARP },
  [LOOM_THREAD_LENS_LANE] = { N_("Lane"), LOOM_LENS_LANE },
};

static const struct
{
  LoomMeaning  meaning;
  const char  *title;
} states[LOOM_N_THREAD_STATES] = {
  /* Translators: what became of a thread, in a legend and behind the thread's name */
  [LOOM_THREAD_NOT_RUN] = { LOOM_MEANING_UNWRITTEN, N_("not run") },
  [LOOM_THREAD_SENT_HOME] = { LOOM_MEANING_GHOST, N_("sent home by a guard") },
  [LOOM_THREAD_NO_STORE] = { LOOM_MEANING_ONLY_READ, N_("only read") },
  [LOOM_THREAD_STORED] = { LOOM_MEANING_COVERED, N_("stored") },
  [LOOM_THREAD_STOPPED] = { LOOM_MEANING_EXTRA, N_("stopped with its block") },
  [LOOM_THREAD_WAITING] = { LOOM_MEANING_REWRITTEN, N_("waiting at a barrier") },
  [LOOM_THREAD_TRAPPED] = { LOOM_MEANING_MISSED, N_("trapped") },
};

/**
 * loom_thread_lens_get_title:
 *
 * Returns: its name for people
 */
const char *
loom_thread_lens_get_title (LoomThreadLens lens)
{
  g_return_val_if_fail (lens < LOOM_N_THREAD_LENSES, NULL);

  return _(lenses[lens].title);
}

/**
 * loom_thread_state_get_title:
 *
 * Returns: what became of a thread, behind its name
 */
const char *
loom_thread_state_get_title (LoomThreadState state)
{
  g_return_val_if_fail (state < LOOM_N_THREAD_STATES, NULL);

  return _(states[state].title);
}

/* Counts what became of threads, and finds the gravest of each block. */
static void
look_at_states (LoomThreadMap *self)
{
  const LoomThreadLayout *layout = &self->layout;
  const guint8 *state = self->states;

  for (guint64 block = 0; block < layout->blocks; block++)
    {
      guint8 gravest = 0;

      for (guint64 thread = 0; thread < layout->per_block; thread++, state++)
        {
          self->counts[*state]++;
          gravest = MAX (gravest, *state);
        }
      if (gravest < LOOM_FIRST_ALARM)
        continue;
      if (self->alarms == NULL)
        self->alarms = g_new0 (guint8, layout->blocks);
      self->alarms[block] = gravest;
    }
}

static const guint8 *
find_states (const LoomThreadMap *self)
{
  const LoomProfile *profile = self->run->profile;
  const guint8 *bytes;
  gsize size;

  if (profile == NULL || profile->states == NULL)
    return NULL;
  bytes = g_bytes_get_data (profile->states, &size);
  return size == self->layout.threads ? bytes : NULL;
}

/**
 * loom_thread_map_new:
 * @run: a run
 * @lens: how its threads are coloured
 * @dark: whether for a dark background
 *
 * Returns: (transfer full) (nullable): the picture of its grid; %NULL where it has none
 */
LoomThreadMap *
loom_thread_map_new (LoomRun        *run,
                     LoomThreadLens  lens,
                     gboolean        dark)
{
  g_autoptr (LoomThreadMap) self = NULL;
  LoomView view;

  g_return_val_if_fail (run != NULL && lens < LOOM_N_THREAD_LENSES, NULL);

  self = g_new0 (LoomThreadMap, 1);
  self->run = loom_run_ref (run);
  self->lens = lens;
  self->dark = dark;
  if (!loom_thread_layout_init (&self->layout, &run->grid, &run->block))
    return NULL;
  loom_view_init (&view, NULL);
  view.dark = dark;
  view.lens = lenses[lens].lens != LOOM_N_LENSES ? lenses[lens].lens : LOOM_LENS_BLOCK;
  loom_coder_init (&self->coder, run, NULL, &view);
  self->states = find_states (self);
  if (self->states != NULL)
    look_at_states (self);
  return g_steal_pointer (&self);
}

void
loom_thread_map_free (LoomThreadMap *self)
{
  if (self == NULL)
    return;

  loom_coder_clear (&self->coder);
  loom_run_unref (self->run);
  g_free (self->alarms);
  g_free (self);
}

/**
 * loom_thread_map_get_layout:
 *
 * Returns: (transfer none): where its threads lie
 */
const LoomThreadLayout *
loom_thread_map_get_layout (const LoomThreadMap *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->layout;
}

/**
 * loom_thread_map_get_obstacle:
 *
 * Returns: (nullable): why its lens tells nothing, in the user's language
 */
const char *
loom_thread_map_get_obstacle (const LoomThreadMap *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->lens == LOOM_THREAD_LENS_STATE && self->states == NULL
         ? _("This run was not profiled.") : NULL;
}

/**
 * loom_thread_map_count:
 * @state: what became of threads
 *
 * Returns: of how many; 0 where that is not known
 */
guint64
loom_thread_map_count (const LoomThreadMap *self,
                       LoomThreadState      state)
{
  g_return_val_if_fail (self != NULL && state < LOOM_N_THREAD_STATES, 0);

  return self->counts[state];
}

/**
 * loom_thread_map_get_site:
 * @thread: a linear number
 * @site: (out): its block, and its place in there
 */
void
loom_thread_map_get_site (const LoomThreadMap *self,
                          guint64              thread,
                          LoomSite            *site)
{
  g_return_if_fail (self != NULL && thread < self->layout.threads);

  loom_site_unpack (site, &self->layout.grid, &self->layout.block, thread);
}

LoomPaint
_loom_thread_map_get_state_paint (const LoomThreadMap *self,
                                  LoomThreadState      state)
{
  return loom_color_scale_meaning (states[state].meaning, self->dark);
}

/* Where it is not known what became of it, it has no colour of its own. */
LoomPaint
_loom_thread_map_get_paint (const LoomThreadMap *self,
                            guint64              thread)
{
  LoomOwner owner = { .block = LOOM_NO_WRITER };

  if (self->lens == LOOM_THREAD_LENS_STATE)
    return _loom_thread_map_get_state_paint (self, self->states != NULL ? self->states[thread]
                                                                        : LOOM_THREAD_NOT_RUN);
  _loom_coder_find_owner (&self->coder, thread, &owner);
  return self->coder.fills[self->coder.facts->get_code (&self->coder, &owner)];
}

/**
 * loom_thread_map_dup_thread_text:
 * @thread: a linear number
 *
 * Returns: (transfer full): which thread it is, its lane and warp, and what became of it
 */
char *
loom_thread_map_dup_thread_text (const LoomThreadMap *self,
                                 guint64              thread)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL && thread < self->layout.threads, NULL);

  text = loom_sentence_of_lane (&self->coder, thread);
  if (self->states == NULL)
    return g_steal_pointer (&text);
  /* Translators: a thread, and what became of it: “…: sent home by a guard” */
  return g_strdup_printf (_("%1$s: %2$s"), text,
                          loom_thread_state_get_title (self->states[thread]));
}

/**
 * loom_thread_map_dup_sentence:
 *
 * Returns: (transfer full): how many threads, warps and blocks there are, and what became of them
 */
char *
loom_thread_map_dup_sentence (const LoomThreadMap *self)
{
  g_autofree char *threads = NULL, *blocks = NULL, *warps = NULL;
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  text = g_string_new (NULL);
  threads = loom_typeset_count (self->layout.threads);
  blocks = loom_typeset_count (self->layout.blocks);
  warps = loom_typeset_count (_loom_coder_get_warps (&self->coder) * self->layout.blocks);
  /* Translators: all are numbers of a launch, and may be 1 */
  g_string_printf (text, _("Threads: %1$s, warps: %2$s, blocks: %3$s"), threads, warps, blocks);
  for (guint state = 0; state < LOOM_N_THREAD_STATES; state++)
    if (self->counts[state] > 0)
      {
        g_autofree char *n = loom_typeset_count (self->counts[state]);

        g_string_append_printf (text, "; %s: %s", loom_thread_state_get_title (state), n);
      }
  return g_string_free (text, FALSE);
}

static void
take_entry (GArray    *entries,
            LoomPaint  paint,
            char      *text)
{
  g_array_append_val (entries, ((LoomThreadEntry) { paint, text }));
}

static void
clear_entry (gpointer entry)
{
  g_free (((LoomThreadEntry *) entry)->text);
}

/* Those that occur. */
static void
add_states (const LoomThreadMap *self,
            GArray              *entries)
{
  for (guint state = 0; state < LOOM_N_THREAD_STATES; state++)
    if (self->counts[state] > 0)
      take_entry (entries, _loom_thread_map_get_state_paint (self, state),
                  g_strdup (loom_thread_state_get_title (state)));
}

static void
add_lanes (const LoomThreadMap *self,
           GArray              *entries)
{
  for (guint lane = 0; lane < MIN (self->layout.per_block, LOOM_WARP_LANES); lane += LANES_APART)
    take_entry (entries, _loom_thread_map_get_paint (self, lane),
                g_strdup_printf (_("lane %u"), lane));
}

/* The first blocks, or the first warps of a block. */
static void
add_first (const LoomThreadMap *self,
           GArray              *entries)
{
  const gboolean warps = self->lens == LOOM_THREAD_LENS_WARP;
  const guint64 all = warps ? _loom_coder_get_warps (&self->coder) : self->layout.blocks;
  const guint64 step = warps ? LOOM_WARP_LANES : self->layout.per_block;

  for (guint64 i = 0; i < MIN (all, MOST_ENTRIES); i++)
    take_entry (entries, _loom_thread_map_get_paint (self, i * step),
                self->coder.facts->name_category (&self->coder, i));
  if (all > MOST_ENTRIES)
    take_entry (entries, (LoomPaint) { 0 }, g_strdup ("…"));
}

GArray *
_loom_thread_map_list_entries (const LoomThreadMap *self)
{
  static void (* const add[LOOM_N_THREAD_LENSES]) (const LoomThreadMap *, GArray *) = {
    [LOOM_THREAD_LENS_STATE] = add_states,
    [LOOM_THREAD_LENS_BLOCK] = add_first,
    [LOOM_THREAD_LENS_WARP] = add_first,
    [LOOM_THREAD_LENS_LANE] = add_lanes,
  };
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (LoomThreadEntry));

  g_array_set_clear_func (entries, clear_entry);
  add[self->lens] (self, entries);
  return entries;
}
