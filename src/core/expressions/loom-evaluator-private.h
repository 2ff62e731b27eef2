#pragma once

#include "loom-evaluator.h"
#include "loom-expression-private.h"

/* The first thing that is wrong with an expression, or cannot be done, ends its evaluation. A place
 * is the index of a word; who can fail is told for which one. */
typedef struct
{
  LoomExpression reader;
  guint64        made;          /* bytes */
  LoomScope     *scope;
  GCancellable  *cancellable;
  GError       **error;
} LoomEvaluator;

#define LOOM_MAP_MAX_ARGUMENTS 3

/* What is done with the cells of arrays, one beside the other. */
typedef struct _LoomMap LoomMap;
struct _LoomMap
{
  LoomScalar    kinds[LOOM_MAP_MAX_ARGUMENTS];  /* what each argument is converted to */
  LoomScalar    result;
  /* Puts n results into the first arguments; returns n, or the first cell that has none. */
  gsize       (*apply) (const LoomMap *self,
                        LoomNumber   **arguments,
                        gsize          n);
  gint          operator;
  gconstpointer function;
  const char   *refusal;        /* of a cell that has no result; untranslated, with its place */
};

gboolean    _loom_evaluator_fail     (LoomEvaluator    *self,
                                      guint             place,
                                      const char       *format,
                                      ...) G_GNUC_PRINTF (3, 4);
#define _loom_evaluator_fail_null(...) ((void) _loom_evaluator_fail (__VA_ARGS__), NULL)

/* loom-evaluator-cells.c: cells read, converted, written; arrays that fit each other */
guint8     *_loom_evaluator_make     (LoomEvaluator    *self,
                                      guint             place,
                                      guint64           cells,
                                      guint             size);
LoomValue  *_loom_evaluator_take     (LoomScalar        scalar,
                                      guint             rank,
                                      const gint64     *extents,
                                      guint8           *cells);
LoomValue  *_loom_evaluator_take_number (LoomScalar     scalar,
                                      LoomNumber        number);
gboolean    _loom_evaluator_check_cells (LoomEvaluator *self,
                                      guint             place,
                                      LoomValue        *value);
LoomValue  *_loom_evaluator_map      (LoomEvaluator    *self,
                                      guint             place,
                                      const LoomMap    *map,
                                      LoomValue       **arguments,
                                      guint             n_arguments);
gboolean    _loom_evaluator_each     (LoomEvaluator    *self,
                                      LoomValue        *value,
                                      LoomScalar        kind,
                                      void            (*take) (gpointer          data,
                                                               const LoomNumber *numbers,
                                                               gsize             n),
                                      gpointer          data);

/* loom-evaluator-operators.c: signs, operators, casts */
LoomValue  *_loom_evaluator_sign     (LoomEvaluator    *self,
                                      guint             place,
                                      char              sign,
                                      LoomValue        *value);
LoomValue  *_loom_evaluator_binary   (LoomEvaluator    *self,
                                      guint             place,
                                      LoomOperator      operator,
                                      LoomValue        *left,
                                      LoomValue        *right);
LoomValue  *_loom_evaluator_choose   (LoomEvaluator    *self,
                                      guint             place,
                                      LoomValue       **values);
LoomValue  *_loom_evaluator_cast     (LoomEvaluator    *self,
                                      guint             place,
                                      LoomScalar        scalar,
                                      LoomValue        *value);

/* loom-evaluator-functions.c: functions of cells; loom-evaluator-whole.c: of whole arrays */
typedef struct
{
  const char *name;
  guint       least, most;      /* arguments */
  LoomValue *(*call) (LoomEvaluator  *self,
                      guint           place,
                      LoomValue     **arguments,
                      guint           n_arguments);
} LoomWholeFunction;

gboolean    _loom_evaluator_has_function (const char   *name);
LoomValue  *_loom_evaluator_call     (LoomEvaluator    *self,
                                      guint             place,
                                      const char       *name,
                                      LoomValue       **arguments,
                                      guint             n_arguments);
const LoomWholeFunction *_loom_whole_function_find (const char *name);

/* loom-evaluator-axis.c: functions of whole arrays along one axis */
LoomValue  *_loom_evaluator_call_along (LoomEvaluator  *self,
                                      guint             place,
                                      const char       *name,
                                      LoomValue        *value,
                                      guint             axis_place,
                                      gint64            axis);

/* loom-evaluator-slices.c: what stands in brackets */
typedef struct
{
  guint      place;
  gboolean   is_slice;
  gboolean   is_rest;           /* ...: all axes that no other subscript is of */
  LoomValue *values[3];         /* an index; or start, stop and step, any of them NULL */
} LoomSubscript;

void        _loom_subscript_clear    (LoomSubscript    *self);
gboolean    _loom_evaluator_get_index (LoomEvaluator   *self,
                                      guint             place,
                                      LoomValue        *value,
                                      gint64           *index);
LoomValue  *_loom_evaluator_subscript (LoomEvaluator   *self,
                                      guint             place,
                                      LoomValue        *value,
                                      const LoomSubscript *subscripts,
                                      guint             n_subscripts);
