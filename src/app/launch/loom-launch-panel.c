/* loom-launch-panel.c: the launch as a form
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-connect.h"
#include "loom-format.h"
#include "loom-launch-advice.h"
#include "loom-launch-rows.h"
#include "loom-resources.h"
#include "loom-run-details.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (LoomLaunchPanel, loom_launch_panel, LOOM_TYPE_PANE)

static void
update_shared (LoomLaunchPanel *self)
{
  const guint64 bytes = self->launch.shared;
  g_autofree char *count = loom_typeset_count (bytes);
  g_autofree char *known
      = g_strdup_printf (ngettext ("%s byte", "%s bytes", MIN (bytes, G_MAXINT)), count);

  adw_expander_row_set_subtitle (self->memory, bytes > 0 ? known : _("None requested"));
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

/* Parameters of the kernel, and arrays that only other launches among the steps have. What structs
 * point to is edited in the structs. */
static gboolean
has_row (const LoomPlanArg *argument)
{
  return argument->owner < 0;
}

static void
rebuild_arguments (LoomLaunchPanel *self,
                   LoomPlan        *plan)
{
  for (guint i = 0; i < self->argument_rows->len; i++)
    adw_preferences_group_remove (self->arguments, g_ptr_array_index (self->argument_rows, i));
  g_ptr_array_set_size (self->argument_rows, 0);

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);
      GtkWidget *row;

      if (!has_row (argument))
        continue;
      row = argument->kind == LOOM_PARAM_SCALAR     ? loom_scalar_row_new (self->session)
            : loom_struct_row_can_show (argument) ? loom_struct_row_new (self->session, argument)
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
  guint n = 0;

  if (plan == NULL)
    return;
  key = dup_arguments_key (plan);
  if (g_strcmp0 (key, self->arguments_key) != 0)
    {
      rebuild_arguments (self, plan);
      g_free (self->arguments_key);
      self->arguments_key = g_steal_pointer (&key);
    }
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);
      const char *computed = loom_plan_find_computed (plan, i);
      gpointer row = has_row (argument) ? g_ptr_array_index (self->argument_rows, n++) : NULL;

      if (row == NULL)
        continue;
      if (LOOM_IS_SCALAR_ROW (row) && computed != NULL)
        loom_scalar_row_set_computed (row, argument, computed);
      else if (LOOM_IS_SCALAR_ROW (row))
        loom_scalar_row_set_argument (row, plan, argument);
      else if (LOOM_IS_STRUCT_ROW (row))
        loom_struct_row_set_argument (row, plan, i);
      else
        loom_argument_row_set_argument (row, plan, argument);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->arguments), plan->args->len > 0);
}

/* Where a document has steps, the panel is of one launch among them. */
static void
update_steps (LoomLaunchPanel *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  const LoomPlanStep *step
      = plan != NULL && plan->shown >= 0 ? g_ptr_array_index (plan->steps, plan->shown) : NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->steps), step != NULL);
  if (step == NULL)
    return;
  /* Translators: one of several steps, as it is written, and its line */
  text = g_strdup_printf (_("Below: %1$s (line %2$u)"), step->text, step->line);
  adw_action_row_set_subtitle (self->steps, text);
}

static void
steps_cb (LoomLaunchPanel *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);

  if (plan != NULL && plan->shown >= 0)
    loom_session_show_line (self->session,
                            ((LoomPlanStep *) plan->steps->pdata[plan->shown])->line, 0);
}

static void
set_count (GtkLabel *label,
           gboolean  known,
           guint64   part,
           guint64   whole)
{
  g_autofree char *text = known ? loom_format_share (part, whole) : NULL;

  gtk_label_set_label (label, known ? text : "–");
}

/* Without a kernel there is nothing to launch; one that was there before the last typing error
 * still counts. */
static gboolean
has_kernel (LoomLaunchPanel *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);

  return self->arguments_key != NULL ||
         (compiled != NULL && compiled->ptx != NULL && compiled->kernels->len > 0);
}

/* One that is to follow from a range that is not known can't be told before it ran. */
static gboolean
has_grid (LoomLaunchPanel *self)
{
  return has_kernel (self)
         && (!self->launch.grid_auto || self->launch.range_known
             || loom_session_get_plan (self->session) != NULL);
}

/* The threads of a launch whose position lies within its range. */
static guint64
count_inside (const LoomLaunch *launch)
{
  const LoomDim3 *grid = &launch->grid, *block = &launch->block, *range = &launch->range;

  return MIN ((guint64) grid->x * block->x, range->x) * MIN ((guint64) grid->y * block->y, range->y)
         * MIN ((guint64) grid->z * block->z, range->z);
}

static void
update_facts (LoomLaunchPanel *self)
{
  const LoomLaunch *launch = &self->launch;
  const guint warp_size = loom_limits_get_simulator ()->warp_size;
  LoomRun *run = loom_session_get_run (self->session);
  guint64 blocks = 0, per_block = 0, threads = 0;
  gboolean known = has_grid (self) && loom_dim3_volume (&launch->grid, &blocks)
                   && loom_dim3_volume (&launch->block, &per_block)
                   && g_uint64_checked_mul (&threads, blocks, per_block);
  gboolean fresh = loom_session_has_current_run (self->session) && run->idle_threads >= 0;
  g_autofree char *count = loom_typeset_count (threads);

  gtk_label_set_label (self->threads, known ? count : "–");
  set_count (self->warps, known, known ? blocks * ((per_block + warp_size - 1) / warp_size) : 0, 0);
  known = known && launch->range_known;
  set_count (self->outside, known, known ? threads - count_inside (launch) : 0, threads);
  set_count (self->idle, fresh, fresh ? run->idle_threads : 0, fresh ? run->threads : 0);
}

/* What the kernel takes of a GPU is known of the launch that ran there, and of no other. */
static void
update_costs (LoomLaunchPanel *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean known = loom_session_has_current_run (self->session) && run->costs != NULL;
  g_autofree char *occupancy = known ? loom_run_details_dup_costs (run->costs) : NULL;
  g_autofree char *registers = NULL;

  if (known)
    {
      g_autofree char *shared = g_format_size_full (
          run->costs->shared_static + run->costs->shared_dynamic, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *local = g_format_size_full (run->costs->local, G_FORMAT_SIZE_IEC_UNITS);

      registers = g_strdup_printf (
          ngettext ("%1$u register and %3$s of local memory a thread, %2$s of shared memory "
                    "a block",
                    "%1$u registers and %3$s of local memory a thread, %2$s of shared memory "
                    "a block",
                    run->costs->registers),
          run->costs->registers, shared, local);
    }
  gtk_label_set_label (self->occupancy, occupancy != NULL ? occupancy : "");
  gtk_label_set_label (self->registers, registers != NULL ? registers : "");
  gtk_widget_set_visible (self->costs, known);
}

static char *
dup_arithmetic (LoomLaunchPanel *self)
{
  static const char axes[] = "xyz";
  const guint32 grid[] = { self->launch.grid.x, self->launch.grid.y, self->launch.grid.z };
  GString *text = g_string_new (NULL);

  for (guint axis = 0; axis < G_N_ELEMENTS (grid); axis++)
    {
      g_autofree char *line = NULL;

      if (axis >= self->launch.rank && grid[axis] == 1)
        continue;
      line = loom_launch_explain (&self->launch, axis);
      g_string_append_printf (text, "%s%c: %s", text->len > 0 ? "\n" : "", axes[axis], line);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_block_text (LoomLaunchPanel *self)
{
  const guint warp_size = loom_limits_get_simulator ()->warp_size;
  guint64 threads = 0, warps;
  g_autofree char *threads_text = NULL, *warps_text = NULL, *most = NULL;

  if (!loom_dim3_volume (&self->launch.block, &threads))
    return NULL;
  warps = threads / warp_size + (threads % warp_size != 0);
  threads_text = loom_typeset_count (threads);
  warps_text = loom_typeset_count (warps);
  if (self->launch.max_threads > 0)
    {
      most = loom_typeset_count (self->launch.max_threads);
      /* Translators: of one block: its threads, the warps that these fill, and the most threads
       * that the kernel was compiled for. */
      return g_strdup_printf (_("Threads in a block: %1$s, warps: %2$s; __launch_bounds__ allows "
                                "%3$s threads"), threads_text, warps_text, most);
    }
  /* Translators: of one block: how many threads it has, and how many warps these fill. */
  return g_strdup_printf (_("Threads in a block: %1$s, warps: %2$s"), threads_text, warps_text);
}

/* A block that is good says why to who asks it. */
static void
update_zone (LoomLaunchPanel *self)
{
  g_autofree char *zone = loom_launch_dup_zone (self->session);

  gtk_widget_set_visible (GTK_WIDGET (self->zone), zone != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->zone), zone);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->zone), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  zone != NULL ? zone : "", -1);
}

static void
update_rows (LoomLaunchPanel *self)
{
  gboolean known = has_kernel (self);
  LoomPlan *plan = loom_session_get_plan (self->session);
  g_autofree char *guess = plan != NULL ? loom_plan_dup_guess (plan, NULL, "range") : NULL;
  const char *reason = guess == NULL && plan != NULL ? plan->reason : guess;
  const char *dismissed = loom_launch_get (self->session, NULL, "dismissed");
  g_autofree char *arithmetic = has_grid (self) ? dup_arithmetic (self) : NULL;
  g_autofree char *block = known ? dup_block_text (self) : NULL;

  loom_dim3_row_set_known (self->range, known && self->launch.range_known);
  loom_dim3_row_set_known (self->block, known);
  loom_dim3_row_set_known (self->grid, has_grid (self));
  loom_dim3_row_set_value (self->range, &self->launch.range);
  loom_dim3_row_set_value (self->block, &self->launch.block);
  loom_dim3_row_set_value (self->grid, &self->launch.grid);
  g_object_set (self->range, "editable", self->launch.range_known, NULL);
  g_object_set (self->grid, "editable", !self->launch.grid_auto, NULL);
  loom_dim3_row_set_explanation (self->range,
                                 known && !self->launch.range_known ? _("Not known") : reason);
  loom_dim3_row_set_explanation (self->block, block);
  loom_dim3_row_set_explanation (self->grid, arithmetic);
  gtk_toggle_button_set_active (self->auto_button, self->launch.grid_auto);
  gtk_button_set_icon_name (GTK_BUTTON (self->auto_button), self->launch.grid_auto
                                                                ? "changes-prevent-symbolic"
                                                                : "changes-allow-symbolic");
  gtk_widget_set_visible (self->manual, self->launch.manual_grid);
  adw_action_row_set_subtitle (self->dismissed, dismissed != NULL ? dismissed : "");
  gtk_widget_set_visible (GTK_WIDGET (self->dismissed), dismissed != NULL && *dismissed != '\0');
}

static void
update (LoomLaunchPanel *self)
{
  self->updating = TRUE;
  self->launch = self->planned;
  loom_launch_read (&self->launch, self->session);
  if (loom_session_get_plan (self->session) != NULL)
    self->planned = self->launch;
  loom_kernel_row_update (self->kernel);
  loom_mapping_row_update (self->mapping);
  update_steps (self);
  update_rows (self);
  update_zone (self);
  update_shared (self);
  update_facts (self);
  update_costs (self);
  _loom_launch_panel_update_advice (self);
  update_arguments (self);
  loom_expect_group_update (self->expected);
  loom_options_group_update (self->compiler);
  _loom_launch_panel_update_faults (self);
  gtk_widget_set_sensitive (self->content,
                            has_kernel (self)
                                || gtk_widget_get_visible (GTK_WIDGET (self->kernel)));
  self->updating = FALSE;
}

/* Several properties change with one result; the form follows once, before the next frame. */
void
_loom_launch_panel_queue_update (LoomLaunchPanel *self)
{
  loom_call_later (&self->update_id, G_PRIORITY_HIGH_IDLE, 0, G_CALLBACK (update), self);
}

static void
try_cb (LoomLaunchPanel  *self,
        const LoomDim3   *value,
        gboolean          apply,
        GError          **error,
        LoomDim3Row      *row)
{
  const char *key = row == self->range ? "range" : row == self->block ? "block" : "grid";
  g_autofree char *text = loom_dim3_format (value);

  loom_launch_try (self->session, NULL, key, text, apply, error);
}

/* Somebody is about to run, to save or to edit: what is just being typed counts. */
static void
flush (LoomLaunchPanel *self)
{
  LoomField *field = _loom_launch_panel_find_field (self);

  if (field != NULL)
    loom_field_apply (field);
}

static void
drag_begin_cb (LoomLaunchPanel *self)
{
  loom_session_begin_edits (self->session);
}

static void
drag_end_cb (LoomLaunchPanel *self)
{
  loom_session_end_edits (self->session);
}

static void
scale_block (LoomLaunchPanel *self,
             gboolean         up)
{
  const LoomLimits *limits = loom_limits_get_simulator ();
  guint axis = self->launch.rank >= 2 && self->launch.block.y < self->launch.block.x ? 1 : 0;
  LoomDim3 block;

  if (!up)
    axis = self->launch.block.y >= self->launch.block.x && self->launch.block.y > 1 ? 1 : 0;
  block = loom_launch_scale (&self->launch.block, axis, up, &limits->block);
  loom_launch_edit_dim3 (self->session, "block", &block, NULL);
}

static void
halve_cb (LoomLaunchPanel *self)
{
  scale_block (self, FALSE);
}

static void
double_cb (LoomLaunchPanel *self)
{
  scale_block (self, TRUE);
}

/* The fields open at once: the form follows before the next frame, but a click may be quicker. */
static void
auto_cb (LoomLaunchPanel *self)
{
  const gboolean is_auto = gtk_toggle_button_get_active (self->auto_button);

  if (self->updating)
    return;
  if (is_auto)
    loom_launch_edit (self->session, NULL, "grid", "auto", NULL);
  else
    loom_launch_edit_dim3 (self->session, "grid", &self->launch.grid, NULL);
  g_object_set (self->grid, "editable", !is_auto, NULL);
}

static void
reset_cb (LoomLaunchPanel *self)
{
  loom_launch_reset (self->session);
  loom_dim3_row_revert (self->range);
  loom_dim3_row_revert (self->block);
  loom_dim3_row_revert (self->grid);
  loom_field_revert (LOOM_FIELD (self->shared));
}

static void
listen_cb (LoomLaunchPanel *self)
{
  loom_launch_edit (self->session, NULL, "dismissed", NULL, NULL);
}

static void
unset_manual_cb (LoomLaunchPanel *self)
{
  loom_launch_edit (self->session, NULL, "manual-grid", NULL, NULL);
}

/* 0 is the default, and needs no line. */
static void
try_shared_cb (LoomLaunchPanel  *self,
               gboolean          apply,
               GError          **error,
               LoomNumberField  *field)
{
  g_autofree char *value = NULL;
  guint64 bytes;

  if (!loom_number_field_read (field, &bytes, error))
    return;
  value = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);
  if (!loom_launch_try (self->session, NULL, "shared", value, apply && bytes > 0, error) || !apply)
    return;
  if (bytes == 0)
    loom_launch_edit (self->session, NULL, "shared", NULL, NULL);
  loom_number_field_show (field, bytes);
}

static void
loom_launch_panel_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomLaunchPanel *self = LOOM_LAUNCH_PANEL (pane);

  self->session = session;
  loom_kernel_row_set_session (self->kernel, session);
  loom_launches_row_set_session (self->launches, session);
  loom_mapping_row_set_session (self->mapping, session);
  loom_expect_group_set_session (self->expected, session);
  loom_options_group_set_session (self->compiler, session);
  loom_connect_each (session, G_CALLBACK (_loom_launch_panel_queue_update), self,
                     "notify::document", "notify::compiled", "notify::plan", "notify::error",
                     "notify::run", "notify::stale", "notify::comparison", NULL);
  loom_connect (loom_session_get_machine_query (session), "changed",
                _loom_launch_panel_queue_update, self);
  loom_connect (loom_session_get_run_settings (session), "notify::device-profile",
                _loom_launch_panel_queue_update, self);
  loom_connect (session, "flush", flush, self);
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
loom_launch_panel_class_init (LoomLaunchPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_launch_panel_dispose;
  object_class->finalize = loom_launch_panel_finalize;
  LOOM_PANE_CLASS (klass)->set_session = loom_launch_panel_set_session;

  g_type_ensure (LOOM_TYPE_DIM3_ROW);
  g_type_ensure (LOOM_TYPE_EXPECT_GROUP);
  g_type_ensure (LOOM_TYPE_FIELD_ROW);
  g_type_ensure (LOOM_TYPE_KERNEL_ROW);
  g_type_ensure (LOOM_TYPE_LAUNCHES_ROW);
  g_type_ensure (LOOM_TYPE_MAPPING_ROW);
  g_type_ensure (LOOM_TYPE_NUMBER_FIELD);
  g_type_ensure (LOOM_TYPE_OPTIONS_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-launch-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, overlay);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, root);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, kernel);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, steps);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, launches);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, mapping);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, range);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, block);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, grid);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, auto_button);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, threads);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, warps);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, costs);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, registers);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, occupancy);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, outside);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, idle);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, advice);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, advice_room);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, arguments);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, expected);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, manual);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, dismissed);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, zone);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, memory);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, shared);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, content);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, reason);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, compiler);
  gtk_widget_class_bind_template_callback (widget_class, try_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
  gtk_widget_class_bind_template_callback (widget_class, halve_cb);
  gtk_widget_class_bind_template_callback (widget_class, double_cb);
  gtk_widget_class_bind_template_callback (widget_class, auto_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, steps_cb);
  gtk_widget_class_bind_template_callback (widget_class, unset_manual_cb);
  gtk_widget_class_bind_template_callback (widget_class, listen_cb);
  gtk_widget_class_bind_template_callback (widget_class, try_shared_cb);
  gtk_widget_class_set_css_name (widget_class, "launchpanel");
}

static void
loom_launch_panel_init (LoomLaunchPanel *self)
{
  loom_launch_init (&self->planned);
  self->launch = self->planned;
  self->argument_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  loom_dim3_row_set_most (self->grid, loom_limits_get_simulator ()->grid.x);
  _loom_launch_panel_init_place (self);
}

/**
 * loom_launch_panel_focus_first:
 *
 * Gives the focus to the first field of the launch: the button before it takes the launch back.
 *
 * Returns: whether there is a launch
 */
gboolean
loom_launch_panel_focus_first (LoomLaunchPanel *self)
{
  LoomDim3Row *row;

  g_return_val_if_fail (LOOM_IS_LAUNCH_PANEL (self), FALSE);

  row = self->launch.range_known ? self->range : self->block;
  return gtk_widget_grab_focus (loom_dim3_row_get_field (row, 0));
}

gboolean
loom_launch_panel_open_launches (LoomLaunchPanel *self)
{
  g_return_val_if_fail (LOOM_IS_LAUNCH_PANEL (self), FALSE);

  return loom_launches_row_open (self->launches);
}
