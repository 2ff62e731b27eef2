/* loom-bank-view.c: the banks of shared memory in the passes of a request, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-view.h"

#include "loom-class.h"
#include "loom-widget.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

struct _LoomBankView
{
  GtkWidget      parent_instance;

  LoomBankChart *chart;         /* or NULL */
  LoomBankPlace  marked;
};

G_DEFINE_FINAL_TYPE (LoomBankView, loom_bank_view, GTK_TYPE_WIDGET)

static void
update_label (LoomBankView *self)
{
  g_autofree char *text = loom_bank_view_dup_text (self);
  g_autofree char *sentence = self->chart != NULL ? loom_bank_chart_dup_sentence (self->chart)
                                                  : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("Banks of shared memory"),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
}

static void
loom_bank_view_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  LoomBankView *self = LOOM_BANK_VIEW (widget);
  double width = 0, height = 0;

  if (self->chart != NULL)
    loom_bank_chart_measure (self->chart, loom_text_scale_get (widget), &width, &height);
  *minimum = *natural = (int) (orientation == GTK_ORIENTATION_HORIZONTAL ? width : height) + 1;
}

static void
loom_bank_view_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  LoomBankView *self = LOOM_BANK_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->chart == NULL || width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  loom_bank_chart_draw (self->chart, cr, width,
                        adw_style_manager_get_dark (adw_style_manager_get_default ()),
                        loom_text_scale_get (widget), &self->marked);
  cairo_destroy (cr);
}

/* With what stands above the first pass. */
static void
show_marked (LoomBankView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  cairo_rectangle_t cell;

  loom_bank_chart_get_cell (self->chart, gtk_widget_get_width (widget),
                            loom_text_scale_get (widget), &self->marked, &cell);
  if (self->marked.pass == 0)
    {
      cell.height += cell.y;
      cell.y = 0;
    }
  loom_widget_scroll_to (widget, &cell);
}

static void
set_marked (LoomBankView        *self,
            const LoomBankPlace *place)
{
  self->marked = *place;
  update_label (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "mark-changed");
}

static gboolean
find_place (LoomBankView  *self,
            double         x,
            double         y,
            LoomBankPlace *place)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return self->chart != NULL &&
         loom_bank_chart_find (self->chart, gtk_widget_get_width (widget),
                               loom_text_scale_get (widget), x, y, place);
}

static void
pressed_cb (LoomBankView *self,
            int           n_press,
            double        x,
            double        y)
{
  LoomBankPlace place;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (find_place (self, x, y, &place))
    set_marked (self, &place);
}

static gboolean
query_tooltip_cb (LoomBankView *self,
                  int           x,
                  int           y,
                  gboolean      keyboard,
                  GtkTooltip   *tooltip)
{
  g_autofree char *text = NULL;
  LoomBankPlace place = self->marked;

  if (self->chart == NULL || (!keyboard && !find_place (self, x, y, &place)))
    return FALSE;
  text = loom_bank_chart_dup_text (self->chart, &place);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static gboolean
step_cb (GtkWidget *widget,
         GVariant  *args,
         gpointer   data)
{
  LoomBankView *self = LOOM_BANK_VIEW (widget);
  LoomBankPlace place = self->marked;
  int banks, passes;

  if (self->chart == NULL)
    return FALSE;
  g_variant_get (args, "(ii)", &banks, &passes);
  loom_bank_chart_step (self->chart, &place, banks, passes);
  set_marked (self, &place);
  show_marked (self);
  return TRUE;
}

static void
loom_bank_view_dispose (GObject *object)
{
  LoomBankView *self = LOOM_BANK_VIEW (object);

  g_clear_pointer (&self->chart, loom_bank_chart_free);

  G_OBJECT_CLASS (loom_bank_view_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  static const struct { guint key; int banks, passes; } rows[] = {
    { GDK_KEY_Right, 1, 0 }, { GDK_KEY_Left, -1, 0 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Home, -LOOM_BANKS, 0 }, { GDK_KEY_End, LOOM_BANKS, 0 },
    { GDK_KEY_Page_Up, 0, -G_MAXINT16 }, { GDK_KEY_Page_Down, 0, G_MAXINT16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_widget_class_add_binding (widget_class, rows[i].key, 0, step_cb, "(ii)", rows[i].banks,
                                  rows[i].passes);
}

static void
loom_bank_view_class_init (LoomBankViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_bank_view_dispose;
  widget_class->measure = loom_bank_view_measure;
  widget_class->snapshot = loom_bank_view_snapshot;
  LOOM_SIGNAL_NEW (klass, "mark-changed", 0);
  add_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "bankview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
loom_bank_view_init (LoomBankView *self)
{
  loom_widget_init_chart (GTK_WIDGET (self), G_CALLBACK (pressed_cb),
                          G_CALLBACK (query_tooltip_cb));
  update_label (self);
}

/**
 * loom_bank_view_take_chart:
 * @chart: (transfer full) (nullable): what to show
 *
 * Shows another request. The cursor stays where it was, if there is such a pass.
 */
void
loom_bank_view_take_chart (LoomBankView  *self,
                           LoomBankChart *chart)
{
  LoomBankPlace place = self->marked;

  g_return_if_fail (LOOM_IS_BANK_VIEW (self));

  g_clear_pointer (&self->chart, loom_bank_chart_free);
  self->chart = chart;
  if (chart != NULL)
    loom_bank_chart_step (chart, &place, 0, 0);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  set_marked (self, &place);
}

/**
 * loom_bank_view_dup_text:
 *
 * Returns: (transfer full) (nullable): what the bank under the cursor does
 */
char *
loom_bank_view_dup_text (LoomBankView *self)
{
  return self->chart != NULL ? loom_bank_chart_dup_text (self->chart, &self->marked) : NULL;
}

/**
 * loom_bank_view_dup_table:
 *
 * Returns: (transfer full) (nullable): all that it shows, as lines with tabs
 */
char *
loom_bank_view_dup_table (LoomBankView *self)
{
  return self->chart != NULL ? loom_bank_chart_dup_table (self->chart) : NULL;
}
