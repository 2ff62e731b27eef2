/* loom-analyse-pane.c: what runs look for: a row with a switch for each
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-analyse-pane.h"

#include "loom-analyses.h"
#include "loom-connect.h"
#include "loom-launch.h"
#include "loom-order.h"
#include "loom-resources.h"
#include "loom-run-options.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomAnalysePane
{
  LoomPane       parent_instance;

  LoomSession   *session;
  GtkWidget     *scroller;
  GtkListBox    *list;
  GtkAdjustment *seed_adjustment, *seeds_adjustment;
};

G_DEFINE_FINAL_TYPE (LoomAnalysePane, loom_analyse_pane, LOOM_TYPE_PANE)

static GtkWidget *
row_new (const LoomAnalysis *analysis)
{
  g_autofree char *action = g_strconcat ("win.", analysis->name, NULL);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title-lines", 0,
                                 "subtitle-lines", 0, "use-underline", TRUE, "title",
                                 _(analysis->title), NULL);
  GtkWidget *toggle = g_object_new (GTK_TYPE_SWITCH, "valign", GTK_ALIGN_CENTER, "action-name",
                                    action, NULL);
  g_autofree char *text = loom_key_dup_label (analysis->key);

  gtk_accessible_update_relation (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  row, NULL, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), loom_label_new (text, "dim-label", 1));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  return row;
}

/* While a popover has the keys, the window hears of none. */
static void
add_keys (LoomAnalysePane *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  const LoomAnalysis *analysis;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    {
      g_autofree char *action = g_strconcat ("win.", analysis->name, NULL);

      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (controller),
          gtk_shortcut_new (gtk_shortcut_trigger_parse_string (analysis->key),
                            gtk_named_action_new (action)));
    }
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

/* What it finds stays; what it costs gives way to why it is not to be had. */
static void
update (LoomAnalysePane *self)
{
  const LoomAnalysis *analysis;
  GtkListBoxRow *row;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    {
      g_autofree char *obstacle = loom_analysis_dup_obstacle (analysis, self->session);
      g_autofree char *subtitle
          = g_strconcat (_(analysis->finds), "\n", obstacle != NULL ? obstacle : _(analysis->cost),
                         NULL);

      row = gtk_list_box_get_row_at_index (self->list, i);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
    }
}

static guint
get_seeds (LoomAnalysePane *self)
{
  LoomDocument *document = loom_session_get_document (self->session);
  const char *text
      = document != NULL ? loom_document_get_value (document, "launch", "seeds") : NULL;
  guint seeds;

  loom_order_parse_seeds (text, &seeds, NULL);
  return seeds;
}

/* The document has the number; what is usual needs no line of it. */
static void
seeds_changed_cb (LoomAnalysePane *self)
{
  const guint seeds = (guint) gtk_adjustment_get_value (self->seeds_adjustment);
  g_autofree char *text = g_strdup_printf ("%u", seeds);

  if (self->session != NULL && seeds != get_seeds (self))
    loom_launch_edit (self->session, NULL, "seeds", seeds != LOOM_DEFAULT_SEEDS ? text : NULL,
                      NULL);
}

static void
update_seeds (LoomAnalysePane *self)
{
  gtk_adjustment_set_value (self->seeds_adjustment, get_seeds (self));
}

static void
loom_analyse_pane_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomAnalysePane *self = LOOM_ANALYSE_PANE (pane);
  LoomRunSettings *settings = loom_session_get_run_settings (session);
  const LoomAnalysis *analysis;

  self->session = session;
  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    gtk_list_box_insert (self->list, row_new (analysis), i);
  add_keys (self);
  g_object_bind_property (settings, "seed", self->seed_adjustment, "value",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  loom_connect_each (settings, G_CALLBACK (update), self, "notify::backend", "notify::backends",
                     NULL);
  loom_connect (session, "notify::plan", update, self);
  loom_connect (session, "notify::document", update_seeds, self);
  update (self);
  update_seeds (self);
}

static void
loom_analyse_pane_class_init (LoomAnalysePaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_analyse_pane_set_session;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-analyse-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomAnalysePane, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomAnalysePane, list);
  gtk_widget_class_bind_template_child (widget_class, LoomAnalysePane, seed_adjustment);
  gtk_widget_class_bind_template_child (widget_class, LoomAnalysePane, seeds_adjustment);
  gtk_widget_class_bind_template_callback (widget_class, seeds_changed_cb);
}

static void
loom_analyse_pane_init (LoomAnalysePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
