/* loom-launch-panel-advice.c: what is wrong with a launch, and where that is said
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-launch-panel-private.h"

#include "loom-argument-row.h"
#include "loom-connect.h"
#include "loom-fix.h"
#include "loom-format.h"
#include "loom-scalar-row.h"
#include "loom-struct-row.h"
#include "loom-widget.h"

#include <math.h>

/* The most of the panel that advice takes; what is longer is scrolled. */
#define MOST_PERCENT 45

static void
fix_cb (LoomLaunchPanel *self,
        guint            index,
        LoomAdviceRow   *row)
{
  const LoomLaunchFix *fix = loom_advice_row_get_fix (row, index);

  loom_fix_apply_to_launch (self->session, fix, GTK_WIDGET (self));
}

static void
add_advice (LoomLaunchPanel *self,
            LoomSeverity     severity,
            const char      *text,
            LoomError        code)
{
  g_autofree char *sentence = loom_format_sentence (text);
  GtkWidget *row;

  row = loom_advice_row_new (severity, sentence,
                             loom_launch_list_fixes (&self->launch,
                                                     loom_session_get_limits (self->session),
                                                     code));
  loom_connect (row, "fix", fix_cb, self);
  gtk_list_box_append (self->advice, row);
}

/* A button that was pressed goes with its row: the keys go to the start of the panel, as if one had
 * just come to it, for GTK would take them out of it. */
static void
leave_advice (LoomLaunchPanel *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->advice)))
    return;
  gtk_root_set_focus (root, NULL);
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
fill_advice (LoomLaunchPanel *self)
{
  LoomPlan *plan = loom_session_get_plan (self->session);
  const GError *error = loom_session_get_error (self->session);

  leave_advice (self);
  loom_list_box_clear (self->advice);

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
}

static void
set_spare (LoomLaunchPanel *self,
           int              spare)
{
  if (spare == self->spare)
    return;
  gtk_widget_set_margin_bottom (self->content,
                                gtk_widget_get_margin_bottom (self->content) - self->spare + spare);
  self->spare = spare;
}

/* How much has to follow the content so that a page of a height shows it from where it does now. */
static int
count_spare (LoomLaunchPanel *self,
             int              page)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  const double end = gtk_adjustment_get_upper (adjustment) - self->spare;

  return MAX ((int) ceil (gtk_adjustment_get_value (adjustment) + page - end), 0);
}

/* What was needed to keep the content in place goes as one scrolls back. */
static void
scrolled_cb (LoomLaunchPanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  set_spare (self, MIN (self->spare,
                        count_spare (self, (int) gtk_adjustment_get_page_size (adjustment))));
}

/* A scrolled window would ask for the height that its rows have in one line each. */
static int
measure_room (LoomLaunchPanel *self)
{
  const int most = gtk_widget_get_height (self->root) * MOST_PERCENT / 100;
  int height = 0;

  if (gtk_widget_get_visible (self->advice_room))
    gtk_widget_measure (GTK_WIDGET (self->advice), GTK_ORIENTATION_VERTICAL,
                        gtk_widget_get_width (self->root), NULL, &height, NULL, NULL);
  return MIN (height, most);
}

/* As the room gets smaller the page above it grows, and would pull down what is scrolled to its
 * end: there must be enough behind it. */
static void
place_advice (LoomLaunchPanel *self)
{
  const int height = measure_room (self);

  set_spare (self, MAX (self->spare,
                        count_spare (self, gtk_widget_get_height (self->root) - height)));
  gtk_widget_set_size_request (self->advice_room, -1, height);
}

/* What is written may be wrong as well: with words that only a compiler refuses, or in the editor.
 * That is said where it can be mended, too. */
void
_loom_launch_panel_update_faults (LoomLaunchPanel *self)
{
  loom_dim3_row_set_fault (self->range, loom_launch_get_fault (self->session, NULL, "range"));
  loom_dim3_row_set_fault (self->block, loom_launch_get_fault (self->session, NULL, "block"));
  loom_dim3_row_set_fault (self->grid, loom_launch_get_fault (self->session, NULL, "grid"));
  loom_field_set_fault (LOOM_FIELD (self->shared),
                        loom_launch_get_fault (self->session, NULL, "shared"));
  for (guint i = 0; i < self->argument_rows->len; i++)
    {
      gpointer row = g_ptr_array_index (self->argument_rows, i);

      if (LOOM_IS_SCALAR_ROW (row))
        loom_scalar_row_update_fault (row);
      else if (LOOM_IS_STRUCT_ROW (row))
        loom_struct_row_update_fault (row);
      else
        loom_argument_row_update_fault (row);
    }
}

void
_loom_launch_panel_init_advice (LoomLaunchPanel *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  loom_connect (adjustment, "value-changed", scrolled_cb, self);
  loom_connect (adjustment, "notify::page-size", _loom_launch_panel_queue_update, self);
}

/* Advice has a room of its own below the fields, so that these stay where they are while it comes
 * and goes. */
void
_loom_launch_panel_update_advice (LoomLaunchPanel *self)
{
  fill_advice (self);
  gtk_widget_set_visible (self->advice_room,
                          gtk_widget_get_first_child (GTK_WIDGET (self->advice)) != NULL);
  if (gtk_widget_get_width (self->root) > 0)
    place_advice (self);
}
