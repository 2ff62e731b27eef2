/* loom-replayer.c: a thread that is replayed, at one of its steps
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replayer.h"

#include "loom-class.h"

#include <glib/gi18n-lib.h>

#define PAGE 2048u              /* steps */
#define MAX_PAGES 4u            /* that are kept: those that were looked at last */

/* Some steps, and the state at one of them. */
typedef struct
{
  LoomRun         *run;         /* owns the steps */
  LoomReplayState *state;
} Part;

struct _LoomReplayer
{
  GObject    parent_instance;

  LoomRun   *run;               /* that is replayed, or NULL */
  LoomSite   thread;
  Part      *path;              /* what the thread did, or NULL */
  GQueue     pages;             /* (element-type Part) the one that was looked at last first */
  guint64    at;                /* step, from 1; 0: none is known */
  char      *error;             /* or NULL */
  gboolean   is_watched;        /* somebody looks at it */
};

G_DEFINE_FINAL_TYPE (LoomReplayer, loom_replayer, G_TYPE_OBJECT)

static void
part_free (gpointer data)
{
  Part *self = data;

  loom_replay_state_free (self->state);
  loom_run_unref (self->run);
  g_free (self);
}

static Part *
part_new (LoomRun *run)
{
  Part *self = g_new (Part, 1);

  self->run = loom_run_ref (run);
  self->state = loom_replay_state_new (run->replay);
  return self;
}

static gboolean
part_has (const Part *self,
          guint64     at)
{
  const LoomReplay *replay = self->run->replay;

  return at > replay->target.first && at <= replay->target.first + replay->steps->len;
}

static void
clear (LoomReplayer *self)
{
  g_clear_pointer (&self->run, loom_run_unref);
  g_clear_pointer (&self->path, part_free);
  g_queue_clear_full (&self->pages, part_free);
  g_clear_pointer (&self->error, g_free);
  self->at = 0;
}

static void
loom_replayer_finalize (GObject *object)
{
  LoomReplayer *self = LOOM_REPLAYER (object);

  clear (self);

  G_OBJECT_CLASS (loom_replayer_parent_class)->finalize (object);
}

static void
loom_replayer_class_init (LoomReplayerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_replayer_finalize;

  LOOM_SIGNAL_NEW (klass, "changed", 0);
  LOOM_SIGNAL_NEW (klass, "wanted", 0);
  LOOM_SIGNAL_NEW (klass, "watched", 0);
}

static void
loom_replayer_init (LoomReplayer *self)
{
}

/* The page where it is, which becomes the first; or NULL. */
static Part *
find_page (LoomReplayer *self)
{
  for (GList *l = self->pages.head; l != NULL; l = l->next)
    if (part_has (l->data, self->at))
      {
        g_queue_unlink (&self->pages, l);
        g_queue_push_head_link (&self->pages, l);
        return l->data;
      }
  return NULL;
}

static void
tell (LoomReplayer *self)
{
  LoomReplayTarget target;

  g_signal_emit_by_name (self, "changed");
  if (loom_replayer_get_missing (self, &target))
    g_signal_emit_by_name (self, "wanted");
}

/**
 * loom_replayer_begin:
 * @run: that is shown
 * @thread: a thread of its launch
 *
 * Begins to replay a thread, at its first step. What was replayed before is forgotten.
 */
void
loom_replayer_begin (LoomReplayer   *self,
                     LoomRun        *run,
                     const LoomSite *thread)
{
  g_return_if_fail (LOOM_IS_REPLAYER (self));
  g_return_if_fail (run != NULL && thread != NULL);

  loom_run_ref (run);
  clear (self);
  self->run = run;
  self->thread = *thread;
  tell (self);
}

/**
 * loom_replayer_forget:
 *
 * Replays nothing any more.
 */
void
loom_replayer_forget (LoomReplayer *self)
{
  g_return_if_fail (LOOM_IS_REPLAYER (self));

  if (self->run == NULL)
    return;
  clear (self);
  g_signal_emit_by_name (self, "changed");
}

static void
take_path (LoomReplayer *self,
           LoomRun      *answer)
{
  g_clear_pointer (&self->path, part_free);
  self->path = part_new (answer);
  if (answer->replay->total == 0)
    self->error = g_strdup (_("This thread did not execute anything: its block never ran."));
  else
    self->at = CLAMP (self->at, 1, answer->replay->total);
}

/**
 * loom_replayer_take:
 * @answer: (nullable): a run with the steps that were missing
 * @error: (nullable): why there is none
 *
 * Answers what was missing.
 */
void
loom_replayer_take (LoomReplayer *self,
                    LoomRun      *answer,
                    const GError *error)
{
  g_return_if_fail (LOOM_IS_REPLAYER (self));

  if (self->run == NULL)
    return;
  if (answer == NULL || answer->replay == NULL)
    self->error = g_strdup (error != NULL ? error->message : "");
  else if (!answer->replay->target.warp)
    take_path (self, answer);
  else if (answer->replay->steps->len == 0)
    self->error = g_strdup (_("This launch does not run the same way twice, so its steps cannot be "
                              "told again."));
  else
    {
      g_queue_push_head (&self->pages, part_new (answer));
      if (self->pages.length > MAX_PAGES)
        part_free (g_queue_pop_tail (&self->pages));
    }
  tell (self);
}

/**
 * loom_replayer_get_missing:
 * @target: (out): what to ask for next
 *
 * Returns: whether more is to be known where it is
 */
gboolean
loom_replayer_get_missing (LoomReplayer     *self,
                           LoomReplayTarget *target)
{
  g_return_val_if_fail (LOOM_IS_REPLAYER (self), FALSE);

  *target = (LoomReplayTarget) { .block = self->thread.block, .thread = self->thread.thread };
  if (self->run == NULL || self->error != NULL)
    return FALSE;
  if (self->path == NULL || !part_has (self->path, self->at))
    {
      target->first = self->at > LOOM_REPLAY_MAX_STEPS / 2 ? self->at - LOOM_REPLAY_MAX_STEPS / 2
                                                           : 0;
      target->n_steps = LOOM_REPLAY_MAX_STEPS;
      return TRUE;
    }
  target->first = (self->at - 1) / PAGE * PAGE;
  target->n_steps = PAGE;
  target->warp = TRUE;
  return find_page (self) == NULL;
}

/**
 * loom_replayer_get_run:
 *
 * Returns: (transfer none) (nullable): the run that is replayed; %NULL: none is
 */
LoomRun *
loom_replayer_get_run (LoomReplayer *self)
{
  g_return_val_if_fail (LOOM_IS_REPLAYER (self), NULL);

  return self->run;
}

/**
 * loom_replayer_get_thread:
 *
 * Returns: (transfer none) (nullable): the thread that is replayed
 */
const LoomSite *
loom_replayer_get_thread (LoomReplayer *self)
{
  g_return_val_if_fail (LOOM_IS_REPLAYER (self), NULL);

  return self->run != NULL ? &self->thread : NULL;
}

/**
 * loom_replayer_get_error:
 *
 * Returns: (transfer none) (nullable): why nothing more is known
 */
const char *
loom_replayer_get_error (LoomReplayer *self)
{
  g_return_val_if_fail (LOOM_IS_REPLAYER (self), NULL);

  return self->error;
}

/**
 * loom_replayer_get_total:
 *
 * Returns: how many steps the thread made; 0: that is not known yet
 */
guint64
loom_replayer_get_total (LoomReplayer *self)
{
  g_return_val_if_fail (LOOM_IS_REPLAYER (self), 0);

  return self->path != NULL ? self->path->run->replay->total : 0;
}

/**
 * loom_replayer_get_at:
 *
 * Returns: the step that was made last, from 1; 0: none is known
 */
guint64
loom_replayer_get_at (LoomReplayer *self)
{
  g_return_val_if_fail (LOOM_IS_REPLAYER (self), 0);

  return self->at;
}

/**
 * loom_replayer_seek:
 * @at: a step, from 1
 *
 * Goes to a step, or to the first or the last one.
 */
void
loom_replayer_seek (LoomReplayer *self,
                    guint64       at)
{
  const guint64 total = loom_replayer_get_total (self);

  g_return_if_fail (LOOM_IS_REPLAYER (self));

  if (total == 0 || CLAMP (at, 1, total) == self->at)
    return;
  self->at = CLAMP (at, 1, total);
  tell (self);
}

static Part *
find_part (LoomReplayer *self)
{
  Part *page = find_page (self);

  return page != NULL                                                  ? page
         : self->path != NULL && part_has (self->path, self->at) ? self->path
                                                                       : NULL;
}

/**
 * loom_replayer_get_state:
 *
 * Returns: (transfer none) (nullable): what registers hold after the step, of the warp's lanes or
 *   of the thread alone as far as that is known; valid until something changes
 */
const LoomReplayState *
loom_replayer_get_state (LoomReplayer *self)
{
  Part *part;

  g_return_val_if_fail (LOOM_IS_REPLAYER (self), NULL);

  part = find_part (self);
  if (part != NULL)
    loom_replay_state_seek (part->state, (guint) (self->at - part->run->replay->target.first));
  return part != NULL ? part->state : NULL;
}

/**
 * loom_replayer_get_place:
 *
 * Returns: (transfer none) (nullable): where the warp was at the step
 */
const LoomReplayPlace *
loom_replayer_get_place (LoomReplayer *self)
{
  const Part *part;

  g_return_val_if_fail (LOOM_IS_REPLAYER (self), NULL);

  part = find_part (self);
  return part != NULL
             ? loom_replay_get_place (part->run->replay,
                                      (guint) (self->at - 1 - part->run->replay->target.first))
             : NULL;
}

/**
 * loom_replayer_get_instruction:
 *
 * Returns: (transfer none) (nullable): the instruction of the step
 */
const LoomTraceInstruction *
loom_replayer_get_instruction (LoomReplayer *self)
{
  const Part *part = find_part (self);
  const LoomReplayPlace *place = loom_replayer_get_place (self);

  return place != NULL ? part->run->replay->instructions->pdata[place->instruction] : NULL;
}

/**
 * loom_replayer_set_watched:
 * @is_watched: whether somebody looks at it
 *
 * Says whether what the step accesses is to be pointed at elsewhere.
 */
void
loom_replayer_set_watched (LoomReplayer *self,
                           gboolean      is_watched)
{
  g_return_if_fail (LOOM_IS_REPLAYER (self));

  self->is_watched = is_watched;
  g_signal_emit_by_name (self, "watched");
}

/**
 * loom_replayer_get_access:
 * @array: (out): the name of the array
 *
 * Returns: (transfer none) (nullable): what the step accesses of an array, while somebody looks at
 *   it
 */
const LoomReplayAccess *
loom_replayer_get_access (LoomReplayer  *self,
                          const char   **array)
{
  const LoomReplayState *state = self->is_watched ? loom_replayer_get_state (self) : NULL;

  if (state == NULL || !state->has_access || state->access.array < 0 ||
      (state->access.space != LOOM_SPACE_GLOBAL && state->access.space != LOOM_SPACE_CONSTANT))
    return NULL;
  *array = state->replay->arrays->pdata[state->access.array];
  return &state->access;
}

/* -- Lines of the source -- */

/* The line of a step of the path, of the document; 0: it has none. */
static guint
get_line (LoomReplayer *self,
          guint         index)
{
  const LoomReplay *replay = self->path->run->replay;
  const LoomTraceInstruction *instruction
      = replay->instructions->pdata[loom_replay_get_place (replay, index)->instruction];

  return instruction->file == NULL ? instruction->line : 0;
}

static gboolean
has_path (LoomReplayer *self)
{
  return self->path != NULL && part_has (self->path, self->at);
}

/**
 * loom_replayer_find_next_line:
 *
 * Returns: the next step that is of another line; the last one that is known, if there is none
 */
guint64
loom_replayer_find_next_line (LoomReplayer *self)
{
  guint64 first;
  guint index, line, n;

  g_return_val_if_fail (LOOM_IS_REPLAYER (self), 0);

  if (!has_path (self))
    return self->at;
  first = self->path->run->replay->target.first;
  n = self->path->run->replay->steps->len;
  index = (guint) (self->at - 1 - first);
  line = get_line (self, index);
  while (index + 1 < n && (get_line (self, index) == line || get_line (self, index) == 0))
    index++;
  return first + index + 1;
}

/**
 * loom_replayer_find_previous_line:
 *
 * Returns: the step with which the line before this one began; the first one that is known, if
 *   there is none
 */
guint64
loom_replayer_find_previous_line (LoomReplayer *self)
{
  guint64 first;
  guint index, line;

  g_return_val_if_fail (LOOM_IS_REPLAYER (self), 0);

  if (!has_path (self))
    return self->at;
  first = self->path->run->replay->target.first;
  index = (guint) (self->at - 1 - first);
  line = get_line (self, index);
  while (index > 0 && (get_line (self, index) == line || get_line (self, index) == 0))
    index--;
  line = get_line (self, index);
  while (index > 0 && get_line (self, index - 1) == line)
    index--;
  return first + index + 1;
}

/**
 * loom_replayer_find_line:
 * @line: of the document, from 1
 *
 * Returns: the next step of a line that is not of it now, counted round; where it is, if there is
 *   none
 */
guint64
loom_replayer_find_line (LoomReplayer *self,
                         guint         line)
{
  guint64 first;
  guint n, index;

  g_return_val_if_fail (LOOM_IS_REPLAYER (self), 0);

  if (!has_path (self))
    return self->at;
  first = self->path->run->replay->target.first;
  n = self->path->run->replay->steps->len;
  index = (guint) (self->at - 1 - first);
  for (guint i = 1; i <= n; i++)
    {
      const guint next = (index + i) % n;

      if (get_line (self, next) == line && (next == 0 || get_line (self, next - 1) != line))
        return first + next + 1;
    }
  return self->at;
}
