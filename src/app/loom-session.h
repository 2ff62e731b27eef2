#pragma once

#include "loom-comparison.h"
#include "loom-compiled.h"
#include "loom-document.h"
#include "loom-ipc-request.h"
#include "loom-picture.h"
#include "loom-plan.h"
#include "loom-run-job.h"
#include "loom-run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the window is doing for the user right now. */
typedef enum
{
  LOOM_ACTIVITY_IDLE,
  LOOM_ACTIVITY_COMPILING,
  LOOM_ACTIVITY_RUNNING,
  LOOM_ACTIVITY_STOPPING,
} LoomActivity;

#define LOOM_TYPE_ACTIVITY (loom_activity_get_type ())

GType loom_activity_get_type (void) G_GNUC_CONST;

/* One cell of the array that is shown. */
typedef struct
{
  guint64 col, row, plane;
} LoomCell;

/* The state of one window, without a widget. Main thread only.
 *
 * Who writes what:
 *   text, file, modified        the editor pane and LoomDocumentFile; the launch panel edits
 *                               the text only through loom_session_edit ()
 *   compiled, plan, run, error,
 *   comparison, activity, stale,
 *   lost, copies, measuring                        LoomRunController
 *   view, hover, pin, thread    the picture pane (and whoever jumps to a cell or a thread)
 *   backend, live, checks       header bar
 * Everybody may read everything and follows the notify signals. Names of properties:
 *   "document" "compiled" "plan" "run" "older" "comparison" "error" "activity" "busy" "stale"
 *   "lost" "view" "hover" "pin" "thread" "backend" "backends" "live" "as-written" "profile"
 *   "cold" "check-races" "copies" "measuring" "check-uninitialised" "file" "root" "modified" "name"
 *   "problems" "compile-seconds" "compile-memory" */
#define LOOM_TYPE_SESSION (loom_session_get_type ())
G_DECLARE_FINAL_TYPE (LoomSession, loom_session, LOOM, SESSION, GObject)

LoomSession    *loom_session_new            (void);

/* Text. Signals:
 *   "flush"        somebody is about to edit: a pane that holds newer text hands it over now, by
 *                  loom_session_set_text ().
 *   "apply-edit"   (const LoomTextEdit *) -> gboolean: the pane that holds the buffer applies it
 *                  there, as one user action, calls loom_session_set_text () and returns TRUE.
 *                  Unhandled: the session does.
 *   "group-edits"  (gboolean begin): all edits until the end are one user action (a drag).
 *   "opened"       the text is that of another document, not an edit: how the last one was looked
 *                  at is over. Comes before the text.
 *   "show-line"    (guint line, guint column): put the cursor there and focus the editor. */
const char     *loom_session_get_text       (LoomSession         *self);
void            loom_session_set_text       (LoomSession         *self,
                                             const char          *text,
                                             gssize               length);
void            loom_session_open_text      (LoomSession         *self,
                                             const char          *text,
                                             gssize               length);
LoomDocument   *loom_session_get_document   (LoomSession         *self);
gboolean        loom_session_edit           (LoomSession         *self,
                                             const char          *group,
                                             const char          *key,
                                             const char          *value,
                                             GError             **error);
void            loom_session_flush          (LoomSession         *self);
void            loom_session_apply_edit     (LoomSession         *self,
                                             const LoomTextEdit  *edit);
void            loom_session_begin_edits    (LoomSession         *self);
void            loom_session_end_edits      (LoomSession         *self);
void            loom_session_show_line      (LoomSession         *self,
                                             guint                line,
                                             guint                column);

/* Where the text comes from. "name" follows "file". */
GFile          *loom_session_get_file       (LoomSession         *self);
void            loom_session_set_file       (LoomSession         *self,
                                             GFile               *file);
GFile          *loom_session_dup_folder     (LoomSession         *self);
/* The folder above that of the document that headers may lie beneath, as the user has allowed. */
const char     *loom_session_get_root       (LoomSession         *self);
void            loom_session_set_root       (LoomSession         *self,
                                             const char          *root);
const char     *loom_session_get_name       (LoomSession         *self);
void            loom_session_set_name       (LoomSession         *self,
                                             const char          *name);
gboolean        loom_session_get_modified   (LoomSession         *self);
void            loom_session_set_modified   (LoomSession         *self,
                                             gboolean             modified);

/* What became of it. */
LoomCompiled   *loom_session_get_compiled   (LoomSession         *self);
void            loom_session_set_compiled   (LoomSession         *self,
                                             LoomCompiled        *compiled);
LoomPlan       *loom_session_get_plan       (LoomSession         *self);
void            loom_session_set_plan       (LoomSession         *self,
                                             LoomPlan            *plan);
LoomRun        *loom_session_get_run        (LoomSession         *self);
void            loom_session_set_run        (LoomSession         *self,
                                             LoomRun             *run);
/* Shows the result of a run of before instead, until there is a new one or the latest is asked for;
 * "older" is its job meanwhile. */
void            loom_session_show_job       (LoomSession         *self,
                                             LoomRunJob          *job);
void            loom_session_show_latest    (LoomSession         *self);
LoomRunJob     *loom_session_get_older      (LoomSession         *self);
gboolean        loom_session_has_current_run (LoomSession        *self);
/* The run, held against one on another device; its arrays have their differences then. */
LoomComparison *loom_session_get_comparison (LoomSession         *self);
void            loom_session_set_comparison (LoomSession         *self,
                                             LoomComparison      *comparison);
/* (element-type LoomRunJob) the runs as jobs, the newest first */
GListModel     *loom_session_get_jobs       (LoomSession         *self);
LoomRunJob     *loom_session_add_job        (LoomSession         *self,
                                             const char          *backend);
const GError   *loom_session_get_error      (LoomSession         *self);
void            loom_session_take_error     (LoomSession         *self,
                                             GError              *error);
gboolean        loom_session_locate_error   (LoomSession         *self,
                                             guint               *line,
                                             guint               *column);
LoomActivity    loom_session_get_activity   (LoomSession         *self);
void            loom_session_set_activity   (LoomSession         *self,
                                             LoomActivity         activity);
gboolean        loom_session_get_stale      (LoomSession         *self);
void            loom_session_set_stale      (LoomSession         *self,
                                             gboolean             stale);
const char     *loom_session_get_lost       (LoomSession         *self);
void            loom_session_set_lost       (LoomSession         *self,
                                             const char          *why);
/* (element-type LoomProblem) in the order of their lines */
GListModel     *loom_session_get_problems   (LoomSession         *self);

/* How it is looked at. */
const LoomView *loom_session_get_view       (LoomSession         *self);
void            loom_session_set_view       (LoomSession         *self,
                                             const LoomView      *view);
const LoomCell *loom_session_get_hover      (LoomSession         *self);
void            loom_session_set_hover      (LoomSession         *self,
                                             const LoomCell      *cell);
const LoomCell *loom_session_get_pin        (LoomSession         *self);
void            loom_session_set_pin        (LoomSession         *self,
                                             const LoomCell      *cell);
const LoomSite *loom_session_get_thread     (LoomSession         *self);
void            loom_session_set_thread     (LoomSession         *self,
                                             const LoomSite      *thread);

/* How it is run. Backends: what LoomRunnerClient described, (aa{sv}aa{sv}): backends and libraries;
 * NULL before that. */
const char     *loom_session_get_backend    (LoomSession         *self);
void            loom_session_set_backend    (LoomSession         *self,
                                             const char          *backend);
const LoomLimits *loom_session_get_limits   (LoomSession         *self);
GVariant       *loom_session_get_backends   (LoomSession         *self);
void            loom_session_set_backends   (LoomSession         *self,
                                             GVariant            *backends);
gboolean        loom_session_get_live       (LoomSession         *self);
void            loom_session_set_live       (LoomSession         *self,
                                             gboolean             live);
LoomChecks      loom_session_get_checks     (LoomSession         *self);
void            loom_session_set_checks     (LoomSession         *self,
                                             LoomChecks           checks);
gboolean        loom_session_get_as_written (LoomSession         *self);
void            loom_session_set_as_written (LoomSession         *self,
                                             gboolean             as_written);
LoomCompileLimits loom_session_get_compile_limits (LoomSession      *self);
gboolean        loom_session_get_profile    (LoomSession         *self);
void            loom_session_set_profile    (LoomSession         *self,
                                             gboolean             profile);
gboolean        loom_session_get_cold       (LoomSession         *self);
void            loom_session_set_cold       (LoomSession         *self,
                                             gboolean             cold);

/* How fast memory is copied between this computer and its GPUs: what LoomRunnerClient measured, for
 * loom_copy_rate_list(); NULL before that. */
GVariant       *loom_session_get_copies     (LoomSession         *self);
const char     *loom_session_get_copies_why (LoomSession         *self);
void            loom_session_set_copies     (LoomSession         *self,
                                             GVariant            *copies,
                                             const char          *why);
gboolean        loom_session_get_measuring  (LoomSession         *self);
void            loom_session_set_measuring  (LoomSession         *self,
                                             gboolean             measuring);

G_END_DECLS
