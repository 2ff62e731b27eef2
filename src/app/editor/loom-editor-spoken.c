/* loom-editor-spoken.c: what a screen reader hears of the words that complete one
 *
 * GtkSourceView's list is a child of the text, and GTK 4.8 shows children of a text to nobody. What
 * is chosen in it is told as the description of the text, which has the focus all the while.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-editor-pane-private.h"

#include "loom-connect.h"

#include <glib/gi18n-lib.h>

/* Whether a row of the list is chosen: who asks for the word while none is, is warned by
 * GtkSourceView. */
static gboolean
has_chosen (GtkWidget *widget)
{
  if ((gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_SELECTED) != 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_chosen (child))
      return TRUE;
  return FALSE;
}

/* chosen: the word, or NULL */
static void
tell (LoomEditorPane *self,
      gpointer        chosen)
{
  g_autoptr (GListModel) words = NULL;
  g_autofree char *text = NULL;
  guint n;

  if (gtk_widget_get_mapped (self->proposals))
    g_object_get (self->proposals, "context", &words, NULL);
  n = words != NULL ? g_list_model_get_n_items (words) : 0;
  if (n > 0)
    text = chosen != NULL
               ? loom_editor_words_dup_text (chosen)
               : g_strdup_printf (ngettext ("%u word completes this; Tab takes it",
                                            "%u words complete this; Tab takes the first one, "
                                            "Down chooses", n), n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

/* The list tells of this after it has drawn its rows. */
static void
chosen_cb (LoomEditorPane *self)
{
  g_autoptr (GObject) chosen = NULL;

  if (has_chosen (self->proposals))
    g_object_get (self->proposals, "proposal", &chosen, NULL);
  tell (self, chosen);
}

/* Of other words none is chosen yet, while the rows are still those of the last ones; or the first
 * one will be, where somebody asked for them, of which the list does not tell. */
static void
words_cb (LoomEditorPane *self)
{
  g_autoptr (GListModel) words = NULL;
  g_autoptr (GObject) first = NULL;
  gboolean is_first_chosen = FALSE;

  g_object_get (gtk_source_view_get_completion (self->view), "select-on-show", &is_first_chosen,
                NULL);
  g_object_get (self->proposals, "context", &words, NULL);
  if (is_first_chosen && words != NULL)
    first = g_list_model_get_item (words, 0);
  tell (self, first);
}

/* What has the words and the chosen one of them is a widget that only GtkSourceView knows. */
static GtkWidget *
find_proposals (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "proposal") != NULL
      && g_object_class_find_property (G_OBJECT_GET_CLASS (widget), "context") != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_proposals (child);
  return found;
}

/**
 * _loom_editor_spoken_follow:
 * @list: the list of words, which is seen
 *
 * Tells of what is in a list from now on: nothing tells that there is one.
 */
void
_loom_editor_spoken_follow (LoomEditorPane *self,
                            GtkWidget      *list)
{
  GtkWidget *proposals = self->proposals != NULL ? NULL : find_proposals (list);

  if (proposals == NULL)
    return;
  g_set_weak_pointer (&self->proposals, proposals);
  loom_connect (proposals, "notify::proposal", chosen_cb, self);
  loom_connect_each (proposals, G_CALLBACK (words_cb), self, "notify::context", "map", "unmap",
                     NULL);
  words_cb (self);
}

/* Whether words are listed, and none of them is chosen. */
gboolean
_loom_editor_spoken_offers (LoomEditorPane *self)
{
  return self->proposals != NULL && gtk_widget_get_mapped (self->proposals)
         && !has_chosen (self->proposals);
}
