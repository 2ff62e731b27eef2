#pragma once

#include "loom-type.h"

/* The bytes of one number, at their beginning. */
typedef union
{
  guint8  bytes[8];
  gint8   i8;
  guint8  u8;
  gint16  i16;
  guint16 u16;
  gint32  i32;
  guint32 u32;
  gint64  i64;
  guint64 u64;
  float   f32;
  double  f64;
} LoomScalarBits;

gboolean  loom_scalar_text_parse (const char      *text,
                                  LoomScalar       scalar,
                                  LoomScalarBits  *bits);
gboolean  loom_scalar_text_check (const char      *text,
                                  LoomScalar       scalar,
                                  GError         **error);
void      loom_scalar_text_get_range (LoomScalar     scalar,
                                     char         **least,
                                     char         **most);
char     *loom_scalar_text_shorten (LoomScalar      scalar,
                                   double           value);
void      loom_scalar_from_double (double          value,
                                  LoomScalar       scalar,
                                  LoomScalarBits  *bits);
guint16   loom_half_from_double  (double           value);
guint16   loom_bfloat_from_double (double          value);
