/* loom-run-controller-private.h: what the files of the run controller share
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-run-controller.h"

struct _LoomRunController
{
  GObject           parent_instance;

  LoomSession      *session;
  LoomRunnerClient *client;

  GCancellable  *compile;       /* in flight, or NULL */
  GCancellable  *math;          /* a compilation with other math, to compare with, or NULL */
  GCancellable  *machine;       /* a compilation to machine code, for what that takes, or NULL */
  GCancellable  *describe;
  GCancellable  *copies;        /* the measurement in flight, or NULL */
  GCancellable  *asked[LOOM_N_RUN_QUERIES];     /* what is asked about the run, or NULL */
  GCancellable  *disassembling; /* in flight, or NULL */
  GCancellable  *replay;        /* steps of a thread that are asked for, or NULL */
  guint          delay_id;
  guint          overtaken_id;
  gint64         edited;        /* when the source was, the last time */

  char          *compile_key;   /* what the session's compiled was made from */
  char          *pending_key;   /* what the compile in flight is made from */
  LoomRunJob    *waiting;       /* that somebody asked for and that can't start yet, or NULL */
  LoomRunJob    *running;       /* on the session's device, or NULL */
  LoomPins       pins;          /* that the last run was given */
  LoomRunJob    *latest;        /* that has ended last with a result, or NULL */
  GQueue         others;        /* (element-type LoomRunJob) the launch of the latest on other
                                   devices; the first one runs or is compared */
  GHashTable    *monitors;      /* path -> GFileMonitor of a header; NULL: none is watched */
  guint          n_file_changes;        /* that these told of */
  gint64         compile_start;         /* by the real time, in microseconds */

  guint          wanted : 1;    /* by somebody: run once compiled and bound, live or not */
  guint          launched : 1;  /* what was compiled last, by an earlier run */
  guint          again : 1;     /* bind and run anew when the job that runs has ended */
  guint          trusted : 1;   /* this document was run by hand, so a GPU may run its edits */
};

/* One call in flight. A callback whose cancellable is no longer the controller's has been overtaken
 * and touches nothing, and so has a job that is no longer the controller's: that is the whole
 * stale-result rule. */
typedef struct
{
  LoomRunController *self;
  GCancellable      *cancellable;
} LoomRunControllerCall;

/* What a compilation of the text is made from, and what it borrows from. */
typedef struct
{
  LoomCompileRequest  request;
  GStrv               options, instances;
  char               *folder;
} LoomRunControllerRequest;

LoomRunControllerCall *_loom_run_controller_call_new  (LoomRunController     *self,
                                                       GCancellable          *cancellable);
void                   _loom_run_controller_call_free (LoomRunControllerCall *call);
void        _loom_run_controller_changed         (LoomRunController    *self);
void        _loom_run_controller_update_activity (LoomRunController    *self);
void        _loom_run_controller_start_job       (LoomRunController    *self,
                                                  LoomRunJob           *job,
                                                  const LoomRunOptions *options,
                                                  GCallback             ended);

/* loom-run-controller-files.c: the headers that a compilation read */
void        _loom_run_controller_watch_files     (LoomRunController *self);
void        _loom_run_controller_unwatch_files   (LoomRunController *self);

/* loom-run-controller-devices.c: the same launch on other devices */
void        _loom_run_controller_drop_others     (LoomRunController *self);

/* loom-run-controller-ask.c: who wrote and read a cell, what a warp did */
void        _loom_run_controller_drop_asked      (LoomRunController *self);

/* loom-run-controller-replay.c: the steps of a thread */
void        _loom_run_controller_replay_init     (LoomRunController *self);
void        _loom_run_controller_drop_replay     (LoomRunController *self);

/* loom-run-controller-requests.c: what a compilation and a run are made from */
char       *_loom_run_controller_dup_folder      (LoomRunController *self);
void        _loom_run_controller_fill_request    (LoomRunController        *self,
                                                  LoomRunControllerRequest *request);
void        _loom_run_controller_request_clear   (LoomRunControllerRequest *request);
void        _loom_run_controller_fill_options    (LoomRunController *self,
                                                  const char        *backend,
                                                  LoomRunOptions    *options);
void        _loom_run_controller_note_origin     (LoomRunController    *self,
                                                  LoomRunJob           *job,
                                                  const char           *compile_options,
                                                  const LoomRunOptions *options);
char       *_loom_run_controller_dup_compile_key (LoomRunController *self);
GVariant   *_loom_run_controller_dup_run_key     (LoomRunController *self);
gboolean    _loom_run_controller_is_compiled     (LoomRunController *self);
gboolean    _loom_run_controller_is_current      (LoomRunController *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunControllerCall, _loom_run_controller_call_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomRunControllerRequest, _loom_run_controller_request_clear)
