/* loom-sim-exec-undefined.c: handlers of what follows undefined bits through registers
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "loom-sim-block-private.h"
#include "loom-sim-exec-private.h"
#include "loom-sim-watcher-private.h"

typedef struct
{
  guint64 low, high;
} Pair;

/* A register is looked at: its undefined bits are op->a. Mostly there are none. */
#define USE(width, T, bits) \
  static const LoomSimOp * \
  use_##width##_any (LoomSimVector *v, const LoomSimOp *op) \
  { \
    const T *_a = LOOM_SIM_LANES (T, op->a); \
    guint64 any = 0; \
    \
    if (!v->has_undefined) \
      return op + 1; \
    LOOM_SIM_FOREACH_WARP (w) \
      { \
        guint64 found = 0; \
        \
        for (guint i = 0; i < LOOM_SIM_WARP; i++) \
          { \
            const T a = _a[w * LOOM_SIM_WARP + i]; \
            \
            found |= (bits); \
          } \
        any |= found; \
      } \
    if (G_UNLIKELY (any != 0)) \
      LOOM_SIM_TELL (v->block, use, v, op); \
    return op + 1; \
  }

USE (1, guint8, a)
USE (2, guint16, a)
USE (4, guint32, a)
USE (8, guint64, a)
USE (16, Pair, a.low | a.high)

typedef enum
{
  GATHER_ORIGIN,                /* op->d is the first origin of undefined sources */
  GATHER_ALL,                   /* all bits of op->d are undefined where a source has such; op->e is
                                   their origin */
  GATHER_ALSO,                  /* the same, elsewhere both stay as they are */
} Gather;

/* Whether any lane of a warp has undefined bits in some source. */
static inline gboolean
has_any (const LoomSimVector *v,
         const LoomSimDetail *detail,
         guint                w)
{
  guint64 any = 0;

  for (guint s = 0; s < detail->n_elements; s++)
    {
      const guint n = LOOM_SIM_WARP * detail->widths[s] / sizeof any;
      const guint64 *words = LOOM_SIM_LANES (guint64, detail->registers[2 * s]) + w * n;

      for (guint i = 0; i < n; i++)
        any |= words[i];
    }
  return any != 0;
}

static inline gboolean
is_undefined (const LoomSimVector *v,
              const LoomSimDetail *detail,
              guint                source,
              guint                lane)
{
  const guint width = detail->widths[source];
  const guint8 *bits = v->frame + detail->registers[2 * source] + lane * width;
  guint8 any = 0;

  for (guint i = 0; i < width; i++)
    any |= bits[i];
  return any != 0;
}

/* The lowest number, which was given first; 0: all is defined. */
static guint32
find_origin (const LoomSimVector *v,
             const LoomSimDetail *detail,
             guint                lane)
{
  guint32 first = G_MAXUINT32;

  for (guint s = 0; s < detail->n_elements; s++)
    if (is_undefined (v, detail, s, lane))
      first = MIN (first, LOOM_SIM_LANES (guint32, detail->registers[2 * s + 1])[lane]);
  return first != G_MAXUINT32 ? first : 0;
}

static void
clear_bits (LoomSimVector   *v,
            const LoomSimOp *op,
            guint            w)
{
  static const guint8 zeros[LOOM_SIM_WARP * 16];
  const guint size = op->detail->size;

  loom_sim_merge (LOOM_SIM_LANES (guint8, op->d) + w * LOOM_SIM_WARP * size, zeros, size,
                  v->bits[w], v->on + w * LOOM_SIM_WARP);
}

static void
gather_lane (LoomSimVector   *v,
             const LoomSimOp *op,
             Gather           how,
             guint            lane)
{
  const guint size = op->detail->size;
  const guint32 first = find_origin (v, op->detail, lane);
  guint8 *bits = LOOM_SIM_LANES (guint8, op->d) + lane * size;
  guint32 *origin = LOOM_SIM_LANES (guint32, how == GATHER_ORIGIN ? op->d : op->e) + lane;
  guint8 any = 0;

  for (guint i = 0; how == GATHER_ALSO && i < size; i++)
    any |= bits[i];
  if (first != 0)
    *origin = any != 0 ? MIN (first, *origin) : first;
  if (how == GATHER_ALL || (how == GATHER_ALSO && first != 0))
    memset (bits, first != 0 ? 0xff : 0, size);
}

static inline const LoomSimOp *
gather (LoomSimVector   *v,
        const LoomSimOp *op,
        Gather           how)
{
  if (!v->has_undefined)
    return op + 1;
  LOOM_SIM_FOREACH_WARP (w)
    {
      if (has_any (v, op->detail, w))
        LOOM_SIM_FOREACH_LANE (w, n)
          gather_lane (v, op, how, n);
      else if (how == GATHER_ALL)
        clear_bits (v, op, w);
    }
  return op + 1;
}

LOOM_SIM_CALL (origin, gather (v, op, GATHER_ORIGIN))
LOOM_SIM_CALL (all, gather (v, op, GATHER_ALL))
LOOM_SIM_CALL (also, gather (v, op, GATHER_ALSO))

/* A function begins: nobody has given op->d anything, and nobody has read it. */
static inline const LoomSimOp *
unset (LoomSimVector   *v,
       const LoomSimOp *op)
{
  const guint size = op->detail->size;

  v->has_undefined = TRUE;
  LOOM_SIM_FOREACH_WARP (w)
    LOOM_SIM_FOREACH_LANE (w, n)
      {
        memset (LOOM_SIM_LANES (guint8, op->d) + n * size, 0xff, size);
        LOOM_SIM_LANES (guint32, op->e)[n] = 0;
      }
  return op + 1;
}

/* Somebody is about to read it: that is the origin, op->d, of what is undefined in it. */
static inline const LoomSimOp *
name (LoomSimVector   *v,
      const LoomSimOp *op)
{
  guint32 *origins = LOOM_SIM_LANES (guint32, op->d);

  LOOM_SIM_FOREACH_WARP (w)
    {
      if (!v->has_undefined || !has_any (v, op->detail, w))
        continue;
      LOOM_SIM_FOREACH_LANE (w, n)
        if (origins[n] == 0 && is_undefined (v, op->detail, 0, n))
          LOOM_SIM_TELL (v->block, read_unset, v, op, n, &origins[n]);
    }
  return op + 1;
}

LOOM_SIM_CALL (unset, unset (v, op))
LOOM_SIM_CALL (name, name (v, op))

/* The next op is for undefined bits alone. */
LOOM_SIM_CALL (skip, v->has_undefined ? op + 1 : op + 2)

static inline const LoomSimOp *
tell_passed (LoomSimVector   *v,
             const LoomSimOp *op,
             LoomSimPassed    how)
{
  LOOM_SIM_TELL (v->block, pass, v, op, how);
  return op + 1;
}

LOOM_SIM_CALL (pass, tell_passed (v, op, LOOM_SIM_PASSED_TO))
LOOM_SIM_CALL (take_back, tell_passed (v, op, LOOM_SIM_PASSED_BACK))
LOOM_SIM_CALL (runtime, tell_passed (v, op, LOOM_SIM_PASSED_TO_RUNTIME))

LOOM_SIM_ROWS (undefined)
{
  LOOM_SIM_ROW_ANY ("@undefined.use.1", "=14", use_1)
  LOOM_SIM_ROW_ANY ("@undefined.use.2", "=24", use_2)
  LOOM_SIM_ROW_ANY ("@undefined.use.4", "=44", use_4)
  LOOM_SIM_ROW_ANY ("@undefined.use.8", "=84", use_8)
  LOOM_SIM_ROW_ANY ("@undefined.use.16", "=x4", use_16)
  LOOM_SIM_ROW_ANY ("@undefined.origin", "4=", origin)
  LOOM_SIM_ROW_ANY ("@undefined.all", "44=", all)
  LOOM_SIM_ROW_ANY ("@undefined.also", "44=", also)
  LOOM_SIM_ROW_ANY ("@undefined.unset", "44=", unset)
  LOOM_SIM_ROW_ANY ("@undefined.name", "4=", name)
  LOOM_SIM_ROW_ANY ("@undefined.skip", "=", skip)
  LOOM_SIM_ROW_ANY ("@undefined.pass", "=", pass)
  LOOM_SIM_ROW_ANY ("@undefined.return", "=", take_back)
  LOOM_SIM_ROW_ANY ("@undefined.runtime", "=", runtime)
  LOOM_SIM_ROWS_END
};
