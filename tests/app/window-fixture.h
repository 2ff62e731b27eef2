#pragma once

#include "mocked-runner.h"
#include "loom-window.h"

/* A window in which nothing runs but what a test lets run: the fixture of a test. */
typedef struct
{
  GtkApplication   *application;
  GSettings        *settings;
  LoomRunnerClient *fake;
  LoomWindow       *window;     /* NULL once the test has closed it */
  LoomSession      *session;
  char             *folder;     /* for files of the test */
} LoomTestWindow;

void            loom_test_window_set_up     (LoomTestWindow *self,
                                             gconstpointer   application);
void            loom_test_window_tear_down  (LoomTestWindow *self,
                                             gconstpointer   unused);
void            loom_test_window_compile    (LoomTestWindow *self,
                                             const char     *text);
void            loom_test_window_finish_run (LoomTestWindow *self);
void            loom_test_window_first_run  (LoomTestWindow *self,
                                             const char     *text);
GtkWidget      *loom_test_window_open_page  (LoomTestWindow *self,
                                             const char     *page,
                                             GType           type);

/* The line of the editor's cursor, and the one that is marked there; lines from 1, 0: none. */
void            loom_test_window_assert_line (LoomTestWindow *self,
                                              guint           expected);
void            loom_test_window_assert_marked (LoomTestWindow *self,
                                              guint           expected);

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
char           *loom_test_dup_labels      (GtkWidget    *widget);
/* A part of a widget's template, and what its labels say. */
gpointer        loom_test_get_part        (GtkWidget    *widget,
                                           const char   *name);
void            loom_test_assert_part     (GtkWidget    *widget,
                                           const char   *name,
                                           const char   *expected);
void            loom_test_assert_text     (gpointer      text_view,
                                           const char   *expected);
void            loom_test_wait_for_labels (GtkWidget    *widget,
                                           const char   *words);
gboolean        loom_test_is_mapped       (gpointer      widget);
gboolean        loom_test_has_toast       (gpointer      window);
char           *loom_test_take_toast      (LoomWindow   *window,
                                           char        **action);
gboolean        loom_test_press           (GtkWidget       *widget,
                                           guint            key,
                                           GdkModifierType  modifiers);
GtkEventController *loom_test_find_controller (GtkWidget    *widget,
                                               GType         type);
/* To the controllers of keys that a widget itself has. */
gboolean        loom_test_press_in        (GtkWidget       *widget,
                                           guint            key,
                                           GdkModifierType  modifiers);
/* A button below a widget, by its label or its tooltip. */
GtkWidget      *loom_test_find_button     (GtkWidget       *widget,
                                           const char      *words);
void            loom_test_click           (GtkWidget       *widget,
                                           const char      *words);
char           *loom_test_dup_spoken      (GtkWidget             *widget,
                                           GtkAccessibleProperty  property);
/* What lies in the clipboard. */
char           *loom_test_dup_copied      (GtkWidget    *widget);
/* What asks, above all windows: a message dialog. */
GtkWidget      *loom_test_find_question   (void);
void            loom_test_answer          (const char      *heading,
                                           const char      *body,
                                           const char      *response);
