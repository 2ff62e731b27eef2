/* loom-picture-pane.c: the run as a picture, or why there is none
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-picture-pane.h"

struct _LoomPicturePane
{
  GtkWidget    parent_instance;

  LoomSession *session;
  GtkWidget   *sentence;
};

enum {
  PROP_0,
  PROP_SESSION,
  N_PROPS
};

G_DEFINE_FINAL_TYPE (LoomPicturePane, loom_picture_pane, GTK_TYPE_WIDGET)

static GParamSpec *properties [N_PROPS];

static void
run_cb (LoomPicturePane *self)
{
  LoomRun *run = loom_session_get_run (self->session);
  g_autoptr (LoomPicture) picture = NULL;
  g_autofree char *sentence = NULL;

  if (run == NULL)
    return;
  picture = loom_picture_new (run, loom_session_get_view (self->session));
  sentence = loom_picture_dup_sentence (picture);
  gtk_label_set_label (GTK_LABEL (self->sentence), sentence);
}

static void
loom_picture_pane_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      self->session = g_value_dup_object (value);
      g_signal_connect_object (self->session, "notify::run", G_CALLBACK (run_cb), self, G_CONNECT_SWAPPED);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
loom_picture_pane_dispose (GObject *object)
{
  LoomPicturePane *self = LOOM_PICTURE_PANE (object);

  g_clear_pointer (&self->sentence, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (loom_picture_pane_parent_class)->dispose (object);
}

static void
loom_picture_pane_class_init (LoomPicturePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = loom_picture_pane_dispose;
  object_class->set_property = loom_picture_pane_set_property;
  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, LOOM_TYPE_SESSION,
                                                  G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "pictureview");
}

static void
loom_picture_pane_init (LoomPicturePane *self)
{
  self->sentence = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_set_parent (self->sentence, GTK_WIDGET (self));
}
