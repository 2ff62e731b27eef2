#pragma once

#include "loom-run-controller.h"
#include "loom-session.h"

/* A runner's client that starts no process: what it would send waits until a test answers it. A
 * call that is cancelled is answered at once, unless it is deaf. */
LoomRunnerClient *loom_mocked_runner_new           (void);
guint             loom_mocked_runner_get_compiles  (LoomRunnerClient *client);
guint             loom_mocked_runner_get_runs      (LoomRunnerClient *client);
gboolean          loom_mocked_runner_is_compiling  (LoomRunnerClient *client);
gboolean          loom_mocked_runner_is_running    (LoomRunnerClient *client);
gboolean          loom_mocked_runner_is_measuring  (LoomRunnerClient *client);
gboolean          loom_mocked_runner_is_disassembling (LoomRunnerClient *client);
LoomPlan         *loom_mocked_runner_get_plan      (LoomRunnerClient *client);
/* of the last run */
const LoomRunOptions *loom_mocked_runner_get_options (LoomRunnerClient *client);
const char       *loom_mocked_runner_get_backend   (LoomRunnerClient *client);
void              loom_mocked_runner_set_deaf      (LoomRunnerClient *client,
                                                    gboolean          deaf);
void              loom_mocked_runner_answer_compile (LoomRunnerClient *client,
                                                     LoomCompiled     *compiled);
void              loom_mocked_runner_answer_run    (LoomRunnerClient *client,
                                                    LoomRun          *run);
void              loom_mocked_runner_tell_step     (LoomRunnerClient *client,
                                                    guint             step);
void              loom_mocked_runner_answer_copies (LoomRunnerClient *client,
                                                    GVariant         *copies);
/* sass: given away */
void              loom_mocked_runner_answer_sass   (LoomRunnerClient *client,
                                                    LoomSass         *sass);
void              loom_mocked_runner_lose          (LoomRunnerClient *client,
                                                    const char       *why);

/* A controller whose runner the test plays. */
typedef struct
{
  LoomSession       *session;
  LoomRunnerClient  *fake;
  LoomRunController *controller;
} LoomTestController;

void loom_test_controller_set_up    (LoomTestController *self,
                                     gconstpointer       unused);
void loom_test_controller_tear_down (LoomTestController *self,
                                     gconstpointer       unused);

/* Iterates the main loop until nothing is left to do now. */
void          loom_test_settle       (void);
/* kernel void fill (float *f, int n), and a run of it whose every cell was written once */
LoomCompiled *loom_test_compiled_new (const char *kernel,
                                      ...) G_GNUC_NULL_TERMINATED;
LoomRun      *loom_test_run_new      (LoomPlan   *plan);

/* For loom_test_wait_until(), with a fake as data. */
gboolean loom_test_is_compiling (gpointer fake);
gboolean loom_test_is_running   (gpointer fake);
