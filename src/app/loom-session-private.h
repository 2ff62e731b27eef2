/* loom-session-private.h: what the files of a session share
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-session.h"

G_BEGIN_DECLS

struct _LoomSession
{
  GObject       parent_instance;

  char         *text;
  LoomDocument *document;
  GFile        *file;
  char         *name;
  char         *root;

  LoomCompiled *compiled;
  LoomPlan     *plan;
  LoomRun      *run;
  LoomRun      *latest;         /* "run" is another while that of an older job is shown */
  LoomRunJob    *older;
  LoomComparison *comparison;
  GError       *error;
  char         *lost;
  GListStore   *problems;
  GListStore   *jobs;

  char         *backend;
  GVariant     *backends;
  GPtrArray    *devices;        /* (element-type LoomDevice) of the backends */
  LoomLimits    limits;         /* of the backend; borrows its name */
  GVariant     *copies;
  char         *copies_why;

  LoomView      view;
  LoomCell      hover;
  LoomCell      pin;
  LoomSite      thread;
  LoomActivity  activity;

  LoomCompileLimits compile_limits;
  guint         modified : 1;
  LoomChecks    checks;
  guint         live : 1;
  guint         as_written : 1;
  guint         profile : 1;
  guint         cold : 1;
  guint         measuring : 1;
  guint         stale : 1;
  guint         has_hover : 1;
  guint         has_pin : 1;
  guint         has_thread : 1;
};

typedef enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_FILE,
  PROP_NAME,
  PROP_ROOT,
  PROP_MODIFIED,
  PROP_COMPILED,
  PROP_PLAN,
  PROP_RUN,
  PROP_OLDER,
  PROP_COMPARISON,
  PROP_ERROR,
  PROP_COMPILE_SECONDS,
  PROP_COMPILE_MEMORY,
  PROP_ACTIVITY,
  PROP_BUSY,
  PROP_STALE,
  PROP_LOST,
  PROP_PROBLEMS,
  PROP_VIEW,
  PROP_HOVER,
  PROP_PIN,
  PROP_THREAD,
  PROP_BACKEND,
  PROP_BACKENDS,
  PROP_COPIES,
  PROP_MEASURING,
  PROP_LIVE,
  PROP_CHECK_RACES,
  PROP_CHECK_UNINITIALISED,
  PROP_AS_WRITTEN,
  PROP_PROFILE,
  PROP_COLD,
  N_PROPS
} LoomSessionProperty;

void _loom_session_class_text_init (LoomSessionClass    *klass);
void _loom_session_notify          (LoomSession         *self,
                                    LoomSessionProperty  property);
void _loom_session_update_problems (LoomSession         *self);
void _loom_session_trim_jobs       (LoomSession         *self);

G_END_DECLS
