/* loom-gallery-window.c: the examples
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pages.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-example.h"
#include "loom-page.h"
#include "loom-resources.h"
#include "loom-template.h"
#include "loom-widget.h"

#include <glib/gi18n-lib.h>

/* As tests/kernels/test-gallery-thumbnails.c draws them; it grows with the words beside it. */
#define THUMBNAIL_SIZE 80

struct _LoomGalleryWindow
{
  AdwWindow           parent_instance;

  GtkListBox         *list;
  GtkSearchEntry     *search;
  GtkStack           *stack;
  AdwStatusPage      *failure;

  GtkFilterListModel *matching;
  GtkSortListModel   *examples;         /* those that match, the best first */
  GCancellable       *cancellable;
};

G_DEFINE_FINAL_TYPE (LoomGalleryWindow, loom_gallery_window, ADW_TYPE_WINDOW)

static void
open_example (LoomGalleryWindow *self,
              LoomExample       *example)
{
  loom_action_activate (GTK_WIDGET (self), "app.new-document", "(ssb)",
                        example->title, example->text, FALSE);
  gtk_window_close (GTK_WINDOW (self));
}

static void
row_activated_cb (LoomGalleryWindow *self,
                  GtkListBoxRow     *row)
{
  g_autoptr (LoomExample) example = NULL;

  example = g_list_model_get_item (G_LIST_MODEL (self->examples),
                                   (guint) gtk_list_box_row_get_index (row));
  if (example != NULL)
    open_example (self, example);
}

static guint
get_rank (LoomGalleryWindow *self,
          LoomExample       *example)
{
  return loom_example_rank (example, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static gboolean
matches (gpointer item,
         gpointer user_data)
{
  return get_rank (user_data, item) > 0;
}

/* Examples of one rank stay in the order of the gallery, since the model sorts stably. */
static int
compare_ranks (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const guint first = get_rank (user_data, (gpointer) a);
  const guint second = get_rank (user_data, (gpointer) b);

  return (first < second) - (first > second);
}

static void
search_changed_cb (LoomGalleryWindow *self)
{
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->matching),
                      GTK_FILTER_CHANGE_DIFFERENT);
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->examples), GTK_SORTER_CHANGE_DIFFERENT);
  if (gtk_filter_list_model_get_model (self->matching) != NULL)
    gtk_stack_set_visible_child_name (
        self->stack,
        g_list_model_get_n_items (G_LIST_MODEL (self->examples)) > 0 ? "list" : "nothing");
}

static void
search_activated_cb (LoomGalleryWindow *self)
{
  g_autoptr (LoomExample) first = NULL;

  /* The entry tells of a change only after a pause, and Enter may come before that. */
  search_changed_cb (self);
  first = g_list_model_get_item (G_LIST_MODEL (self->examples), 0);
  if (first != NULL)
    open_example (self, first);
}

/* Down in the entry would move the focus to what scrolls the list, which has no use for it. */
static void
first_row_action (LoomGalleryWindow *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);

  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
size_thumbnail (GtkWidget *image)
{
  const double size = THUMBNAIL_SIZE * loom_text_scale_get (image);

  gtk_image_set_pixel_size (GTK_IMAGE (image), (int) size);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  LoomExample *example = item;
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = g_markup_escape_text (example->title, -1);
  g_autofree char *summary = g_markup_escape_text (example->summary, -1);
  g_autofree char *subtitle = NULL;
  GtkWidget *image = g_object_new (GTK_TYPE_IMAGE,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                   "paintable", example->thumbnail,
                                   "margin-top", 6,
                                   "margin-bottom", 6,
                                   NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  subtitle = *example->topics != '\0'
                 ? g_strdup_printf ("%s\n<b>%s</b>", summary, example->topics)
                 : g_strdup (summary);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  /* The words of the row say what it shows, so that a screen reader passes it over. */
  size_thumbnail (image);
  loom_text_scale_watch (image, G_CALLBACK (size_thumbnail));
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LoomGalleryWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) examples = loom_example_list_finish (result, &error);

  if (self->examples == NULL)
    return;
  if (examples == NULL)
    {
      g_autofree char *markup = g_markup_escape_text (error->message, -1);

      adw_status_page_set_description (self->failure, markup);
      gtk_stack_set_visible_child_name (self->stack, "failure");
      return;
    }
  gtk_filter_list_model_set_model (self->matching, examples);
  search_changed_cb (self);
}

static void
loom_gallery_window_dispose (GObject *object)
{
  LoomGalleryWindow *self = LOOM_GALLERY_WINDOW (object);

  loom_cancel (&self->cancellable);
  loom_template_dispose (object);
  g_clear_object (&self->examples);
  g_clear_object (&self->matching);
}

static void
loom_gallery_window_class_init (LoomGalleryWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "gallery.first-row", NULL, G_CALLBACK (first_row_action) },
  };

  loom_page_class_init (klass, "loom-gallery-window.ui");
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  G_OBJECT_CLASS (klass)->dispose = loom_gallery_window_dispose;
  gtk_widget_class_bind_template_child (widget_class, LoomGalleryWindow, list);
  gtk_widget_class_bind_template_child (widget_class, LoomGalleryWindow, search);
  gtk_widget_class_bind_template_child (widget_class, LoomGalleryWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LoomGalleryWindow, failure);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
}

static void
loom_gallery_window_init (LoomGalleryWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->matching
      = gtk_filter_list_model_new (NULL, GTK_FILTER (gtk_custom_filter_new (matches, self, NULL)));
  self->examples = gtk_sort_list_model_new (
      g_object_ref (G_LIST_MODEL (self->matching)),
      GTK_SORTER (gtk_custom_sorter_new (compare_ranks, self, NULL)));
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->examples), create_row, NULL, NULL);
  self->cancellable = g_cancellable_new ();
  loom_example_list_async (self->cancellable, listed_cb, g_object_ref (self));
}

GtkWindow *
loom_gallery_window_new (GtkWindow *parent)
{
  return loom_page_new (LOOM_TYPE_GALLERY_WINDOW, parent);
}
