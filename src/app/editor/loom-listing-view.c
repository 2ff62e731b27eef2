/* loom-listing-view.c: what was made of the source, linked with it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-listing-view.h"

#include "loom-action.h"
#include "loom-connect.h"
#include "loom-content.h"
#include "loom-line-link.h"
#include "loom-line-mark.h"
#include "loom-resources.h"

struct _LoomListingView
{
  LoomPane        parent_instance;

  LoomSession    *session;
  GtkWidget      *scroller;
  GtkTextView    *view;
  GtkTextBuffer  *buffer;
  GtkTextTag     *tag;          /* on what was made from one line of the source */
  LoomListing    *listing;      /* that is shown, or NULL */
  char           *entry;        /* the kernel that was gone to */
};

enum { PROP_0, PROP_LABEL, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (LoomListingView, loom_listing_view, LOOM_TYPE_PANE)

static guint
get_line (LoomListingView   *self,
          const GtkTextIter *iter)
{
  return self->listing != NULL
             ? loom_listing_get_line (self->listing, (guint) gtk_text_iter_get_line (iter)) : 0;
}

/* The line under the cursor of this page. */
static guint
get_cursor_line (LoomListingView *self)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (self->buffer, &iter,
                                    gtk_text_buffer_get_insert (self->buffer));
  return get_line (self, &iter);
}

static gboolean
is_in_view (LoomListingView *self,
            guint        at)
{
  GdkRectangle seen;
  GtkTextIter iter;
  int y, height;

  gtk_text_buffer_get_iter_at_line (self->buffer, &iter, (int) at);
  gtk_text_view_get_line_yrange (self->view, &iter, &y, &height);
  gtk_text_view_get_visible_rect (self->view, &seen);
  return y >= seen.y && y + height <= seen.y + seen.height;
}

/* Marks all that was made from a line of the source; shows its beginning where none of it is in
 * view. */
static void
mark (LoomListingView *self,
      guint        line)
{
  gboolean is_seen = FALSE;
  gint first = -1;

  loom_line_mark_clear (self->buffer, self->tag);
  for (guint at = 0; line > 0 && self->listing != NULL && at < self->listing->lines->len; at++)
    {
      if (loom_listing_get_line (self->listing, at) != line)
        continue;
      loom_line_mark_add (self->buffer, self->tag, at);
      is_seen = is_seen || is_in_view (self, at);
      if (first < 0)
        first = (gint) at;
    }
  if (first >= 0 && !is_seen)
    {
      GtkTextIter iter;

      gtk_text_buffer_get_iter_at_line (self->buffer, &iter, first);
      gtk_text_view_scroll_to_iter (self->view, &iter, 0.1, FALSE, 0, 0);
    }
}

/* The pointer is over a line of the source, or else one of the cursors is in one: this page's where
 * it has the focus. */
static void
follow_source (LoomListingView *self)
{
  LoomLineLink *link = loom_session_get_line_link (self->session);
  const guint hovered = loom_line_link_get_hovered (link);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (hovered > 0)
    mark (self, hovered);
  else if (gtk_widget_has_focus (GTK_WIDGET (self->view)))
    mark (self, get_cursor_line (self));
  else
    mark (self, loom_line_link_get_cursor (link));
}

/* The cursor of this page went to another line. */
static void
follow_cursor (LoomListingView *self)
{
  const guint line = get_cursor_line (self);

  if (!gtk_widget_has_focus (GTK_WIDGET (self->view)))
    return;
  mark (self, line);
  loom_line_link_set_marked (loom_session_get_line_link (self->session), line);
}

static void
leave_cb (LoomListingView *self)
{
  loom_line_link_set_marked (loom_session_get_line_link (self->session), 0);
}

/* What the pointer is over is pointed at in the source, until it leaves. */
static void
motion_cb (LoomListingView          *self,
           double                    x,
           double                    y,
           GtkEventControllerMotion *controller)
{
  GtkTextIter iter;
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y,
                                         &buffer_x, &buffer_y);
  gtk_text_view_get_iter_at_location (self->view, &iter, buffer_x, buffer_y);
  loom_line_link_set_marked (loom_session_get_line_link (self->session), get_line (self, &iter));
}

static void
go_action (LoomListingView *self)
{
  const guint line = get_cursor_line (self);

  if (line > 0)
    loom_action_activate (GTK_WIDGET (self), "win.show-place", "(su)", "", line);
}

static void
loom_listing_view_set_session (LoomPane    *pane,
                               LoomSession *session)
{
  LoomListingView *self = LOOM_LISTING_VIEW (pane);

  self->session = session;
  loom_connect_each (loom_session_get_line_link (session), G_CALLBACK (follow_source), self,
                     "notify::cursor", "notify::hovered", NULL);
  g_signal_connect (self, "map", G_CALLBACK (follow_source), NULL);
  g_signal_connect (self, "unmap", G_CALLBACK (leave_cb), NULL);
}

static gboolean
loom_listing_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LOOM_LISTING_VIEW (widget)->view));
}

static void
loom_listing_view_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LoomListingView *self = LOOM_LISTING_VIEW (object);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  g_value_get_string (value), -1);
}

static void
loom_listing_view_dispose (GObject *object)
{
  LoomListingView *self = LOOM_LISTING_VIEW (object);

  g_clear_pointer (&self->listing, loom_listing_free);
  g_clear_pointer (&self->entry, g_free);

  G_OBJECT_CLASS (loom_listing_view_parent_class)->dispose (object);
}

static void
loom_listing_view_class_init (LoomListingViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const LoomActionEntry actions[] = {
    { "listing.go", NULL, G_CALLBACK (go_action) },
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_listing_view_dispose;
  object_class->set_property = loom_listing_view_set_property;
  GTK_WIDGET_CLASS (klass)->grab_focus = loom_listing_view_grab_focus;
  LOOM_PANE_CLASS (klass)->set_session = loom_listing_view_set_session;

  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL,
                                                G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_set_template_from_resource (widget_class,
                                               LOOM_RESOURCE_PATH "/loom-listing-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LoomListingView, scroller);
  gtk_widget_class_bind_template_child (widget_class, LoomListingView, view);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
}

static void
loom_listing_view_init (LoomListingView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Code runs from left to right whatever the language of the interface. */
  gtk_widget_set_direction (GTK_WIDGET (self->view), GTK_TEXT_DIR_LTR);
  self->buffer = gtk_text_view_get_buffer (self->view);
  self->tag = loom_line_mark_new (self->buffer);
  loom_connect (self->buffer, "notify::cursor-position", follow_cursor, self);
}

/**
 * loom_listing_view_take:
 * @listing: (transfer full) (nullable): what is shown from now on
 *
 * Shows a listing, or nothing.
 */
void
loom_listing_view_take (LoomListingView *self,
                        LoomListing     *listing)
{
  g_return_if_fail (LOOM_IS_LISTING_VIEW (self));

  g_clear_pointer (&self->listing, loom_listing_free);
  g_clear_pointer (&self->entry, g_free);
  self->listing = listing;
  gtk_text_buffer_set_text (self->buffer, listing != NULL ? listing->text->str : "", -1);
  follow_source (self);
}

/**
 * loom_listing_view_get:
 *
 * Returns: (transfer none) (nullable): what is shown
 */
const LoomListing *
loom_listing_view_get (LoomListingView *self)
{
  g_return_val_if_fail (LOOM_IS_LISTING_VIEW (self), NULL);

  return self->listing;
}

/**
 * loom_listing_view_go_to:
 * @entry: (nullable): the lowered name of a kernel
 *
 * Goes to where a kernel begins, unless it was the last that was gone to.
 */
void
loom_listing_view_go_to (LoomListingView *self,
                         const char      *entry)
{
  GtkTextIter iter;
  gint at;

  g_return_if_fail (LOOM_IS_LISTING_VIEW (self));

  if (self->listing == NULL || entry == NULL || g_strcmp0 (entry, self->entry) == 0)
    return;
  g_free (self->entry);
  self->entry = g_strdup (entry);
  at = loom_listing_find_entry (self->listing, entry);
  if (at < 0)
    return;

  gtk_text_buffer_get_iter_at_line (self->buffer, &iter, at);
  gtk_text_buffer_place_cursor (self->buffer, &iter);
  /* the line is at the top, and what is before it in the margin is seen as well */
  gtk_text_view_scroll_to_mark (self->view, gtk_text_buffer_get_insert (self->buffer), 0, TRUE, 1,
                                0);
}

/**
 * loom_listing_view_copy:
 *
 * Copies all of it to the clipboard.
 */
void
loom_listing_view_copy (LoomListingView *self)
{
  g_return_if_fail (LOOM_IS_LISTING_VIEW (self));

  if (self->listing != NULL)
    loom_content_copy_text (GTK_WIDGET (self), self->listing->text->str);
}
