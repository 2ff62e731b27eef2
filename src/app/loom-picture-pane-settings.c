/* loom-picture-pane-settings.c: what was chosen by hand in the picture goes into [view]
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane-private.h"

#include "loom-view-settings.h"

#include <string.h>

static const char *const key_names[LOOM_N_VIEW_KEYS] = {
  "array", "lens", "colormap", "origin", "plane", "style", "member",
};

static void
note (LoomPicturePane *self,
      LoomViewKey      key,
      gboolean         changed)
{
  if (!changed)
    return;
  self->unwritten |= 1u << key;
  g_free (self->noted[key]);
  self->noted[key] = self->session == NULL
                         ? NULL
                         : g_strdup (loom_document_get_value (
                             loom_session_get_document (self->session), "view", key_names[key]));
}

/* Shows the run as a person has chosen to. It is written when the document is saved: a look from
 * another side is no edit, and a key pressed to undo means the last edit. */
void
_loom_picture_pane_choose (LoomPicturePane *self,
                           const LoomView  *view)
{
  const LoomView before = self->view;

  note (self, LOOM_VIEW_KEY_ARRAY, view->array != before.array);
  note (self, LOOM_VIEW_KEY_LENS, view->lens != before.lens);
  note (self, LOOM_VIEW_KEY_COLORMAP, view->colormap != before.colormap);
  note (self, LOOM_VIEW_KEY_ORIGIN, !view->origin_lower != !before.origin_lower);
  note (self, LOOM_VIEW_KEY_PLANE, view->plane != before.plane);
  note (self, LOOM_VIEW_KEY_STYLE, !view->pystencils != !before.pystencils);
  note (self, LOOM_VIEW_KEY_MEMBER, view->member != before.member);
  loom_picture_pane_set_view (self, view);
}

/* Which lines of [view] have come, gone or changed since the last text, as bits of LoomViewKey. */
static guint
find_typed (LoomPicturePane *self,
            LoomDocument    *document)
{
  guint typed = 0;

  for (guint key = 0; key < LOOM_N_VIEW_KEYS; key++)
    {
      const char *value = loom_document_get_value (document, "view", key_names[key]);

      if (g_strcmp0 (value, self->said[key]) == 0)
        continue;
      g_free (self->said[key]);
      self->said[key] = g_strdup (value);
      typed |= 1u << key;
    }
  return typed;
}

/* What is no longer said is as with a new run; a word that is not whole yet changes nothing. */
static LoomView
without_settings (LoomPicturePane *self)
{
  LoomView fresh, view = self->view;

  loom_view_init (&fresh, self->run);
  if (self->said[LOOM_VIEW_KEY_ARRAY] == NULL)
    view.array = fresh.array;
  if (self->said[LOOM_VIEW_KEY_LENS] == NULL)
    view.lens = fresh.lens;
  if (self->said[LOOM_VIEW_KEY_PLANE] == NULL)
    view.plane = fresh.plane;
  if (self->said[LOOM_VIEW_KEY_MEMBER] == NULL)
    view.member = fresh.member;
  view.pystencils = view.origin_lower = FALSE;
  return view;
}

/* The text has changed: the picture follows those lines of [view] that did. What else was chosen by
 * hand stays. */
void
_loom_picture_pane_follow_settings (LoomPicturePane *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  const guint typed = find_typed (self, document);
  LoomView said, view = self->view;

  /* the first run of another document takes all of its settings */
  if (typed == 0 || self->run == NULL || self->opened)
    return;
  said = without_settings (self);
  loom_view_apply_settings (&said, self->run, document);
  if (typed & (1u << LOOM_VIEW_KEY_ARRAY))
    view.array = said.array;
  if (typed & (1u << LOOM_VIEW_KEY_ARRAY | 1u << LOOM_VIEW_KEY_MEMBER))
    view.member = said.member;
  if (typed & (1u << LOOM_VIEW_KEY_LENS))
    {
      view.lens = said.lens;
      self->chosen = self->said[LOOM_VIEW_KEY_LENS] != NULL;
    }
  if (typed & (1u << LOOM_VIEW_KEY_COLORMAP))
    view.colormap = said.colormap;
  if (typed & (1u << LOOM_VIEW_KEY_PLANE))
    view.plane = said.plane;
  if (typed & (1u << LOOM_VIEW_KEY_STYLE))
    view.pystencils = said.pystencils;
  if (typed & (1u << LOOM_VIEW_KEY_STYLE | 1u << LOOM_VIEW_KEY_ORIGIN))
    view.origin_lower = said.origin_lower;
  loom_picture_pane_set_view (self, &view);
}

static char *
dup_value (LoomPicturePane *self,
           LoomViewKey      key)
{
  const LoomView *view = &self->view;

  switch (key)
    {
    case LOOM_VIEW_KEY_ARRAY:
      if (self->run == NULL || view->array >= self->run->arrays->len)
        return NULL;
      return g_strdup (((LoomRunArray *) g_ptr_array_index (self->run->arrays, view->array))->name);
    case LOOM_VIEW_KEY_LENS:
      return g_strdup (loom_lens_get_name (view->lens));
    case LOOM_VIEW_KEY_COLORMAP:
      return g_strdup (loom_colormap_get_name (view->colormap));
    case LOOM_VIEW_KEY_ORIGIN:
      return g_strdup (view->origin_lower ? "lower" : "upper");
    case LOOM_VIEW_KEY_PLANE:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, view->plane);
    case LOOM_VIEW_KEY_STYLE:
      /* there is one style that has a name; without it the pictures are the program's own */
      return view->pystencils ? g_strdup ("pystencils") : NULL;
    case LOOM_VIEW_KEY_MEMBER:
      return _loom_picture_pane_dup_member (self);
    case LOOM_N_VIEW_KEYS:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Several keys make one edit: from the first byte that differs to the last. Both texts are UTF-8,
 * and so is what lies between. */
static void
find_difference (const char   *old,
                 const char   *new,
                 LoomTextEdit *edit)
{
  gsize old_length = strlen (old), new_length = strlen (new), start = 0, end = 0;

  while (old[start] != '\0' && old[start] == new[start])
    start++;
  while (start > 0 && ((guchar) old[start] & 0xc0) == 0x80)
    start--;
  while (end < MIN (old_length, new_length) - start
         && old[old_length - end - 1] == new[new_length - end - 1])
    end++;
  while (end > 0 && ((guchar) old[old_length - end] & 0xc0) == 0x80)
    end--;
  *edit = (LoomTextEdit) {
    start, old_length - end - start, g_strndup (new + start, new_length - end - start)
  };
}

/* What somebody has typed since then counts more. */
static gboolean
is_wanted (LoomPicturePane *self,
           LoomDocument    *document,
           LoomViewKey      key,
           const char      *value)
{
  const char *said = loom_document_get_value (document, "view", key_names[key]);

  return (self->unwritten & (1u << key)) != 0 && g_strcmp0 (said, self->noted[key]) == 0
         && g_strcmp0 (said, value) != 0;
}

static char *
dup_text_with_view (LoomPicturePane *self)
{
  char *text = g_strdup (loom_session_get_text (self->session));

  for (guint key = 0; key < LOOM_N_VIEW_KEYS; key++)
    {
      g_autoptr (LoomDocument) document = loom_document_parse (text, -1);
      g_autofree char *value = dup_value (self, key);
      g_autofree char *before = NULL;
      LoomTextEdit edit = { 0 };

      if (!is_wanted (self, document, key, value)
          || !loom_document_edit (document, "view", key_names[key], value, &edit, NULL))
        continue;
      before = text;
      text = loom_text_edit_apply (&edit, before);
      loom_text_edit_clear (&edit);
    }
  return text;
}

/**
 * loom_picture_pane_write_view:
 * @self: a pane
 *
 * Writes what was chosen here by hand into the `[view]` group of the text, as one edit; for the
 * moment before it is saved. A document without settings gains none by being looked at.
 */
void
loom_picture_pane_write_view (LoomPicturePane *self)
{
  g_autofree char *text = NULL;
  LoomTextEdit edit = { 0 };

  g_return_if_fail (LOOM_IS_PICTURE_PANE (self));

  if (self->session == NULL || self->unwritten == 0)
    return;
  loom_session_flush (self->session);
  if (!loom_document_has_block (loom_session_get_document (self->session)))
    return;
  text = dup_text_with_view (self);
  self->unwritten = 0;
  if (strcmp (text, loom_session_get_text (self->session)) == 0)
    return;
  find_difference (loom_session_get_text (self->session), text, &edit);
  loom_session_apply_edit (self->session, &edit);
  loom_text_edit_clear (&edit);
}
