/* loom-pane.c: what all the panes of a session have in common
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-pane.h"

typedef struct
{
  LoomSession *session;
} LoomPanePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LoomPane, loom_pane, GTK_TYPE_WIDGET)

static void
set_session (LoomPane    *self,
             LoomSession *session)
{
  LoomPanePrivate *priv = loom_pane_get_instance_private (self);

  if (session == NULL || priv->session != NULL)
    return;
  priv->session = g_object_ref (session);
  LOOM_PANE_GET_CLASS (self)->set_session (self, session);
}

static void
loom_pane_set_property (GObject      *object,
                        guint         prop_id,
                        const GValue *value,
                        GParamSpec   *pspec)
{
  set_session (LOOM_PANE (object), g_value_get_object (value));
}

static void
loom_pane_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), G_OBJECT_TYPE (object));
  G_OBJECT_CLASS (loom_pane_parent_class)->dispose (object);
}

static void
loom_pane_finalize (GObject *object)
{
  LoomPanePrivate *priv = loom_pane_get_instance_private (LOOM_PANE (object));

  g_clear_object (&priv->session);
  G_OBJECT_CLASS (loom_pane_parent_class)->finalize (object);
}

static void
loom_pane_class_init (LoomPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = loom_pane_dispose;
  object_class->finalize = loom_pane_finalize;
  object_class->set_property = loom_pane_set_property;
  g_object_class_install_property (
      object_class, 1, g_param_spec_object ("session", NULL, NULL, LOOM_TYPE_SESSION, flags));

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
loom_pane_init (LoomPane *self)
{
}

/**
 * loom_pane_find_session:
 * @widget: a part of a pane
 *
 * Returns: (transfer none) (nullable): what the pane shows
 */
LoomSession *
loom_pane_find_session (GtkWidget *widget)
{
  GtkWidget *pane = gtk_widget_get_ancestor (widget, LOOM_TYPE_PANE);
  LoomPanePrivate *priv
      = pane != NULL ? loom_pane_get_instance_private (LOOM_PANE (pane)) : NULL;

  return priv != NULL ? priv->session : NULL;
}
