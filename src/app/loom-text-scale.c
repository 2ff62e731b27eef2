/* loom-text-scale.c: how large the desktop wants words to be
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-text-scale.h"

#define USUAL_DPI (96 * 1024)   /* in the unit of the setting */

/**
 * loom_text_scale_get:
 *
 * How much larger than usual the user wants words, 1 for as usual. Labels follow by themselves;
 * what is drawn or counted in pixels has to ask.
 */
double
loom_text_scale_get (GtkWidget *widget)
{
  int dpi = 0;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / (double) USUAL_DPI : 1;
}

/**
 * loom_text_scale_watch:
 * @callback: called with @widget alone
 *
 * Calls back whenever the user wants words of another size, as long as @widget lives.
 */
void
loom_text_scale_watch (GtkWidget *widget,
                       GCallback  callback)
{
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi", callback,
                           widget, G_CONNECT_SWAPPED);
}
