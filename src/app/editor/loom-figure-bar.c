/* loom-figure-bar.c: which figure stands beside the lines, and that of the line under the cursor
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-figure-bar.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-line-link.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomFigureBar
{
  LoomPane              parent_instance;

  LoomSession          *session;
  GtkWidget            *root;
  GtkMenuButton        *button;
  GtkLabel             *title;
  GtkLabel             *sentence;
  GMenu                *section;        /* the template's */
  const LoomLineFigure *figure;
};

enum { PROP_0, PROP_FIGURE, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LoomFigureBar, loom_figure_bar, LOOM_TYPE_PANE)

static const LoomLineProfile *
find_line (LoomFigureBar *self,
           guint          line)
{
  LoomRun *run = loom_session_get_run (self->session);

  return run != NULL && run->profile != NULL && loom_session_has_current_run (self->session)
             ? loom_profile_find_line (run->profile, line) : NULL;
}

/* The figure that was chosen, of a line. */
static char *
dup_sentence (LoomFigureBar *self,
              guint          line)
{
  const LoomLineProfile *counts = find_line (self, line);
  g_autofree char *has = counts != NULL ? self->figure->dup_short (counts) : NULL;
  g_autofree char *words = has != NULL ? self->figure->dup_words (counts) : NULL;

  if (!loom_session_has_current_run (self->session))
    return g_strdup (_("The text has changed since lines were counted."));
  if (words == NULL)
    return g_strdup_printf (_("Line %u: nothing to count"), line);
  /* Translators: the number of a line, and what it cost, as "192 warp instructions" */
  return g_strdup_printf (_("Line %1$u: %2$s"), line, words);
}

/* All of them, one below the other or one after the other. */
static char *
dup_all (LoomFigureBar *self,
         guint          line,
         const char    *separator)
{
  const LoomLineProfile *counts = find_line (self, line);
  g_autofree char *all = counts != NULL ? loom_line_figure_dup_all (counts, separator) : NULL;

  return all != NULL && *all != '\0' ? g_strdup_printf (_("Line %1$u: %2$s"), line, all)
                                     : dup_sentence (self, line);
}

static void
update (LoomFigureBar *self)
{
  const guint line = loom_line_link_get_cursor (loom_session_get_line_link (self->session));
  LoomRun *run = loom_session_get_run (self->session);
  g_autofree char *sentence = NULL, *all = NULL, *listed = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), run != NULL && run->profile != NULL);
  sentence = dup_sentence (self, MAX (line, 1));
  all = dup_all (self, MAX (line, 1), "; ");
  listed = dup_all (self, MAX (line, 1), "\n");
  gtk_label_set_label (self->sentence, sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), listed);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all, -1);
}

/* A mnemonic is for the menu. */
static void
update_title (LoomFigureBar *self)
{
  g_auto (GStrv) parts = g_strsplit (_(self->figure->title), "_", 2);
  g_autofree char *title = g_strjoinv ("", parts);
  g_autofree char *tooltip = g_strdup_printf (_("Beside the lines: %s (Ctrl+Shift+G)"), title);
  g_autofree char *explained = g_strdup_printf ("%s\n%s", tooltip, _(self->figure->shade));

  gtk_label_set_label (self->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), explained);
  loom_widget_set_spoken_name (self->button, tooltip);
}

static void
loom_figure_bar_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_value_set_string (value, LOOM_FIGURE_BAR (object)->figure->name);
}

static void
loom_figure_bar_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  LoomFigureBar *self = LOOM_FIGURE_BAR (object);
  const LoomLineFigure *figure = loom_line_figure_find (g_value_get_string (value));

  if (figure == self->figure)
    return;
  self->figure = figure;
  update_title (self);
  if (self->session != NULL)
    update (self);
  g_object_notify_by_pspec (object, properties[PROP_FIGURE]);
}

static void
closed_cb (LoomFigureBar *self)
{
  g_signal_emit_by_name (self, "closed");
}

static void
loom_figure_bar_set_session (LoomPane    *pane,
                             LoomSession *session)
{
  LoomFigureBar *self = LOOM_FIGURE_BAR (pane);

  self->session = session;
  loom_connect_each (session, G_CALLBACK (update), self, "notify::run", "notify::stale", NULL);
  loom_connect (loom_session_get_line_link (session), "notify::cursor", update, self);
  update (self);
}

static void
loom_figure_bar_class_init (LoomFigureBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = loom_figure_bar_get_property;
  object_class->set_property = loom_figure_bar_set_property;
  LOOM_PANE_CLASS (klass)->set_session = loom_figure_bar_set_session;
  properties[PROP_FIGURE]
      = g_param_spec_string ("figure", NULL, NULL, NULL,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  LOOM_SIGNAL_NEW (klass, "closed", 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-figure-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomFigureBar, root);
  gtk_widget_class_bind_template_child (widget_class, LoomFigureBar, button);
  gtk_widget_class_bind_template_child (widget_class, LoomFigureBar, title);
  gtk_widget_class_bind_template_child (widget_class, LoomFigureBar, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomFigureBar, section);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_set_css_name (widget_class, "loomfigurebar");
  gtk_widget_class_install_property_action (widget_class, "figures.beside", "figure");
}

static void
loom_figure_bar_init (LoomFigureBar *self)
{
  const LoomLineFigure *figure;

  self->figure = loom_line_figure_find (NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; (figure = loom_line_figure_get (i)) != NULL; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(figure->title), NULL);

      g_menu_item_set_action_and_target (item, "figures.beside", "s", figure->name);
      g_menu_append_item (self->section, item);
    }
  loom_connect (gtk_menu_button_get_popover (self->button), "closed", closed_cb, self);
  update_title (self);
}

/**
 * loom_figure_bar_get_figure:
 *
 * Returns: the figure that is shown beside the lines
 */
const LoomLineFigure *
loom_figure_bar_get_figure (LoomFigureBar *self)
{
  g_return_val_if_fail (LOOM_IS_FIGURE_BAR (self), NULL);

  return self->figure;
}

/**
 * loom_figure_bar_choose:
 *
 * Opens the list of figures.
 *
 * Returns: whether there are any: no line was counted in a run without a profile
 */
gboolean
loom_figure_bar_choose (LoomFigureBar *self)
{
  g_return_val_if_fail (LOOM_IS_FIGURE_BAR (self), FALSE);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  gtk_menu_button_popup (self->button);
  return TRUE;
}
