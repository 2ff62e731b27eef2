/* loom-run-step.c: what the steps of a run took, and the moments that are kept of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "loom-run-step.h"

#include "loom-wire-private.h"

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

static const LoomWireMember step_members[] = {
  LOOM_WIRE_UP_TO (LoomRunStep, kind, LOOM_N_STATEMENTS - 1),
  LOOM_WIRE (UINT32, LoomRunStep, line),
  LOOM_WIRE (UINT32, LoomRunStep, depth),
  LOOM_WIRE (STRING, LoomRunStep, text),
  LOOM_WIRE (UINT64, LoomRunStep, times),
  LOOM_WIRE (DOUBLE, LoomRunStep, total_ms),
  LOOM_WIRE (DOUBLE, LoomRunStep, least_ms),
  LOOM_WIRE (DOUBLE, LoomRunStep, most_ms),
  LOOM_WIRE (UINT64, LoomRunStep, warp_instructions),
};
static const LoomWire step_wire = {
  LOOM_WIRE_MEMBERS (step_members, LoomRunStep), .destroy = (GDestroyNotify) loom_run_step_free,
};

LOOM_DEFINE_WIRE (LoomRunStep, loom_run_step, &step_wire)

static const LoomWireMember frame_members[] = {
  LOOM_WIRE (UINT64, LoomRunFrame, moment),
  LOOM_WIRE (UINT64, LoomRunFrame, round),
  LOOM_WIRE (UINT32, LoomRunFrame, step),
  LOOM_WIRE (UINT32, LoomRunFrame, slot),
};
static const LoomWire frame_wire = { LOOM_WIRE_MEMBERS (frame_members, LoomRunFrame) };

typedef struct
{
  GArray *frames;
} List;

static const LoomWireMember list_members[] = {
  LOOM_WIRE_OF (ARRAY, List, frames, &frame_wire),
};
static const LoomWire list_wire = { LOOM_WIRE_MEMBERS (list_members, List) };

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

  return _loom_wire_pack (&list_wire, &list);
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
  g_autoptr (GArray) frames = g_array_new (FALSE, TRUE, sizeof (LoomRunFrame));
  List list = { frames };

  g_return_val_if_fail (variant != NULL, NULL);

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE ("(a(ttuu))")) ||
      !_loom_wire_unpack (&list_wire, variant, &list))
    return NULL;
  for (guint i = 1; i < frames->len; i++)
    if (g_array_index (frames, LoomRunFrame, i).moment <=
        g_array_index (frames, LoomRunFrame, i - 1).moment)
      return NULL;
  return g_steal_pointer (&frames);
}
