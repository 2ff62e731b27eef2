#pragma once

#include "mocked-runner.h"
#include "loom-window.h"

/* A window as a test opens and closes it. */
GtkApplication *loom_test_application_new (int          *argc,
                                           char       ***argv);
LoomWindow     *loom_test_open_window     (GtkApplication    *application,
                                           GSettings        **settings,
                                           LoomRunnerClient **fake);
void            loom_test_close_window    (LoomWindow   *window);
GtkWidget      *loom_test_find            (GtkWidget    *widget,
                                           GType         type,
                                           const char   *title);
gboolean        loom_test_says            (GtkWidget    *widget,
                                           const char   *words);
gboolean        loom_test_press           (GtkWidget       *widget,
                                           guint            key,
                                           GdkModifierType  modifiers);
/* What asks, above all windows: a message dialog. */
GtkWidget      *loom_test_find_question   (void);
void            loom_test_answer          (const char      *heading,
                                           const char      *body,
                                           const char      *response);
