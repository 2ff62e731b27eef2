/* loom-bank-view.c: the banks of shared memory in the passes of a request, as a widget
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-bank-view.h"

#include "loom-widget.h"

#include <glib/gi18n-lib.h>

struct _LoomBankView
{
  LoomChartView parent_instance;
};

G_DEFINE_FINAL_TYPE (LoomBankView, loom_bank_view, LOOM_TYPE_CHART_VIEW)

/* A place is a bank in a pass; there is always one, at first the first bank. */
static LoomBankPlace
get_cell (gint64 place)
{
  place = MAX (place, 0);
  return (LoomBankPlace) { (gint) (place % LOOM_BANKS), (gint) (place / LOOM_BANKS) };
}

static gint64
get_place (const LoomBankPlace *cell)
{
  return (gint64) cell->pass * LOOM_BANKS + cell->bank;
}

static gint64
move (gpointer chart,
      gint64   from,
      int      banks,
      int      passes)
{
  LoomBankPlace cell = get_cell (from);

  loom_bank_chart_step (chart, &cell, banks, passes);
  return get_place (&cell);
}

static void
loom_bank_view_get_size (gpointer  chart,
                         double    text_scale,
                         double   *width,
                         double   *height)
{
  loom_bank_chart_measure (chart, text_scale, width, height);
  *width += 1;
  *height += 1;
}

static void
loom_bank_view_draw (LoomChartView       *view,
                     gpointer             chart,
                     cairo_t             *cr,
                     const LoomChartRoom *room,
                     gint64               marked)
{
  const LoomBankPlace cell = get_cell (marked);

  loom_bank_chart_draw (chart, cr, room->width, room->dark, room->text_scale, &cell);
}

static gint64
loom_bank_view_find (LoomChartView       *view,
                     gpointer             chart,
                     const LoomChartRoom *room,
                     double               x,
                     double               y)
{
  LoomBankPlace cell;

  return loom_bank_chart_find (chart, room->width, room->text_scale, x, y, &cell)
             ? get_place (&cell) : LOOM_NO_MARK;
}

/* With what stands above the first pass. */
static gint64
loom_bank_view_step (LoomChartView *view,
                     gpointer       chart,
                     gint64         from,
                     int            banks,
                     int            passes)
{
  const gint64 place = move (chart, from, banks, passes);
  const LoomBankPlace cell = get_cell (place);
  cairo_rectangle_t area;
  LoomChartRoom room;

  loom_chart_view_get_room (view, &room);
  loom_bank_chart_get_cell (chart, room.width, room.text_scale, &cell, &area);
  if (cell.pass == 0)
    {
      area.height += area.y;
      area.y = 0;
    }
  loom_widget_scroll_to (GTK_WIDGET (view), &area);
  return place;
}

static char *
loom_bank_view_dup_text (gpointer chart,
                         gint64   place)
{
  const LoomBankPlace cell = get_cell (place);

  return loom_bank_chart_dup_text (chart, &cell);
}

static void
loom_bank_view_class_init (LoomBankViewClass *klass)
{
  static const LoomChartKey keys[] = {
    { GDK_KEY_Right, 1 }, { GDK_KEY_Left, -1 }, { GDK_KEY_Down, 0, 1 }, { GDK_KEY_Up, 0, -1 },
    { GDK_KEY_Home, -LOOM_BANKS }, { GDK_KEY_End, LOOM_BANKS },
    { GDK_KEY_Page_Up, 0, -G_MAXINT16 }, { GDK_KEY_Page_Down, 0, G_MAXINT16 },
  };
  LoomChartViewClass *chart_class = LOOM_CHART_VIEW_CLASS (klass);

  chart_class->name = N_("Banks of shared memory");
  chart_class->free_chart = (GDestroyNotify) loom_bank_chart_free;
  chart_class->dup_sentence = (LoomChartSentence) loom_bank_chart_dup_sentence;
  chart_class->dup_text = loom_bank_view_dup_text;
  chart_class->get_size = loom_bank_view_get_size;
  chart_class->draw = loom_bank_view_draw;
  chart_class->find = loom_bank_view_find;
  chart_class->step = loom_bank_view_step;
  loom_chart_view_class_add_keys (chart_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "bankview");
}

static void
loom_bank_view_init (LoomBankView *self)
{
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
  LoomChartView *view = LOOM_CHART_VIEW (self);
  const gint64 marked = loom_chart_view_get_marked (view);

  loom_chart_view_take_chart (view, chart, chart != NULL ? move (chart, marked, 0, 0) : marked);
}
