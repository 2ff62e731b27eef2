#pragma once

#include <glib.h>

typedef void (*LoomParallelFunc) (gpointer part,
                                  gpointer user_data);

/* From one place of this computer's memory to another. */
typedef struct
{
  gpointer      to;
  gconstpointer from;
  gsize         size;
} LoomParallelCopy;

void loom_parallel_each     (GArray             *parts,
                             LoomParallelFunc    func,
                             gpointer            user_data);
void loom_parallel_add_copy (GArray             *copies,
                             gpointer            to,
                             gconstpointer       from,
                             gsize               size);
void loom_parallel_copy     (GArray             *copies);
