#pragma once

#include "loom-program.h"
#include "loom-runner-client.h"

/* The launch that was asked for as its program makes it, which is found out once. */
typedef struct
{
  gboolean     is_tried;
  LoomProgram *program;         /* its scratch folder has the files, and goes with it */
  char        *text;            /* of the document of the launch; NULL: it is only read */
  char        *folder;          /* of that document */
} LoomCliRecorded;

/* A runner for the length of one verb, with calls that wait. Ctrl+C cancels what is waited for.
 * One thread, the one that owns the default main context. */
typedef struct
{
  LoomRunnerClient *client;
  GCancellable     *cancellable;
  guint             signals[2];
  LoomCliRecorded   recorded;   /* of the document's program */
} LoomCliSession;

void          loom_cli_session_init         (LoomCliSession            *self,
                                             const char                *runner);
void          loom_cli_session_clear        (LoomCliSession            *self);
gboolean      loom_cli_session_interrupted  (LoomCliSession            *self,
                                             GError                   **error);
LoomCompiled *loom_cli_session_compile      (LoomCliSession            *self,
                                             const LoomCompileRequest  *request,
                                             GError                   **error);
LoomSass     *loom_cli_session_disassemble  (LoomCliSession            *self,
                                             const LoomCompileRequest  *request,
                                             GError                   **error);
LoomRun      *loom_cli_session_run          (LoomCliSession            *self,
                                             LoomCompiled              *compiled,
                                             LoomPlan                  *plan,
                                             const LoomRunOptions      *options,
                                             const char                *folder,
                                             GError                   **error);
GVariant     *loom_cli_session_describe     (LoomCliSession            *self,
                                             GError                   **error);
GVariant     *loom_cli_session_measure_copies (LoomCliSession          *self,
                                               GError                 **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomCliSession, loom_cli_session_clear)
