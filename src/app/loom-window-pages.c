/* loom-window-pages.c: the windows that a window opens
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-form-window.h"
#include "loom-gallery-window.h"
#include "loom-launch.h"
#include "loom-preferences-window.h"
#include "loom-template-window.h"
#include "loom-why-window.h"

static void
gallery_action (GtkWidget *widget)
{
  gtk_window_present (loom_gallery_window_new (GTK_WINDOW (widget)));
}

static void
new_from_form_action (GtkWidget *widget)
{
  gtk_window_present (loom_form_window_new (GTK_WINDOW (widget)));
}

static void
preferences_action (LoomWindow *self)
{
  gtk_window_present (
      loom_preferences_window_new (GTK_WINDOW (self), self->settings, self->session));
}

static void
why_action (LoomWindow *self)
{
  gtk_window_present (loom_why_window_new (GTK_WINDOW (self), self->session));
}

/* Without a name: of what the settings say, else of the first. */
static LoomKernelTemplate *
find_template (LoomWindow *self,
               const char *name)
{
  LoomCompiled *compiled = loom_session_get_compiled (self->session);
  const char *kernel = loom_launch_get (self->session, NULL, "kernel");
  LoomKernelTemplate *template;

  if (compiled == NULL || compiled->templates->len == 0)
    return NULL;
  if (*name != '\0')
    return loom_kernel_template_find (compiled->templates, name);
  template = kernel != NULL ? loom_kernel_template_find (compiled->templates, kernel) : NULL;
  return template != NULL ? template : g_ptr_array_index (compiled->templates, 0);
}

static void
choose_template_action (LoomWindow *self,
                        GVariant   *parameter)
{
  LoomKernelTemplate *template = find_template (self, g_variant_get_string (parameter, NULL));

  if (template != NULL)
    gtk_window_present (loom_template_window_new (GTK_WINDOW (self), self->session,
                                                  self->controller, template));
}

void
_loom_window_class_pages_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.gallery", NULL, G_CALLBACK (gallery_action) },
    { "win.new-from-form", NULL, G_CALLBACK (new_from_form_action) },
    { "win.preferences", NULL, G_CALLBACK (preferences_action) },
    { "win.choose-template", "s", G_CALLBACK (choose_template_action) },
    { "win.why", NULL, G_CALLBACK (why_action) },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  loom_action_install (widget_class, actions, G_N_ELEMENTS (actions));
}
