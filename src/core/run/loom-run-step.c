/* loom-run-step.c: what the steps of a run took, and the moments that are kept of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-step.h"

#include "loom-wire-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * loom_run_step_new:
 * @text: as it is written
 * @line: of the document, from 1
 * @depth: how many loops stand around it
 *
 * Returns: (transfer full): a step that was not done yet
 */
LoomRunStep *
loom_run_step_new (LoomStatementKind  kind,
                   const char        *text,
                   guint              line,
                   guint              depth)
{
  LoomRunStep *self = g_new0 (LoomRunStep, 1);

  self->kind = kind;
  self->text = g_strdup (text);
  self->line = line;
  self->depth = depth;
  self->least_ms = -1;
  return self;
}

void
loom_run_step_free (LoomRunStep *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self);
}

/**
 * loom_run_step_add:
 * @ms: what it took this time
 *
 * Notes that a step was done once more.
 */
void
loom_run_step_add (LoomRunStep *self,
                   double       ms)
{
  g_return_if_fail (self != NULL);

  self->times++;
  self->total_ms += ms;
  self->least_ms = self->least_ms < 0 ? ms : MIN (self->least_ms, ms);
  self->most_ms = MAX (self->most_ms, ms);
}

/**
 * loom_rate_format:
 * @bytes_per_second: how fast bytes are copied
 *
 * Returns: (transfer full): the rate with three significant digits, for people, in the largest
 *   decimal unit of which it is at least one
 */
char *
loom_rate_format (double bytes_per_second)
{
  static const struct { double bytes; const char *text; } units[] = {
    { 1e9, N_("%s GB/s") }, { 1e6, N_("%s MB/s") }, { 1e3, N_("%s kB/s") }, { 1, N_("%s B/s") },
  };
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = 0;
  double rate;

  while (i < G_N_ELEMENTS (units) - 1 && bytes_per_second < units[i].bytes)
    i++;
  rate = bytes_per_second / units[i].bytes;
  g_ascii_formatd (number, sizeof number, rate >= 100 ? "%.0f" : rate >= 10 ? "%.1f" : "%.2f",
                   rate);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_(units[i].text), number);
#pragma GCC diagnostic pop
}

/**
 * loom_run_step_dup_rate:
 *
 * Returns: (transfer full) (nullable): the bytes that were copied and how fast, in bytes of all
 *   copies over the time of all, for people; %NULL where nothing was
 */
char *
loom_run_step_dup_rate (const LoomRunStep *self)
{
  g_autofree char *bytes = NULL;
  g_autofree char *rate = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->bytes == 0)
    return NULL;
  bytes = g_format_size_full (self->bytes, G_FORMAT_SIZE_IEC_UNITS);
  if (self->total_ms <= 0)
    return g_steal_pointer (&bytes);
  rate = loom_rate_format (self->bytes * 1e3 / self->total_ms);
  /* Translators: bytes that were copied, and how many a second */
  return g_strdup_printf (_("%1$s, %2$s"), bytes, rate);
}

/* Figures that can be written as numbers. */
static gboolean
check_step (gpointer data)
{
  const LoomRunStep *self = data;

  return isfinite (self->total_ms) && isfinite (self->least_ms) && isfinite (self->most_ms);
}

static const LoomWireMember step_members[] = {
  LOOM_WIRE_UP_TO (LoomRunStep, kind, LOOM_N_STATEMENTS - 1),
  LOOM_WIRE (UINT32, LoomRunStep, line),
  LOOM_WIRE_UP_TO (LoomRunStep, depth, LOOM_STATEMENTS_MAX_DEPTH),
  LOOM_WIRE (STRING, LoomRunStep, text),
  LOOM_WIRE (UINT64, LoomRunStep, times),
  LOOM_WIRE (DOUBLE, LoomRunStep, total_ms),
  LOOM_WIRE (DOUBLE, LoomRunStep, least_ms),
  LOOM_WIRE (DOUBLE, LoomRunStep, most_ms),
  LOOM_WIRE (UINT64, LoomRunStep, warp_instructions),
  LOOM_WIRE (UINT64, LoomRunStep, bytes),
};
const LoomWire _loom_run_step_wire = {
  LOOM_WIRE_MEMBERS (step_members, LoomRunStep), .check = check_step,
  .destroy = (GDestroyNotify) loom_run_step_free,
};

LOOM_DEFINE_WIRE (LoomRunStep, loom_run_step, &_loom_run_step_wire)

static const LoomWireMember frame_members[] = {
  LOOM_WIRE (UINT64, LoomRunFrame, moment),
  LOOM_WIRE (UINT64, LoomRunFrame, round),
  LOOM_WIRE (UINT32, LoomRunFrame, step),
  LOOM_WIRE (UINT32, LoomRunFrame, slot),
};
const LoomWire _loom_run_frame_wire = { LOOM_WIRE_MEMBERS (frame_members, LoomRunFrame) };

/* It ends, and not before it starts. */
static gboolean
check_span (gpointer data)
{
  const LoomRunSpan *self = data;

  return self->start_ms >= 0 && self->end_ms >= self->start_ms && !isinf (self->end_ms);
}

static const LoomWireMember span_members[] = {
  LOOM_WIRE (UINT32, LoomRunSpan, step),
  LOOM_WIRE (UINT32, LoomRunSpan, stream),
  LOOM_WIRE (DOUBLE, LoomRunSpan, start_ms),
  LOOM_WIRE (DOUBLE, LoomRunSpan, end_ms),
};
const LoomWire _loom_run_span_wire = {
  LOOM_WIRE_MEMBERS (span_members, LoomRunSpan), .check = check_span,
};
