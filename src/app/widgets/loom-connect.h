#pragma once

#include <gio/gio.h>

/* Calls @callback with @self first whenever @instance emits @signal, as long as both live. */
#define loom_connect(instance, signal, callback, self) \
  g_signal_connect_object (instance, signal, G_CALLBACK (callback), self, G_CONNECT_SWAPPED)

void loom_connect_each (gpointer    instance,
                        GCallback   callback,
                        gpointer    self,
                        ...) G_GNUC_NULL_TERMINATED;
void loom_call_later   (guint      *id,
                        int         priority,
                        guint       ms,
                        GCallback   callback,
                        gpointer    self);
void loom_cancel       (GCancellable **cancellable);
