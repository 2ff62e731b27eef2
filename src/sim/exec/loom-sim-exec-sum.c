/* loom-sim-exec-sum.c: handlers of sums of a thread's part and a block's
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-access-private.h"
#include "loom-sim-sum-private.h"

/* loom-sim-affine.c says what they stand for. op->a is the thread's part, op->b, op->c and op->f
 * are the factors. */

LOOM_SIM_MAP (sum_4, guint32,
              LOOM_SIM_SOURCE (guint32, a)
              const guint32 block = loom_sim_get_block_sum_narrow (v, op);,
              LOOM_SIM_FETCH (guint32, a), a + block)
LOOM_SIM_MAP (sum_8, guint64,
              LOOM_SIM_SOURCE (guint64, a)
              const guint64 block = loom_sim_get_block_sum (v, op);,
              LOOM_SIM_FETCH (guint64, a), a + block)

static LoomSimRange
find_range (const LoomSimVector *v,
            const gint32        *a)
{
  LoomSimRange range = { a[0], a[0] };

  for (guint n = 1; n < v->n_lanes; n++)
    {
      range.low = MIN (range.low, a[n]);
      range.high = MAX (range.high, a[n]);
    }
  return range;
}

/* The least and the most that a factor adds, over all blocks. */
static void
add_factor (LoomSimRange *range,
            gint32        factor,
            guint32       extent)
{
  const gint64 most = (gint64) factor * (extent - 1);

  range->low += MIN (most, 0);
  range->high += MAX (most, 0);
}

/* Runs in the prologue. Whether the sums of all blocks are numbers of the narrow type; if not, the
 * widened parts are not the parts of the widened sum. */
static inline const LoomSimOp *
widen_sum (LoomSimVector   *v,
           const LoomSimOp *op,
           gint64           lowest,
           gint64           highest)
{
  const LoomDim3 *grid = &v->block->launch->grid;
  const gint32 *a = LOOM_SIM_LANES (gint32, op->a);
  gint64 *d = LOOM_SIM_LANES (gint64, op->d);
  LoomSimRange range = find_range (v, a);

  add_factor (&range, *LOOM_SIM_LANES (gint32, op->b), grid->x);
  add_factor (&range, *LOOM_SIM_LANES (gint32, op->c), grid->y);
  add_factor (&range, *LOOM_SIM_LANES (gint32, op->f), grid->z);
  if (range.low < lowest || range.high > highest)
    v->wraps = TRUE;
  for (guint n = v->n_warps * LOOM_SIM_WARP; n-- > 0; )
    d[n] = a[n];
  return op + 1;
}

LOOM_SIM_CALL (widen_sum_s, widen_sum (v, op, G_MININT32, G_MAXINT32))
LOOM_SIM_CALL (widen_sum_u, widen_sum (v, op, 0, G_MAXUINT32))

/* How sixteen lanes' offsets lie. */
static LoomSimShape
find_shape (const gint64 *offsets,
            guint         size)
{
  gboolean spread = TRUE, same = TRUE;

  for (guint i = 1; i < LOOM_SIM_GROUP; i++)
    {
      spread &= offsets[i] - offsets[0] == (gint64) i * size;
      same &= offsets[i] == offsets[0];
    }
  return spread ? LOOM_SIM_SHAPE_ROW : same ? LOOM_SIM_SHAPE_SAME : LOOM_SIM_SHAPE_LANES;
}

static void
add_row (LoomSimSurvey *self,
         guint          lane,
         guint32        at,
         guint          size)
{
  LoomSimSurveyRow *last = self->n_rows > 0 ? &self->rows[self->n_rows - 1] : NULL;

  if (last != NULL && last->at + last->n_lanes * size == at)
    last->n_lanes += LOOM_SIM_GROUP;
  else
    self->rows[self->n_rows++] = (LoomSimSurveyRow) {
      .at = at, .lane = (guint16) lane, .n_lanes = LOOM_SIM_GROUP
    };
}

/* Lanes that lie otherwise. */
static void
survey_lanes (const LoomSimVector *v,
              LoomSimSurvey       *self,
              const gint64        *offsets)
{
  self->shape = LOOM_SIM_SHAPE_OFFSETS;
  memset (self->at, 0, sizeof self->at);
  self->together = 0;
  self->lane = g_renew (guint32, self->lane, v->n_lanes);
  for (guint n = 0; n < v->n_lanes; n++)
    {
      self->lane[n] = (guint32) (offsets[n] - self->low);
      self->together |= self->lane[n];
    }
}

/* Runs in the prologue. offsets: of each lane's thread's part from that of lane 0. */
static void
survey (LoomSimVector   *v,
        const LoomSimOp *op,
        const gint64    *offsets)
{
  LoomSimSurvey *self = &v->surveys[op->detail->survey - 1];
  const guint size = (guint) op->immediate.size, n_groups = v->n_lanes / LOOM_SIM_GROUP;
  gint64 low = 0, high = 0;

  if (v->n_lanes % LOOM_SIM_GROUP != 0)
    return;
  for (guint n = 0; n < v->n_lanes; n++)
    {
      low = MIN (low, offsets[n]);
      high = MAX (high, offsets[n]);
    }
  if (high - low > G_MAXINT32)
    return;
  self->low = low;
  self->span = (guint32) (high - low) + size;
  for (guint g = 0; g < n_groups; g++)
    {
      const LoomSimShape shape = find_shape (offsets + g * LOOM_SIM_GROUP, size);

      if (shape == LOOM_SIM_SHAPE_LANES || (g > 0 && shape != self->shape))
        {
          survey_lanes (v, self, offsets);
          return;
        }
      self->shape = (guint8) shape;
      self->at[g] = (guint32) (offsets[g * LOOM_SIM_GROUP] - low);
      self->together |= self->at[g];
      if (shape == LOOM_SIM_SHAPE_ROW)
        add_row (self, g * LOOM_SIM_GROUP, self->at[g], size);
    }
}

#define SURVEY(name, T, signed_T) \
  static const LoomSimOp * \
  name##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const T *a = LOOM_SIM_LANES (T, op->a); \
    gint64 offsets[LOOM_SIM_MAX_LANES]; \
    \
    for (guint n = 0; n < v->n_lanes; n++) \
      offsets[n] = (signed_T) (a[n] - a[0]); \
    survey (v, op, offsets); \
    return op + 1; \
  }

SURVEY (survey_4, guint32, gint32)
SURVEY (survey_8, guint64, gint64)

static const LoomSimOp *
survey_range_any (LoomSimVector   *v,
                  const LoomSimOp *op)
{
  v->surveys[op->detail->survey - 1].range = find_range (v, LOOM_SIM_LANES (gint32, op->a));
  return op + 1;
}

/* Gives all running lanes one predicate. */
static void
set_predicate (LoomSimVector   *v,
               const LoomSimOp *op,
               gboolean         value)
{
  guint8 *d = LOOM_SIM_LANES (guint8, op->d);
  const guint8 bits = value ? 0xff : 0;

  if (!v->masked)
    memset (d, bits, v->n_warps * LOOM_SIM_WARP);
  else
    for (guint n = 0; n < v->n_warps * LOOM_SIM_WARP; n++)
      d[n] = v->on[n] != 0 ? bits : d[n];
}

/* Most blocks lie wholly on one side of a bound: the ends of their range tell. `decided` compares
 * low and high with b. */
#define COMPARE(name, T, lowest, highest, test, decided, outcome) \
  LOOM_SIM_MAP (compare_lanes_##name, guint8, \
                LOOM_SIM_SOURCE (guint32, a) \
                const guint32 block = loom_sim_get_block_sum_narrow (v, op); \
                const T with = *LOOM_SIM_LANES (T, op->detail->registers[0]);, \
                LOOM_SIM_FETCH (guint32, a) const T sum = (T) (a + block);, (test) ? 0xff : 0) \
  static const LoomSimOp * \
  compare_##name##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    if (op->detail->survey != 0) \
      { \
        const LoomSimRange *range = &v->surveys[op->detail->survey - 1].range; \
        const gint64 block = loom_sim_get_exact_sum (v, op, &v->block->id); \
        const gint64 with = *LOOM_SIM_LANES (T, op->detail->registers[0]); \
        const gint64 low = range->low + block, high = range->high + block; \
        \
        if (low >= (lowest) && high <= (highest) && (decided)) \
          { \
            set_predicate (v, op, outcome); \
            return op + 1; \
          } \
      } \
    return v->masked ? compare_lanes_##name##_some (v, op) : compare_lanes_##name##_all (v, op); \
  }

#define COMPARISONS(type, T, lowest, highest) \
  COMPARE (eq_##type, T, lowest, highest, sum == with, with < low || with > high, FALSE) \
  COMPARE (ne_##type, T, lowest, highest, sum != with, with < low || with > high, TRUE) \
  COMPARE (lt_##type, T, lowest, highest, sum < with, (low < with) == (high < with), low < with) \
  COMPARE (le_##type, T, lowest, highest, sum <= with, (low <= with) == (high <= with), \
           low <= with) \
  COMPARE (gt_##type, T, lowest, highest, sum > with, (low > with) == (high > with), low > with) \
  COMPARE (ge_##type, T, lowest, highest, sum >= with, (low >= with) == (high >= with), \
           low >= with)

COMPARISONS (s32, gint32, G_MININT32, G_MAXINT32)
COMPARISONS (u32, guint32, 0, G_MAXUINT32)

#define COMPARE_ROW(relation, type, handler) \
  LOOM_SIM_ROW_ANY ("@compare." #relation "." #type, "1=4444", compare_##relation##_##handler)
#define COMPARE_ROWS(relation) COMPARE_ROW (relation, s32, s32) COMPARE_ROW (relation, u32, u32)

LOOM_SIM_ROWS (sum)
{
  LOOM_SIM_ROW ("@sum.4", "4=4444,p", sum_4)
  LOOM_SIM_ROW ("@sum.8", "8=8888,p", sum_8)
  LOOM_SIM_ROW_ANY ("@widen.sum.s", "8=4444,p", widen_sum_s)
  LOOM_SIM_ROW_ANY ("@widen.sum.u", "8=4444,p", widen_sum_u)
  LOOM_SIM_ROW_ANY ("@survey.4", "=4", survey_4)
  LOOM_SIM_ROW_ANY ("@survey.8", "=8", survey_8)
  LOOM_SIM_ROW_ANY ("@survey.range", "=4", survey_range)
  COMPARE_ROWS (eq)
  COMPARE_ROWS (ne)
  COMPARE_ROWS (lt)
  COMPARE_ROWS (le)
  COMPARE_ROWS (gt)
  COMPARE_ROWS (ge)
  COMPARE_ROW (eq, b32, u32)
  COMPARE_ROW (ne, b32, u32)
  LOOM_SIM_ROWS_END
};
