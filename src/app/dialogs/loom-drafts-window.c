/* loom-drafts-window.c: unsaved text that a crash left behind
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-class.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomDraftsWindow
{
  AdwWindow   parent_instance;

  GtkListBox *list;
  GListStore *drafts;
};

G_DEFINE_FINAL_TYPE (LoomDraftsWindow, loom_drafts_window, ADW_TYPE_WINDOW)

static void
remove_draft (LoomDraftsWindow *self,
              guint             index)
{
  g_list_store_remove (self->drafts, index);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->drafts)) == 0)
    gtk_window_close (GTK_WINDOW (self));
}

static void
restore (LoomDraftsWindow *self,
         guint             index)
{
  g_autoptr (LoomDraft) draft = g_list_model_get_item (G_LIST_MODEL (self->drafts), index);

  if (draft == NULL)
    return;
  g_signal_emit_by_name (self, "restore", draft);
  remove_draft (self, index);
}

static void
restore_action (LoomDraftsWindow *self,
                GVariant         *parameter)
{
  restore (self, g_variant_get_uint32 (parameter));
}

static void
restore_all_action (LoomDraftsWindow *self)
{
  g_autoptr (LoomDraftsWindow) kept = g_object_ref (self);

  for (guint n = g_list_model_get_n_items (G_LIST_MODEL (self->drafts)); n > 0; n--)
    restore (self, n - 1);
}

static void
discard_action (LoomDraftsWindow *self,
                GVariant         *parameter)
{
  guint index = g_variant_get_uint32 (parameter);
  g_autoptr (LoomDraft) draft = g_list_model_get_item (G_LIST_MODEL (self->drafts), index);

  if (draft == NULL)
    return;
  loom_draft_discard (draft);
  remove_draft (self, index);
}

static char *
dup_subtitle (LoomDraft *draft)
{
  GFile *file = loom_draft_get_found (draft)->file;
  g_autofree char *place
      = file != NULL ? g_file_get_parse_name (file) : g_strdup (_("Never saved"));
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = loom_format_moment (loom_draft_get_found (draft)->time, now);
  g_autofree char *text = NULL;

  /* Translators: where a document is saved, and when its unsaved text was last kept. */
  text = g_strdup_printf (_("%1$s · %2$s"), place, time);
  return g_markup_escape_text (text, -1);
}

static void
set_action (GtkWidget  *widget,
            const char *action,
            guint       index)
{
  gtk_actionable_set_action_name (GTK_ACTIONABLE (widget), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (widget), "u", index);
}

static GtkWidget *
new_button (const char *label,
            const char *action,
            guint       index)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  set_action (button, action, index);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

/* Rows name their draft by its place, so all are made anew when one goes. */
static void
fill (LoomDraftsWindow *self)
{
  loom_list_box_clear (self->list);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->drafts)); i++)
    {
      g_autoptr (LoomDraft) draft = g_list_model_get_item (G_LIST_MODEL (self->drafts), i);
      const char *name = loom_draft_get_found (draft)->name;
      g_autofree char *subtitle = dup_subtitle (draft);

      GtkWidget *row = adw_action_row_new ();
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                     name != NULL ? name : _("Untitled"));
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      set_action (row, "drafts.restore", i);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 new_button (_("_Restore"), "drafts.restore", i));
      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 new_button (_("_Discard"), "drafts.discard", i));
      gtk_list_box_append (self->list, row);
    }
}

static void
loom_drafts_window_finalize (GObject *object)
{
  LoomDraftsWindow *self = LOOM_DRAFTS_WINDOW (object);

  g_clear_object (&self->drafts);

  G_OBJECT_CLASS (loom_drafts_window_parent_class)->finalize (object);
}

static void
loom_drafts_window_class_init (LoomDraftsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "drafts.restore", "u", G_CALLBACK (restore_action) },
    { "drafts.restore-all", NULL, G_CALLBACK (restore_all_action) },
    { "drafts.discard", "u", G_CALLBACK (discard_action) },
  };

  G_OBJECT_CLASS (klass)->finalize = loom_drafts_window_finalize;
  LOOM_SIGNAL_NEW (klass, "restore", 1, LOOM_TYPE_DRAFT);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  loom_page_class_init (klass, "loom-drafts-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDraftsWindow, list);
}

static void
loom_drafts_window_init (LoomDraftsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->drafts = g_list_store_new (LOOM_TYPE_DRAFT);
  loom_connect (self->drafts, "items-changed", fill, self);
}

GtkWindow *
loom_drafts_window_new (GtkWindow *parent,
                        GPtrArray *drafts)
{
  LoomDraftsWindow *self = LOOM_DRAFTS_WINDOW (loom_page_new (LOOM_TYPE_DRAFTS_WINDOW, parent));

  g_list_store_splice (self->drafts, 0, 0, drafts->pdata, drafts->len);
  return GTK_WINDOW (self);
}
