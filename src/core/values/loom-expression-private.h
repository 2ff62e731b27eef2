#pragma once

#include "loom-constant-private.h"
#include "loom-tokens-private.h"
#include "loom-value.h"

/* What a part of an expression comes to. An array belongs to whoever has it last. */
typedef union
{
  LoomConstant constant;
  LoomValue   *array;
} LoomTerm;

typedef struct _LoomLanguage LoomLanguage;

/* An expression of C on its way; who reads one begins with it. */
typedef struct
{
  const LoomLanguage *language;
  LoomSourceReader    source;
  guint               at;       /* the token that comes next */
  guint               depth;
} LoomExpression;

/* What differs between those who read expressions: what stands in them besides numbers, signs,
 * operators and parentheses, what is computed with, and how faults are told. Each of its functions
 * is FALSE where reading ends for good, and has then given up the arrays that it was given. */
struct _LoomLanguage
{
  guint           max_depth;    /* of signs, parentheses and choices within each other */
  const char     *signs;        /* before an operand */
  LoomArithmetic  arithmetic;   /* of constants */
  /* At what is wrong. TRUE: reading goes on with a value that is not known. */
  gboolean      (*fail)         (LoomExpression *self,
                                 guint           place,
                                 LoomFault       fault);
  /* At a number; at what is no number, sign or parenthesis, or at the end. */
  gboolean      (*read_number)  (LoomExpression *self,
                                 LoomTerm       *term);
  gboolean      (*read_other)   (LoomExpression *self,
                                 LoomTerm       *term);
  /* Behind an operand. NULL: nothing stands there. */
  gboolean      (*read_postfix) (LoomExpression *self,
                                 LoomTerm       *term);
  /* Where the words of a type from `index` on end, or `index`. NULL: there are no casts. */
  guint         (*find_type)    (LoomExpression *self,
                                 guint           index,
                                 LoomScalar     *type);
  gboolean      (*sign)         (LoomExpression *self,
                                 guint           place,
                                 LoomTerm       *term);
  gboolean      (*cast)         (LoomExpression *self,
                                 guint           place,
                                 LoomScalar      type,
                                 LoomTerm       *term);
  /* Of two terms or three the first becomes the result. */
  gboolean      (*compute)      (LoomExpression *self,
                                 guint           place,
                                 LoomOperator    operator,
                                 LoomTerm       *terms);
  gboolean      (*choose)       (LoomExpression *self,        /* NULL: there is no ? : */
                                 guint           place,
                                 LoomTerm       *terms);
  void          (*discard)      (LoomTerm       *term);       /* NULL: it needs nothing */
};

gboolean    _loom_expression_read    (LoomExpression *self,
                                      LoomTerm       *term);
gboolean    _loom_expression_accept  (LoomExpression *self,
                                      char            sign);
gboolean    _loom_expression_close   (LoomExpression *self,
                                      guint           opened,
                                      LoomTerm       *term);
gboolean    _loom_expression_read_operand (LoomExpression *self,
                                      LoomTerm       *term);
const char *_loom_operator_get_text  (LoomOperator    operator);

/* of languages of constants */
gboolean    _loom_expression_sign    (LoomExpression *self,
                                      guint           place,
                                      LoomTerm       *term);
gboolean    _loom_expression_cast    (LoomExpression *self,
                                      guint           place,
                                      LoomScalar      type,
                                      LoomTerm       *term);
gboolean    _loom_expression_compute (LoomExpression *self,
                                      guint           place,
                                      LoomOperator    operator,
                                      LoomTerm       *terms);
gboolean    _loom_expression_choose  (LoomExpression *self,
                                      guint           place,
                                      LoomTerm       *terms);
