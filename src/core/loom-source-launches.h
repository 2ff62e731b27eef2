#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A number that stands in host code, or follows from what stands there. */
typedef struct
{
  gboolean is_certain;
  gint64   value;
} LoomReadNumber;

/* The grid or the block of a launch. */
typedef struct
{
  guint          rank;          /* axes that the source writes, 0: it can't be told */
  LoomReadNumber axes[3];       /* those that it does not write are 1 */
} LoomReadExtent;

typedef struct
{
  LoomReadNumber value;         /* of a whole number */
  LoomReadNumber bytes;         /* that are allocated for a pointer */
  gboolean       is_real;       /* a floating-point number that stands there: 2.0f */
  double         real;
} LoomReadArgument;

/* `kernel<<<grid, block>>> (arguments)` in host code. */
typedef struct
{
  char           *kernel;       /* without namespaces and template arguments */
  guint           line;
  LoomReadExtent  grid, block;
  GArray         *arguments;    /* (element-type LoomReadArgument) */
} LoomSourceLaunch;

GPtrArray        *loom_source_launches_read (const char *text,
                                             gsize       length);
LoomSourceLaunch *loom_source_launches_find (GPtrArray  *launches,
                                             const char *kernel);

G_END_DECLS
