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
 * loom_run_step_dup_rate:
 *
 * Returns: (transfer full) (nullable): the bytes that were copied and how fast, in bytes of all
 *   copies over the time of all, for people; %NULL where nothing was
 */
char *
loom_run_step_dup_rate (const LoomRunStep *self)
{
  char rate[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *bytes = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->bytes == 0)
    return NULL;
  bytes = g_format_size_full (self->bytes, G_FORMAT_SIZE_IEC_UNITS);
  if (self->total_ms <= 0)
    return g_steal_pointer (&bytes);
  g_ascii_formatd (rate, sizeof rate, "%.3g", (double) self->bytes / self->total_ms / 1e6);
  /* Translators: bytes that were copied, and gigabytes per second */
  return g_strdup_printf (_("%1$s, %2$s GB/s"), bytes, rate);
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
static const LoomWire step_wire = {
  LOOM_WIRE_MEMBERS (step_members, LoomRunStep), .check = check_step,
  .destroy = (GDestroyNotify) loom_run_step_free,
};

LOOM_DEFINE_WIRE (LoomRunStep, loom_run_step, &step_wire)

static const LoomWireMember frame_members[] = {
  LOOM_WIRE (UINT64, LoomRunFrame, moment),
  LOOM_WIRE (UINT64, LoomRunFrame, round),
  LOOM_WIRE (UINT32, LoomRunFrame, step),
  LOOM_WIRE (UINT32, LoomRunFrame, slot),
};
static const LoomWire frame_wire = { LOOM_WIRE_MEMBERS (frame_members, LoomRunFrame) };

static const LoomWireMember span_members[] = {
  LOOM_WIRE (UINT32, LoomRunSpan, step),
  LOOM_WIRE (UINT32, LoomRunSpan, stream),
  LOOM_WIRE (DOUBLE, LoomRunSpan, start_ms),
  LOOM_WIRE (DOUBLE, LoomRunSpan, end_ms),
};
static const LoomWire span_wire = { LOOM_WIRE_MEMBERS (span_members, LoomRunSpan) };

typedef struct
{
  GArray *items;
} List;

static const LoomWireMember frames_members[] = {
  LOOM_WIRE_OF (ARRAY, List, items, &frame_wire),
};
static const LoomWire frames_wire = { LOOM_WIRE_MEMBERS (frames_members, List) };
static const LoomWireMember spans_members[] = {
  LOOM_WIRE_OF (ARRAY, List, items, &span_wire),
};
static const LoomWire spans_wire = { LOOM_WIRE_MEMBERS (spans_members, List) };

static GArray *
read_list (GVariant       *variant,
           const char     *type,
           const LoomWire *wire,
           gsize           size)
{
  g_autoptr (GArray) items = g_array_new (FALSE, TRUE, (guint) size);
  List list = { items };

  return g_variant_is_of_type (variant, G_VARIANT_TYPE (type)) &&
         _loom_wire_unpack (wire, variant, &list) ? g_steal_pointer (&items) : NULL;
}

/**
 * loom_run_frames_to_variant:
 * @frames: (element-type LoomRunFrame): in their order
 *
 * Returns: (transfer floating): the same for another process
 */
GVariant *
loom_run_frames_to_variant (GArray *frames)
{
  const List list = { frames };

  return _loom_wire_pack (&frames_wire, &list);
}

/**
 * loom_run_frames_from_variant:
 * @variant: from loom_run_frames_to_variant(), perhaps in a hostile process
 *
 * Returns: (transfer full) (nullable): the frames in ascending order of their moments, or %NULL
 */
GArray *
loom_run_frames_from_variant (GVariant *variant)
{
  g_autoptr (GArray) frames = NULL;

  g_return_val_if_fail (variant != NULL, NULL);

  frames = read_list (variant, "(a(ttuu))", &frames_wire, sizeof (LoomRunFrame));
  for (guint i = 1; frames != NULL && i < frames->len; i++)
    if (g_array_index (frames, LoomRunFrame, i).moment <=
        g_array_index (frames, LoomRunFrame, i - 1).moment)
      return NULL;
  return g_steal_pointer (&frames);
}

/**
 * loom_run_spans_to_variant:
 * @spans: (element-type LoomRunSpan): as they ended
 *
 * Returns: (transfer floating): the same for another process
 */
GVariant *
loom_run_spans_to_variant (GArray *spans)
{
  const List list = { spans };

  return _loom_wire_pack (&spans_wire, &list);
}

/**
 * loom_run_spans_from_variant:
 * @variant: from loom_run_spans_to_variant(), perhaps in a hostile process
 *
 * Returns: (transfer full) (nullable): the spans; each ends, and not before it starts
 */
GArray *
loom_run_spans_from_variant (GVariant *variant)
{
  g_autoptr (GArray) spans = NULL;

  g_return_val_if_fail (variant != NULL, NULL);

  spans = read_list (variant, "(a(uudd))", &spans_wire, sizeof (LoomRunSpan));
  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      const LoomRunSpan *span = &g_array_index (spans, LoomRunSpan, i);

      if (!(span->start_ms >= 0 && span->end_ms >= span->start_ms) || isinf (span->end_ms))
        return NULL;
    }
  return g_steal_pointer (&spans);
}
