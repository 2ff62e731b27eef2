#pragma once

#include "loom-evaluator.h"
#include "loom-run.h"
#include "loom-statistics.h"

/* What an expression came to. Read only, but for its name. */
#define LOOM_TYPE_CONSOLE_RESULT (loom_console_result_get_type ())
G_DECLARE_FINAL_TYPE (LoomConsoleResult, loom_console_result, LOOM, CONSOLE_RESULT, GObject)

struct _LoomConsoleResult
{
  GObject         parent_instance;

  guint           id;
  char           *expression;
  LoomValue      *value;
  LoomArray      *array;        /* the same, or NULL: it has no cell */
  char           *type;         /* in words, with the shape */
  char           *text;
  char           *summary;      /* of its numbers, or NULL */
  char           *name;         /* by which expressions know it while it is pinned, or NULL */
};

/* The expressions of a window, what they came to, the newest first, and the names of those that
 * are pinned. One is evaluated at a time, in a thread; the next one takes its place. Signals
 * "evaluated" when one is done; "pinned" when a name came or went. Main thread. */
#define LOOM_TYPE_CONSOLE (loom_console_get_type ())
G_DECLARE_FINAL_TYPE (LoomConsole, loom_console, LOOM, CONSOLE, GObject)

LoomConsole       *loom_console_new          (void);
GListModel        *loom_console_get_results  (LoomConsole *self);
LoomConsoleResult *loom_console_find         (LoomConsole *self,
                                              guint        id);
void               loom_console_evaluate     (LoomConsole *self,
                                              const char  *expression,
                                              LoomRun     *run,
                                              guint        shown);
const GError      *loom_console_get_error    (LoomConsole *self);
void               loom_console_toggle_pin   (LoomConsole *self,
                                              guint        id);
const char        *loom_console_step         (LoomConsole *self,
                                              int          step);
