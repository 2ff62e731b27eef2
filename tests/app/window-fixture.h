#pragma once

#include "loom-window.h"

G_BEGIN_DECLS

/* A window as a test opens and closes it. */
GtkApplication *loom_test_application_new (int          *argc,
                                           char       ***argv);
void            loom_test_close_window    (LoomWindow   *window);

G_END_DECLS
