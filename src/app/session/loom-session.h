#pragma once

#include "loom-compare.h"
#include "loom-comparison.h"
#include "loom-compiled.h"
#include "loom-disassembly.h"
#include "loom-line-link.h"
#include "loom-machine-query.h"
#include "loom-document.h"
#include "loom-plan.h"
#include "loom-recorder.h"
#include "loom-replayer.h"
#include "loom-run-job.h"
#include "loom-run-query.h"
#include "loom-run-settings.h"
#include "loom-run.h"
#include "loom-view-state.h"

#include <gio/gio.h>

/* What the window is doing for the user right now. */
typedef enum
{
  LOOM_ACTIVITY_IDLE,
  LOOM_ACTIVITY_COMPILING,
  LOOM_ACTIVITY_RUNNING,
  LOOM_ACTIVITY_STOPPING,
} LoomActivity;

/* How fast memory is copied between this computer and its GPUs, as LoomRunnerClient measured it. */
typedef struct
{
  GVariant *rates;              /* the last ones, for loom_copy_rate_list(), or NULL */
  char     *why;                /* the last attempt measured nothing, or NULL */
  gboolean  is_running;
} LoomCopyMeasurement;

/* The state of one window, without a widget. Main thread only.
 *
 * Who writes what:
 *   text, file, modified        the editor pane and LoomDocumentFile; the launch panel edits
 *                               the text only through loom_session_edit ()
 *   compiled, plan, run, error,
 *   comparison, activity, stale,
 *   lost, copies                                   LoomRunController
 *   compare                     the window, by its actions
 *   view state                  the picture pane (and whoever jumps to a cell or a thread)
 *   run settings                header bar, preferences
 * Everybody may read everything and follows the notify signals. Names of properties:
 *   "document" "compiled" "plan" "run" "older" "comparison" "error" "activity" "stale" "lost"
 *   "copies" "file" "root" "modified" "name" */
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
void            loom_session_change_text    (LoomSession         *self,
                                             const char          *text);
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
LoomLineLink   *loom_session_get_line_link  (LoomSession         *self);
LoomDisassembly *loom_session_get_disassembly (LoomSession       *self);
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
LoomRunJob     *loom_session_find_job       (LoomSession         *self);
const LoomRunArray *loom_session_find_pinned (LoomSession        *self,
                                             guint64             *cell);
gboolean        loom_session_find_writer    (LoomSession         *self,
                                             LoomSite            *thread);
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
void            loom_session_take_outcomes  (LoomSession         *self,
                                             LoomRunJob          *job,
                                             GPtrArray           *outcomes);
gboolean        loom_session_get_stale      (LoomSession         *self);
void            loom_session_set_stale      (LoomSession         *self,
                                             gboolean             stale);
const char     *loom_session_get_lost       (LoomSession         *self);
void            loom_session_set_lost       (LoomSession         *self,
                                             const char          *why);
/* (element-type LoomProblem) in the order of their lines */
GListModel     *loom_session_get_problems   (LoomSession         *self);
guint           loom_session_count_problems (LoomSession         *self);

/* How it is looked at. */
LoomViewState  *loom_session_get_view_state (LoomSession         *self);
LoomCompare    *loom_session_get_compare    (LoomSession         *self);
LoomRunQuery   *loom_session_get_run_query  (LoomSession         *self,
                                             LoomRunQueryKind     kind);
LoomReplayer   *loom_session_get_replayer   (LoomSession         *self);
LoomRecorder   *loom_session_get_recorder   (LoomSession         *self);
LoomMachineQuery *loom_session_get_machine_query (LoomSession       *self);
const LoomView *loom_session_get_view       (LoomSession         *self);
void            loom_session_write_view     (LoomSession         *self);

/* How it is run. */
LoomRunSettings *loom_session_get_run_settings (LoomSession         *self);
const LoomRunChoices *loom_session_get_choices (LoomSession         *self);

const LoomCopyMeasurement *loom_session_get_copies (LoomSession     *self);
void            loom_session_set_copies     (LoomSession         *self,
                                             GVariant            *rates,
                                             const char          *why);
void            loom_session_set_measuring  (LoomSession         *self,
                                             gboolean             is_running);
