/* loom-occupancy-pane.c: how many blocks are resident on a multiprocessor, and what limits them
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-launch-advice.h"
#include "loom-launch-estimate.h"
#include "loom-occupancy-view.h"
#include "loom-resources.h"
#include "loom-share.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomOccupancyPane
{
  LoomPane           parent_instance;

  LoomSession       *session;
  GtkWidget         *root;
  GtkStack          *stack;
  GtkLabel          *why;
  GtkDropDown       *device;
  GtkLabel          *problems;
  GtkLabel          *sentence;
  GtkGrid           *grid;
  LoomChartView     *threads;
  LoomChartView     *registers;
  LoomChartView     *shared;
  GtkLabel          *readout;

  guint              filling : 1;
};

G_DEFINE_FINAL_TYPE (LoomOccupancyPane, loom_occupancy_pane, LOOM_TYPE_PANE)

/* What is shown: a launch on a device. */
typedef struct
{
  const LoomDeviceProfile *profile;
  const LoomPlan          *plan;
  const LoomKernelCosts   *costs;       /* of a run of this launch on a GPU, or NULL */
  LoomKernelResources      resources;
  LoomOccupancyUse         use;
  LoomOccupancy            occupancy;
} Shown;

/* -- What is shown -- */

/* What the device itself said of this launch when it ran. */
static const LoomKernelCosts *
find_costs (LoomOccupancyPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const LoomRunChoices *choices = loom_session_get_choices (self->session);

  return run != NULL && loom_session_has_current_run (self->session) &&
                 !loom_session_get_stale (self->session) &&
                 g_strcmp0 (loom_backend_id_get_name (run->backend), choices->backend) == 0
             ? run->costs : NULL;
}

static gboolean
find_shown (LoomOccupancyPane *self,
            Shown             *shown)
{
  LoomMachineQuery *query = loom_session_get_machine_query (self->session);

  *shown = (Shown) { loom_launch_get_device (self->session), loom_session_get_plan (self->session),
                     find_costs (self) };
  if (shown->profile == NULL || shown->plan == NULL ||
      !loom_machine_query_find (query, shown->plan->kernel, &shown->resources))
    return FALSE;

  loom_occupancy_use_init (&shown->use, shown->plan, &shown->resources);
  if (shown->costs != NULL)
    shown->use.registers = shown->costs->registers;
  loom_occupancy_compute (shown->profile, &shown->use, &shown->occupancy);
  return TRUE;
}

static void
add_row (LoomOccupancyPane *self,
         const char        *title,
         char              *value,
         const char        *source)
{
  int row = 0;

  while (gtk_grid_get_child_at (self->grid, 0, row) != NULL)
    row++;
  gtk_grid_attach (self->grid, loom_label_new (title, "title", 0), 0, row, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (value, "tabular", 1), 1, row, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (source, "dim-label", 0), 2, row, 1, 1);
  g_free (value);
}

static void
add_size (LoomOccupancyPane *self,
          const char        *title,
          guint64            bytes,
          const char        *source)
{
  add_row (self, title, g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS), source);
}

/* What the GPU said goes first; beside it stands what the rules say. */
static void
add_occupancy (LoomOccupancyPane *self,
               const Shown       *shown)
{
  g_autofree char *measured = loom_format_dup_source (LOOM_FIDELITY_MEASURED);
  g_autofree char *modelled = loom_format_dup_source (LOOM_FIDELITY_MODELLED);

  if (shown->costs != NULL)
    {
      add_row (self, _("Occupancy"), loom_share_format (shown->costs->occupancy, 1),
               measured);
      add_row (self, _("Blocks on a multiprocessor"),
               g_strdup_printf ("%u", shown->costs->blocks_per_multiprocessor), measured);
    }
  add_row (self, _("Occupancy"), loom_share_format (shown->occupancy.share, 1),
           modelled);
  add_row (self, _("Blocks on a multiprocessor"), g_strdup_printf ("%u", shown->occupancy.blocks),
           modelled);
  /* Translators: warps that are resident, and those that there is room for */
  add_row (self, _("Warps on a multiprocessor"),
           g_strdup_printf (_("%1$u of %2$u"), shown->occupancy.warps,
                            (guint) shown->profile->warps.value), modelled);
}

static void
add_resources (LoomOccupancyPane *self,
               const Shown       *shown)
{
  const LoomKernelResources *is = &shown->resources;
  g_autofree char *code = loom_device_profile_dup_target (shown->profile, "sm_");
  g_autofree char *measured = loom_format_dup_source (LOOM_FIDELITY_MEASURED);

  add_row (self, _("Registers of a thread"), g_strdup_printf ("%u", shown->use.registers),
           shown->costs != NULL ? measured : code);
  add_size (self, _("Shared memory in the source"), is->shared, code);
  add_size (self, _("Shared memory of the launch"), shown->plan->shared, _("settings"));
  add_size (self, _("Local memory of a thread"), is->stack, code);
  if (is->has_spills)
    add_size (self, _("Spilled by a thread: stored"), is->spill_stores, code);
  if (is->has_spills)
    add_size (self, _("Spilled by a thread: loaded"), is->spill_loads, code);
}

static void
readout_cb (LoomOccupancyPane *self,
            LoomChartView     *view)
{
  g_autofree char *text = loom_chart_view_dup_text (view);

  gtk_label_set_label (self->readout, text != NULL ? text : "");
}

static void
show_curves (LoomOccupancyPane *self,
             const Shown       *shown)
{
  LoomChartView *views[] = { self->threads, self->registers, self->shared };

  for (LoomOccupancyAxis axis = 0; axis < LOOM_N_OCCUPANCY_AXES; axis++)
    {
      LoomOccupancyChart *chart = loom_occupancy_chart_new (shown->profile, &shown->use, axis);

      loom_chart_view_take_chart (views[axis], chart, loom_occupancy_chart_get_now (chart));
    }
  readout_cb (self, self->threads);
}

static void
show (LoomOccupancyPane *self,
      const Shown       *shown)
{
  g_autofree char *sentence
      = loom_occupancy_dup_sentence (&shown->occupancy, shown->profile, &shown->use);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  gtk_label_set_label (self->sentence, sentence);
  add_occupancy (self, shown);
  add_resources (self, shown);
  show_curves (self, shown);
}

/* Only while somebody looks. */
static void
update (LoomOccupancyPane *self)
{
  Shown shown;
  gboolean is_known;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  loom_launch_ask_machine (GTK_WIDGET (self), self->session);
  is_known = find_shown (self, &shown);
  if (is_known)
    show (self, &shown);
  else
    gtk_label_set_label (self->why, loom_launch_get_machine_obstacle (self->session));
  gtk_stack_set_visible_child_name (self->stack, is_known ? "occupancy" : "empty");
}

/* -- The device that is chosen -- */

static void
selected_cb (LoomOccupancyPane *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  const guint at = gtk_drop_down_get_selected (self->device);

  if (!self->filling && at < choices->devices->len)
    g_object_set (loom_session_get_run_settings (self->session), "device-profile",
                  ((LoomDeviceProfile *) choices->devices->pdata[at])->id, NULL);
}

/* With a GPU chosen it is that one, whatever the simulator stands for. */
static void
device_cb (LoomOccupancyPane *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  const LoomDeviceProfile *profile = loom_launch_get_device (self->session);

  self->filling = TRUE;
  for (guint i = 0; i < choices->devices->len; i++)
    if (choices->devices->pdata[i] == choices->device)
      gtk_drop_down_set_selected (self->device, i);
  self->filling = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self->device), profile == choices->device);
  update (self);
}

static void
fill_devices (LoomOccupancyPane *self)
{
  const LoomRunChoices *choices = loom_session_get_choices (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autoptr (GString) problems = g_string_new (NULL);

  for (guint i = 0; i < choices->devices->len; i++)
    gtk_string_list_append (names, ((LoomDeviceProfile *) choices->devices->pdata[i])->name);
  self->filling = TRUE;
  gtk_drop_down_set_model (self->device, G_LIST_MODEL (names));
  self->filling = FALSE;
  for (guint i = 0; i < choices->device_problems->len; i++)
    g_string_append_printf (problems, "%s%s", i > 0 ? "\n" : "",
                            (char *) choices->device_problems->pdata[i]);
  gtk_label_set_label (self->problems, problems->str);
  gtk_widget_set_visible (GTK_WIDGET (self->problems), problems->len > 0);
}

static void
loom_occupancy_pane_set_session (LoomPane    *pane,
                                 LoomSession *session)
{
  LoomOccupancyPane *self = LOOM_OCCUPANCY_PANE (pane);

  self->session = session;
  fill_devices (self);
  loom_connect_each (session, G_CALLBACK (update), self, "notify::compiled", "notify::plan",
                     "notify::run", "notify::stale", NULL);
  loom_connect (loom_session_get_machine_query (session), "changed", update, self);
  loom_connect_each (loom_session_get_run_settings (session), G_CALLBACK (device_cb), self,
                     "notify::device-profile", "notify::backend", "notify::backends", NULL);
  loom_connect (loom_session_get_run_settings (session), "devices-changed", fill_devices, self);
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  device_cb (self);
  loom_connect (self->device, "notify::selected", selected_cb, self);
}

static gboolean
loom_occupancy_pane_grab_focus (GtkWidget *widget)
{
  LoomOccupancyPane *self = LOOM_OCCUPANCY_PANE (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->threads)) ||
         gtk_widget_grab_focus (GTK_WIDGET (self->device));
}

static void
loom_occupancy_pane_class_init (LoomOccupancyPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GTK_WIDGET_CLASS (klass)->grab_focus = loom_occupancy_pane_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_occupancy_pane_set_session;

  g_type_ensure (LOOM_TYPE_OCCUPANCY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-occupancy-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, root);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, device);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, problems);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, grid);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, threads);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, registers);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, shared);
  gtk_widget_class_bind_template_child (widget_class, LoomOccupancyPane, readout);
  gtk_widget_class_bind_template_callback (widget_class, loom_menu_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, readout_cb);
}

static void
loom_occupancy_pane_init (LoomOccupancyPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
