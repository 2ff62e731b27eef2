#pragma once

#include "loom-application.h"
#include "loom-runner-client.h"
#include "loom-window.h"

/* A window of the program with a real runner, for what measures it. */
typedef struct
{
  GtkApplication   *application;
  LoomRunnerClient *client;
  GSettings        *settings;
  LoomWindow       *window;
} RealWindow;

gboolean   real_window_open    (RealWindow    *self,
                                int            width,
                                int            height);
void       real_window_close   (RealWindow    *self);
GtkWidget *real_window_find    (GtkWidget     *widget,
                                GType          type);
void       real_window_sort    (double        *values,
                                guint          n);
