#pragma once

#include "loom-capability.h"
#include "loom-session.h"

#include <gtk/gtk.h>

/* What a run can be asked to look for. */
typedef struct
{
  const char       *name;       /* of the property of run settings, and of the action in "win" */
  LoomCapabilities  needs;      /* of what runs the kernel */
  const char       *key;        /* of the action */
  const char       *title;      /* with a mnemonic; these are not translated yet */
  const char       *finds;
  const char       *cost;
} LoomAnalysis;

const LoomAnalysis *loom_analyses_get              (guint                index);
const LoomAnalysis *loom_analyses_find             (LoomCapabilities     needs);
LoomCapabilities    loom_analyses_get_capabilities (LoomSession         *session);
char               *loom_analysis_dup_title        (const LoomAnalysis  *self);
char               *loom_analysis_dup_obstacle     (const LoomAnalysis  *self,
                                                    LoomSession         *session);
gboolean            loom_analysis_is_on            (const LoomAnalysis  *self,
                                                    LoomSession         *session);
char               *loom_analysis_dup_offer        (const LoomAnalysis  *self,
                                                    LoomSession         *session,
                                                    const char          *what,
                                                    const char          *why,
                                                    const char         **button);
void                loom_analysis_switch_on        (const LoomAnalysis  *self,
                                                    LoomSession         *session,
                                                    GtkWidget           *widget);
