/* loom-window-fit.c: a block of whole warps, and a grid without blocks that nobody needs
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-launch.h"

typedef gboolean (*Find) (LoomSession *session,
                          LoomDim3    *value);

static void
apply (LoomWindow *self,
       const char *key,
       Find        find)
{
  g_autoptr (GError) error = NULL;
  LoomDim3 value;

  if (find (self->session, &value) &&
      !loom_launch_edit_dim3 (self->session, key, &value, &error))
    _loom_window_show_error (self, error);
}

static void
fit_block_action (LoomWindow *self)
{
  apply (self, "block", loom_launch_find_fit);
}

static void
trim_grid_action (LoomWindow *self)
{
  apply (self, "grid", loom_launch_find_trim);
}

void
_loom_window_fit_update (LoomWindow *self)
{
  LoomDim3 value;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.fit-block",
                                 loom_launch_find_fit (self->session, &value));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.trim-grid",
                                 loom_launch_find_trim (self->session, &value));
}

void
_loom_window_class_fit_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.fit-block", NULL, G_CALLBACK (fit_block_action) },
    { "win.trim-grid", NULL, G_CALLBACK (trim_grid_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
