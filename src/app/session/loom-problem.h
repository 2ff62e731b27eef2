#pragma once

#include "loom-compiled.h"
#include "loom-diagnostic.h"
#include "loom-document.h"
#include "loom-finding.h"
#include "loom-run.h"

#include <gio/gio.h>

/* One row of Problems: a diagnostic of the text or a finding of a launch or run. Immutable. */
#define LOOM_TYPE_PROBLEM (loom_problem_get_type ())
G_DECLARE_FINAL_TYPE (LoomProblem, loom_problem, LOOM, PROBLEM, GObject)

struct _LoomProblem
{
  GObject       parent_instance;

  LoomSeverity  severity;
  char         *text;           /* for people */
  char         *file;           /* of the line, as seen from the document's folder; NULL: of the
                                   document */
  guint         line;           /* from 1; 0: no place */
  guint         column;         /* in characters, from 1; 0: the whole line */
  LoomFix       fix;            /* what a button can do about it */
  char         *replacement;    /* what the fix puts in place; or NULL */
};

LoomProblem   *loom_problem_new_diagnostic  (const LoomDiagnostic  *diagnostic);
LoomProblem   *loom_problem_new_finding     (const LoomFinding     *finding,
                                             LoomSeverity           severity);
LoomProblem   *loom_problem_new_trap        (const LoomRun         *run,
                                             LoomDocument          *document);
LoomProblem   *loom_problem_new_other       (const LoomFinding     *finding);
LoomProblem   *loom_problem_new_order       (const LoomRun         *run);
LoomProblem   *loom_problem_new_error       (const GError          *error,
                                             guint                  line,
                                             guint                  column);
LoomProblem   *loom_problem_find_worst      (GListModel            *problems);
int            loom_problem_compare         (gconstpointer          a,
                                             gconstpointer          b,
                                             gpointer               unused);
