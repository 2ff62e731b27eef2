/* loom-action.c: actions that code activates by their name
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-action.h"

/**
 * loom_action_activate:
 * @widget: where to look for the action, and in its parents
 * @name: the action, with its group
 * @format: (nullable): the format of its parameter, or %NULL for none
 * @...: what the format asks for
 *
 * Activates an action, as `gtk_widget_activate_action()` does, which passes in silence over one
 * that it does not find. Who names an action in the code relies on it: that it is not there is a
 * mistake of ours, and is said.
 */
void
loom_action_activate (GtkWidget  *widget,
                      const char *name,
                      const char *format,
                      ...)
{
  g_autoptr (GVariant) parameter = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (name != NULL);

  if (format != NULL)
    {
      va_list arguments;

      va_start (arguments, format);
      parameter = g_variant_ref_sink (g_variant_new_va (format, NULL, &arguments));
      va_end (arguments);
    }
  if (!gtk_widget_activate_action_variant (widget, name, parameter))
    g_critical ("%s finds no action %s", G_OBJECT_TYPE_NAME (widget), name);
}
