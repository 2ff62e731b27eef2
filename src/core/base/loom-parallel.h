#pragma once

#include <glib.h>

typedef void (*LoomParallelFunc) (gpointer part,
                                  gpointer user_data);

/* What parts of a row of things begin with: its part of them. */
typedef struct
{
  guint64 first, n;
} LoomParallelRange;

/* From one place of this computer's memory to another. */
typedef struct
{
  gpointer      to;
  gconstpointer from;
  gsize         size;
} LoomParallelCopy;

GArray *loom_parallel_cut   (guint64             n,
                             guint64             cells,
                             gsize               part_size);
void loom_parallel_each     (GArray             *parts,
                             LoomParallelFunc    func,
                             gpointer            user_data);
void loom_parallel_add_copy (GArray             *copies,
                             gpointer            to,
                             gconstpointer       from,
                             gsize               size);
void loom_parallel_copy     (GArray             *copies);
