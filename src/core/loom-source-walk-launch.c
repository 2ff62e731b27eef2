/* loom-source-walk-launch.c: a launch of the host as a step, with what its arguments come to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-source-walk-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A step, or a note, in the round that is being followed. Its numbers are added by whoever has
 * any. */
void
_loom_walk_emit (LoomSourceWalk *self,
                 guint           token,
                 const char     *text)
{
  g_ptr_array_add (self->steps, _loom_round_step_new (get_line (self, token), FALSE, text));
}

void
_loom_walk_note (LoomSourceWalk *self,
                 guint           token,
                 const char     *format,
                 ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  /* a comment that ends the settings would be none */
  for (char *c = text; (c = strstr (c, "*/")) != NULL; )
    *c = ' ';
  g_ptr_array_add (self->steps, _loom_round_step_new (get_line (self, token), TRUE, text));
}

/* " on NAME"; FALSE: which stream it is can't be told. */
gboolean
_loom_walk_append_stream (LoomSourceWalk  *self,
                          LoomSourceRange  range,
                          GString         *text)
{
  const LoomHeld held = range.first < range.end ? _loom_walk_read (self, range)
                                                : (LoomHeld) { LOOM_HELD_NOTHING };

  if (held.kind == LOOM_HELD_STREAM)
    {
      g_string_append_printf (text, " on %s", held.text);
      g_hash_table_add (self->streams, (gpointer) held.text);
    }
  return held.kind == LOOM_HELD_STREAM || held.kind == LOOM_HELD_NOTHING ||
         (held.kind == LOOM_HELD_NUMBER && held.number.integer == 0);
}

/* -- Arguments -- */

typedef struct
{
  LoomSourceWalk *walk;
  guint           token;
  GString        *text;
  LoomRoundStep  *step;         /* gets the numbers */
  gboolean        is_lost;      /* it cannot be said which arrays it is given */
} Launch;

static gboolean
is_pointer (LoomSourceNames *names,
            LoomSourceRange  param)
{
  for (guint i = param.first; i < param.end; i++)
    if (has_punctuation (names, i, "*["))
      return TRUE;
  return FALSE;
}

/* Words of a launch among the steps, which no parameter can be given by. */
static gboolean
is_taken (Launch     *self,
          const char *param)
{
  static const char * const words[] = { "block", "grid", "range", "shared", "over", "on", NULL };

  if (!g_strv_contains (words, param))
    return FALSE;
  _loom_walk_note (self->walk, self->token,
                   _("%s is the name of a parameter, but a word of steps, too"), param);
  return TRUE;
}

static void
add_array (Launch          *self,
           const char      *param,
           LoomSourceRange  range)
{
  guint array;
  g_autofree char *shown = NULL;

  if (is_taken (self, param))
    {
      self->is_lost = TRUE;
      return;
    }
  if (_loom_walk_find_array (self->walk, range, &array))
    {
      LoomWalkArray *used = _loom_walk_use_array (self->walk, array);

      used->is_launched = TRUE;
      if (strcmp (used->name, param) != 0)
        g_string_append_printf (self->text, " %s=%s", param, used->name);
      return;
    }
  shown = _loom_source_names_dup_text (self->walk->names, range.first, range.end);
  _loom_walk_note (self->walk, self->token,
                   /* Translators: %1$s is an expression of C that a kernel is given for an array */
                   _("%1$s is no array as a whole that is known, so the launch of %2$s is left "
                     "out"),
                   shown != NULL ? shown : "?", self->step->text);
  self->is_lost = TRUE;
}

static void
add_number (Launch           *self,
            const char       *param,
            const LoomNumber *number)
{
  const LoomRoundType type = number->type == LOOM_NUMBER_FLOAT ? LOOM_ROUND_FLOAT
                             : number->type == LOOM_NUMBER_DOUBLE ? LOOM_ROUND_DOUBLE
                                                                  : LOOM_ROUND_INTEGER;

  if (is_taken (self, param))
    return;
  g_string_append_printf (self->text, " %s=%c", param, LOOM_ROUND_NUMBER);
  _loom_round_step_add_number (self->step, type, number->integer, number->real);
}

static void
note_unknown (Launch          *self,
              const char      *what,
              LoomSourceRange  range)
{
  g_autofree char *shown = _loom_source_names_dup_text (self->walk->names, range.first, range.end);

  /* Translators: %1$s is a parameter, or block or grid; %2$s stands for it in the source */
  _loom_walk_note (self->walk, self->token, _("%1$s is not known: %2$s"), what,
                   shown != NULL ? shown : "?");
}

static void
add_argument (Launch          *self,
              const char      *param,
              LoomSourceRange  declared,
              LoomSourceRange  range)
{
  LoomSourceWalk *walk = self->walk;
  const LoomHeld held = _loom_walk_read (walk, range);
  const gboolean has_name = *param != '\0';

  if (is_pointer (walk->names, declared) || held.kind == LOOM_HELD_ARRAY ||
      held.kind == LOOM_HELD_PART || held.kind == LOOM_HELD_NOTHING)
    {
      if (has_name)
        add_array (self, param, range);
      else
        note_unknown (self, "?", range);
    }
  else if (has_name && held.kind == LOOM_HELD_NUMBER)
    add_number (self, param, &held.number);
  else
    note_unknown (self, has_name ? param : "?", range);
}

static void
add_extent (Launch          *self,
            const char      *key,
            LoomSourceRange  range)
{
  LoomReadExtent extent = { .rank = 3 };
  guint rank = 3;

  if (!_loom_walk_read_extent (self->walk, range, extent.axes) ||
      !loom_read_extent_is_certain (&extent))
    {
      note_unknown (self, key, range);
      return;
    }
  while (rank > 1 && extent.axes[rank - 1].value == 1)
    rank--;
  g_string_append_printf (self->text, " %s=", key);
  for (guint i = 0; i < rank; i++)
    g_string_append_printf (self->text, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "",
                            extent.axes[i].value);
}

static void
add_shared (Launch          *self,
            LoomSourceRange  range)
{
  gint64 bytes;

  if (range.first >= range.end)
    return;
  if (!_loom_source_names_evaluate (self->walk->names, range.first, range.end, &bytes) || bytes < 0)
    note_unknown (self, "shared", range);
  else if (bytes > 0)
    g_string_append_printf (self->text, " shared=%" G_GINT64_FORMAT, bytes);
}

/* Behind the shared memory of <<<…>>>. */
static LoomSourceRange
find_stream (LoomSourceNames         *names,
             const LoomWrittenLaunch *launch)
{
  LoomSourceRange stream = { launch->shared.end + 1, launch->shared.end + 1 };

  if (launch->shared.first >= launch->shared.end ||
      !has_punctuation (names, launch->shared.end, ","))
    return (LoomSourceRange) { 0, 0 };
  while (stream.end < names->source.n && !has_punctuation (names, stream.end, ">;)"))
    stream.end = has_punctuation (names, stream.end, "([{") ? names->closing[stream.end] + 1
                                                            : stream.end + 1;
  /* s->stream */
  while (has_punctuation (names, stream.end, ">") && has_punctuation (names, stream.end - 1, "-"))
    for (stream.end++; stream.end < names->source.n &&
         !has_punctuation (names, stream.end, ">;)"); )
      stream.end++;
  return stream;
}

static void
add_arguments (Launch                  *self,
               const LoomScannedKernel *kernel,
               const LoomWrittenLaunch *launch)
{
  LoomSourceNames *names = self->walk->names;
  const LoomSourceBody *body = &g_array_index (names->scan->bodies, LoomSourceBody, kernel->body);

  for (guint i = 0; i < launch->arguments->len && kernel->params[i] != NULL; i++)
    {
      LoomSourceRange declared;

      if (!_loom_source_names_get_argument (names, body->paren, i, &declared.first, &declared.end))
        break;
      add_argument (self, kernel->params[i], declared,
                    g_array_index (launch->arguments, LoomSourceRange, i));
    }
}

/* A launch where the host has come to. */
void
_loom_walk_launch (LoomSourceWalk    *self,
                   LoomWrittenLaunch *launch)
{
  const guint token = launch->index;
  g_autofree char *name = NULL, *instance = NULL;
  g_autoptr (GString) text = NULL;
  const LoomScannedKernel *kernel;
  Launch step = { self, token, NULL, NULL, FALSE };

  _loom_written_launch_follow_variable (self->names, launch);
  name = _loom_source_dup_text (&self->names->source, launch->kernel, launch->kernel + 1);
  kernel = _loom_source_names_find_kernel (self->names, name, launch->kernel,
                                           launch->arguments->len);
  if (kernel != NULL)
    instance = _loom_source_names_dup_instance (self->names, kernel, launch);
  if (instance == NULL)
    {
      _loom_walk_note (self, token, _("which kernel %s is here is not known, so its launch is left "
                                      "out"), name);
      return;
    }
  text = g_string_new ("launch ");
  g_string_append (text, instance);
  step.text = text;
  step.step = _loom_round_step_new (get_line (self, token), FALSE, instance);
  if (!_loom_walk_append_stream (self, find_stream (self->names, launch), text))
    note_unknown (&step, "on", find_stream (self->names, launch));
  add_arguments (&step, kernel, launch);
  add_extent (&step, "block", launch->block);
  add_extent (&step, "grid", launch->grid);
  add_shared (&step, launch->shared);
  g_free (step.step->text);
  step.step->text = g_strdup (text->str);
  if (step.is_lost)
    _loom_round_step_free (step.step);
  else
    g_ptr_array_add (self->steps, step.step);
}
