/* loom-timings-pane.c: how long each step took
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-connect.h"
#include "loom-format.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomTimingsPane
{
  LoomPane      parent_instance;

  LoomSession  *session;
  GtkGrid      *grid;
  GtkStack     *stack;
  GtkLabel     *samples;
};

LOOM_DEFINE_TEMPLATE (LoomTimingsPane, loom_timings_pane, LOOM_TYPE_PANE)

typedef struct
{
  const char   *title;
  double        ms;             /* negative: not done */
  double        spread;         /* of ms, as a share; negative: one sample */
  guint         n_samples;
  LoomFidelity  fidelity;
} Row;

/* The median, which one slow sample does not move, and half the range between the quartiles. */
static void
summarise (const GArray *samples,
           Row          *row)
{
  LoomSummary summary;

  loom_summary_init (&summary, (const double *) samples->data, samples->len, 0);
  row->ms = summary.median;
  row->n_samples = summary.n;
  row->spread = summary.n > 1 && summary.median > 0 ? summary.spread / 2 : -1;
}

static char *
dup_amount (const Row *row)
{
  g_autofree char *ms = loom_format_ms (row->ms);

  if (row->spread < 0)
    return g_steal_pointer (&ms);
  /* Translators: the median time of a kernel, its spread in per cent, and how many samples: 0.02 ms
   * ± 3 % (9). */
  return g_strdup_printf (_("%1$s ± %2$.0f %% (%3$u)"), ms, row->spread * 100, row->n_samples);
}

static void
add_row (LoomTimingsPane *self,
         const Row       *row,
         int              position,
         double           longest)
{
  GtkWidget *bar = gtk_progress_bar_new ();
  g_autofree char *amount = dup_amount (row);
  g_autofree char *badge = loom_format_dup_source (row->fidelity);

  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), longest > 0 ? row->ms / longest : 0);
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (bar, "timing");
  loom_widget_set_spoken_name (bar, row->title);
  gtk_grid_attach (self->grid, loom_label_new (row->title, "title", 0), 0, position, 1, 1);
  gtk_grid_attach (self->grid, bar, 1, position, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (amount, "tabular", 1), 2, position, 1, 1);
  gtk_grid_attach (self->grid, loom_label_new (badge, "dim-label", 0), 3, position, 1, 1);
}

static char *
dup_samples (const GArray *samples)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < samples->len; i++)
    {
      g_autofree char *ms = loom_format_ms (g_array_index (samples, double, i));

      g_string_append_printf (text, "%s%s", i > 0 ? "  " : "", ms);
    }
  return g_string_free (text, FALSE);
}

static void
show_timings (LoomTimingsPane   *self,
              const LoomTimings *timings)
{
  Row rows[] = {
    { _("Compile"), timings->compile_ms, -1, 1, LOOM_FIDELITY_HOST },
    { _("Upload"), timings->upload_ms, -1, 1, timings->fidelity },
    /* the time that this computer took to simulate is nobody's idea of how long a kernel takes */
    { timings->fidelity == LOOM_FIDELITY_HOST ? _("Simulation") : _("Kernel"), -1, -1, 0,
      timings->fidelity },
    { _("Download"), timings->download_ms, -1, 1, timings->fidelity },
    { _("Callback"), timings->callback_ms, -1, 1, timings->fidelity },
  };
  g_autofree char *samples = NULL;
  double longest = 0;
  int position = 0;

  if (timings->kernel_ms != NULL && timings->kernel_ms->len > 0)
    {
      summarise (timings->kernel_ms, &rows[2]);
      samples = timings->kernel_ms->len > 1 ? dup_samples (timings->kernel_ms) : NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    longest = MAX (longest, rows[i].ms);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].ms >= 0)
      add_row (self, &rows[i], position++, longest);
  gtk_label_set_label (self->samples, samples != NULL ? samples : "");
  gtk_widget_set_visible (GTK_WIDGET (self->samples), samples != NULL);
}

static void
run_cb (LoomTimingsPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  gtk_stack_set_visible_child_name (self->stack, run != NULL ? "timings" : "empty");
  if (run != NULL)
    show_timings (self, &run->timings);
}

LOOM_DEFINE_SET_SESSION (LoomTimingsPane, loom_timings_pane)
{
  self->session = session;
  loom_connect (self->session, "notify::run", run_cb, self);
  run_cb (self);
}

static void
loom_timings_pane_class_init (LoomTimingsPaneClass *klass)
{
  LOOM_PANE_CLASS (klass)->set_session = loom_timings_pane_set_session;

  LOOM_TEMPLATE (klass, LoomTimingsPane, "loom-timings-pane.ui", grid, stack, samples);
}
