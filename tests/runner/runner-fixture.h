#pragma once

#include "loom-runner-client.h"

/* How a call that was cancelled ended. */
typedef struct
{
  gboolean  done;
  GError   *error;
  LoomRun  *run;                /* what a run left that was stopped, or NULL */
} FixtureStopped;

/* The real runner, called as if its answers came at once. An answer that never comes ends with the
 * time that Meson gives the whole program, so that no test fails where the computer is slow. */
LoomRunnerClient *fixture_get_client   (void);
void              fixture_drop_client  (void);
LoomCompiled     *fixture_compile      (const char                *source);
LoomCompiled     *fixture_try_compile  (const LoomCompileRequest  *request,
                                        GError                   **error);
LoomRun          *fixture_run          (const char                *document);
LoomRun          *fixture_try_run      (const char                *document,
                                        const LoomRunOptions      *options,
                                        const char                *folder,
                                        GError                   **error);
LoomRun          *fixture_run_compiled (LoomDocument              *document,
                                        LoomCompiled              *compiled,
                                        const LoomRunOptions      *options,
                                        const char                *folder,
                                        GError                   **error);
GVariant         *fixture_describe     (void);
void              fixture_wait         (const gboolean            *done);
const LoomDiagnostic *fixture_find     (LoomCompiled              *compiled,
                                        const char                *text);

/* Callbacks of calls that are stopped, with a FixtureStopped; and what stops them. */
void              fixture_compile_stopped_cb (GObject              *source,
                                              GAsyncResult         *result,
                                              gpointer              user_data);
void              fixture_run_stopped_cb     (GObject              *source,
                                              GAsyncResult         *result,
                                              gpointer              user_data);
gboolean          fixture_cancel_cb          (gpointer              cancellable);
