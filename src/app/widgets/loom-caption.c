/* loom-caption.c: the sentence under a picture, with room for others that may take its place
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-caption.h"

#include "loom-connect.h"

#include <math.h>

/* Of more cells the sentences are made in a thread; of fewer it takes less than 3 ms. */
#define MOST_CELLS_AT_ONCE (G_GUINT64_CONSTANT (1) << 16)

#define LEAST_LINES 2           /* of what is said; where they are all, the tooltip has the whole */

struct _LoomCaption
{
  GtkWidget  parent_instance;

  GtkStack  *stack;             /* a label for each text; it is as high as the highest */
  GtkLabel  *shown;
  gboolean   cut;               /* there is less height than what is said takes */
  int        kept_width, kept;  /* at that width, the height that sentences of the run took */

  LoomRun   *run;               /* whose sentences have room, or NULL */
  guint      array;
  guint64    plane;
  GCancellable *listing;        /* of finding these sentences */
};

G_DEFINE_FINAL_TYPE (LoomCaption, loom_caption, GTK_TYPE_WIDGET)

/* Not rounded: in many lines a part of a pixel becomes one. */
static double
get_line_height (LoomCaption *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->shown), "X");
  int height;

  pango_layout_get_size (layout, NULL, &height);
  return height / (double) PANGO_SCALE;
}

static GtkSizeRequestMode
loom_caption_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
loom_caption_measure (GtkWidget      *widget,
                      GtkOrientation  orientation,
                      int             for_size,
                      int            *minimum,
                      int            *natural,
                      int            *minimum_baseline,
                      int            *natural_baseline)
{
  LoomCaption *self = LOOM_CAPTION (widget);

  /* no width makes all lines fit where there is less height than they take */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (GTK_WIDGET (self->stack), orientation, for_size, minimum, natural, NULL,
                      NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size == self->kept_width)
    *natural = MAX (*natural, self->kept);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = MIN (*minimum, (int) ceil (LEAST_LINES * get_line_height (self)));
}

static void
loom_caption_size_allocate (GtkWidget *widget,
                            int        width,
                            int        height,
                            int        baseline)
{
  LoomCaption *self = LOOM_CAPTION (widget);
  int all, said;

  gtk_widget_measure (GTK_WIDGET (self->stack), GTK_ORIENTATION_VERTICAL, width, &all, NULL, NULL,
                      NULL);
  gtk_widget_measure (GTK_WIDGET (self->shown), GTK_ORIENTATION_VERTICAL, width, &said, NULL, NULL,
                      NULL);
  self->cut = said > height;
  self->kept = width == self->kept_width ? MAX (self->kept, all) : all;
  self->kept_width = width;
  gtk_widget_allocate (GTK_WIDGET (self->stack), width, MAX (height, all), -1, NULL);
}

/* Lines are seen whole or not at all. */
static void
loom_caption_snapshot (GtkWidget   *widget,
                       GtkSnapshot *snapshot)
{
  LoomCaption *self = LOOM_CAPTION (widget);
  const float width = (float) gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);

  if (self->cut)
    height = floor (height / get_line_height (self)) * get_line_height (self);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, (float) height));
  gtk_widget_snapshot_child (widget, GTK_WIDGET (self->stack), snapshot);
  gtk_snapshot_pop (snapshot);
}

static gboolean
loom_caption_query_tooltip (GtkWidget  *widget,
                            int         x,
                            int         y,
                            gboolean    keyboard,
                            GtkTooltip *tooltip)
{
  LoomCaption *self = LOOM_CAPTION (widget);

  gtk_tooltip_set_text (tooltip, loom_caption_get_text (self));
  return self->cut;
}

/* Nobody waits for the room any more. */
static void
stop_listing (LoomCaption *self)
{
  loom_cancel (&self->listing);
  g_clear_pointer (&self->run, loom_run_unref);
  self->kept = 0;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
loom_caption_dispose (GObject *object)
{
  LoomCaption *self = LOOM_CAPTION (object);

  stop_listing (self);
  if (self->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  self->shown = NULL;

  G_OBJECT_CLASS (loom_caption_parent_class)->dispose (object);
}

static void
loom_caption_class_init (LoomCaptionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = loom_caption_dispose;
  widget_class->get_request_mode = loom_caption_get_request_mode;
  widget_class->measure = loom_caption_measure;
  widget_class->size_allocate = loom_caption_size_allocate;
  widget_class->snapshot = loom_caption_snapshot;
  widget_class->query_tooltip = loom_caption_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "loomcaption");
}

static GtkLabel *
add_label (LoomCaption *self,
           const char  *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL,
                                   "xalign", 0.0,
                                   "yalign", 0.0,
                                   "wrap", TRUE,
                                   "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "selectable", TRUE,
                                   NULL);

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_add_css_class (label, "tabular");
  gtk_stack_add_child (self->stack, label);
  return GTK_LABEL (label);
}

static void
loom_caption_init (LoomCaption *self)
{
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->shown = add_label (self, "");
}

static GtkLabel *
find_label (LoomCaption *self,
            const char  *text)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (g_str_equal (gtk_label_get_label (GTK_LABEL (child)), text))
      return GTK_LABEL (child);
  return NULL;
}

/**
 * loom_caption_set_room:
 * @texts: (array zero-terminated=1): what may be said here
 *
 * Keeps room for each of @texts, beside what is said now, and for nothing else.
 */
void
loom_caption_set_room (LoomCaption        *self,
                       const char * const *texts)
{
  GtkWidget *next;

  g_return_if_fail (LOOM_IS_CAPTION (self));
  g_return_if_fail (texts != NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); child != NULL;
       child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (child != GTK_WIDGET (self->shown))
        gtk_stack_remove (self->stack, child);
    }
  for (guint i = 0; texts[i] != NULL; i++)
    if (find_label (self, texts[i]) == NULL)
      add_label (self, texts[i]);
}

const char *
loom_caption_get_text (LoomCaption *self)
{
  g_return_val_if_fail (LOOM_IS_CAPTION (self), NULL);

  return gtk_label_get_label (self->shown);
}

/**
 * loom_caption_set_text:
 * @text: what to say
 *
 * Says something: in the room that was kept for it, else in more.
 */
void
loom_caption_set_text (LoomCaption *self,
                       const char  *text)
{
  GtkLabel *label;

  g_return_if_fail (LOOM_IS_CAPTION (self));
  g_return_if_fail (text != NULL);

  label = find_label (self, text);
  if (label == NULL)
    gtk_label_set_label (self->shown, text);
  else
    self->shown = label;
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->shown));
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, loom_picture_list_sentences (task_data, cancellable),
                         (GDestroyNotify) g_strfreev);
}

/* Another run, array or plane is shown meanwhile if this was cancelled. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomCaption) self = user_data;
  g_auto (GStrv) sentences = g_task_propagate_pointer (G_TASK (result), NULL);

  if (sentences != NULL && g_task_get_cancellable (G_TASK (result)) == self->listing)
    loom_caption_set_room (self, (const char * const *) sentences);
}

static void
list_in_thread (LoomCaption *self,
                LoomPicture *picture)
{
  g_autoptr (GTask) task = g_task_new (NULL, self->listing, listed_cb, g_object_ref (self));

  g_task_set_source_tag (task, list_in_thread);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_set_task_data (task, loom_picture_ref (picture), (GDestroyNotify) loom_picture_unref);
  g_task_run_in_thread (task, list_thread);
}

/* What is said of another moment of a run differs in numbers, and at times in what there is to say:
 * the height that was taken once stays, so that the picture does not move while moments pass. */
static gboolean
has_room (LoomCaption *self,
          LoomPicture *picture)
{
  const LoomView *view = loom_picture_get_view (picture);

  return self->run != NULL && loom_run_is_moment_of (loom_picture_get_run (picture), self->run)
         && self->array == view->array && self->plane == view->plane;
}

/**
 * loom_caption_set_picture:
 * @picture: (nullable): what is shown above it; %NULL keeps what is said
 *
 * Says what a picture shows. The picture stays where it is when the lens changes, since there is
 * room for what is said through each of them.
 */
void
loom_caption_set_picture (LoomCaption *self,
                          LoomPicture *picture)
{
  g_autofree char *sentence = NULL;

  g_return_if_fail (LOOM_IS_CAPTION (self));

  if (picture == NULL)
    {
      stop_listing (self);
      return;
    }
  sentence = loom_picture_dup_sentence (picture);
  loom_caption_set_text (self, sentence);
  if (has_room (self, picture))
    return;
  stop_listing (self);
  self->run = loom_run_ref (loom_picture_get_run (picture));
  self->array = loom_picture_get_view (picture)->array;
  self->plane = loom_picture_get_view (picture)->plane;
  self->listing = g_cancellable_new ();
  if (loom_picture_get_cols (picture) * loom_picture_get_rows (picture) > MOST_CELLS_AT_ONCE)
    list_in_thread (self, picture);
  else
    {
      g_auto (GStrv) sentences = loom_picture_list_sentences (picture, NULL);

      loom_caption_set_room (self, (const char * const *) sentences);
    }
}
