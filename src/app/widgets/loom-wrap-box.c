/* loom-wrap-box.c: a row of controls that wraps
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-wrap-box.h"

struct _LoomWrapBox
{
  GtkWidget  parent_instance;

  int        spacing, max_lines;        /* lines: 0: any number */
};

enum { PROP_0, PROP_SPACING, PROP_MAX_LINES };

G_DEFINE_FINAL_TYPE (LoomWrapBox, loom_wrap_box, GTK_TYPE_WIDGET)

/* Some children in a row: what they need together, and what they would like. */
typedef struct
{
  GtkWidget *first;
  GtkWidget *end;               /* the one after the last; NULL: none */
  guint      n_children;
  guint      n_expand;
  int        minimum;           /* with the spaces between them */
} Line;

static GtkWidget *
next_visible (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
measure_width (GtkWidget *child,
               int       *minimum,
               int       *natural)
{
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
}

/* As many as have room with their natural widths; one at least. */
static void
fill_line (LoomWrapBox *self,
           GtkWidget   *first,
           int          width,
           Line        *line)
{
  int used = 0;

  *line = (Line) { .first = first };
  for (GtkWidget *child = first; child != NULL;
       child = next_visible (gtk_widget_get_next_sibling (child)))
    {
      const int space = line->n_children > 0 ? self->spacing : 0;
      int minimum, natural;

      measure_width (child, &minimum, &natural);
      line->end = child;
      if (line->n_children > 0 && used + space + natural > width)
        return;
      used += space + natural;
      line->minimum += space + minimum;
      line->n_children++;
      line->n_expand += gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL) ? 1 : 0;
    }
  line->end = NULL;
}

/* The widths of a line's children: natural as far as there is room, and the rest for those that
 * expand. */
static void
share_width (const Line       *line,
             int               width,
             GtkRequestedSize *sizes)
{
  GtkWidget *child = line->first;
  guint n_expand = line->n_expand;
  int left;

  for (guint i = 0; i < line->n_children; i++)
    {
      sizes[i].data = child;
      measure_width (child, &sizes[i].minimum_size, &sizes[i].natural_size);
      child = next_visible (gtk_widget_get_next_sibling (child));
    }
  left = gtk_distribute_natural_allocation (MAX (width - line->minimum, 0), line->n_children,
                                            sizes);
  for (guint i = 0; i < line->n_children; i++)
    if (gtk_widget_compute_expand (sizes[i].data, GTK_ORIENTATION_HORIZONTAL))
      {
        const int extra = left / (int) n_expand--;

        sizes[i].minimum_size += extra;
        left -= extra;
      }
}

static int
measure_line (const GtkRequestedSize *sizes,
              guint                   n)
{
  int height = 0;

  for (guint i = 0; i < n; i++)
    {
      int minimum;

      gtk_widget_measure (sizes[i].data, GTK_ORIENTATION_VERTICAL, sizes[i].minimum_size, &minimum,
                          NULL, NULL, NULL);
      height = MAX (height, minimum);
    }
  return height;
}

static void
allocate_line (LoomWrapBox            *self,
               const GtkRequestedSize *sizes,
               guint                   n,
               GtkAllocation           place)
{
  const gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int x = 0;

  for (guint i = 0; i < n; i++)
    {
      const int width = sizes[i].minimum_size;

      gtk_widget_set_child_visible (sizes[i].data, TRUE);
      gtk_widget_size_allocate (sizes[i].data,
                                &(GtkAllocation) { rtl ? place.width - x - width : x, place.y,
                                                   width, place.height },
                                -1);
      x += width + self->spacing;
    }
}

/* Lays the lines out under each other, or only measures them. */
static int
lay_out (LoomWrapBox *self,
         int          width,
         gboolean     allocate)
{
  GtkWidget *child = next_visible (gtk_widget_get_first_child (GTK_WIDGET (self)));
  int y = 0;

  for (int n_lines = 0; child != NULL; n_lines++)
    {
      g_autofree GtkRequestedSize *sizes = NULL;
      Line line;
      int height;

      if (self->max_lines > 0 && n_lines == self->max_lines)
        {
          if (allocate)
            {
              for (; child != NULL; child = next_visible (gtk_widget_get_next_sibling (child)))
                gtk_widget_set_child_visible (child, FALSE);
            }
          return y - self->spacing;
        }
      fill_line (self, child, width, &line);
      sizes = g_new (GtkRequestedSize, line.n_children);
      share_width (&line, width, sizes);
      height = measure_line (sizes, line.n_children);
      if (allocate)
        allocate_line (self, sizes, line.n_children, (GtkAllocation) { 0, y, width, height });
      y += height + (line.end != NULL ? self->spacing : 0);
      child = line.end;
    }
  return y;
}

static GtkSizeRequestMode
loom_wrap_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
loom_wrap_box_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  LoomWrapBox *self = LOOM_WRAP_BOX (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = lay_out (self, for_size < 0 ? G_MAXINT / 2 : for_size, FALSE);
      return;
    }
  for (GtkWidget *child = next_visible (gtk_widget_get_first_child (widget)); child != NULL;
       child = next_visible (gtk_widget_get_next_sibling (child)))
    {
      int child_minimum, child_natural;

      measure_width (child, &child_minimum, &child_natural);
      *minimum = MAX (*minimum, child_minimum);
      *natural += child_natural + (*natural > 0 ? self->spacing : 0);
    }
}

static void
loom_wrap_box_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  lay_out (LOOM_WRAP_BOX (widget), width, TRUE);
}

static void
loom_wrap_box_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  LoomWrapBox *self = LOOM_WRAP_BOX (object);

  *(prop_id == PROP_SPACING ? &self->spacing : &self->max_lines) = g_value_get_int (value);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
loom_wrap_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (loom_wrap_box_parent_class)->dispose (object);
}

static void
loom_wrap_box_class_init (LoomWrapBoxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = loom_wrap_box_dispose;
  object_class->set_property = loom_wrap_box_set_property;
  widget_class->get_request_mode = loom_wrap_box_get_request_mode;
  widget_class->measure = loom_wrap_box_measure;
  widget_class->size_allocate = loom_wrap_box_size_allocate;
  g_object_class_install_property (
      object_class, PROP_SPACING, g_param_spec_int ("spacing", NULL, NULL, 0, 100, 0,
                                                    G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (
      object_class, PROP_MAX_LINES, g_param_spec_int ("max-lines", NULL, NULL, 0, 100, 0,
                                                      G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_css_name (widget_class, "wrapbox");
}

static void
loom_wrap_box_init (LoomWrapBox *self)
{
}
