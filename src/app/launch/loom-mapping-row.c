/* loom-mapping-row.c: which thread computes which cells, where a form wrote the source
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-rows.h"

#include "loom-connect.h"
#include "loom-definition.h"
#include "loom-format.h"
#include "loom-mapping.h"

#include <glib/gi18n-lib.h>

struct _LoomMappingRow
{
  AdwComboRow   parent_instance;

  LoomSession  *session;
  LoomDocument *refused;        /* that a mapping was chosen for that it can't have, or NULL */
  char         *reason;         /* why */
  gboolean      updating;       /* what is selected is not a person's choice */
};

G_DEFINE_FINAL_TYPE (LoomMappingRow, loom_mapping_row, ADW_TYPE_COMBO_ROW)

static void
forget_refused (LoomMappingRow *self)
{
  g_clear_pointer (&self->refused, loom_document_unref);
  g_clear_pointer (&self->reason, g_free);
}

/* The text and the settings change together, in one edit. */
static void
choose (LoomMappingRow *self,
        const char     *mapping)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  loom_session_flush (self->session);
  text = loom_mapping_change (loom_session_get_document (self->session), mapping, &error);
  if (text != NULL)
    loom_session_change_text (self->session, text);
  else
    {
      /* what is in use stays, and why is said until the text is another */
      forget_refused (self);
      self->refused = loom_document_ref (loom_session_get_document (self->session));
      self->reason = loom_format_sentence (error->message);
    }
  loom_mapping_row_update (self);
}

static void
selected_cb (LoomMappingRow *self)
{
  const guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self));

  if (self->session != NULL && !self->updating && selected != GTK_INVALID_LIST_POSITION)
    choose (self, loom_mapping_list ()[selected]);
}

static void
loom_mapping_row_finalize (GObject *object)
{
  forget_refused (LOOM_MAPPING_ROW (object));
  G_OBJECT_CLASS (loom_mapping_row_parent_class)->finalize (object);
}

static void
loom_mapping_row_class_init (LoomMappingRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_mapping_row_finalize;
}

static void
loom_mapping_row_init (LoomMappingRow *self)
{
  const char *const *mappings = loom_mapping_list ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; mappings[i] != NULL; i++)
    gtk_string_list_append (names, loom_part_get_choice_title (LOOM_PART_MAPPING, i));
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (names));
  g_signal_connect (self, "notify::selected", G_CALLBACK (selected_cb), NULL);
}

/**
 * loom_mapping_row_set_session:
 * @session: whose document it is of; outlives it
 */
void
loom_mapping_row_set_session (LoomMappingRow *self,
                              LoomSession    *session)
{
  g_return_if_fail (LOOM_IS_MAPPING_ROW (self));

  self->session = session;
}

static void
select_mapping (LoomMappingRow *self,
                const char     *mapping)
{
  const char *const *mappings = loom_mapping_list ();
  guint index = 0;

  while (mappings[index] != NULL && g_strcmp0 (mappings[index], mapping) != 0)
    index++;
  self->updating = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), mappings[index] != NULL
                                                        ? index : GTK_INVALID_LIST_POSITION);
  self->updating = FALSE;
}

/* Where the source is another than the form wrote, nothing can be chosen, and the row says why. */
void
loom_mapping_row_update (LoomMappingRow *self)
{
  LoomDocument *document;
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  const char *mapping;

  g_return_if_fail (LOOM_IS_MAPPING_ROW (self));

  document = loom_session_get_document (self->session);
  if (self->refused != document)
    forget_refused (self);
  gtk_widget_set_visible (GTK_WIDGET (self), loom_mapping_has (document));
  if (!loom_mapping_has (document))
    return;
  mapping = loom_mapping_find (document, &error);
  reason = error != NULL ? loom_format_sentence (error->message) : g_strdup (self->reason);
  select_mapping (self, mapping);
  gtk_widget_set_sensitive (GTK_WIDGET (self), mapping != NULL);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self),
                               reason != NULL ? reason
                                              : _("Changes source, block and grid in one edit"));
}
