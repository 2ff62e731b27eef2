#pragma once

#include "loom-diagnostic.h"
#include "loom-finding.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* One row of Problems: a diagnostic of the text or a finding of a launch or run. Immutable. */
#define LOOM_TYPE_PROBLEM (loom_problem_get_type ())
G_DECLARE_FINAL_TYPE (LoomProblem, loom_problem, LOOM, PROBLEM, GObject)

LoomProblem   *loom_problem_new_diagnostic  (const LoomDiagnostic  *diagnostic);
LoomProblem   *loom_problem_new_finding     (const LoomFinding     *finding,
                                             LoomSeverity           severity);
LoomProblem   *loom_problem_new_other       (const LoomFinding     *finding);
LoomProblem   *loom_problem_new_error       (const GError          *error,
                                             guint                  line,
                                             guint                  column);
LoomSeverity   loom_problem_get_severity    (LoomProblem           *self);
const char    *loom_problem_get_file        (LoomProblem           *self);
guint          loom_problem_get_line        (LoomProblem           *self);
guint          loom_problem_get_column      (LoomProblem           *self);
const char    *loom_problem_get_text        (LoomProblem           *self);
LoomFix        loom_problem_get_fix         (LoomProblem           *self);
const char    *loom_problem_get_replacement (LoomProblem           *self);
LoomProblem   *loom_problem_find_worst      (GListModel            *problems);
int            loom_problem_compare         (gconstpointer          a,
                                             gconstpointer          b,
                                             gpointer               unused);

G_END_DECLS
