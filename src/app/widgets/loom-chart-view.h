#pragma once

#include <gtk/gtk.h>

/* A chart, as a widget: a place of it is marked by pointer and keys, spoken, and told in a tooltip.
 * What a place is, each chart numbers for itself. Signals: "mark-changed": a place is marked, which
 * may be the one that was, or none any more; "place-activated" (gint64 place): somebody wants what
 * the marked place leads to. */
#define LOOM_TYPE_CHART_VIEW (loom_chart_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (LoomChartView, loom_chart_view, LOOM, CHART_VIEW, GtkWidget)

#define LOOM_NO_MARK ((gint64) -1)      /* no place */

/* What a chart is drawn in, in design pixels, and how. */
typedef struct
{
  int      width, height;
  double   text_scale;
  gboolean dark;
} LoomChartRoom;

/* A key, and how many places it goes; one that goes nowhere activates the marked place. */
typedef struct
{
  guint           key;
  int             along, across;
  GdkModifierType modifiers;
} LoomChartKey;

/* Returns what a whole chart comes to, in words. */
typedef char *(*LoomChartSentence) (gpointer chart);

/**
 * LoomChartViewClass:
 * @name: what a screen reader calls it while no place is marked, to be translated
 * @least_width: in design pixels, with words of the usual size
 * @least_height: as much
 * @free_chart: lets go of a chart; the functions below are called only where there is one
 * @dup_sentence: (nullable): what a screen reader says of it beside its name
 * @dup_text: a place in words; %NULL where there is nothing
 * @get_size: (nullable): what the chart takes, instead of the least size
 * @draw: draws it, with the marked place, or %LOOM_NO_MARK; not called where a class has a snapshot
 *   of its own
 * @find: the place at a point, or %LOOM_NO_MARK
 * @step: where one comes to from a place, or from %LOOM_NO_MARK, and brings that into sight
 * @press: a click at a place, or at %LOOM_NO_MARK. By default it marks a place, and activates it
 *   with the second press.
 */
struct _LoomChartViewClass
{
  GtkWidgetClass      parent_class;

  const char         *name;
  int                 least_width, least_height;

  GDestroyNotify      free_chart;
  LoomChartSentence   dup_sentence;
  char             *(*dup_text) (gpointer             chart,
                                 gint64               place);
  void              (*get_size) (gpointer             chart,
                                 double               text_scale,
                                 double              *width,
                                 double              *height);
  void              (*draw)     (LoomChartView       *self,
                                 gpointer             chart,
                                 cairo_t             *cr,
                                 const LoomChartRoom *room,
                                 gint64               marked);
  gint64            (*find)     (LoomChartView       *self,
                                 gpointer             chart,
                                 const LoomChartRoom *room,
                                 double               x,
                                 double               y);
  gint64            (*step)     (LoomChartView       *self,
                                 gpointer             chart,
                                 gint64               from,
                                 int                  along,
                                 int                  across);
  void              (*press)    (LoomChartView       *self,
                                 gint64               place,
                                 int                  n_press,
                                 GdkModifierType      state);
};

void     loom_chart_view_class_add_keys (LoomChartViewClass *klass,
                                         const LoomChartKey *keys,
                                         guint               n_keys);
void     loom_chart_view_take_chart     (LoomChartView      *self,
                                         gpointer            chart,
                                         gint64              marked);
gpointer loom_chart_view_get_chart      (LoomChartView      *self);
void     loom_chart_view_get_room       (LoomChartView      *self,
                                         LoomChartRoom      *room);
gint64   loom_chart_view_find           (LoomChartView      *self,
                                         double              x,
                                         double              y);
gint64   loom_chart_view_get_marked     (LoomChartView      *self);
void     loom_chart_view_set_marked     (LoomChartView      *self,
                                         gint64              place);
gboolean loom_chart_view_activate       (LoomChartView      *self);
char    *loom_chart_view_dup_text       (LoomChartView      *self);
