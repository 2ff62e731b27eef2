/* loom-device-profile-rows.c: the profiles of devices that there are, as rows that open them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-device-profile-rows.h"

#include "loom-resources.h"
#include "loom-template.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomDeviceProfileRows
{
  GtkBox               parent_instance;

  AdwPreferencesGroup *own;
  AdwPreferencesGroup *boards;
  AdwPreferencesGroup *capabilities;

  GPtrArray           *rows;    /* (element-type GtkWidget), borrowed */
};

G_DEFINE_FINAL_TYPE (LoomDeviceProfileRows, loom_device_profile_rows, GTK_TYPE_BOX)

static void
loom_device_profile_rows_finalize (GObject *object)
{
  LoomDeviceProfileRows *self = LOOM_DEVICE_PROFILE_ROWS (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_device_profile_rows_parent_class)->finalize (object);
}

static void
loom_device_profile_rows_class_init (LoomDeviceProfileRowsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_template_dispose;
  G_OBJECT_CLASS (klass)->finalize = loom_device_profile_rows_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-device-profile-rows.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileRows, own);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileRows, boards);
  gtk_widget_class_bind_template_child (widget_class, LoomDeviceProfileRows, capabilities);
}

static void
loom_device_profile_rows_init (LoomDeviceProfileRows *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_row (LoomDeviceProfileRows *self,
         AdwPreferencesGroup   *group,
         GtkWidget             *row)
{
  adw_preferences_group_add (group, row);
  g_ptr_array_add (self->rows, row);
}

static GtkWidget *
row_new (const char *title,
         const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *escaped = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
  return row;
}

static void
add_profile (LoomDeviceProfileRows   *self,
             const LoomDeviceProfile *profile)
{
  AdwPreferencesGroup *group = profile->file != NULL                     ? self->own
                               : profile->multiprocessors.source != NULL ? self->boards
                                                                         : self->capabilities;
  /* Translators: the id of a profile, and its compute capability */
  g_autofree char *subtitle = g_strdup_printf (_("%1$s, compute capability %2$s"), profile->id,
                                               profile->compute);
  GtkWidget *row = row_new (profile->name, subtitle);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "profiles.open");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", profile->id);
  add_row (self, group, row);
}

/* A file that can't be read is left as it is, and says why. */
static void
add_problem (LoomDeviceProfileRows *self,
             const char            *text)
{
  GtkWidget *row = row_new (_("Can’t be read"), text);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  gtk_widget_add_css_class (icon, "warning");
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  add_row (self, self->own, row);
}

/**
 * loom_device_profile_rows_fill:
 * @profiles: those that there are
 *
 * Lists profiles, and files of the user's that are none.
 */
void
loom_device_profile_rows_fill (LoomDeviceProfileRows *self,
                               LoomDeviceProfiles    *profiles)
{
  GPtrArray *list, *problems;
  guint n_own;

  g_return_if_fail (LOOM_IS_DEVICE_PROFILE_ROWS (self));
  g_return_if_fail (LOOM_IS_DEVICE_PROFILES (profiles));

  list = loom_device_profiles_get_list (profiles);
  problems = loom_device_profiles_get_problems (profiles);
  n_own = problems->len;
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (
        ADW_PREFERENCES_GROUP (gtk_widget_get_ancestor (self->rows->pdata[i],
                                                        ADW_TYPE_PREFERENCES_GROUP)),
        self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < list->len; i++)
    {
      n_own += ((LoomDeviceProfile *) list->pdata[i])->file != NULL;
      add_profile (self, list->pdata[i]);
    }
  for (guint i = 0; i < problems->len; i++)
    add_problem (self, problems->pdata[i]);
  adw_preferences_group_set_description (
      self->own, n_own > 0 ? NULL : _("None yet: open a profile below and make a copy of it."));
}
