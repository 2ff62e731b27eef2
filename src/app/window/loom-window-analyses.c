/* loom-window-analyses.c: what runs look for: the button, and the switches that need a device which
 * can do it
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-window-private.h"

#include "loom-action.h"
#include "loom-analyses.h"
#include "loom-connect.h"

#include <glib/gi18n-lib.h>

static void
change_cb (GSimpleAction   *action,
           GVariant        *state,
           LoomRunSettings *settings)
{
  g_object_set (settings, g_action_get_name (G_ACTION (action)), g_variant_get_boolean (state),
                NULL);
}

static void
changed_cb (LoomRunSettings *settings,
            GParamSpec      *pspec,
            GSimpleAction   *action)
{
  gboolean is_on;

  g_object_get (settings, g_action_get_name (G_ACTION (action)), &is_on, NULL);
  g_simple_action_set_state (action, g_variant_new_boolean (is_on));
}

/* A GPropertyAction can't be disabled. */
static void
add_switch (LoomWindow *self,
            const char *name)
{
  LoomRunSettings *settings = loom_session_get_run_settings (self->session);
  g_autofree char *signal = g_strconcat ("notify::", name, NULL);
  g_autoptr (GSimpleAction) action
      = g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (FALSE));

  changed_cb (settings, NULL, action);
  g_signal_connect_object (action, "change-state", G_CALLBACK (change_cb), settings, 0);
  g_signal_connect_object (settings, signal, G_CALLBACK (changed_cb), action, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

/* A switch can't be moved while what runs the kernel lacks what it needs; it stays as it is, for
 * what doesn't. */
static void
set_enabled (LoomWindow       *self,
             const char       *name,
             LoomCapabilities  lacking)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), lacking == 0);
}

static void
update_enabled (LoomWindow *self)
{
  const LoomCapabilities has = loom_analyses_get_capabilities (self->session);
  const LoomAnalysis *analysis;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    set_enabled (self, analysis->name, analysis->needs & ~has);
  set_enabled (self, "cold", LOOM_CAPABILITY_COLD & ~has);
}

/* The button says how many are chosen, and to who points at it which. */
static void
update_button (LoomWindow *self)
{
  g_autoptr (GString) names = g_string_new (_("What runs look for (F5)"));
  g_autofree char *label = NULL;
  const LoomAnalysis *analysis;
  guint n = 0;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    if (loom_analysis_is_on (analysis, self->session))
      {
        g_autofree char *title = loom_analysis_dup_title (analysis);

        g_string_append_printf (names, "\n• %s", title);
        n++;
      }
  /* Translators: %u things that runs look for are chosen */
  label = n > 0 ? g_strdup_printf (_("Analyse (%u)"), n) : g_strdup (_("Analyse"));
  gtk_label_set_label (self->analyse_label, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->analyse_button), names->str);
}

static void
analyse_action (LoomWindow *self)
{
  gtk_menu_button_popup (self->analyse_button);
}

void
_loom_window_class_analyses_init (LoomWindowClass *klass)
{
  static const LoomActionEntry actions[] = {
    { "win.analyse", NULL, G_CALLBACK (analyse_action) },
  };

  loom_action_install (klass, actions, G_N_ELEMENTS (actions));
}

void
_loom_window_analyses_init (LoomWindow *self)
{
  LoomRunSettings *settings = loom_session_get_run_settings (self->session);
  const LoomAnalysis *analysis;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    {
      g_autofree char *signal = g_strconcat ("notify::", analysis->name, NULL);

      add_switch (self, analysis->name);
      loom_connect (settings, signal, update_button, self);
    }
  add_switch (self, "cold");
  loom_connect (settings, "notify::backend", update_enabled, self);
  loom_connect (self->session, "notify::plan", update_enabled, self);
  update_enabled (self);
  update_button (self);
}

/* GTK 4.8 keeps the actions of a window that was shown after it is gone; with them they would keep
 * what they are properties of. */
void
_loom_window_analyses_dispose (LoomWindow *self)
{
  const LoomAnalysis *analysis;

  for (guint i = 0; (analysis = loom_analyses_get (i)) != NULL; i++)
    g_action_map_remove_action (G_ACTION_MAP (self), analysis->name);
  g_action_map_remove_action (G_ACTION_MAP (self), "cold");
}
