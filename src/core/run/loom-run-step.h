#pragma once

#include "loom-statement.h"
#include "loom-wire.h"

/* What one step came to, over all its rounds. Plain value behind a pointer. */
typedef struct
{
  LoomStatementKind  kind;
  guint              line;      /* of the document, from 1; 0: none */
  guint              depth;     /* loops around it */
  char              *text;      /* as it is written */
  guint64            times;     /* how often it was done; of a loop: its rounds */
  double             total_ms, least_ms, most_ms;       /* of all times, of the shortest and of the
                                                           longest; least is negative: none */
  guint64            warp_instructions;
  guint64            bytes;     /* that all copies moved */
} LoomRunStep;

/* What the arrays held at one moment. Moment 0 is before the first step; each step that stands in
 * no loop, and each round of a loop that stands in no other, ends with the next one. */
typedef struct
{
  guint64  moment;
  guint64  round;               /* of the loop, from 0 */
  guint32  step;                /* that it is the end of: a loop where it is the end of a round */
  guint32  slot;                /* where in the frames of each array */
} LoomRunFrame;

/* One time that a step was done on its stream, in milliseconds since the steps began; of an event
 * both are when it was recorded. Plain value. */
typedef struct
{
  guint32  step, stream;
  double   start_ms, end_ms;
} LoomRunSpan;

/* No more than the first ones are kept. */
#define LOOM_RUN_MAX_SPANS 4096

LoomRunStep *loom_run_step_new  (LoomStatementKind  kind,
                                 const char        *text,
                                 guint              line,
                                 guint              depth);
void         loom_run_step_free (LoomRunStep       *self);
void         loom_run_step_add  (LoomRunStep       *self,
                                 double             ms);
char        *loom_rate_format (double bytes_per_second);
char        *loom_run_step_dup_rate (const LoomRunStep *self);
LOOM_DECLARE_WIRE (LoomRunStep, loom_run_step)
extern const LoomWire _loom_run_frame_wire, _loom_run_span_wire, _loom_run_step_wire;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LoomRunStep, loom_run_step_free)
