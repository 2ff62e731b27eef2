/* loom-status.c: how things stand with a session, in one line
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-status.h"

#include "loom-format.h"
#include "loom-problem.h"

#include <glib/gi18n-lib.h>

/* What is said of a setting begins with its line, for those who read it without a window; in each
 * language a colon follows the number. */
static gboolean
names_line (const char *text,
            guint       line)
{
  g_autofree char *number = g_strdup_printf ("%u:", line);
  const char *found = strstr (text, number);

  return found != NULL && found > text && !g_ascii_isdigit (found[-1]);
}

static char *
dup_problem (LoomProblem *problem)
{
  g_autofree char *text = loom_format_sentence (problem->text);
  const char *file = problem->file;
  const guint line = problem->line;

  if (line == 0 || names_line (text, line))
    return g_steal_pointer (&text);
  if (file != NULL)
    return g_strdup_printf ("%s:%u: %s", file, line, text);
  /* Translators: a line of the source, and what is wrong there */
  return g_strdup_printf (_("Line %1$u: %2$s"), line, text);
}

/* The one figure that people look for, without opening a list. */
static char *
dup_times (LoomRun *run)
{
  g_autofree char *kernel = NULL, *compile = NULL;
  LoomSummary summary;

  if (run == NULL || run->timings.kernel_ms == NULL || run->timings.kernel_ms->len == 0)
    return NULL;
  loom_summary_init (&summary, (const double *) run->timings.kernel_ms->data,
                     run->timings.kernel_ms->len, -1);
  kernel = loom_format_ms (summary.median);
  compile = loom_format_ms (MAX (run->timings.compile_ms, 0));
  if (run->timings.compilation == LOOM_COMPILATION_CACHED)
    return run->timings.fidelity == LOOM_FIDELITY_HOST
               ? g_strdup_printf (_("Code from the cache, simulated in %s"), kernel)
               /* Translators: a time with the sign of where it comes from. */
               : g_strdup_printf (_("Code from the cache, kernel %1$s %2$s"), kernel,
                                  loom_format_badge (run->timings.fidelity));
  if (run->timings.fidelity == LOOM_FIDELITY_HOST)
    return g_strdup_printf (_("Compiled in %1$s, simulated in %2$s"), compile, kernel);
  /* Translators: times, the second with the sign of where it comes from. */
  return g_strdup_printf (_("Compiled in %1$s, kernel %2$s %3$s"), compile, kernel,
                          loom_format_badge (run->timings.fidelity));
}

/**
 * loom_status_dup_sentence:
 * @least: how bad a problem must be to be told
 * @severity: (out): how bad what is told is
 *
 * Says what is wrong, the worst first, or else how long the run took.
 *
 * Returns: (transfer full) (nullable): a sentence, %NULL if there is nothing to say
 */
char *
loom_status_dup_sentence (LoomSession  *session,
                          LoomSeverity  least,
                          LoomSeverity *severity)
{
  g_autoptr (LoomProblem) worst = loom_problem_find_worst (loom_session_get_problems (session));

  g_return_val_if_fail (LOOM_IS_SESSION (session), NULL);

  *severity = LOOM_SEVERITY_NOTE;
  if (worst == NULL || worst->severity < least)
    return dup_times (loom_session_get_run (session));
  *severity = worst->severity;
  return dup_problem (worst);
}

/**
 * loom_status_query_tooltip:
 * @label: what tells a sentence
 *
 * Tells the rest of a sentence that has not room enough. Asked for, not set with each sentence: GTK
 * looks for what is under the pointer then, in the middle of laying out.
 *
 * Returns: whether there is anything to tell
 */
gboolean
loom_status_query_tooltip (GtkLabel   *label,
                           int         x,
                           int         y,
                           gboolean    keyboard,
                           GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return pango_layout_is_ellipsized (gtk_label_get_layout (label));
}
