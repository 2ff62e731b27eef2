#pragma once

#include "loom-executor.h"
#include "loom-run-controller.h"
#include "loom-session.h"

G_BEGIN_DECLS

/* An executor that does what a test says. Calls wait until they are answered; a cancelled one
 * answers at once. */
#define LOOM_TYPE_FAKE_EXECUTOR (loom_fake_executor_get_type ())
G_DECLARE_FINAL_TYPE (LoomFakeExecutor, loom_fake_executor, LOOM, FAKE_EXECUTOR, GObject)

LoomFakeExecutor *loom_fake_executor_new           (void);
guint             loom_fake_executor_get_compiles  (LoomFakeExecutor *self);
guint             loom_fake_executor_get_runs      (LoomFakeExecutor *self);
gboolean          loom_fake_executor_is_compiling  (LoomFakeExecutor *self);
gboolean          loom_fake_executor_is_running    (LoomFakeExecutor *self);
gboolean          loom_fake_executor_is_measuring  (LoomFakeExecutor *self);
LoomPlan         *loom_fake_executor_get_plan      (LoomFakeExecutor *self);
/* of the last run; its backend is not kept */
const LoomRunOptions *loom_fake_executor_get_options (LoomFakeExecutor *self);
const char       *loom_fake_executor_get_backend   (LoomFakeExecutor *self);
void              loom_fake_executor_set_deaf      (LoomFakeExecutor *self,
                                                    gboolean          deaf);
void              loom_fake_executor_answer_compile (LoomFakeExecutor *self,
                                                     LoomCompiled     *compiled);
void              loom_fake_executor_answer_run    (LoomFakeExecutor *self,
                                                    LoomRun          *run);
void              loom_fake_executor_tell_step     (LoomFakeExecutor *self,
                                                    guint             step);
void              loom_fake_executor_answer_copies (LoomFakeExecutor *self,
                                                    GVariant         *copies);
void              loom_fake_executor_lose          (LoomFakeExecutor *self,
                                                    const char       *why);

/* A controller with the fake as its executor. */
typedef struct
{
  LoomSession       *session;
  LoomFakeExecutor  *fake;
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

G_END_DECLS
