#pragma once

#include "loom-runner-client.h"
#include "loom-session.h"
#include "loom-sweeper.h"

/* Signal "compared" (LoomComparison *, GError *): a comparison that was asked for came to an end;
 * one of both is NULL.
 *
 * Turns the text of a session into a run: parse, compile if the source changed, bind, run. It
 * watches the session's document and run settings, and writes compiled, plan, run, error,
 * activity, stale and lost back. The last good run stays until a newer one replaces it. Main
 * thread; nothing in it blocks. */
#define LOOM_TYPE_RUN_CONTROLLER (loom_run_controller_get_type ())
G_DECLARE_FINAL_TYPE (LoomRunController, loom_run_controller, LOOM, RUN_CONTROLLER, GObject)

LoomRunController *loom_run_controller_new      (LoomSession       *session,
                                                 LoomRunnerClient  *client);
LoomRunController *loom_run_controller_new_beside (LoomRunController *self,
                                                   LoomSession       *session);
void               loom_run_controller_run      (LoomRunController *self);
void               loom_run_controller_find_kept_program (LoomRunController *self);
gboolean           loom_run_controller_run_program (LoomRunController  *self,
                                                    GError            **error);
void               loom_run_controller_try_kernel_async  (LoomRunController    *self,
                                                          const char           *kernel,
                                                          GCancellable         *cancellable,
                                                          GAsyncReadyCallback   callback,
                                                          gpointer              user_data);
LoomCompiled      *loom_run_controller_try_kernel_finish (LoomRunController    *self,
                                                          GAsyncResult         *result,
                                                          GError              **error);
void               loom_run_controller_stop     (LoomRunController *self);
void               loom_run_controller_compare  (LoomRunController *self,
                                                 const char        *with);
void               loom_run_controller_compare_math (LoomRunController *self);
void               loom_run_controller_run_everywhere (LoomRunController  *self,
                                                       const char * const *backends);
void               loom_run_controller_copy     (LoomRunController *self,
                                                 const char        *from,
                                                 const char        *to);
void               loom_run_controller_ask_cell (LoomRunController    *self,
                                                 const LoomCellTarget *target);
void               loom_run_controller_ask_warp (LoomRunController     *self,
                                                 const LoomTraceTarget *target);
void               loom_run_controller_ask_banks (LoomRunController     *self,
                                                  const LoomTraceTarget *target);
void               loom_run_controller_ask_costs (LoomRunController    *self);
void               loom_run_controller_ask_thread (LoomRunController   *self,
                                                 const LoomSite        *thread);
void               loom_run_controller_replay   (LoomRunController    *self,
                                                 const LoomSite       *thread);
void               loom_run_controller_disassemble (LoomRunController *self);
LoomSweeper       *loom_run_controller_new_sweeper (LoomRunController *self);
void               loom_run_controller_sweep_async (LoomRunController   *self,
                                                    LoomSweeper         *sweeper,
                                                    GPtrArray           *axes,
                                                    gboolean             anew,
                                                    GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
void               loom_run_controller_describe (LoomRunController *self);
void               loom_run_controller_ask_machine (LoomRunController *self,
                                                    const char        *arch);
void               loom_run_controller_measure_copies (LoomRunController *self);
void               loom_run_controller_stop_measuring (LoomRunController *self);
void               loom_run_controller_close    (LoomRunController *self);
