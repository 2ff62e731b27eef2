/* loom-session-private.h: what the files of a session share
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "loom-session.h"

struct _LoomSession
{
  GObject       parent_instance;

  char         *text;
  LoomDocument *document;
  GFile        *file;
  char         *name;
  char         *root;
  gboolean      modified;

  LoomCompiled *compiled;
  LoomPlan     *plan;
  LoomRun      *run;
  LoomRun      *latest;         /* "run" is another while that of an older job is shown */
  LoomRunJob   *older;
  LoomComparison *comparison;
  GError       *error;
  char         *lost;
  LoomActivity  activity;
  gboolean      stale;
  GListStore   *problems;
  GListStore   *jobs;

  LoomRunSettings     *run_settings;
  LoomViewState       *view_state;
  LoomCompare         *compare;
  LoomRunQuery        *queries[LOOM_N_RUN_QUERIES];
  LoomReplayer        *replayer;
  LoomRecorder        *recorder;
  LoomMachineQuery    *machine_query;
  LoomLineLink        *line_link;
  LoomDisassembly     *disassembly;
  LoomCopyMeasurement  copies;
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
  PROP_ACTIVITY,
  PROP_STALE,
  PROP_LOST,
  PROP_COPIES,
  N_PROPS
} LoomSessionProperty;

void     _loom_session_class_text_init (LoomSessionClass    *klass);
void     _loom_session_notify          (LoomSession         *self,
                                        LoomSessionProperty  property);
gboolean _loom_session_replace         (LoomSession         *self,
                                        LoomSessionProperty  property,
                                        gconstpointer        value);
void     _loom_session_update_problems (LoomSession         *self);
