/* loom-launch-panel.c: the launch as a form
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-argument-row.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-scalar-row.h"
#include "loom-struct-row.h"
#include "loom-template.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomLaunchPanel, loom_launch_panel, LOOM_TYPE_PANE)

static void
update_shared (LoomLaunchPanel *self)
{
  const guint64 bytes = self->launch.shared;
  g_autofree char *count = loom_format_count (bytes);
  g_autofree char *known
      = g_strdup_printf (ngettext ("%s byte", "%s bytes", MIN (bytes, G_MAXINT)), count);

  adw_expander_row_set_subtitle (self->memory, bytes > 0 ? known : _("None asked for"));
  loom_number_field_show (self->shared, bytes);
}

static char *
dup_arguments_key (LoomPlan *plan)
{
  GString *key = g_string_new (plan->kernel);

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);

      g_string_append_printf (key, "\n%s %d %u %p", argument->name, argument->kind,
                              loom_type_count_components (&argument->type),
                              argument->type.record);
    }
  return g_string_free (key, FALSE);
}

static void
rebuild_arguments (LoomLaunchPanel *self,
                   LoomPlan        *plan)
{
  for (guint i = 0; i < self->argument_rows->len; i++)
    adw_preferences_group_remove (self->arguments, g_ptr_array_index (self->argument_rows, i));
  g_ptr_array_set_size (self->argument_rows, 0);

  for (guint i = 0; i < loom_plan_count_params (plan); i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);
      GtkWidget *row = argument->kind == LOOM_PARAM_SCALAR ? loom_scalar_row_new (self->session)
                       : loom_struct_row_can_show (argument)
                           ? loom_struct_row_new (self->session, argument)
                           : loom_argument_row_new (self->session);

      adw_preferences_group_add (self->arguments, row);
      g_ptr_array_add (self->argument_rows, row);
    }
}

static void
update_arguments (LoomLaunchPanel *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  g_autofree char *key = NULL;

  if (plan == NULL)
    return;
  key = dup_arguments_key (plan);
  if (g_strcmp0 (key, self->arguments_key) != 0)
    {
      rebuild_arguments (self, plan);
      g_free (self->arguments_key);
      self->arguments_key = g_steal_pointer (&key);
    }
  for (guint i = 0; i < self->argument_rows->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);
      gpointer row = g_ptr_array_index (self->argument_rows, i);

      if (LOOM_IS_SCALAR_ROW (row))
        loom_scalar_row_set_argument (row, argument);
      else if (LOOM_IS_STRUCT_ROW (row))
        loom_struct_row_set_argument (row, plan, i);
      else
        loom_argument_row_set_argument (row, argument);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->arguments), plan->args->len > 0);
}

static gboolean
update_cb (gpointer data)
{
  LoomLaunchPanel *self = data;

  self->update_id = 0;
  self->updating = TRUE;
  self->launch = self->planned;
  loom_launch_read (&self->launch, self->session);
  if (loom_session_get_plan (self->session) != NULL)
    self->planned = self->launch;
  _loom_launch_panel_update_kernels (self);
  _loom_launch_panel_update_rows (self);
  update_shared (self);
  _loom_launch_panel_update_facts (self);
  _loom_launch_panel_update_costs (self);
  _loom_launch_panel_update_advice (self);
  update_arguments (self);
  _loom_launch_panel_update_faults (self);
  gtk_widget_set_sensitive (self->content,
                            _loom_launch_panel_has_kernel (self)
                                || gtk_widget_get_visible (GTK_WIDGET (self->kernel)));
  self->updating = FALSE;
  return G_SOURCE_REMOVE;
}

/* Several properties change with one result; the form follows once, before the next frame. */
void
_loom_launch_panel_queue_update (LoomLaunchPanel *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
loom_launch_panel_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomLaunchPanel *self = LOOM_LAUNCH_PANEL (pane);
  static const char *const watched[] = {
    "notify::document", "notify::compiled", "notify::plan",
    "notify::error",    "notify::run",      "notify::stale",
  };

  self->session = session;
  loom_launches_row_set_session (self->launches, session);
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    loom_connect (session, watched[i], _loom_launch_panel_queue_update, self);
  loom_connect (session, "flush", _loom_launch_panel_flush, self);
  _loom_launch_panel_queue_update (self);
}

static void
loom_launch_panel_dispose (GObject *object)
{
  LoomLaunchPanel *self = LOOM_LAUNCH_PANEL (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  g_clear_handle_id (&self->show_row_id, g_source_remove);
  G_OBJECT_CLASS (loom_launch_panel_parent_class)->dispose (object);
}

static void
loom_launch_panel_finalize (GObject *object)
{
  LoomLaunchPanel *self = LOOM_LAUNCH_PANEL (object);

  g_object_unref (self->typed);
  g_ptr_array_unref (self->argument_rows);
  g_free (self->arguments_key);
  G_OBJECT_CLASS (loom_launch_panel_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  loom_template_set (widget_class, "loom-launch-panel.ui");
  LOOM_TEMPLATE_CHILDREN (widget_class, LoomLaunchPanel, overlay, root, kernel, launches, range,
                          block, grid, auto_button, threads, warps, costs, registers, occupancy,
                          outside, idle, advice, advice_room, scroller, arguments, manual, memory,
                          shared, content, reason);
}

static void
loom_launch_panel_class_init (LoomLaunchPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_launch_panel_dispose;
  object_class->finalize = loom_launch_panel_finalize;
  LOOM_PANE_CLASS (klass)->set_session = loom_launch_panel_set_session;

  g_type_ensure (LOOM_TYPE_DIM3_ROW);
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  g_type_ensure (LOOM_TYPE_LAUNCHES_ROW);
  g_type_ensure (LOOM_TYPE_NUMBER_FIELD);
  bind_template (widget_class);
  _loom_launch_panel_bind_edits (widget_class);
  _loom_launch_panel_bind_kernels (widget_class);
  gtk_widget_class_set_css_name (widget_class, "launchpanel");
}

static void
loom_launch_panel_init (LoomLaunchPanel *self)
{
  loom_launch_init (&self->planned);
  self->launch = self->planned;
  self->argument_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  _loom_launch_panel_init_kernels (self);
  _loom_launch_panel_init_advice (self);
  _loom_launch_panel_init_focus (self);
  _loom_launch_panel_init_reason (self);
}

/**
 * loom_launch_panel_focus_first:
 * @self: a panel
 *
 * Puts the keyboard into the first field that can be edited.
 */
void
loom_launch_panel_focus_first (LoomLaunchPanel *self)
{
  LoomDim3Row *row;

  g_return_if_fail (LOOM_IS_LAUNCH_PANEL (self));

  row = self->launch.range_known ? self->range : self->block;
  gtk_widget_grab_focus (loom_dim3_row_get_field (row, 0));
}

/**
 * loom_launch_panel_open_launches:
 * @self: a panel
 *
 * Opens the list of launches that were found in the source.
 *
 * Returns: whether there are any
 */
gboolean
loom_launch_panel_open_launches (LoomLaunchPanel *self)
{
  g_return_val_if_fail (LOOM_IS_LAUNCH_PANEL (self), FALSE);

  return loom_launches_row_open (self->launches);
}
