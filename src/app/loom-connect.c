/* loom-connect.c: handlers of one object for the signals of another
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-connect.h"

/**
 * loom_connect_each:
 * @instance: what emits the signals
 * @callback: called with @self alone
 * @self: whose handler it is
 * @...: the names of the signals, with %NULL at the end
 *
 * Connects a handler to several signals, as loom_connect() does to one.
 */
void
loom_connect_each (gpointer  instance,
                   GCallback callback,
                   gpointer  self,
                   ...)
{
  const char *signal;
  va_list signals;

  va_start (signals, self);
  while ((signal = va_arg (signals, const char *)) != NULL)
    loom_connect (instance, signal, callback, self);
  va_end (signals);
}
