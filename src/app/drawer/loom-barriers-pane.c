/* loom-barriers-pane.c: who waits at which line, who has returned, who never came
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-drawer-panes.h"

#include "loom-action.h"
#include "loom-block-view.h"
#include "loom-connect.h"
#include "loom-format.h"
#include "loom-resources.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define SWATCH 14               /* pixels */

struct _LoomBarriersPane
{
  LoomPane       parent_instance;

  LoomSession   *session;
  GtkStack      *stack;
  GtkLabel      *why;
  GtkLabel      *sentence;
  GtkDropDown   *findings;
  GtkLabel      *readout;
  LoomChartView *view;
  GtkListBox    *groups;
  GPtrArray     *told;          /* (element-type LoomFinding) those with threads: copies */
};

G_DEFINE_FINAL_TYPE (LoomBarriersPane, loom_barriers_pane, LOOM_TYPE_PANE)

/* -- The groups, as a legend that jumps -- */

/* What a swatch is drawn of. */
typedef struct
{
  LoomBarriersPane *self;
  guint             group;
} Swatch;

static void
draw_swatch (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        user_data)
{
  const Swatch *swatch = user_data;
  LoomBlockMap *map = loom_chart_view_get_chart (swatch->self->view);

  if (map == NULL || swatch->group >= loom_block_map_get_finding (map)->threads->len)
    return;
  loom_block_map_draw_swatch (map, cr, swatch->group,
                              adw_style_manager_get_dark (adw_style_manager_get_default ()),
                              MIN (width, height));
}

static void
add_group (LoomBarriersPane      *self,
           const LoomThreadGroup *group,
           guint                  index)
{
  g_autofree char *text = loom_thread_group_dup_text (group);
  g_autofree char *threads = loom_thread_group_dup_threads (group);
  g_autofree char *sentence = loom_format_sentence (text);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = loom_label_new_wrapping (sentence, -1);
  g_autofree char *tooltip = NULL;
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  Swatch *swatch = g_new (Swatch, 1);

  /* Translators: %s is numbers of threads, as “0–31, 64” */
  tooltip = g_strdup_printf (_("Threads %s"), threads);
  gtk_widget_add_css_class (label, "tabular");
  *swatch = (Swatch) { self, index };
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), SWATCH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), SWATCH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_swatch, swatch, g_free);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), area);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, tooltip);
  loom_widget_set_spoken_name (row, text);
  gtk_list_box_append (self->groups, row);
}

/* -- What is shown -- */

static void
show_finding (LoomBarriersPane  *self,
              const LoomFinding *finding)
{
  g_autofree char *sentence = loom_format_sentence (finding->text);

  loom_chart_view_take_chart (self->view, loom_block_map_new (finding), LOOM_NO_MARK);
  loom_list_box_clear (self->groups);
  for (guint i = 0; i < finding->threads->len; i++)
    add_group (self, finding->threads->pdata[i], i);
  gtk_label_set_label (self->sentence, sentence);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->sentence), sentence);
}

static const char *
get_obstacle (LoomRun *run)
{
  if (run != NULL && run->backend.kind != LOOM_BACKEND_SIMULATOR)
    return _("A GPU does not tell which threads wait where. The simulator does: choose it as the "
             "device and run again.");
  return _("Where the threads of a block wait for each other and cannot meet, this page shows who "
           "waits at which line, who has returned and who never came. This run has nothing of the "
           "kind.");
}

static void
take_findings (LoomBarriersPane *self,
               LoomRun          *run)
{
  g_ptr_array_set_size (self->told, 0);
  if (run == NULL)
    return;
  if (run->trap != NULL && run->trap->threads->len > 0)
    g_ptr_array_add (self->told, loom_finding_copy (run->trap));
  for (guint i = 0; i < run->findings->len; i++)
    {
      const LoomFinding *finding = run->findings->pdata[i];

      if (finding->threads->len > 0)
        g_ptr_array_add (self->told, loom_finding_copy (finding));
    }
}

/* What the list of findings calls one: the block and the line that are in trouble. */
static char *
dup_name (const LoomFinding *finding)
{
  const LoomDim3 *block = &finding->site.block;
  g_autofree char *place = loom_place_format (finding->site.file, finding->site.line);

  /* Translators: 1 a place as “14” or “14 of tile.h”; 2 to 4 a block as x, y, z */
  return g_strdup_printf (_("Line %1$s, block (%2$u, %3$u, %4$u)"), place, block->x, block->y,
                          block->z);
}

static void
run_cb (LoomBarriersPane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  take_findings (self, run);
  for (guint i = 0; i < self->told->len; i++)
    gtk_string_list_take (names, dup_name (self->told->pdata[i]));
  gtk_drop_down_set_model (self->findings, G_LIST_MODEL (names));
  gtk_widget_set_visible (GTK_WIDGET (self->findings), self->told->len > 1);
  if (self->told->len > 0)
    show_finding (self, self->told->pdata[0]);
  else
    {
      loom_chart_view_take_chart (self->view, NULL, LOOM_NO_MARK);
      gtk_label_set_label (self->why, get_obstacle (run));
    }
  gtk_stack_set_visible_child_name (self->stack, self->told->len > 0 ? "block" : "empty");
}

static void
chosen_cb (LoomBarriersPane *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->findings);

  if (chosen < self->told->len)
    show_finding (self, self->told->pdata[chosen]);
}

/* -- Where it leads -- */

static void
show_place (LoomBarriersPane      *self,
            const LoomThreadGroup *group)
{
  loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)",
                        group->file != NULL ? group->file : "", group->line);
}

static const LoomFinding *
get_shown (LoomBarriersPane *self)
{
  LoomBlockMap *map = loom_chart_view_get_chart (self->view);

  return map != NULL ? loom_block_map_get_finding (map) : NULL;
}

static void
row_activated_cb (LoomBarriersPane *self,
                  GtkListBoxRow    *row)
{
  const LoomFinding *finding = get_shown (self);
  const guint index = (guint) gtk_list_box_row_get_index (row);

  if (finding == NULL || index >= finding->threads->len)
    return;
  loom_chart_view_set_marked (self->view,
                              loom_thread_group_find_first (finding->threads->pdata[index]));
  show_place (self, finding->threads->pdata[index]);
}

static void
thread_activated_cb (LoomBarriersPane *self,
                     gint64            thread)
{
  const LoomFinding *finding = get_shown (self);
  const LoomThreadGroup *group
      = finding != NULL ? loom_thread_groups_find (finding->threads, (guint) thread) : NULL;

  if (group != NULL)
    show_place (self, group);
}

static void
mark_cb (LoomBarriersPane *self)
{
  g_autofree char *text = loom_chart_view_dup_text (self->view);

  gtk_label_set_label (self->readout, text != NULL ? text : "");
}

/**
 * loom_barriers_pane_choose:
 * @text: of one of the findings that have threads
 *
 * Shows the threads of another finding of the run, where it has several.
 */
void
loom_barriers_pane_choose (LoomBarriersPane *self,
                           const char       *text)
{
  g_return_if_fail (LOOM_IS_BARRIERS_PANE (self));

  for (guint i = 0; i < self->told->len; i++)
    if (g_str_equal (((LoomFinding *) self->told->pdata[i])->text, text))
      {
        gtk_drop_down_set_selected (self->findings, i);
        return;
      }
}

static void
loom_barriers_pane_set_session (LoomPane    *pane,
                                LoomSession *session)
{
  LoomBarriersPane *self = LOOM_BARRIERS_PANE (pane);

  self->session = session;
  loom_connect (session, "notify::run", run_cb, self);
  run_cb (self);
}

static void
loom_barriers_pane_dispose (GObject *object)
{
  LoomBarriersPane *self = LOOM_BARRIERS_PANE (object);

  g_clear_pointer (&self->told, g_ptr_array_unref);

  G_OBJECT_CLASS (loom_barriers_pane_parent_class)->dispose (object);
}

static void
loom_barriers_pane_class_init (LoomBarriersPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_barriers_pane_dispose;
  LOOM_PANE_CLASS (klass)->set_session = loom_barriers_pane_set_session;

  g_type_ensure (LOOM_TYPE_BLOCK_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-barriers-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, why);
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, sentence);
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, findings);
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, readout);
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, view);
  gtk_widget_class_bind_template_child (widget_class, LoomBarriersPane, groups);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, thread_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, mark_cb);
}

static void
loom_barriers_pane_init (LoomBarriersPane *self)
{
  self->told = g_ptr_array_new_with_free_func ((GDestroyNotify) loom_finding_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}
