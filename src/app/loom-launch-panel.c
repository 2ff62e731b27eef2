/* loom-launch-panel.c: the launch as a form
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel.h"

#include "loom-advice-row.h"
#include "loom-application.h"
#include "loom-argument-row.h"
#include "loom-dim3-row.h"
#include "loom-format.h"
#include "loom-launch.h"
#include "loom-run-details.h"
#include "loom-scalar-row.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _LoomLaunchPanel
{
  LoomPane              parent_instance;

  LoomSession          *session;
  LoomLaunch            launch;
  LoomLaunch            planned;           /* as it was with the last plan */
  GPtrArray            *argument_rows;     /* (element-type GtkWidget), borrowed */
  char                 *arguments_key;     /* which arguments the rows are for */
  guint                 update_id;

  GtkWidget            *root;
  AdwComboRow          *kernel;
  LoomDim3Row          *range;
  LoomDim3Row          *block;
  LoomDim3Row          *grid;
  GtkToggleButton      *auto_button;
  GtkLabel             *threads;
  GtkLabel             *warps;
  GtkWidget            *costs;
  GtkLabel             *registers;
  GtkLabel             *occupancy;
  GtkLabel             *outside;
  GtkLabel             *idle;
  GtkListBox           *advice;
  AdwPreferencesGroup  *arguments;
  GtkWidget            *manual;
  AdwExpanderRow       *memory;
  AdwEntryRow          *shared;
  GtkWidget            *content;

  guint                 updating : 1;
  guint                 dragging : 1;
};

G_DEFINE_FINAL_TYPE (LoomLaunchPanel, loom_launch_panel, LOOM_TYPE_PANE)

static void
edited_cb (LoomLaunchPanel *self,
           LoomDim3Row     *row)
{
  LoomDim3 value = loom_dim3_row_get_value (row);
  const char *key = row == self->range ? "range" : row == self->block ? "block" : "grid";
  g_autoptr (GError) error = NULL;

  if (!loom_launch_edit_dim3 (self->session, key, &value, &error))
    loom_session_take_error (self->session, g_steal_pointer (&error));
}

static void queue_update (LoomLaunchPanel *self);

static void
drag_begin_cb (LoomLaunchPanel *self)
{
  self->dragging = TRUE;
  loom_session_begin_edits (self->session);
}

static void
drag_end_cb (LoomLaunchPanel *self)
{
  self->dragging = FALSE;
  loom_session_end_edits (self->session);
  queue_update (self);
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

static void
auto_cb (LoomLaunchPanel *self)
{
  if (self->updating)
    return;
  if (gtk_toggle_button_get_active (self->auto_button))
    loom_launch_edit (self->session, "grid", "auto", NULL);
  else
    loom_launch_edit_dim3 (self->session, "grid", &self->launch.grid, NULL);
}

static void
reset_cb (LoomLaunchPanel *self)
{
  loom_launch_reset (self->session);
}

static void
unset_manual_cb (LoomLaunchPanel *self)
{
  loom_launch_edit (self->session, "manual-grid", NULL, NULL);
}

static void
shared_cb (LoomLaunchPanel *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->shared));
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;
  guint64 bytes = 0;

  if (*text == '\0' || g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &bytes, NULL))
    {
      value = bytes > 0 ? g_strdup_printf ("%" G_GUINT64_FORMAT, bytes) : NULL;
      loom_launch_edit (self->session, "shared", value, &error);
    }
  else
    g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_DOCUMENT,
                         _("Shared memory is a whole number of bytes, such as 4096"));

  if (error == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->shared), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->shared), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->shared), error != NULL ? error->message : NULL);
}

static void
kernel_cb (LoomLaunchPanel *self)
{
  guint selected = adw_combo_row_get_selected (self->kernel);
  GListModel *names = adw_combo_row_get_model (self->kernel);

  if (self->updating || names == NULL || selected >= g_list_model_get_n_items (names))
    return;
  loom_launch_edit (self->session, "kernel",
                    gtk_string_list_get_string (GTK_STRING_LIST (names), selected), NULL);
}

static void
fix_cb (LoomLaunchPanel *self,
        LoomAdviceRow   *row)
{
  const LoomLaunchFix *fix = loom_advice_row_get_fix (row);

  loom_launch_edit (self->session, fix->key, fix->value, NULL);
}

static void
add_advice (LoomLaunchPanel *self,
            LoomSeverity     severity,
            const char      *text,
            LoomError        code)
{
  g_autofree char *sentence = loom_format_sentence (text);
  GtkWidget *row;

  row = loom_advice_row_new (
      severity, sentence, loom_launch_fix_new (&self->launch, loom_limits_get_simulator (), code));
  g_signal_connect_object (row, "fix", G_CALLBACK (fix_cb), self, G_CONNECT_SWAPPED);
  gtk_list_box_append (self->advice, row);
}

static void
update_advice (LoomLaunchPanel *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  const GError *error = loom_session_get_error (self->session);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->advice))) != NULL)
    gtk_list_box_remove (self->advice, row);

  /* that the runner is lost, or that nothing can compile, is no matter of the launch: the first has
   * a banner of its own, the second a page */
  if (error != NULL && error->domain == LOOM_ERROR && error->code != LOOM_ERROR_RUNNER
      && error->code != LOOM_ERROR_BACKEND)
    add_advice (self, LOOM_SEVERITY_ERROR, error->message, error->code);
  for (guint i = 0; plan != NULL && i < plan->findings->len; i++)
    {
      const LoomFinding *finding = g_ptr_array_index (plan->findings, i);

      add_advice (self, LOOM_SEVERITY_WARNING, finding->text, finding->code);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->advice),
                          gtk_widget_get_first_child (GTK_WIDGET (self->advice)) != NULL);
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

static void
update_facts (LoomLaunchPanel *self)
{
  const LoomLaunch *launch = &self->launch;
  const guint warp_size = loom_limits_get_simulator ()->warp_size;
  LoomRun *run = loom_session_get_run (self->session);
  guint64 blocks = 0, per_block = 0, threads = 0, wanted = 0;
  gboolean known = has_grid (self) && loom_dim3_volume (&launch->grid, &blocks)
                   && loom_dim3_volume (&launch->block, &per_block)
                   && g_uint64_checked_mul (&threads, blocks, per_block);
  gboolean fresh = run != NULL && !loom_session_get_stale (self->session) && run->idle_threads >= 0;
  g_autofree char *count = loom_format_count (threads);

  gtk_label_set_label (self->threads, known ? count : "–");
  set_count (self->warps, known, known ? blocks * ((per_block + warp_size - 1) / warp_size) : 0, 0);
  /* a grid that is smaller than the range has none outside; how much it misses is said as advice */
  known = known && launch->range_known && loom_dim3_volume (&launch->range, &wanted);
  set_count (self->outside, known && threads >= wanted, known ? threads - wanted : 0, threads);
  set_count (self->idle, fresh, fresh ? run->idle_threads : 0, fresh ? run->threads : 0);
}

/* What the kernel takes of a GPU is known of the launch that ran there, and of no other. */
static void
update_costs (LoomLaunchPanel *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean known = run != NULL && run->costs != NULL && !loom_session_get_stale (self->session);
  g_autofree char *occupancy = known ? loom_run_details_dup_costs (run->costs) : NULL;
  g_autofree char *registers = NULL;

  if (known)
    {
      g_autofree char *shared = g_format_size_full (
          run->costs->shared_static + run->costs->shared_dynamic, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *local = g_format_size_full (run->costs->local, G_FORMAT_SIZE_IEC_UNITS);

      registers = g_strdup_printf (
          ngettext ("%1$u register and %3$s of local memory a thread, %2$s of shared memory a block",
                    "%1$u registers and %3$s of local memory a thread, %2$s of shared memory a block",
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
  threads_text = loom_format_count (threads);
  warps_text = loom_format_count (warps);
  if (self->launch.max_threads > 0)
    {
      most = loom_format_count (self->launch.max_threads);
      /* Translators: of one block: its threads, the warps that these fill, and the most threads
       * that the kernel was compiled for. */
      return g_strdup_printf (_("Threads in a block: %1$s, warps: %2$s; __launch_bounds__ allows "
                                "%3$s threads"), threads_text, warps_text, most);
    }
  /* Translators: of one block: how many threads it has, and how many warps these fill. */
  return g_strdup_printf (_("Threads in a block: %1$s, warps: %2$s"), threads_text, warps_text);
}

static void
update_rows (LoomLaunchPanel *self)
{
  gboolean known = has_kernel (self);
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
                                 known && !self->launch.range_known ? _("Not known") : NULL);
  loom_dim3_row_set_explanation (self->block, block);
  loom_dim3_row_set_explanation (self->grid, arithmetic);
  gtk_toggle_button_set_active (self->auto_button, self->launch.grid_auto);
  gtk_button_set_icon_name (GTK_BUTTON (self->auto_button), self->launch.grid_auto
                                                                ? "changes-prevent-symbolic"
                                                                : "changes-allow-symbolic");
  gtk_widget_set_visible (self->manual, self->launch.manual_grid);
}

/* What is just being typed stays. */
static void
update_shared (LoomLaunchPanel *self)
{
  const guint64 bytes = self->launch.shared;
  g_autofree char *count = loom_format_count (bytes);
  g_autofree char *known
      = g_strdup_printf (ngettext ("%s byte", "%s bytes", MIN (bytes, G_MAXINT)), count);
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);

  adw_expander_row_set_subtitle (self->memory, bytes > 0 ? known : _("None asked for"));
  if (gtk_widget_get_focus_child (GTK_WIDGET (self->shared)) != NULL
      || strcmp (gtk_editable_get_text (GTK_EDITABLE (self->shared)), text) == 0)
    return;
  /* without this the row would take the text for an edit, and offer to apply it */
  adw_entry_row_set_show_apply_button (self->shared, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->shared), text);
  adw_entry_row_set_show_apply_button (self->shared, TRUE);
}

static void
update_kernels (LoomLaunchPanel *self)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  LoomPlan *plan = loom_session_get_plan (self->session);
  const char *chosen = plan != NULL ? plan->kernel : loom_launch_get (self->session, "kernel");
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n_kernels = compiled != NULL && compiled->ptx != NULL ? compiled->kernels->len : 0;
  guint selected = GTK_INVALID_LIST_POSITION;

  gtk_widget_set_visible (GTK_WIDGET (self->kernel), n_kernels > 1);
  if (n_kernels < 2)
    return;
  for (guint i = 0; i < n_kernels; i++)
    {
      const LoomKernel *kernel = g_ptr_array_index (compiled->kernels, i);

      gtk_string_list_append (names, kernel->name);
      if (g_strcmp0 (chosen, kernel->name) == 0)
        selected = i;
    }
  adw_combo_row_set_model (self->kernel, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->kernel, selected);
}

static char *
dup_arguments_key (LoomPlan *plan)
{
  GString *key = g_string_new (plan->kernel);

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);

      g_string_append_printf (key, "\n%s %d", argument->name, argument->kind);
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

  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);
      GtkWidget *row = argument->kind == LOOM_PARAM_SCALAR ? loom_scalar_row_new (self->session)
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
  for (guint i = 0; i < plan->args->len; i++)
    {
      const LoomPlanArg *argument = g_ptr_array_index (plan->args, i);
      gpointer row = g_ptr_array_index (self->argument_rows, i);

      if (LOOM_IS_SCALAR_ROW (row))
        loom_scalar_row_set_argument (row, argument);
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
  update_kernels (self);
  update_rows (self);
  update_shared (self);
  update_facts (self);
  update_costs (self);
  /* advice stands on top: it would push away what is being dragged */
  if (!self->dragging)
    update_advice (self);
  update_arguments (self);
  gtk_widget_set_sensitive (self->content, has_kernel (self));
  self->updating = FALSE;
  return G_SOURCE_REMOVE;
}

/* Several properties change with one result; the form follows once, before the next frame. */
static void
queue_update (LoomLaunchPanel *self)
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
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    g_signal_connect_object (session, watched[i], G_CALLBACK (queue_update), self,
                             G_CONNECT_SWAPPED);
  queue_update (self);
}

static void
loom_launch_panel_dispose (GObject *object)
{
  LoomLaunchPanel *self = LOOM_LAUNCH_PANEL (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  G_OBJECT_CLASS (loom_launch_panel_parent_class)->dispose (object);
}

static void
loom_launch_panel_finalize (GObject *object)
{
  LoomLaunchPanel *self = LOOM_LAUNCH_PANEL (object);

  g_ptr_array_unref (self->argument_rows);
  g_free (self->arguments_key);
  G_OBJECT_CLASS (loom_launch_panel_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-launch-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, root);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, kernel);
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
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, arguments);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, manual);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, memory);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, shared);
  gtk_widget_class_bind_template_child (widget_class, LoomLaunchPanel, content);
  gtk_widget_class_bind_template_callback (widget_class, edited_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_end_cb);
  gtk_widget_class_bind_template_callback (widget_class, halve_cb);
  gtk_widget_class_bind_template_callback (widget_class, double_cb);
  gtk_widget_class_bind_template_callback (widget_class, auto_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, unset_manual_cb);
  gtk_widget_class_bind_template_callback (widget_class, shared_cb);
  gtk_widget_class_bind_template_callback (widget_class, kernel_cb);
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
  bind_template (widget_class);
  gtk_widget_class_set_css_name (widget_class, "launchpanel");
}

static void
loom_launch_panel_init (LoomLaunchPanel *self)
{
  loom_launch_init (&self->planned);
  self->launch = self->planned;
  self->argument_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
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
