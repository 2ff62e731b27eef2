#pragma once

#include "loom-source-reader-private.h"

/* Types of numbers in the order of C's conversions. */
typedef enum
{
  LOOM_NUMBER_NONE,
  LOOM_NUMBER_BOOL,
  LOOM_NUMBER_CHAR,
  LOOM_NUMBER_UCHAR,
  LOOM_NUMBER_SHORT,
  LOOM_NUMBER_USHORT,
  LOOM_NUMBER_INT,
  LOOM_NUMBER_UINT,
  LOOM_NUMBER_LONG,             /* 64 bits */
  LOOM_NUMBER_ULONG,
  LOOM_NUMBER_FLOAT,
  LOOM_NUMBER_DOUBLE,
} LoomNumberType;

/* A number of host code with its type, as C computes with it. */
typedef struct
{
  LoomNumberType type;
  gint64         integer;       /* of an unsigned long its bits */
  double         real;          /* of float and double */
} LoomNumber;

gboolean _loom_number_is_real (const LoomNumber *self);
/* FALSE where C leaves open what comes of it. */
gboolean _loom_number_convert (LoomNumber       *self,
                               LoomNumberType    type);
gboolean _loom_number_is_true (const LoomNumber *self);
gboolean _loom_number_compute (LoomNumber       *self,
                               const char       *operation,
                               const LoomNumber *right);
gboolean _loom_number_parse   (LoomNumber       *self,
                               const char       *text);
/* NULL: none begins there. `precedence`: a higher one binds closer. */
const char *_loom_number_find_operator (const LoomSourceReader *source,
                                        guint                   index,
                                        guint                  *precedence);
