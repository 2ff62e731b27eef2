/* loom-run-controller-private.h: what the files of the run controller share
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-run-controller.h"

G_BEGIN_DECLS

struct _LoomRunController
{
  GObject        parent_instance;

  LoomSession   *session;
  LoomRunnerClient *client;

  GCancellable  *compile;       /* in flight, or NULL */
  GCancellable  *run;           /* in flight, or NULL */
  GCancellable  *describe;
  GCancellable  *compare;       /* the run on another device and what is made of it; or NULL */
  GCancellable  *copies;        /* the measurement in flight, or NULL */
  guint          delay_id;
  guint          overtaken_id;
  gint64         edited;        /* when the source was, the last time */

  char          *compile_key;   /* what the session's compiled was made from */
  char          *pending_key;   /* what the compile in flight is made from */
  GVariant      *run_key;       /* source, plan and backend of the session's run */
  GVariant      *running_key;   /* those of the run in flight */
  GHashTable    *monitors;      /* path -> GFileMonitor of a header; NULL: none is watched */
  guint          n_file_changes;        /* that these told of */
  gint64         run_started;
  LoomRunRecord *record;        /* of the run in flight */
  LoomRunRecord *waiting;       /* of the run that was asked for and can't start yet; or NULL */
  LoomRunRecord *beside;        /* of the run in flight under "compare"; or NULL */

  guint          wanted : 1;    /* run once compiled and bound, live or not */
  guint          again : 1;     /* bind and run anew when the run in flight is done */
  guint          explicit_run : 1;
  guint          trusted : 1;   /* this document was run by hand, so a GPU may run its edits */
};

/* One call in flight. A callback whose cancellable is no longer the controller's has been overtaken
 * and touches nothing: that is the whole stale-result rule. */
typedef struct
{
  LoomRunController *self;
  GCancellable      *cancellable;
} LoomRunControllerCall;

/* What a compilation of the text hangs on, and what it borrows from. */
typedef struct
{
  LoomCompileRequest  request;
  GStrv               options;
  char               *folder;
} LoomRunControllerRequest;

void        _loom_run_controller_advance           (LoomRunController *self);
void        _loom_run_controller_changed    (LoomRunController *self);

/* loom-run-controller-files.c: the headers that a compilation read */
void        _loom_run_controller_watch_files       (LoomRunController *self);
void        _loom_run_controller_unwatch_files     (LoomRunController *self);

/* loom-run-controller-calls.c: what is in flight */
LoomRunControllerCall *_loom_run_controller_call_new  (LoomRunController     *self,
                                                       GCancellable          *cancellable);
void                   _loom_run_controller_call_free (LoomRunControllerCall *call);
void        _loom_run_controller_fill_request      (LoomRunController        *self,
                                                    LoomRunControllerRequest *request);
void        _loom_run_controller_request_clear     (LoomRunControllerRequest *request);
void        _loom_run_controller_start_compile     (LoomRunController *self);
void        _loom_run_controller_drop_compile      (LoomRunController *self);
void        _loom_run_controller_start_run         (LoomRunController *self,
                                                    GVariant          *key);
void        _loom_run_controller_fill_options      (LoomRunController *self,
                                                    const char        *backend,
                                                    LoomRunOptions    *options);
void        _loom_run_controller_cancel_run        (LoomRunController *self);
void        _loom_run_controller_overtake          (LoomRunController *self);
void        _loom_run_controller_update_activity   (LoomRunController *self);

/* loom-run-controller-records.c: what is in flight as jobs */
void        _loom_run_controller_watch_steps       (LoomRunController *self);
void        _loom_run_controller_update_waiting    (LoomRunController *self,
                                                    const GError      *error);
void        _loom_run_controller_fail_waiting      (LoomRunController *self);
void        _loom_run_controller_begin_record      (LoomRunController *self);

/* loom-run-controller-compare.c: the same launch on another device */
void        _loom_run_controller_class_compare_init (LoomRunControllerClass *klass);
void        _loom_run_controller_drop_compare      (LoomRunController *self);

/* loom-run-controller-keys.c: what a compilation and a run hang on, by value */
char       *_loom_run_controller_dup_folder        (LoomRunController *self);
const char *_loom_run_controller_launch_value      (LoomRunController *self,
                                                    const char        *key);
const char *_loom_run_controller_get_instantiation (LoomRunController *self);
char       *_loom_run_controller_dup_compile_key   (LoomRunController *self);
GVariant   *_loom_run_controller_dup_run_key       (LoomRunController *self);
gboolean    _loom_run_controller_keys_equal        (GVariant          *a,
                                                    GVariant          *b);
gboolean    _loom_run_controller_is_compiled       (LoomRunController *self);
gboolean    _loom_run_controller_is_current        (LoomRunController *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunControllerCall, _loom_run_controller_call_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoomRunControllerRequest, _loom_run_controller_request_clear)

G_END_DECLS
