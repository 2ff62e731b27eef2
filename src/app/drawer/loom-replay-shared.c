/* loom-replay-shared.c: shared memory of the block that is replayed
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-replay-shared.h"

#include "loom-type.h"

#include <string.h>

#define WORD 4u                 /* bytes */
#define WORDS 4u                /* in a line */
#define LINE (WORD * WORDS)
#define OFFSET_WIDTH 8          /* characters */
#define WORD_WIDTH 13           /* more than any number takes */

struct _LoomReplayShared
{
  GObject        parent_instance;

  GtkTextView   *view;          /* borrowed: it is the pane's, as this is */
  GtkTextBuffer *buffer;
  GtkTextTag    *changed, *accessed;
  GByteArray    *shown;
  LoomScalar     scalar;        /* that words are shown as */
};

G_DEFINE_FINAL_TYPE (LoomReplayShared, loom_replay_shared, G_TYPE_OBJECT)

static void
loom_replay_shared_finalize (GObject *object)
{
  LoomReplayShared *self = LOOM_REPLAY_SHARED (object);

  g_byte_array_unref (self->shown);

  G_OBJECT_CLASS (loom_replay_shared_parent_class)->finalize (object);
}

static void
loom_replay_shared_class_init (LoomReplaySharedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_replay_shared_finalize;
}

static void
loom_replay_shared_init (LoomReplayShared *self)
{
  self->shown = g_byte_array_new ();
  self->scalar = LOOM_SCALAR_I32;
}

/**
 * loom_replay_shared_new:
 * @view: that shows it, which lives as long
 *
 * Returns: (transfer full): what fills it
 */
LoomReplayShared *
loom_replay_shared_new (GtkTextView *view)
{
  LoomReplayShared *self = g_object_new (LOOM_TYPE_REPLAY_SHARED, NULL);

  self->view = view;
  self->buffer = gtk_text_view_get_buffer (view);
  self->changed = gtk_text_buffer_create_tag (self->buffer, NULL, "weight", PANGO_WEIGHT_BOLD,
                                              NULL);
  self->accessed = gtk_text_buffer_create_tag (self->buffer, NULL, "underline",
                                               PANGO_UNDERLINE_SINGLE, NULL);
  /* Numbers run from left to right whatever the language of the interface. */
  gtk_widget_set_direction (GTK_WIDGET (view), GTK_TEXT_DIR_LTR);
  return self;
}

/* What the kernel takes words of it for, as far as its accesses tell. */
static LoomScalar
find_scalar (const LoomReplay *replay)
{
  for (guint i = 0; i < replay->instructions->len; i++)
    {
      const char *text = ((LoomTraceInstruction *) replay->instructions->pdata[i])->text;

      if (strstr (text, ".shared.") != NULL && strstr (text, ".f32") != NULL)
        return LOOM_SCALAR_F32;
      if (strstr (text, ".shared.") != NULL && strstr (text, ".u32") != NULL)
        return LOOM_SCALAR_U32;
    }
  return LOOM_SCALAR_I32;
}

static char *
dup_line (LoomReplayShared      *self,
          const LoomReplayState *state,
          guint                  line)
{
  GString *text = g_string_new (NULL);
  const guint begin = line * LINE, end = MIN (begin + LINE, state->shared->len);

  g_string_append_printf (text, "0x%0*x", OFFSET_WIDTH - 2, begin);
  for (guint at = begin; at + WORD <= end; at += WORD)
    {
      g_autofree char *number = loom_scalar_format (self->scalar, state->shared->data + at);

      g_string_append_printf (text, "%*s", WORD_WIDTH, number);
    }
  return g_string_free (text, FALSE);
}

static void
replace_line (LoomReplayShared      *self,
              const LoomReplayState *state,
              guint                  line)
{
  g_autofree char *text = dup_line (self, state, line);
  GtkTextIter begin, end;

  gtk_text_buffer_get_iter_at_line (self->buffer, &begin, (int) line);
  end = begin;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_delete (self->buffer, &begin, &end);
  gtk_text_buffer_insert (self->buffer, &begin, text, -1);
}

static guint
count_lines (const LoomReplayState *state)
{
  return (state->shared->len + LINE - 1) / LINE;
}

static void
show_all (LoomReplayShared      *self,
          const LoomReplayState *state)
{
  GString *text = g_string_new (NULL);

  for (guint line = 0; line < count_lines (state); line++)
    {
      g_autofree char *words = dup_line (self, state, line);

      g_string_append (text, words);
      if (line + 1 < count_lines (state))
        g_string_append_c (text, '\n');
    }
  gtk_text_buffer_set_text (self->buffer, text->str, (int) text->len);
  g_string_free (text, TRUE);
}

static void
show_changes (LoomReplayShared      *self,
              const LoomReplayState *state)
{
  for (guint line = 0; line < count_lines (state); line++)
    {
      const guint at = line * LINE, n = MIN (LINE, state->shared->len - at);

      if (memcmp (self->shown->data + at, state->shared->data + at, n) != 0)
        replace_line (self, state, line);
    }
}

/* The words of some bytes. */
static void
add_tag (LoomReplayShared *self,
         GtkTextTag       *tag,
         guint64           at,
         guint64           size)
{
  for (guint64 word = at / WORD; word * WORD < at + size && word * WORD + WORD <= self->shown->len;
       word++)
    {
      GtkTextIter begin, end;
      const int column = OFFSET_WIDTH + (int) (word % WORDS) * WORD_WIDTH;

      gtk_text_buffer_get_iter_at_line (self->buffer, &begin, (int) (word / WORDS));
      end = begin;
      gtk_text_iter_set_line_offset (&begin, column + 1);
      gtk_text_iter_set_line_offset (&end, column);
      gtk_text_iter_forward_chars (&end, WORD_WIDTH);
      gtk_text_buffer_apply_tag (self->buffer, tag, &begin, &end);
    }
}

static void
mark (LoomReplayShared      *self,
      const LoomReplayState *state)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  gtk_text_buffer_remove_all_tags (self->buffer, &begin, &end);
  for (guint i = 0; i < state->touched->len; i++)
    {
      const LoomReplayRange *range = &g_array_index (state->touched, LoomReplayRange, i);

      add_tag (self, self->changed, range->at, range->size);
    }
  if (!state->has_access || state->access.space != LOOM_SPACE_SHARED)
    return;
  add_tag (self, self->accessed, state->access.at, state->access.size);
  gtk_text_buffer_get_iter_at_line (self->buffer, &begin, (int) (state->access.at / LINE));
  gtk_text_view_scroll_to_iter (self->view, &begin, 0.1, FALSE, 0, 0);
}

/**
 * loom_replay_shared_update:
 * @state: after a step, with shared memory
 *
 * Shows what shared memory holds.
 */
void
loom_replay_shared_update (LoomReplayShared      *self,
                           const LoomReplayState *state)
{
  const LoomScalar scalar = find_scalar (state->replay);

  g_return_if_fail (LOOM_IS_REPLAY_SHARED (self));

  if (state->shared->len == self->shown->len && scalar == self->scalar)
    show_changes (self, state);
  else
    {
      self->scalar = scalar;
      show_all (self, state);
    }
  g_byte_array_set_size (self->shown, 0);
  g_byte_array_append (self->shown, state->shared->data, state->shared->len);
  mark (self, state);
}
