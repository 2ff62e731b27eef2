/* loom-window-launches.c: launching as the host code of the source does
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-document-launch.h"
#include "loom-launch-text.h"

#include <glib/gi18n-lib.h>

/* In seconds: a sentence that lists what is open is read twice. */
#define OPEN_TIMEOUT 10

/* A launch whose kernel is being made of a template. */
typedef struct
{
  LoomWindow       *window;
  LoomSourceLaunch *launch;
} PendingLaunch;

static void
pending_launch_free (PendingLaunch *self)
{
  g_object_unref (self->window);
  loom_source_launch_free (self->launch);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PendingLaunch, pending_launch_free)

/* What the source does not tell keeps its default, which is not the source's. */
static void
tell_open (LoomWindow             *self,
           LoomCompiled           *compiled,
           const LoomSourceLaunch *launch)
{
  const LoomKernel *kernel
      = loom_document_find_launched (loom_session_get_document (self->session), compiled, launch);
  g_autofree char *open = loom_launch_text_dup_open (launch, kernel);
  g_autofree char *text = NULL;
  AdwToast *toast;

  if (open == NULL)
    return;
  /* Translators: %2$s lists grid, block or arguments, with what stands in the source. */
  text = g_strdup_printf (_("Line %1$u does not tell the numbers of all; these keep their "
                            "defaults: %2$s"), launch->line, open);
  toast = adw_toast_new (text);
  adw_toast_set_timeout (toast, OPEN_TIMEOUT);
  loom_window_add_toast (self, toast);
}

static void
use_launch (LoomWindow             *self,
            LoomCompiled           *compiled,
            const LoomSourceLaunch *launch)
{
  g_autoptr (GError) error = NULL;
  LoomTextEdit edit = { 0 };

  loom_session_flush (self->session);
  if (!loom_document_edit_launch (loom_session_get_document (self->session), compiled, launch,
                                  &edit, &error))
    {
      _loom_window_show_error (self, error);
      return;
    }
  loom_session_apply_edit (self->session, &edit);
  loom_text_edit_clear (&edit);
  tell_open (self, compiled, launch);
}

static void
tried_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PendingLaunch) pending = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoomCompiled) compiled
      = loom_run_controller_try_kernel_finish (LOOM_RUN_CONTROLLER (source), result, &error);
  const LoomDiagnostic *mistake = loom_compiled_find_error (compiled);

  if (compiled != NULL && loom_compiled_find_kernel (compiled, pending->launch->instance) == NULL
      && mistake != NULL)
    g_set_error_literal (&error, LOOM_ERROR, LOOM_ERROR_COMPILE, mistake->text);
  if (error != NULL)
    _loom_window_show_error (pending->window, error);
  else
    use_launch (pending->window, compiled, pending->launch);
}

/* An instance that is not there yet is made first, since only its signature tells what the
 * arguments are. */
static void
use_launch_action (LoomWindow *self,
                   GVariant   *parameter)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  const guint index = g_variant_get_uint32 (parameter);
  const LoomSourceLaunch *launch;
  PendingLaunch *pending;

  if (compiled == NULL || index >= compiled->launches->len)
    return;
  launch = g_ptr_array_index (compiled->launches, index);
  if (loom_document_find_launched (loom_session_get_document (self->session), compiled, launch)
      != NULL)
    {
      use_launch (self, compiled, launch);
    }
  else if (launch->template_name != NULL)
    {
      loom_action_activate (GTK_WIDGET (self), "win.choose-template", "s", launch->template_name);
    }
  else if (launch->instance == NULL)
    {
      use_launch (self, compiled, launch);
    }
  else
    {
      pending = g_new0 (PendingLaunch, 1);
      pending->window = g_object_ref (self);
      pending->launch = loom_source_launch_copy (launch);
      loom_run_controller_try_kernel_async (self->controller, launch->instance, NULL, tried_cb,
                                            pending);
    }
}

static void
source_launches_action (LoomWindow *self)
{
  g_object_set (self->layout, "show-launch", TRUE, NULL);
  if (!loom_launch_panel_open_launches (self->launch_panel))
    loom_window_add_toast (self, adw_toast_new (_("No launch was found in the source")));
}

void
_loom_window_class_launches_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.source-launches", NULL, G_CALLBACK (source_launches_action) },
    { "win.use-launch", "u", G_CALLBACK (use_launch_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}
