#pragma once

#include "loom-ptx-arena.h"
#include "loom-sim.h"

/* A launch, and whether a module that was printed again, or instrumented, does and counts what the module itself does. */

/* How kernels see an array that they are given as an object. */
typedef struct
{
  LoomTexture texture;
  LoomType    type;
  LoomShape   shape;
} RewrittenTexture;

typedef struct
{
  gconstpointer bytes;          /* at the beginning */
  gsize         size;
  gsize         cell_size;      /* of an array; 0: a value */
  guint         points_to;      /* an argument, counted from 1: a value begins with its address; 0: none */
  const RewrittenTexture *texture;      /* of an object, which is read only and not counted; else NULL */
} RewrittenArg;

typedef struct
{
  const char   *name;
  gconstpointer bytes;          /* at the beginning; NULL: as the module has them, addresses perhaps, which are not compared */
  gsize         size;
  gsize         cell_size;
} RewrittenSymbol;

typedef struct
{
  const char *ptx, *entry;
  LoomDim3    grid, block;
  guint32     shared;
  guint       launches;
  gboolean    swaps;            /* the first two arguments after each launch */
  GArray     *args;             /* (element-type RewrittenArg) */
  GArray     *symbols;          /* (element-type RewrittenSymbol): counted as arrays are; or NULL */
} RewrittenLaunch;

typedef enum
{
  REWRITTEN_PRINTED,            /* printed and read again */
  REWRITTEN_WINDOWED,           /* launched as several parts of its grid */
  REWRITTEN_COUNTED,            /* instrumented */
  REWRITTEN_COUNTED_WIDE,       /* the same with threads of eight bytes and units of one */
  REWRITTEN_SCHEDULED,          /* notes when blocks run */
  REWRITTEN_N
} Rewritten;

const char *rewritten_get_name (Rewritten              way);
/* What differs, in words, or NULL. trapped: (out): the module itself stops, and nothing was compared. */
char       *rewritten_compare  (const RewrittenLaunch *launch,
                                Rewritten              way,
                                gboolean              *trapped);
