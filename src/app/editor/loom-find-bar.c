/* loom-find-bar.c: find and replace in the editor
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-find-bar.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomFindBar
{
  GtkWidget                parent_instance;

  GtkRevealer             *revealer;
  GtkEntry                *find_text;
  GtkEntry                *replace_text;
  GtkLabel                *count;

  GtkSourceView           *view;
  GtkSourceSearchSettings *settings;
  GtkSourceSearchContext  *context;
  GtkTextTag              *present;     /* on the match that is selected; the buffer's */

  guint                    replacing : 1;
};

enum {
  PROP_0,
  PROP_VIEW,
  PROP_REPLACING,
  PROP_CASE_SENSITIVE,
  PROP_WHOLE_WORDS,
  PROP_REGEX,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomFindBar, loom_find_bar, GTK_TYPE_WIDGET)

static GParamSpec *properties [N_PROPS];

/* What the properties are called in the settings of the search. */
static const char * const searched [N_PROPS] = {
  [PROP_CASE_SENSITIVE] = "case-sensitive",
  [PROP_WHOLE_WORDS] = "at-word-boundaries",
  [PROP_REGEX] = "regex-enabled",
};

static GtkTextBuffer *
get_buffer (LoomFindBar *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

/* A pattern that is no regular expression says why, under the entry. */
static void
update_error (LoomFindBar *self)
{
  g_autoptr (GError) error = gtk_source_search_context_get_regex_error (self->context);

  loom_widget_set_css_class (self->find_text, "error", error != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->find_text), error != NULL ? error->message : NULL);
}

/* Which match is selected, from 1; 0: none, -1: not known yet. */
static int
find_selected (LoomFindBar *self,
               GtkTextIter *start,
               GtkTextIter *end)
{
  gtk_text_buffer_get_selection_bounds (get_buffer (self), start, end);
  return gtk_source_search_context_get_occurrence_position (self->context, start, end);
}

/* A selection is not to be seen below the colour that all matches have. */
static void
mark_selected (LoomFindBar *self)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag (buffer, self->present, &start, &end);
  if (!gtk_revealer_get_reveal_child (self->revealer) || find_selected (self, &start, &end) <= 0)
    return;
  gtk_text_tag_set_priority (
      self->present, gtk_text_tag_table_get_size (gtk_text_buffer_get_tag_table (buffer)) - 1);
  gtk_text_buffer_apply_tag (buffer, self->present, &start, &end);
}

static char *
dup_count (LoomFindBar *self)
{
  int n = gtk_source_search_context_get_occurrences_count (self->context);
  const char *text = gtk_source_search_settings_get_search_text (self->settings);
  GtkTextIter start, end;
  int position;

  if (text == NULL || n < 0)
    return g_strdup ("");
  if (n == 0)
    return g_strdup (_("None"));
  position = find_selected (self, &start, &end);
  if (position > 0)
    /* Translators: the third of twelve places where a text was found. */
    return g_strdup_printf (_("%1$d of %2$d"), position, n);
  return g_strdup_printf (ngettext ("%d match", "%d matches", n), n);
}

static void
update (LoomFindBar *self)
{
  g_autofree char *count = dup_count (self);
  gboolean found = gtk_source_search_context_get_occurrences_count (self->context) > 0;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  /* a button that can no longer be pressed would take the keys with it, Escape too */
  if (!found && GTK_IS_BUTTON (focus) && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->find_text));
  mark_selected (self);
  gtk_label_set_label (self->count, count);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.next", found);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.previous", found);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.replace", found);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "find.replace-all", found);
}

static void
select_match (LoomFindBar *self,
              GtkTextIter *start,
              GtkTextIter *end)
{
  gtk_text_buffer_select_range (get_buffer (self), start, end);
  gtk_text_view_scroll_to_iter (GTK_TEXT_VIEW (self->view), start, 0.15, FALSE, 0, 0);
  update (self);
}

/* While a text is typed the match is searched from where the last one began, so that it stays as it
 * grows. */
static void
search_from_selection (LoomFindBar *self)
{
  GtkTextIter from, start, end;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &from, NULL);
  if (gtk_source_search_context_forward (self->context, &from, &start, &end, NULL))
    select_match (self, &start, &end);
}

static void
find_text_changed_cb (LoomFindBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->find_text));

  gtk_source_search_settings_set_search_text (self->settings, *text != '\0' ? text : NULL);
  update_error (self);
  search_from_selection (self);
  update (self);
}

static void
next_action (LoomFindBar *self)
{
  loom_find_bar_step (self, TRUE);
}

static const char *
get_replacement (LoomFindBar *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->replace_text));
}

/* Replaces the match that is selected, if one is, and goes on to the next. */
static void
replace (LoomFindBar *self)
{
  GtkTextIter start, end;
  g_autoptr (GError) error = NULL;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  if (gtk_source_search_context_get_occurrence_position (self->context, &start, &end) > 0)
    gtk_source_search_context_replace (self->context, &start, &end, get_replacement (self), -1,
                                       &error);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->replace_text),
                               error != NULL ? error->message : NULL);
  loom_find_bar_step (self, TRUE);
}

static void
replace_all_action (LoomFindBar *self)
{
  g_autoptr (GError) error = NULL;

  gtk_source_search_context_replace_all (self->context, get_replacement (self), -1, &error);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->replace_text),
                               error != NULL ? error->message : NULL);
  update (self);
  /* where what came of it is seen, and can be undone */
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
close_action (LoomFindBar *self)
{
  loom_find_bar_close (self);
}

static void
set_view (LoomFindBar   *self,
          GtkSourceView *view)
{
  self->view = view;
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &self->view);
  self->context
      = gtk_source_search_context_new (GTK_SOURCE_BUFFER (get_buffer (self)), self->settings);
  gtk_source_search_context_set_highlight (self->context, FALSE);
  self->present = gtk_text_buffer_create_tag (get_buffer (self), "loom-present-match", "background",
                                              "#c64600", "foreground", "white", NULL);
  loom_connect (self->context, "notify::occurrences-count", update, self);
  loom_connect (self->context, "notify::regex-error", update_error, self);
  loom_connect (get_buffer (self), "notify::cursor-position", update, self);
  update (self);
}

static void
loom_find_bar_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  LoomFindBar *self = LOOM_FIND_BAR (object);

  if (prop_id == PROP_REPLACING)
    g_value_set_boolean (value, self->replacing);
  else
    g_object_get_property (G_OBJECT (self->settings), searched[prop_id], value);
}

static void
loom_find_bar_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  LoomFindBar *self = LOOM_FIND_BAR (object);

  if (prop_id == PROP_VIEW)
    {
      set_view (self, g_value_get_object (value));
      return;
    }
  if (prop_id == PROP_REPLACING)
    self->replacing = g_value_get_boolean (value);
  else
    g_object_set_property (G_OBJECT (self->settings), searched[prop_id], value);
  g_object_notify_by_pspec (object, pspec);
  if (self->context != NULL)
    update_error (self);
}

static void
loom_find_bar_dispose (GObject *object)
{
  LoomFindBar *self = LOOM_FIND_BAR (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LOOM_TYPE_FIND_BAR);
  g_clear_object (&self->context);
  g_clear_object (&self->settings);
  g_clear_weak_pointer (&self->view);

  G_OBJECT_CLASS (loom_find_bar_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *object_class)
{
  static const char * const names[] = {
    [PROP_REPLACING] = "replacing", [PROP_CASE_SENSITIVE] = "case-sensitive",
    [PROP_WHOLE_WORDS] = "whole-words", [PROP_REGEX] = "regex",
  };

  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, GTK_SOURCE_TYPE_VIEW,
                                               G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  for (guint i = PROP_REPLACING; i < N_PROPS; i++)
    properties[i] = g_param_spec_boolean (names[i], NULL, NULL, FALSE,
                                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                                          G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const LoomActionEntry actions[] = {
    { "find.next", NULL, G_CALLBACK (loom_find_bar_step), TRUE },
    { "find.previous", NULL, G_CALLBACK (loom_find_bar_step), FALSE },
    { "find.replace", NULL, G_CALLBACK (replace) },
    { "find.replace-all", NULL, G_CALLBACK (replace_all_action) },
    { "find.close", NULL, G_CALLBACK (close_action) },
  };
  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_install_property_action (widget_class, "find.replacing", "replacing");
  gtk_widget_class_install_property_action (widget_class, "find.case-sensitive", "case-sensitive");
  gtk_widget_class_install_property_action (widget_class, "find.whole-words", "whole-words");
  gtk_widget_class_install_property_action (widget_class, "find.regex", "regex");
  loom_action_bind (widget_class, "Escape", "find.close");
}

static void
loom_find_bar_class_init (LoomFindBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_find_bar_dispose;
  object_class->get_property = loom_find_bar_get_property;
  object_class->set_property = loom_find_bar_set_property;
  install_properties (object_class);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomFindBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, LoomFindBar, find_text);
  gtk_widget_class_bind_template_child (widget_class, LoomFindBar, replace_text);
  gtk_widget_class_bind_template_child (widget_class, LoomFindBar, count);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, find_text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_action);
  gtk_widget_class_bind_template_callback (widget_class, replace);
  gtk_widget_class_set_css_name (widget_class, "loomfindbar");
  install_actions (widget_class);
}

static void
loom_find_bar_init (LoomFindBar *self)
{
  self->settings = gtk_source_search_settings_new ();
  gtk_source_search_settings_set_wrap_around (self->settings, TRUE);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* What is selected in one line is most likely what is looked for. */
static void
take_selection (LoomFindBar *self)
{
  GtkTextIter start, end;
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;

  if (!gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end) ||
      gtk_text_iter_get_line (&start) != gtk_text_iter_get_line (&end))
    return;
  text = gtk_text_iter_get_slice (&start, &end);
  escaped = gtk_source_search_settings_get_regex_enabled (self->settings)
                ? g_regex_escape_string (text, -1)
                : NULL;
  gtk_editable_set_text (GTK_EDITABLE (self->find_text), escaped != NULL ? escaped : text);
}

void
loom_find_bar_open (LoomFindBar *self,
                    gboolean     replace)
{
  g_return_if_fail (LOOM_IS_FIND_BAR (self));
  g_return_if_fail (self->view != NULL);

  g_object_set (self, "replacing", replace, NULL);
  take_selection (self);
  gtk_source_search_context_set_highlight (self->context, TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  /* before it has the focus: an entry that is not on screen yet does not see that the selection
   * which comes with the focus takes the place of the blinking cursor */
  gtk_editable_select_region (GTK_EDITABLE (self->find_text), 0, -1);
  gtk_widget_grab_focus (GTK_WIDGET (self->find_text));
  update (self);
}

/**
 * loom_find_bar_close:
 *
 * Gives the focus to the text.
 *
 * Returns: whether it was open
 */
gboolean
loom_find_bar_close (LoomFindBar *self)
{
  g_return_val_if_fail (LOOM_IS_FIND_BAR (self), FALSE);

  if (!gtk_revealer_get_reveal_child (self->revealer))
    return FALSE;
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_source_search_context_set_highlight (self->context, FALSE);
  mark_selected (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  return TRUE;
}

/**
 * loom_find_bar_step:
 * @forward: to the next match, or to the previous one
 *
 * Selects another match; after the last comes the first.
 */
void
loom_find_bar_step (LoomFindBar *self,
                    gboolean     forward)
{
  GtkTextIter from, to, start, end;
  gboolean found;

  g_return_if_fail (LOOM_IS_FIND_BAR (self));

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &from, &to);
  if (forward)
    found = gtk_source_search_context_forward (self->context, &to, &start, &end, NULL);
  else
    found = gtk_source_search_context_backward (self->context, &from, &start, &end, NULL);
  if (found)
    select_match (self, &start, &end);
}

const char *
loom_find_bar_get_summary (LoomFindBar *self)
{
  g_return_val_if_fail (LOOM_IS_FIND_BAR (self), NULL);

  return gtk_label_get_label (self->count);
}
