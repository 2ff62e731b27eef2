/* loom-steps-pane.c: what each step of the last run took, and which stream did what when
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-share.h"
#include "loom-table-line.h"
#include "loom-timeline-view.h"
#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

/* Spaces before a step for each loop around it. */
#define INDENT 4

/* -- One line of the table -- */

#define LOOM_TYPE_STEP_LINE (loom_step_line_get_type ())
G_DECLARE_FINAL_TYPE (LoomStepLine, loom_step_line, LOOM, STEP_LINE, GObject)

struct _LoomStepLine
{
  GObject  parent_instance;

  LoomRun *run;
  guint    index;
  double   all_ms;              /* of all steps */
};

G_DEFINE_FINAL_TYPE (LoomStepLine, loom_step_line, G_TYPE_OBJECT)

static void
loom_step_line_finalize (GObject *object)
{
  LoomStepLine *self = LOOM_STEP_LINE (object);

  loom_run_unref (self->run);

  G_OBJECT_CLASS (loom_step_line_parent_class)->finalize (object);
}

static void
loom_step_line_class_init (LoomStepLineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loom_step_line_finalize;
}

static void
loom_step_line_init (LoomStepLine *self)
{
}

static const LoomRunStep *
get_step (LoomStepLine *self)
{
  return g_ptr_array_index (self->run->steps, self->index);
}

/* -- Columns -- */

static gboolean
takes_time (LoomStepLine *line)
{
  const LoomRunStep *step = get_step (line);

  return step->times > 0 && step->least_ms >= 0 &&
         (step->kind == LOOM_STATEMENT_LAUNCH || step->kind == LOOM_STATEMENT_COPY ||
          step->kind == LOOM_STATEMENT_FILL);
}

static char *
dup_text (LoomStepLine *line)
{
  const LoomRunStep *step = get_step (line);

  return g_strdup_printf ("%*s%s", (int) step->depth * INDENT, "", step->text);
}

/* Where the streams are, the one without a name has none to tell. */
static char *
dup_stream (LoomStepLine *line)
{
  const LoomRunStep *step = get_step (line);
  g_autoptr (LoomStatement) statement = NULL;

  if (step->kind == LOOM_STATEMENT_REPEAT || step->kind == LOOM_STATEMENT_END ||
      step->kind == LOOM_STATEMENT_SWAP)
    return NULL;
  statement = loom_statement_parse (step->text, NULL);
  return g_strdup (statement != NULL && statement->stream != NULL ? statement->stream
                                                                  : _("default stream"));
}

static char *
dup_times (LoomStepLine *line)
{
  return get_step (line)->kind == LOOM_STATEMENT_END ? NULL
                                                     : loom_typeset_count (get_step (line)->times);
}

static char *
dup_total (LoomStepLine *line)
{
  return takes_time (line) ? loom_format_ms (get_step (line)->total_ms) : NULL;
}

static char *
dup_share (LoomStepLine *line)
{
  return takes_time (line) && line->all_ms > 0
             ? loom_share_format (get_step (line)->total_ms, line->all_ms)
             : NULL;
}

static char *
dup_mean (LoomStepLine *line)
{
  const LoomRunStep *step = get_step (line);

  return takes_time (line) ? loom_format_ms (step->total_ms / (double) step->times) : NULL;
}

static char *
dup_least (LoomStepLine *line)
{
  return takes_time (line) ? loom_format_ms (get_step (line)->least_ms) : NULL;
}

static char *
dup_most (LoomStepLine *line)
{
  return takes_time (line) ? loom_format_ms (get_step (line)->most_ms) : NULL;
}

static char *
dup_instructions (LoomStepLine *line)
{
  return get_step (line)->warp_instructions > 0
             ? loom_typeset_count (get_step (line)->warp_instructions) : NULL;
}

static char *
dup_rate (LoomStepLine *line)
{
  return loom_run_step_dup_rate (get_step (line));
}

static const LoomTableColumn columns[] = {
  { N_("Step"), LOOM_TABLE_CODE | LOOM_TABLE_WIDE, G_CALLBACK (dup_text) },
  { N_("Stream"), 0, G_CALLBACK (dup_stream) },
  { N_("How often"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_times) },
  { N_("Total"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_total) },
  { N_("Share"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_share) },
  { N_("Mean"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_mean) },
  { N_("Shortest"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_least) },
  { N_("Longest"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_most) },
  { N_("Warp instructions"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_instructions) },
  { N_("Copied"), LOOM_TABLE_NUMBER, G_CALLBACK (dup_rate) },
};

/* -- The pane -- */

struct _LoomStepsPane
{
  LoomPane          parent_instance;

  LoomSession      *session;
  GtkStack         *stack;
  GtkLabel         *sentence, *readout, *between, *example;
  GtkColumnView    *view;
  LoomChartView    *timeline_view;
  LoomTimeline     *timeline;
  GListStore       *lines;
};

G_DEFINE_FINAL_TYPE (LoomStepsPane, loom_steps_pane, LOOM_TYPE_PANE)

static void
activate_cb (LoomStepsPane *self,
             guint          position)
{
  g_autoptr (LoomStepLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), position);

  if (line != NULL)
    loom_session_show_line (self->session, get_step (line)->line, 0);
}

static void
mark_cb (LoomStepsPane *self)
{
  const gint marked = (gint) loom_chart_view_get_marked (self->timeline_view);
  const gint other = loom_timeline_view_get_other (LOOM_TIMELINE_VIEW (self->timeline_view));
  g_autofree char *text = NULL, *between = NULL;

  if (self->timeline != NULL)
    {
      text = loom_timeline_dup_text (self->timeline, marked);
      between = loom_timeline_dup_between (self->timeline, marked, other);
    }
  if (text == NULL)
    text = g_strdup (_("Click a bar to read when it ran; Shift+click another for the time between "
                       "them"));
  gtk_label_set_label (self->readout, text);
  gtk_label_set_label (self->between, between != NULL ? between : "");
}

static void
copy_action (LoomStepsPane *self)
{
  loom_content_copy_text (GTK_WIDGET (self), gtk_label_get_label (self->example));
}

static void
add_lines (LoomStepsPane *self,
           LoomRun       *run)
{
  double all_ms = 0;

  for (guint i = 0; i < run->steps->len; i++)
    {
      const LoomRunStep *step = g_ptr_array_index (run->steps, i);

      if (step->kind != LOOM_STATEMENT_REPEAT && step->kind != LOOM_STATEMENT_END)
        all_ms += step->total_ms;
    }
  for (guint i = 0; i < run->steps->len; i++)
    {
      g_autoptr (LoomStepLine) line = g_object_new (LOOM_TYPE_STEP_LINE, NULL);

      line->run = loom_run_ref (run);
      line->index = i;
      line->all_ms = all_ms;
      g_list_store_append (self->lines, line);
    }
}

static void
say (LoomStepsPane *self,
     LoomRun       *run)
{
  g_autofree char *sentence = loom_timeline_dup_sentence (self->timeline);
  g_autofree char *text = NULL;

  /* Translators: 1 how many streams and milliseconds, 2 where the times are from */
  text = g_strdup_printf (_("%1$s · %2$s"), sentence, loom_format_fidelity (run->timings.fidelity));
  gtk_label_set_label (self->sentence, text);
}

static void
run_cb (LoomStepsPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  const gboolean has_steps = run != NULL && run->steps->len > 0;

  g_clear_pointer (&self->timeline, loom_timeline_unref);
  g_list_store_remove_all (self->lines);
  if (has_steps)
    {
      self->timeline = loom_timeline_new (run);
      add_lines (self, run);
      say (self, run);
    }
  loom_timeline_view_set_timeline (LOOM_TIMELINE_VIEW (self->timeline_view), self->timeline);
  mark_cb (self);
  gtk_stack_set_visible_child_name (self->stack, has_steps ? "steps" : "empty");
}

static void
loom_steps_pane_set_session (LoomPane    *pane,
                             LoomSession *session)
{
  LoomStepsPane *self = LOOM_STEPS_PANE (pane);

  self->session = session;
  loom_connect (session, "notify::run", run_cb, self);
  run_cb (self);
}

static void
loom_steps_pane_dispose (GObject *object)
{
  LoomStepsPane *self = LOOM_STEPS_PANE (object);

  g_clear_pointer (&self->timeline, loom_timeline_unref);
  g_clear_object (&self->lines);

  G_OBJECT_CLASS (loom_steps_pane_parent_class)->dispose (object);
}

static void
loom_steps_pane_class_init (LoomStepsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "steps.copy-example", NULL, G_CALLBACK (copy_action) },
  };

  G_OBJECT_CLASS (klass)->dispose = loom_steps_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_steps_pane_set_session;

  g_type_ensure (LOOM_TYPE_TIMELINE_VIEW);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-steps-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, between);
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, example);
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomStepsPane, timeline_view);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, mark_cb);
}

static void
loom_steps_pane_init (LoomStepsPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->lines = g_list_store_new (LOOM_TYPE_STEP_LINE);
  loom_table_add_columns (self->view, columns, G_N_ELEMENTS (columns));
  loom_table_set_lines (self->view, self->lines);
}
