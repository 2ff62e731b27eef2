/* loom-cli-trace.c: how long a trace is, for people
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "loom-cli-trace.h"

#include "loom-typeset.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>

/**
 * loom_cli_trace_print:
 * @trace: a trace
 *
 * Says on the error stream how long it is.
 */
void
loom_cli_trace_print (const LoomTrace *trace)
{
  g_autofree char *total = loom_typeset_count (trace->total);
  g_autofree char *kept = loom_typeset_count (trace->steps->len);

  g_printerr (_("%1$s steps were traced; the last %2$s are kept\n"), total, kept);
}

/**
 * loom_cli_trace_print_replay:
 * @replay: steps of a thread
 *
 * Says on the error stream how many of the steps there are.
 */
void
loom_cli_trace_print_replay (const LoomReplay *replay)
{
  const guint64 first = replay->target.first;
  g_autofree char *total = loom_typeset_count (replay->total);

  if (replay->steps->len == 0)
    g_printerr (_("The thread made %1$s steps; there is no step %2$" PRIu64 "\n"), total, first);
  else if (replay->is_ended)
    /* Translators: 2 and 3 are the numbers of the first step and the last one */
    g_printerr (_("The thread made %1$s steps; %2$" PRIu64 " to %3$" PRIu64 " are told\n"), total,
                first, first + replay->steps->len - 1);
  else
    g_printerr (_("Steps %1$" PRIu64 " to %2$" PRIu64 " of the thread are told\n"), first,
                first + replay->steps->len - 1);
}
