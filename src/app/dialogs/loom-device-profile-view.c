/* loom-device-profile-view.c: the figures of a device, to look at and to change
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profile-view.h"

#include "loom-class.h"
#include "loom-connect.h"
#include "loom-error.h"
#include "loom-figure-row.h"
#include "loom-figure-text.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define NAME LOOM_DEVICE_PROFILE_NAME
#define VALUE_CHARS 28          /* that a value asks for */

struct _LoomDeviceProfileView
{
  GtkBox                  parent_instance;

  GtkLabel               *about;
  GtkWidget              *names;
  LoomFieldRow           *name;
  LoomFieldRow           *id;
  GtkListBox             *list;

  LoomDeviceProfile      *shown;        /* that can't be changed; or NULL */
  LoomDeviceProfileDraft *draft;        /* that can be; or NULL */
  GPtrArray              *rows;         /* (element-type LoomFigureRow), borrowed */
};

G_DEFINE_FINAL_TYPE (LoomDeviceProfileView, loom_device_profile_view, GTK_TYPE_BOX)

static void
show_row (LoomDeviceProfileView *self,
          LoomFigureRow         *row)
{
  const LoomDeviceProfileFile *file = loom_device_profile_draft_get_file (self->draft);
  const LoomDeviceProfile *base = loom_device_profile_draft_find_base (self->draft);
  const char *key = loom_figure_row_get_key (row);
  const LoomFigureKind *kind = loom_figure_find_kind (key);
  g_autofree char *own = loom_device_profile_file_dup (file, key);
  g_autofree char *source = loom_device_profile_file_dup_source (file, key);
  g_autofree char *figure = base != NULL ? loom_figure_text_dup (base, kind, FALSE) : NULL;
  g_autofree char *range = loom_figure_text_dup_range (kind);
  g_autofree char *origin
      = base != NULL ? loom_figure_text_dup_origin (base, kind, own != NULL) : g_strdup ("");
  g_autofree char *hint = g_strdup_printf ("%s\n%s", range, origin);

  loom_figure_row_show (row, own != NULL ? own : figure != NULL ? figure : "",
                        source != NULL ? source : "", own != NULL);
  loom_field_row_set_hint (LOOM_FIELD_ROW (row), hint);
  loom_field_set_fault (loom_field_row_get_field (LOOM_FIELD_ROW (row)),
                        loom_device_profile_draft_find_fault (self->draft, key));
}

static void
show_about (LoomDeviceProfileView *self)
{
  const LoomDeviceProfileFile *file = loom_device_profile_draft_get_file (self->draft);
  const LoomDeviceProfile *base = loom_device_profile_draft_find_base (self->draft);
  g_autofree char *id = loom_device_profile_file_dup (file, LOOM_DEVICE_PROFILE_BASE);
  const char *like = base != NULL ? base->name : id != NULL ? id : "?";
  g_autofree char *path = file->path != NULL ? g_filename_display_name (file->path) : NULL;
  g_autofree char *text = NULL;

  if (path != NULL)
    /* Translators: a file, and the name of a device */
    text = g_strdup_printf (_("Your own, in %1$s. What you leave as it is follows %2$s."), path,
                            like);
  else
    text = g_strdup_printf (_("Your own, not saved yet. What you leave as it is follows %s."),
                            like);
  gtk_label_set_label (self->about, text);
}

static void
update (LoomDeviceProfileView *self)
{
  LoomField *field = loom_field_row_get_field (self->name);
  g_autofree char *name = NULL;

  name = loom_device_profile_file_dup (loom_device_profile_draft_get_file (self->draft), NAME);
  for (guint i = 0; i < self->rows->len; i++)
    show_row (self, self->rows->pdata[i]);
  loom_field_show (field, name != NULL ? name : "");
  loom_field_set_fault (field, loom_device_profile_draft_find_fault (self->draft, NAME));
  loom_field_show (loom_field_row_get_field (self->id),
                   loom_device_profile_draft_get_id (self->draft));
  show_about (self);
  g_signal_emit_by_name (self, "changed");
}

/* -- What is typed -- */

/* An empty field takes the number back, as the button does. */
static void
try_figure (LoomDeviceProfileView  *self,
            const char             *key,
            const char             *text,
            gboolean                apply,
            GError                **error)
{
  g_autofree char *number = g_strstrip (g_strdup (text));

  if (*number != '\0' && !loom_device_profile_check_value (key, number, error))
    return;
  if (apply)
    loom_device_profile_draft_set (self->draft, key, *number != '\0' ? number : NULL);
}

static void
try_cb (LoomDeviceProfileView  *self,
        LoomField              *field,
        gboolean                apply,
        GError                **error,
        LoomFigureRow          *row)
{
  const char *key = loom_figure_row_get_key (row), *text = loom_field_get_text (field);

  if (field != loom_figure_row_get_source (row))
    try_figure (self, key, text, apply, error);
  else if (loom_device_profile_check_source (text, error) && apply)
    loom_device_profile_draft_set_source (self->draft, key, text);
}

static void
reset_cb (LoomDeviceProfileView *self,
          LoomFigureRow         *row)
{
  loom_field_revert (loom_field_row_get_field (LOOM_FIELD_ROW (row)));
  loom_field_revert (loom_figure_row_get_source (row));
  loom_device_profile_draft_set (self->draft, loom_figure_row_get_key (row), NULL);
}

static void
try_name_cb (LoomDeviceProfileView  *self,
             gboolean                apply,
             GError                **error,
             LoomField              *field)
{
  const char *text = loom_field_get_text (field);

  if (loom_device_profile_check_value (NAME, text, error) && apply)
    loom_device_profile_draft_set (self->draft, NAME, text);
}

static void
try_id_cb (LoomDeviceProfileView  *self,
           gboolean                apply,
           GError                **error,
           LoomField              *field)
{
  const char *text = loom_field_get_text (field);

  if (loom_device_profile_draft_check_id (self->draft, text, error) && apply)
    loom_device_profile_draft_set_id (self->draft, text);
}

/* -- What is shown -- */

static void
add_row (LoomDeviceProfileView *self,
         const char            *key,
         const char            *title,
         const LoomFigureKind  *kind)
{
  LoomFigureRow *row = loom_figure_row_new (key, title, loom_figure_text_get_unit (kind));

  loom_connect (row, "try", try_cb, self);
  loom_connect (row, "reset", reset_cb, self);
  g_ptr_array_add (self->rows, row);
  gtk_list_box_append (self->list, GTK_WIDGET (row));
}

static void
add_shown (LoomDeviceProfileView *self,
           const char            *title,
           const LoomFigureKind  *kind)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *figure = loom_figure_text_dup (self->shown, kind, TRUE);
  const char *source = loom_figure_text_get_source (self->shown, kind);
  g_autofree char *subtitle = g_markup_escape_text (source != NULL ? source : "", -1);
  GtkWidget *value = loom_label_new_value (figure != NULL ? figure : _("not told"), VALUE_CHARS);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), value);
  gtk_list_box_append (self->list, row);
}

static void
add (LoomDeviceProfileView *self,
     const char            *key,
     const char            *title,
     const LoomFigureKind  *kind)
{
  if (self->draft != NULL)
    add_row (self, key, title, kind);
  else
    add_shown (self, title, kind);
}

/* A figure that comes into the table has a row here. */
static void
fill (LoomDeviceProfileView *self)
{
  guint n;
  const LoomFigureKind *kinds = loom_figure_list_kinds (&n);

  g_ptr_array_set_size (self->rows, 0);
  loom_list_box_clear (self->list);
  for (guint i = 0; i < n; i++)
    {
      add (self, kinds[i].key, _(kinds[i].title), &kinds[i]);
      if (strcmp (kinds[i].key, "shared") == 0)
        add (self, LOOM_DEVICE_PROFILE_CAPACITIES, _("Sizes that its shared memory can have"),
             NULL);
    }
}

static void
clear (LoomDeviceProfileView *self)
{
  if (self->draft != NULL)
    g_signal_handlers_disconnect_by_data (self->draft, self);
  g_clear_object (&self->draft);
  g_clear_pointer (&self->shown, loom_device_profile_free);
}

/**
 * loom_device_profile_view_show:
 * @profile: one that is built in
 *
 * Shows a profile that can't be changed, and says so.
 */
void
loom_device_profile_view_show (LoomDeviceProfileView   *self,
                               const LoomDeviceProfile *profile)
{
  g_autofree char *text = NULL;

  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_VIEW (self));
  g_return_if_fail (profile != NULL);

  clear (self);
  self->shown = loom_device_profile_copy (profile);
  text = g_strdup_printf (_("%s is built in and can’t be changed. Make a copy: its figures are "
                            "yours to change."), profile->name);
  gtk_label_set_label (self->about, text);
  gtk_widget_set_visible (self->names, FALSE);
  fill (self);
  g_signal_emit_by_name (self, "changed");
}

/**
 * loom_device_profile_view_edit:
 * @draft: one of the user's
 *
 * Shows a profile that can be changed.
 */
void
loom_device_profile_view_edit (LoomDeviceProfileView  *self,
                               LoomDeviceProfileDraft *draft)
{
  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_VIEW (self));
  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_DRAFT (draft));

  clear (self);
  self->draft = g_object_ref (draft);
  loom_connect (draft, "changed", update, self);
  gtk_widget_set_visible (self->names, TRUE);
  loom_field_revert (loom_field_row_get_field (self->name));
  loom_field_revert (loom_field_row_get_field (self->id));
  fill (self);
  update (self);
}

/* -- Before it is saved -- */

/* What is typed holds from now on, or its field says why not, and has the focus. */
static gboolean
apply_field (LoomField  *field,
             GError    **error)
{
  const char *reason;

  loom_field_apply (field);
  reason = loom_field_get_reason (field);
  if (reason == NULL)
    return TRUE;
  gtk_widget_grab_focus (GTK_WIDGET (field));
  return loom_fail (error, LOOM_ERROR_DOCUMENT, "%s", reason);
}

/**
 * loom_device_profile_view_apply:
 * @error: return location; the field in question has the focus then
 *
 * Takes what is typed and was not taken yet.
 *
 * Returns: whether nothing of it is wrong
 */
gboolean
loom_device_profile_view_apply (LoomDeviceProfileView  *self,
                                GError                **error)
{
  g_return_val_if_fail (LOOM_IS_DEVICE_PROFILE_VIEW (self), FALSE);

  /* one may be wrong only beside another that is typed as well */
  for (guint i = 0; i < self->rows->len; i++)
    loom_field_apply (loom_field_row_get_field (self->rows->pdata[i]));
  if (!apply_field (loom_field_row_get_field (self->name), error) ||
      !apply_field (loom_field_row_get_field (self->id), error))
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    if (!apply_field (loom_field_row_get_field (self->rows->pdata[i]), error) ||
        !apply_field (loom_figure_row_get_source (self->rows->pdata[i]), error))
      return FALSE;
  return TRUE;
}

static void
loom_device_profile_view_dispose (GObject *object)
{
  clear (LOOM_DEVICE_PROFILE_VIEW (object));
  loom_template_dispose (object);
}

static void
loom_device_profile_view_finalize (GObject *object)
{
  LoomDeviceProfileView *self = LOOM_DEVICE_PROFILE_VIEW (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_device_profile_view_parent_class)->finalize (object);
}

static void
loom_device_profile_view_class_init (LoomDeviceProfileViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_device_profile_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_device_profile_view_finalize;
  LOOM_SIGNAL_NEW (klass, "changed", 0);
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-device-profile-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileView, about);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileView, names);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileView, name);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileView, id);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileView, list);
}

static void
loom_device_profile_view_init (LoomDeviceProfileView *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  loom_connect (loom_field_row_get_field (self->name), "try", try_name_cb, self);
  loom_connect (loom_field_row_get_field (self->id), "try", try_id_cb, self);
}
