/* loom-compare-bar.c: which run is pinned, and the ways to look at it with the one that is shown
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-compare-bar.h"

#include "loom-connect.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-widget.h"
#include "loom-wrap-box.h"

#include <glib/gi18n-lib.h>

struct _LoomCompareBar
{
  LoomPane      parent_instance;

  LoomSession  *session;
  LoomCompare  *compare;        /* of it */
  GtkWidget    *row;            /* bound, so that it is let go with the bar */
  GtkLabel     *chip, *status;
};

G_DEFINE_FINAL_TYPE (LoomCompareBar, loom_compare_bar, LOOM_TYPE_PANE)

static char *
dup_chip (LoomRunJob *job)
{
  const LoomRunJobLaunch *launch = loom_run_job_get_status (job)->launch;
  g_autofree char *time = loom_run_job_dup_time (job);
  g_autofree char *block = launch != NULL ? loom_format_extents (&launch->block) : NULL;

  if (block == NULL)
    /* Translators: the run that is pinned as A; a time of day */
    return g_strdup_printf (_("A: run of %s"), time);
  /* Translators: the run that is pinned as A; a time of day, and extents as 16 × 16 */
  return g_strdup_printf (_("A: run of %1$s, block %2$s"), time, block);
}

static char *
dup_status (LoomCompareBar *self)
{
  char *obstacle = loom_compare_dup_obstacle (self->compare);

  if (obstacle != NULL)
    return obstacle;
  if (loom_session_find_job (self->session) == loom_compare_get_job (self->compare))
    return g_strdup (_("This is run A itself: change something and run, or show another run."));
  switch (loom_compare_get_mode (self->compare))
    {
    case LOOM_COMPARE_SIDE:
      return g_strdup (_("A on the left, B on the right: one cursor, zoom and scale of colours."));
    case LOOM_COMPARE_BLINK:
      return g_strdup (_("A and B in turn: the letter says which; Space turns over by hand."));
    case LOOM_COMPARE_DIFFERENCE:
      return g_strdup (_("B minus A; the lens Difference shows what else is not the same."));
    case LOOM_COMPARE_OFF:
    default:
      return g_strdup (_("B is the run that is shown."));
    }
}

static void
update (LoomCompareBar *self)
{
  LoomRunJob *job = loom_compare_get_job (self->compare);
  g_autofree char *chip = NULL, *status = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), job != NULL);
  if (job == NULL)
    return;
  chip = dup_chip (job);
  status = dup_status (self);
  gtk_label_set_label (self->chip, chip);
  loom_widget_set_tooltip (self->chip, chip);
  gtk_label_set_label (self->status, status);
  loom_widget_set_tooltip (self->status, status);
}

static void
loom_compare_bar_set_session (LoomPane    *pane,
                              LoomSession *session)
{
  LoomCompareBar *self = LOOM_COMPARE_BAR (pane);

  self->session = session;
  self->compare = loom_session_get_compare (session);
  loom_connect_each (self->compare, G_CALLBACK (update), self, "notify::job", "notify::mode", NULL);
  loom_connect (loom_session_get_view_state (session), "notify::view", update, self);
  loom_connect (session, "notify::run", update, self);
  update (self);
}

static void
loom_compare_bar_class_init (LoomCompareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  LOOM_PANE_CLASS (klass)->set_session = loom_compare_bar_set_session;
  g_type_ensure (LOOM_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-compare-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomCompareBar, row);
  gtk_widget_class_bind_template_child (widget_class, LoomCompareBar, chip);
  gtk_widget_class_bind_template_child (widget_class, LoomCompareBar, status);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "loomcomparebar");
}

static void
loom_compare_bar_init (LoomCompareBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
