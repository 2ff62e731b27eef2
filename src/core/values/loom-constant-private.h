#pragma once

#include "loom-type.h"

/* A number: whole ones in their type's range, with a sign or without; floats rounded to their
 * type. */
typedef union
{
  gint64  i;
  guint64 u;
  double  d;
} LoomNumber;

/* One loop over the numbers of two arrays, x of a and y of b, as a case of a switch. */
#define LOOM_EACH_NUMBER(result) \
  for (gsize i = 0; i < n; i++) \
    { \
      LoomNumber x = a[i]; \
      const LoomNumber y = b[i]; \
\
      result; \
      a[i] = x; \
    } \
  break

/* What C does with two numbers; of two signs that begin alike the longer one comes first. min and
 * max have no sign. */
typedef enum
{
  LOOM_OPERATOR_OR_ELSE, LOOM_OPERATOR_AND_THEN, LOOM_OPERATOR_OR, LOOM_OPERATOR_XOR,
  LOOM_OPERATOR_AND, LOOM_OPERATOR_LEFT, LOOM_OPERATOR_RIGHT, LOOM_OPERATOR_EQUAL,
  LOOM_OPERATOR_DIFFERENT, LOOM_OPERATOR_AT_MOST, LOOM_OPERATOR_AT_LEAST, LOOM_OPERATOR_LESS,
  LOOM_OPERATOR_MORE, LOOM_OPERATOR_PLUS, LOOM_OPERATOR_MINUS, LOOM_OPERATOR_TIMES,
  LOOM_OPERATOR_DIVIDE, LOOM_OPERATOR_REMAINDER, LOOM_OPERATOR_LEAST, LOOM_OPERATOR_MOST,
} LoomOperator;

/* A number with its type; what it is if that is not bytes is not known. */
typedef struct
{
  LoomScalar type;
  LoomNumber number;
} LoomConstant;

/* How constants are computed with. */
typedef enum
{
  LOOM_ARITHMETIC_TYPED,        /* as C does; what it leaves undefined or to the compiler fails */
  LOOM_ARITHMETIC_WIDEST,       /* as #if does: 64 bits, no floats */
  /* whole numbers that nothing is cut off, each of which 64 bits must hold; there are no truths */
  LOOM_ARITHMETIC_EXACT,
} LoomArithmetic;

/* Why an expression has no value. */
typedef enum
{
  LOOM_FAULT_NONE,
  /* of a literal */
  LOOM_FAULT_NUMBER,            /* it is none */
  LOOM_FAULT_BASE,              /* it begins with 0; its value is known all the same */
  /* of an operation; the first one of a literal, too */
  LOOM_FAULT_WIDTH,             /* the type does not hold the result */
  LOOM_FAULT_DIVISION,          /* by 0 */
  LOOM_FAULT_SHIFT,             /* by as many bits as there are, or by less than 0 */
  LOOM_FAULT_TYPE,              /* it is not for these, or one of them is not known */
  /* of the text */
  LOOM_FAULT_BRACKET,           /* lacks the other one */
  LOOM_FAULT_COLON,             /* lacks behind ? */
  LOOM_FAULT_DEPTH,             /* too many within each other */
} LoomFault;

LoomScalar  _loom_scalar_promote   (LoomScalar          scalar);
LoomScalar  _loom_scalar_common    (LoomScalar          a,
                                    LoomScalar          b);
void        _loom_numbers_convert  (LoomNumber         *numbers,
                                    gsize               n,
                                    LoomScalar          from,
                                    LoomScalar          to);
void        _loom_numbers_compare  (LoomNumber         *a,
                                    const LoomNumber   *b,
                                    gsize               n,
                                    LoomOperator        operator,
                                    LoomScalar          kind);
void        _loom_floats_compute   (LoomNumber         *a,
                                    const LoomNumber   *b,
                                    gsize               n,
                                    LoomOperator        operator,
                                    LoomScalar          kind);
LoomFault   _loom_constant_parse   (LoomConstant       *self,
                                    const char         *text);
gboolean    _loom_constant_convert (LoomConstant       *self,
                                    LoomScalar          type);
gboolean    _loom_constant_is_true (const LoomConstant *self);
LoomFault   _loom_constant_sign    (LoomConstant       *self,
                                    char                sign,
                                    LoomArithmetic      arithmetic);
LoomFault   _loom_constant_compute (LoomConstant       *self,
                                    LoomOperator        operator,
                                    const LoomConstant *right,
                                    LoomArithmetic      arithmetic);
