#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What an mma multiplies, packed into an op's immediate. Types are LoomPtxType. */
typedef union
{
  gint64 word;
  struct
  {
    guint64 m : 6, n : 6, k : 6;
    guint64 d : 6, a : 6, b : 6, c : 6;
    guint64 saturates : 1;
  };
} LoomSimMatrix;

G_STATIC_ASSERT (sizeof (LoomSimMatrix) == sizeof (gint64));

G_END_DECLS
